import Foundation
import NIOSSL
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreServer

/// Notifications on their way to a developer's server that listens, or does other things.
@Suite struct NotificationSenderTests {
    /// The token of a test notification that was asked for.
    private func test(_ developer: Developer, _ environment: String = "/sandbox") async throws -> String {
        struct Answer: Decodable { var testNotificationToken: String }
        return try await developer.send("POST", environment + "/inApps/v1/notifications/test").decode(Answer.self)
            .testNotificationToken
    }

    /// What became of a test notification, once it was tried so often.
    private func attempts(_ count: Int, of token: String, _ developer: Developer) async throws -> [String] {
        struct Status: Decodable {
            struct Attempt: Decodable { var sendAttemptResult: String }
            var sendAttempts: [Attempt]
        }
        while true {
            let answer = try await developer.send("GET", "/sandbox/inApps/v1/notifications/test/\(token)")
            if answer.status == 200 {
                let attempts = try answer.decode(Status.self).sendAttempts.map(\.sendAttemptResult)
                if attempts.count >= count { return attempts }
            } else if answer.errorCode != 4_040_008 {
                Issue.record("\(answer.body)")
                return []
            }
            await Task.yield()
        }
    }

    private func listen(_ server: RunningServer, _ address: String) async throws {
        let answer = try await server.send(
            "PUT", "/admin/v1/notifications", json: ["sandbox": address], token: RunningServer.adminToken)
        #expect(answer.status == 200)
    }

    @Test("A purchase, its refund and the reversal of that reach the listener, signed")
    func purchaseAndRefund() async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        try await RunningServer.run { server in
            try await listen(server, listener.address)
            let developer = try Developer(server)
            let (_, identifier) = try await developer.purchase()
            for (action, status) in [
                ("refund", 200), ("refund", 409), ("reverse-refund", 200), ("reverse-refund", 409),
            ] {
                let answer = try await server.send(
                    "POST", "/admin/v1/purchases/\(identifier)/\(action)", token: RunningServer.adminToken)
                #expect(answer.status == status)
            }
            var requests = listener.requests.makeAsyncIterator()
            var types: [String?] = []
            for _ in 0..<3 {
                let payload = try NotificationListener.payload(#require(await requests.next()))
                types.append(payload["notificationType"] as? String)
            }
            #expect(Set(types) == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
        }
        try await listener.stop()
    }

