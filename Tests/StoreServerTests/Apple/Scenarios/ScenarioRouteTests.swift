#if AppleServices
import Foundation
import AppleServices
import StoreRules
import StoreModel
import StoreWire
import TestSupport
import Testing

@Suite("Scenarios over HTTP", .server(catalogue: ScenarioCatalogue.full), .timeLimit(.minutes(5)))
struct ScenarioRouteTests {
    private let server = RunningServer.current

    /// The scenarios of the manual page, and what it says about each step, in the form
    /// of `PlayedScenario.Step.line`.
    private static func manual() throws -> [String: [String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Resources/Manual/monkeystore-scenarios.7"),
            encoding: .utf8)
        let section = try #require(
            page.split(separator: ".Sh SCENARIOS\n").last?.split(separator: "\n.Sh ").first)
        var scenarios: [String: [String]] = [:]
        var (scenario, step) = ("", "")
        for line in section.replacing("\\-", with: "-").split(separator: "\n") {
            if line.hasPrefix(".Ss ") {
                scenario = String(line.dropFirst(4))
                scenarios[scenario] = []
            } else if line.hasPrefix(".It Cm ") {
                step = String(line.dropFirst(7))
            } else if line.hasPrefix(".Li "), line.hasSuffix(" :"), !scenario.isEmpty {
                let rest = line.dropFirst(4).dropLast(2).replacing(" , ", with: ", ")
                scenarios[scenario, default: []].append("\(step), \(rest)")
            }
        }
        return scenarios
    }

    private func play(_ path: String, _ body: String? = nil) async throws -> PlayedScenario {
        let answer = try await server.admin("POST", "scenarios/" + path, body: body)
        #expect((200...201).contains(answer.status), "\(path): \(answer.body)")
        return try answer.decode()
    }

    @Test(
        "each scenario is what the manual says, at once and step by step, with an address and without",
        arguments: [false, true])
    func manual(isAddressed: Bool) async throws {
        let manual = try Self.manual()
        #expect(Set(manual.keys) == Set(Scenario.allCases.map(\.rawValue)))
        // Nobody listens there, and nothing depends on it.
        if isAddressed { try await server.notify(["sandbox": "http://127.0.0.1:9/"]) }
        for name in Scenario.allCases.map(\.rawValue) {
            let whole = try await play(name)
            #expect(whole.isOver && whole.steps == whole.done.map(\.name))
            #expect(whole.done.map(\.line) == manual[name], "\(name)")

            var some = try await play(name, #"{"steps": "none"}"#)
            #expect(some.done.isEmpty && !some.isOver && some.account != whole.account)
            for count in 1...some.steps.count {
                some = try await play("\(some.id)/next")
                #expect(some.done.count == count)
            }
            #expect(some.isOver && some.done.map(\.line) == manual[name], "\(name)")
            #expect(try await server.admin("GET", "scenarios/\(some.id)").decode() == some)
            #expect(try await server.admin("POST", "scenarios/\(some.id)/next").status == 409)
        }
    }

    @Test func `notifications say the state after their step, and are of the scenario's own account`()
        async throws
    {
        let numbers = ["active": 1, "expired": 2, "billingRetry": 3, "gracePeriod": 4, "revoked": 5]
        for name in ["billing-recovery", "billing-expiry", "subscription-refund", "voluntary-expiry"] {
            let played = try await play(name)
            for step in played.done {
                for notification in step.notifications {
                    let payload = try decoded(notification.signedPayload)
                    let data = try #require(payload["data"] as? [String: Any])
                    #expect(payload["notificationUUID"] as? String == notification.notificationUUID)
                    #expect(data["status"] as? Int == numbers[step.state], "\(name) \(step.name)")
                    let transaction = try decoded(data["signedTransactionInfo"] as? String)
                    let account = try #require(
                        try server.store.allAccounts().first { $0.identifier == played.account })
                    #expect(transaction["appTransactionId"] as? String == account.appTransactionIdentifier)
                    let renewal = try decoded(data["signedRenewalInfo"] as? String)
                    #expect(
                        renewal["isInBillingRetryPeriod"] as? Bool ?? false
                            == ["billingRetry", "gracePeriod"].contains(step.state))
                }
            }
        }
        let offer = try await play("offer-redeemed")
        let last = try decoded(offer.done.last?.notifications.last?.signedPayload)
        let transaction = try decoded((last["data"] as? [String: Any])?["signedTransactionInfo"] as? String)
        #expect(transaction["offerIdentifier"] as? String == "half" && transaction["offerType"] as? Int == 2)
        #expect(transaction["price"] as? Int == 4500)
    }

    @Test func `the listener gets the notifications of the answer, and without an address nobody does later`()
        async throws
    {
        let listener = try await NotificationListener { _ in .status(200) }
        let before = try await play("renewal").done.flatMap(\.notifications).map(\.notificationUUID)
        try await server.notify(["sandbox": listener.address])
        let played = try await play("billing-recovery")
        let made = Set(played.done.flatMap(\.notifications).map(\.notificationUUID))
        // The clock has moved on, so the first subscription's renewals are among them, and they arrive in
        // any order.
        let received = try await listener.identifiers(until: made.isSubset)
        #expect(received.isDisjoint(with: before))
        try await listener.stop()
    }

    @Test func `a scenario that cannot start leaves nothing behind`() async throws {
        for (subscriptions, path, body, status) in [
            (0, "renewal", "{}", 409), (1, "upgrade", "{}", 409), (2, "downgrade", "{}", 409),
            (1, "offer-redeemed", "{}", 409), (1, "renewal", #"{"product": "coin"}"#, 409),
            (1, "refund-reversal", #"{"product": "lamp"}"#, 409),
            (1, "ask-to-buy-approved", #"{"product": "gold0"}"#, 409),
            (1, "renewal", #"{"product": "nothing"}"#, 404),
            (1, "renewal", #"{"account": "nobody"}"#, 404), (1, "juggling", "{}", 404),
            (1, "renewal", #"{"steps": "some"}"#, 400), (1, "renewal", #"{"environment": "Moon"}"#, 400),
            (1, "renewal", "[]", 400), (1, "renewal", #"{"account": 5}"#, 400), (1, "nobody/next", "{}", 404),
        ] {
            try await RunningServer.run(catalogue: ScenarioCatalogue.poor(subscriptions: subscriptions)) {
                server in
                let answer = try await server.admin("POST", "scenarios/" + path, body: body)
                #expect(answer.status == status, "\(subscriptions), \(path) \(body): \(answer.body)")
                #expect(answer.error?.message?.hasSuffix(".") == true, "\(answer.body)")
                #expect(try server.store.allAccounts().count == 1)
                #expect(try server.store.purchases().isEmpty)
                #expect(try server.store.settings() == StoreSettings())
            }
        }
    }

    @Test func `Ask to Buy is played without a consumable, too, and not by an owner`() async throws {
        let catalogue = try Catalogue(
            """
            {"version": {}, "products": [{"productID": "lamp", "type": "NonConsumable", "displayPrice": "2"}]}
            """)
        let manual = try Self.manual()
        try await RunningServer.run(catalogue: catalogue) { server in
            for name in ["ask-to-buy-declined", "ask-to-buy-approved"] {
                let played: PlayedScenario = try await server.admin("POST", "scenarios/" + name, body: "{}")
                    .decode()
                #expect(played.product == "lamp" && played.done.map(\.line) == manual[name], "\(name)")
                // Only the second one has bought it.
                let again = try await server.admin(
                    "POST", "scenarios/" + name, body: #"{"account": "\#(played.account)"}"#)
                #expect((again.status == 409) == (name == "ask-to-buy-approved"), "\(again.body)")
            }
            #expect(try await server.admin("POST", "scenarios/refund-declined", body: "{}").status == 409)
        }
    }

    @Test func `faults that are in force for others neither reach a scenario nor are changed by it`()
        async throws
    {
        var settings = StoreSettings()
        settings.asksToBuy = true
        settings.interruptsPurchases = true
        settings.failsRenewals = true
        settings.network = .down
        settings.nextFailure = .paymentCancelled
        settings.everyFailure = .unknownServerError
        try server.store.apply(settings)
        let manual = try Self.manual()
        for name in ["renewal", "grace-recovery", "retry-recovery", "ask-to-buy-approved", "refund-reversal"]
        {
            #expect(try await play(name).done.map(\.line) == manual[name], "\(name)")
        }
        var after = try server.store.settings()
        #expect(after.clockOffsetMilliseconds > 0)
        after.clockOffsetMilliseconds = 0
        #expect(after == settings)
    }

    @Test func `a given account plays, unless it has a subscription; the others follow the clock`()
        async throws
    {
        let jane = try await Customer()
        let joe = try await Customer("joe")
        #expect(try await joe.buy("a", ScenarioCatalogue.silver).status == 200)
        let body = #"{"account": "\#(jane.session.account)", "product": "silver"}"#
        let played = try await play("voluntary-expiry", body)
        #expect(played.account == jane.session.account && played.product == "silver")
        #expect(try server.store.purchases(of: joe.session.account).count == 2)
        // It is subscribed again by now.
        let again = try await server.admin("POST", "scenarios/renewal", body: body)
        #expect(again.status == 409)
        let gone = #"{"account": "\#(try await play("price-increase-unanswered").account)"}"#
        #expect(
            try await play("renewal", gone).done.map(\.line) == [
                "buy, active, SUBSCRIBED RESUBSCRIBE", "period-ends, active, DID_RENEW",
            ])
    }

    @Test func `a step that cannot be done is refused, and the scenario stays where it was`() async throws {
        let started = try await play("renewal", #"{"steps": "none"}"#)
        let bought = try await play("\(started.id)/next")
        let subscription = try #require(try server.store.subscriptions(of: started.account).first)
        let clock = try server.store.settings().clockOffsetMilliseconds
        _ = try server.store.perform(.expire, on: subscription.originalTransactionIdentifier)
        for _ in 0..<2 {
            let answer = try await server.admin("POST", "scenarios/\(started.id)/next")
            #expect(answer.status == 409 && answer.error?.message?.contains("period-ends") == true)
        }
        #expect(try await server.admin("GET", "scenarios/\(started.id)").decode() == bought)
        #expect(try server.store.settings().clockOffsetMilliseconds == clock)
    }

    @Test func `requests at the same time do each step once`() async throws {
        let started = try await play("billing-expiry", #"{"steps": "none"}"#)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask { try await server.admin("POST", "scenarios/\(started.id)/next").status }
            }
            return try await tasks.reduce(into: [Int]()) { $0.append($1) }
        }
        let played: PlayedScenario = try await server.admin("GET", "scenarios/\(started.id)").decode()
        #expect(played.done.count == statuses.filter { $0 == 200 }.count)
        #expect(Set(statuses).isSubset(of: [200, 409]))
        #expect(played.done.map(\.name) == Array(played.steps.prefix(played.done.count)))
        #expect(try server.store.purchases(of: started.account).count == 1)
    }

    @Test func `a clock that stands is moved, and stands`() async throws {
        #expect(try await server.admin("POST", "clock", body: #"{"isFrozen": true}"#).status == 200)
        let start = try #require(try server.store.settings().frozenAt)
        let played = try await play("renewal")
        let end = try #require(try server.store.settings().frozenAt)
        #expect(played.isOver && end > start)
        server.time.advance(by: .seconds(86_400))
        #expect(try await server.admin("POST", "clock", body: #"{"advanceMilliseconds": 0}"#).status == 200)
        #expect(try server.store.settings().frozenAt == end)
    }

    @Test func `the clock does not leave its hundred years`() async throws {
        var settings = StoreSettings()
        settings.clockOffsetMilliseconds = StoreSettings.clockOffsets.upperBound - 1000
        try server.store.apply(settings)
        let answer = try await server.admin("POST", "scenarios/renewal")
        #expect(answer.status == 409)
        #expect(try server.store.allAccounts().count == 1 && server.store.purchases().isEmpty)
    }

    @Test func `the list names them all, and only administrators see any of it`() async throws {
        struct Entry: Decodable {
            var name: String
            var steps: [String]
        }
        let jane = try await Customer()
        let list: [Entry] = try await server.admin("GET", "scenarios").decode()
        #expect(
            list.map(\.name) == Scenario.allCases.map(\.rawValue) && list.allSatisfy { !$0.steps.isEmpty })
        for (method, path) in [
            ("GET", "scenarios"), ("POST", "scenarios/renewal"), ("POST", "scenarios/a/next"),
            ("GET", "scenarios/a"), ("POST", "purchases"), ("POST", "notifications/send"),
        ] {
            let answer = try await server.send(method, "/admin/v1/" + path, token: jane.session.token)
            #expect(answer.status == 401)
        }
    }

    @Test func `of many the last hundred are known`() async throws {
        var identifiers: [String] = []
        for _ in 0...100 { identifiers.append(try await play("renewal", #"{"steps": "none"}"#).id) }
        #expect(try await server.admin("GET", "scenarios/\(identifiers[0])").status == 404)
        #expect(try await server.admin("POST", "scenarios/\(identifiers[0])/next").status == 404)
        #expect(try await server.admin("POST", "scenarios/\(identifiers[1])/next").status == 200)
    }
}
#endif
