#if AppleServices
import AppleServices
import StoreRules
import StoreModel
import TestSupport
import Testing

@Suite("The delivery log over HTTP", .server, .timeLimit(.minutes(5)))
struct DeliveryRouteTests {
    private let server = RunningServer.current
    private static let path = "notifications/deliveries"

    private func log(_ query: String = "") async throws -> [NotificationDelivery] {
        try await server.admin("GET", Self.path + query).decode()
    }

    private func whole(_ uuid: String) async throws -> WholeDelivery {
        try await server.admin("GET", Self.path + "/" + uuid).decode()
    }

    /// A notification, once its log has so many attempts.
    private func delivery(of uuid: String, attempts: Int) async throws -> NotificationDelivery {
        while true {
            let found = try await whole(uuid).delivery
            if found.attempts.count >= attempts { return found }
            try await pause()
        }
    }

    @Test func `a notification that fails waits, and is delivered when it is sent again`() async throws {
        let listener = try await NotificationListener { $0 == 1 ? .status(500) : .status(200) }
        try await server.set(#"{"retriesSandboxNotifications": true}"#)
        try await server.notify(["sandbox": listener.address])
        let jane = try await Customer()
        _ = try await jane.buy("one")
        let uuid = try #require(try await log().first).identifier
        let failed = try await delivery(of: uuid, attempts: 1)
        #expect(failed.state == .waiting && failed.attempts[0].result == "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
        #expect(failed.nextAttempt == failed.attempts[0].date.advanced(by: .seconds(3600)))

        let again: WholeDelivery = try await server.admin("POST", Self.path + "/\(uuid)/send").decode()
        #expect(again.delivery.state == .waiting)
        let delivered = try await delivery(of: uuid, attempts: 2)
        #expect(delivered.state == .delivered && delivered.nextAttempt == nil)
        #expect(delivered.attempts.last?.result == "SUCCESS")
        // A notification that was delivered is sent again, too.
        #expect(try await server.admin("POST", Self.path + "/\(uuid)/send").status == 200)
        #expect(try await delivery(of: uuid, attempts: 3).state == .delivered)
        let told = try await listener.payloads(3).map { $0["notificationUUID"] as? String }
        #expect(Set(told) == [delivered.identifier])
        try await listener.stop()
    }

    @Test func `the payload has what is signed in it, and the list has it not`() async throws {
        try await server.notify(["sandbox": "http://127.0.0.1:9/"])
        let jane = try await Customer()
        _ = try await jane.buy("one")
        let listed = try #require(try await log().first)
        #expect(listed.signedPayload == nil && listed.notificationType == "ONE_TIME_CHARGE")
        #expect(try await server.admin("GET", Self.path).body.contains(#""payload""#) == false)
        let whole = try await whole(listed.identifier)
        guard case .object(let payload) = whole.payload, case .object(let data) = payload["data"],
            case .object(let transaction) = data["signedTransactionInfo"]
        else {
            Issue.record("\(whole)")
            return
        }
        #expect(payload["notificationUUID"] == .text(listed.identifier))
        #expect(transaction["type"] == .text("Consumable"))
        #expect(whole.delivery.signedPayload?.split(separator: ".").count == 3)
    }

    @Test func `what is signed in the payload and nested too deep is shown as it is`() async throws {
        try await server.notify(["sandbox": "http://127.0.0.1:9/"])
        let signed = "a.\(Base64URL.encode(String(repeating: "[", count: 513).utf8)).c"
        let order = #"{"type": "TEST", "data": {"signedText": "\#(signed)"}}"#
        #expect(try await server.admin("POST", "notifications/send", body: order).status == 201)
        let listed = try #require(try await log().first)
        let whole = try await whole(listed.identifier)
        guard case .object(let payload) = whole.payload, case .object(let data) = payload["data"] else {
            Issue.record("\(whole)")
            return
        }
        #expect(data["signedText"] == .text(signed))
    }

    @Test func `the newest come first, page by page, of one environment or of both`() async throws {
        try await server.notify(["sandbox": "http://127.0.0.1:9/", "production": "http://127.0.0.1:9/"])
        for (name, environment) in [("jane", "Sandbox"), ("joe", "Production")] {
            let account =
                #"{"account": "\#(name)", "password": "bananas for ever", "environment": "\#(environment)"}"#
            #expect(try await server.admin("POST", "accounts", body: account).status == 201)
            for _ in 1...3 {
                let order = #"{"account": "\#(name)", "product": "\#(MonkeyCredits.five)"}"#
                #expect(try await server.admin("POST", "purchases", body: order).status == 201)
            }
        }
        let all = try await log()
        let numbers = all.map(\.number)
        #expect(numbers.count == 6 && numbers == Set(numbers).sorted(by: >))
        #expect(try await log("?environment=Sandbox").map(\.number) == Array(numbers[3...]))
        #expect(try await log("?environment=sandbox").map(\.number) == Array(numbers[3...]))
        #expect(try await log("?limit=2").map(\.number) == Array(numbers[..<2]))
        #expect(try await log("?limit=2&before=\(numbers[1])").map(\.number) == Array(numbers[2..<4]))
        #expect(try await log("?environment=Production&before=\(numbers[1])").map(\.number) == [numbers[2]])
        #expect(try await log("?before=\(numbers[5])").isEmpty)
        // JavaScript rounds the numbers, so a page may also end before a UUID.
        #expect(try await log("?limit=2&before=\(all[1].identifier)").map(\.number) == Array(numbers[2..<4]))
        let nothing = "?before=00000000-0000-4000-8000-000000000000"
        #expect(try await server.admin("GET", Self.path + nothing).status == 404)
        for query in ["?limit=0", "?limit=1001", "?limit=x", "?before=x", "?environment=Moon"] {
            #expect(try await server.admin("GET", Self.path + query).status == 400)
        }
        let refused = try await server.admin("GET", Self.path + "?before=x").error?.message
        #expect(refused == "before is the UUID of a notification, or its number.")
    }

    @Test(.server(catalogue: ScenarioCatalogue.full))
    func `what is not there, and what has no address, is not sent`() async throws {
        for (method, path) in [
            ("GET", "/nothing"), ("POST", "/nothing/send"), ("GET", "/%20"), ("POST", "/%22/send"),
        ] {
            #expect(try await server.admin(method, Self.path + path).status == 404)
        }
        // A scenario's notifications are kept even if there is no address.
        #expect(try await server.admin("POST", "scenarios/renewal").status == 201)
        let kept = try #require(try await log().first)
        #expect(kept.state == .notSent && kept.attempts.isEmpty)
        #expect(try await server.admin("POST", Self.path + "/\(kept.identifier)/send").status == 409)
        #expect(try await log().first == kept)
        #expect(try await server.send("GET", "/admin/v1/" + Self.path).status == 401)
    }
}
#endif