    static let replies: [(NotificationListener.Reply, String)] = [
        (.status(200), "SUCCESS"), (.status(206), "SUCCESS"), (.status(207), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.status(404), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"), (.status(500), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.status(302, "Location: /notifications\r\n"), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"), (.close, "NO_RESPONSE"),
        (.silence, "TIMED_OUT"), (.bytes("garbage\r\n\r\n"), "INVALID_RESPONSE"),
        (
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n" + String(repeating: "x", count: 100_000)),
            "SUCCESS"
        ),
        (.bytes("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1_000_000) + "\r\n\r\n"), "INVALID_RESPONSE"),
    ]

    @Test("What the listener does is written down in Apple's words", arguments: replies.indices)
    func results(index: Int) async throws {
        let (reply, result) = Self.replies[index]
        let listener = try await NotificationListener { _ in reply }
        try await RunningServer.run(patience: .milliseconds(reply.isSilence ? 100 : 300_000)) { server in
            try await listen(server, listener.address)
            let developer = try Developer(server)
            #expect(try await attempts(1, of: test(developer), developer) == [result])
        }
        try await listener.stop()
    }

    @Test("Where nobody listens there is no response; where nobody can listen securely it is TLS's fault")
    func nobody() async throws {
        let gone = try await NotificationListener { _ in .close }
        let address = gone.address
        try await gone.stop()
        try await RunningServer.run { server in
            try await listen(server, address)
            let developer = try Developer(server)
            #expect(try await attempts(1, of: test(developer), developer) == ["NO_RESPONSE"])
        }
        let plain = try await NotificationListener { _ in .status(200) }
        try await RunningServer.run { server in
            try await listen(server, server.address.replacingOccurrences(of: "http:", with: "https:"))
            let developer = try Developer(server)
            #expect(try await attempts(1, of: test(developer), developer) == ["TLS_ISSUE"])
        }
        try await plain.stop()
    }

    /// The certificate counts for nobody, so the newer version does not get further than it.
    @Test(
        "To a listener that speaks only TLS 1.1 nothing is sent",
        arguments: [(TLSVersion.tlsv11, true), (.tlsv12, false), (.tlsv13, false)])
    func oldTLS(version: TLSVersion, isTooOld: Bool) async throws {
        let peer = try await TLSPeer(speaking: version)
        try await RunningServer.run { server in
            try await listen(server, peer.address)
            let developer = try Developer(server)
            #expect(try await attempts(1, of: test(developer), developer) == ["TLS_ISSUE"])
        }
        let failure = await peer.failures.first { _ in true }
        #expect(failure?.contains("UNSUPPORTED_PROTOCOL") == isTooOld)
        try await peer.stop()
    }

    @Test(
        "What fails is sent again with the same UUID when the store's clock is moved that far, and no more when it got there"
    )
    func retry() async throws {
        let listener = try await NotificationListener { $0 < 3 ? .status(503) : .status(200) }
        try await RunningServer.run { server in
            try await listen(server, listener.address)
            let developer = try Developer(server)
            let token = try await test(developer)
            _ = try await attempts(1, of: token, developer)
            for hours in [1, 12, 24] as [Int64] {
                let moved = try await server.send(
                    "POST", "/admin/v1/clock", json: ["advanceMilliseconds": hours * 3_600_000],
                    token: RunningServer.adminToken)
                #expect(moved.status == 200)
                if hours < 24 { _ = try await attempts(hours == 1 ? 2 : 3, of: token, developer) }
            }
            let all = try await attempts(3, of: token, developer)
            #expect(all == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS"])
            var requests = listener.requests.makeAsyncIterator()
            var identifiers: Set<String> = []
            for _ in 0..<3 {
                let payload = try NotificationListener.payload(#require(await requests.next()))
                identifiers.insert(payload["notificationUUID"] as? String ?? "")
            }
            #expect(identifiers.count == 1)
        }
        try await listener.stop()
    }

    @Test("A retry also comes when time passes by itself")
    func timer() async throws {
        let listener = try await NotificationListener { $0 == 1 ? .status(503) : .status(200) }
        try await RunningServer.run { server in
            try await listen(server, listener.address)
            let developer = try Developer(server)
            let token = try await test(developer)
            _ = try await attempts(1, of: token, developer)
            await server.time.waitForSleepers()
            server.time.advance(by: .seconds(3600))
            #expect(try await attempts(2, of: token, developer).last == "SUCCESS")
        }
        try await listener.stop()
    }

    @Test("A listener that never answers holds up neither purchases nor the other environment's notifications")
    func slowListener() async throws {
        let slow = try await NotificationListener { _ in .silence }
        let quick = try await NotificationListener { _ in .status(200) }
        try await RunningServer.run(patience: .seconds(3600)) { server in
            let answer = try await server.send(
                "PUT", "/admin/v1/notifications", json: ["sandbox": slow.address, "production": quick.address],
                token: RunningServer.adminToken)
            #expect(answer.status == 200)
            let developer = try Developer(server)
            let (session, _) = try await developer.purchase()
            for number in 0..<40 {
                let request = PurchaseRequest(
                    key: IdempotencyKey(rawValue: "\(number)"),
                    productIdentifier: "com.xamarin.storekit.testing.consume5credits", quantity: 1)
                #expect(try await session.purchase(request).key == request.key)
            }
            _ = try await test(developer, "")
            var requests = quick.requests.makeAsyncIterator()
            let payload = try NotificationListener.payload(#require(await requests.next()))
            #expect(payload["notificationType"] as? String == "TEST")
        }
        try await slow.stop()
        try await quick.stop()
    }

    @Test("Only the administrator says where notifications go, and only to HTTP")
    func administration() async throws {
        try await RunningServer.run { server in
            let body = ["production": "https://example.com/a"]
            #expect(try await server.send("PUT", "/admin/v1/notifications", json: body).status == 401)
            let set = try await server.send(
                "PUT", "/admin/v1/notifications", json: body, token: RunningServer.adminToken)
            #expect(try set.decode([String: String].self) == body)
            let wrong = try await server.send(
                "PUT", "/admin/v1/notifications", json: ["sandbox": "file:///etc/passwd"],
                token: RunningServer.adminToken)
            #expect(wrong.status == 400)
            let got = try await server.send("GET", "/admin/v1/notifications", token: RunningServer.adminToken)
            #expect(try got.decode([String: String].self) == body)
        }
    }

    @Test("A customer's wish for a refund is played by the administrator, and the developer's report is read back")
    func refundRequest() async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        try await RunningServer.run { server in
            let developer = try Developer(server)
            let (_, identifier) = try await developer.purchase()
            try await listen(server, listener.address)
            let path = "/admin/v1/purchases/\(identifier)"
            #expect(
                try await server.send(
                    "POST", path + "/request-refund", json: ["reason": "LEGAL"], token: RunningServer.adminToken
                )
                .status == 204)
            #expect(
                try await server.send("POST", path + "/request-refund", token: RunningServer.adminToken).status == 409)
            var requests = listener.requests.makeAsyncIterator()
            let payload = try NotificationListener.payload(#require(await requests.next()))
            #expect(payload["notificationType"] as? String == "CONSUMPTION_REQUEST")
            let report = #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
            #expect(try await server.send("GET", path + "/consumption", token: RunningServer.adminToken).status == 404)
            #expect(
                try await developer.send(
                    "PUT", "/sandbox/inApps/v2/transactions/consumption/\(identifier)", body: report
                )
                .status == 202)
            #expect(try await server.send("GET", path + "/consumption", token: RunningServer.adminToken).body == report)
            #expect(
                try await server.send("POST", path + "/decline-refund", token: RunningServer.adminToken).status == 204)
        }
        try await listener.stop()
    }
}

extension NotificationListener.Reply {
    var isSilence: Bool { if case .silence = self { true } else { false } }
}
