#if AppleServices
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import AppleServices
import StoreRules
import StoreModel
import TestSupport
import Testing

@testable import StoreServer

/// Notifications on their way to a developer's server that listens, or does something else.
@Suite(.timeLimit(.minutes(5))) struct NotificationSenderTests {
    /// Requests a test notification, and returns its token.
    private func test(_ developer: Developer, _ environment: String = "/sandbox") async throws -> String {
        struct Answer: Decodable { var testNotificationToken: String }
        return try await developer.send("POST", environment + "/inApps/v1/notifications/test").decode(
            Answer.self
        )
        .testNotificationToken
    }

    /// The results of a test notification, after so many attempts.
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
            try await pause()
        }
    }

    /// Runs a server that sends the notifications of the sandbox to a listener, and the developer
    /// who listens.
    private func run(
        patience: Duration = .seconds(300),
        reply: @escaping @Sendable (Int) -> NotificationListener.Reply = { _ in .status(200) },
        _ body: @Sendable (Developer, NotificationListener) async throws -> Void
    ) async throws {
        let listener = try await NotificationListener(reply: reply)
        try await RunningServer.run(patience: patience) { server in
            try await server.notify(["sandbox": listener.address])
            try await body(Developer(server), listener)
        }
        try await listener.stop()
    }

    @Test func `A purchase, its refund and the reversal of that reach the listener, signed`() async throws {
        try await run { developer, listener in
            let (_, identifier) = try await developer.server.purchase()
            for (action, status) in [
                ("refund", 200), ("refund", 409), ("reverse-refund", 200), ("reverse-refund", 409),
            ] {
                #expect(
                    try await developer.server.admin("POST", "purchases/\(identifier)/\(action)").status
                        == status)
            }
            let types = try await listener.payloads(3).map { $0["notificationType"] as? String }
            #expect(Set(types) == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
        }
    }

    static let replies: [(NotificationListener.Reply, String)] = [
        (.status(200), "SUCCESS"), (.status(206), "SUCCESS"),
        (.status(207), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.status(404), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"), (.status(500), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.status(302, "Location: /notifications\r\n"), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.close, "NO_RESPONSE"),
        (.silence, "TIMED_OUT"), (.bytes("garbage\r\n\r\n"), "INVALID_RESPONSE"),
        (
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"
                    + String(repeating: "x", count: 100_000)),
            "SUCCESS"
        ),
        (
            .bytes("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1_000_000) + "\r\n\r\n"),
            "INVALID_RESPONSE"
        ),
    ]

    @Test("What the listener does is written down in Apple's words", arguments: replies.indices)
    func results(index: Int) async throws {
        let (reply, result) = Self.replies[index]
        try await run(patience: .milliseconds(reply.isSilence ? 100 : 300_000), reply: { _ in reply }) {
            developer, _ in
            let results = try await attempts(1, of: test(developer), developer)
            #expect(results == [result])
        }
    }

    @Test func `A listener that answers none of its senders still gets a request from each`() async throws {
        let (senders, heard) = (50, Recorder<Int>())
        let listener = try await NotificationListener { number in
            heard.note([number])
            return .silence
        }
        // The test stores of a server share one client.
        var configuration = HTTPClient.Configuration.toDevelopers
        configuration.timeout.connect = .minutes(5)
        let client = HTTPClient(configuration: configuration)
        let sending = (0..<senders).map { _ in
            Task {
                let request = HTTPClientRequest(posting: Array("{}".utf8), to: listener.address)
                _ = try await client.execute(request, timeout: .minutes(5))
            }
        }
        let last = try? await heard.first { $0 == senders ? $0 : nil }
        for task in sending { task.cancel() }
        try await client.shutdown()
        try await listener.stop()
        #expect(last == senders)
    }

    @Test(
        "If nobody listens, there is no response; if nobody can listen securely, it is TLS's fault",
        .server)
    func nobody() async throws {
        let developer = try Developer()
        let address = try "http://127.0.0.1:\(LoopbackSocket.freePort())/notifications"
        try await developer.server.notify(["sandbox": address])
        #expect(try await attempts(1, of: test(developer), developer) == ["NO_RESPONSE"])
        let secure = developer.server.address.replacing("http:", with: "https:")
        try await developer.server.notify(["sandbox": secure])
        #expect(try await attempts(1, of: test(developer), developer) == ["TLS_ISSUE"])
    }

    /// The certificate is not trusted, so the newer versions fail as well, but later.
    @Test(.server, arguments: [(TLSVersion.tlsv11, true), (.tlsv12, false), (.tlsv13, false)])
    func `To a listener that speaks only TLS 1.1 nothing is sent`(
        version: TLSVersion, isTooOld: Bool
    ) async throws {
        let peer = try await TLSPeer(speaking: version)
        let developer = try Developer()
        try await developer.server.notify(["sandbox": peer.address])
        #expect(try await attempts(1, of: test(developer), developer) == ["TLS_ISSUE"])
        let failure = await peer.failures.first { _ in true }
        #expect(failure?.contains("UNSUPPORTED_PROTOCOL") == isTooOld)
        try await peer.stop()
    }

    @Test(
        "What fails is sent again with the same UUID when the store's clock is moved that far, and no more when it got there"
    )
    func retry() async throws {
        try await run(reply: { $0 < 3 ? .status(503) : .status(200) }) { developer, listener in
            try await developer.server.set(#"{"retriesSandboxNotifications": true}"#)
            let token = try await test(developer)
            _ = try await attempts(1, of: token, developer)
            for hours in [1, 12, 24] as [Int64] {
                let move = #"{"advanceMilliseconds": \#(hours * 3_600_000)}"#
                #expect(try await developer.server.admin("POST", "clock", body: move).status == 200)
                if hours < 24 { _ = try await attempts(hours == 1 ? 2 : 3, of: token, developer) }
            }
            let all = try await attempts(3, of: token, developer)
            #expect(all == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS"])
            let identifiers = try await listener.payloads(3).map { $0["notificationUUID"] as? String ?? "" }
            #expect(Set(identifiers).count == 1)
        }
    }

    @Test(.server) func `One goes out after the other, in order, whatever became of the one before`()
        async throws
    {
        let server = RunningServer.current
        // How many attempts had ended when a request came.
        let over = Recorder<Int>()
        // The listener's own event loop may wait for it.
        let store = try AppStore.bundled(in: server.folder.path)
        let listener = try await NotificationListener { number in
            let deliveries = try? store.deliveries(in: nil, before: nil, limit: 1000)
            over.note([deliveries?.map(\.attempts.count).reduce(0, +) ?? -1])
            return number == 2 ? .status(301, "Location: /elsewhere\r\n") : .status(200)
        }
        let (session, _) = try await RunningServer.current.purchase()
        try await server.notify(["sandbox": listener.address])
        for number in 1...20 { try await session.buy(IdempotencyKey(rawValue: "\(number)")) }
        let told = try await listener.payloads(20).map { $0["notificationUUID"] as? String }
        let made = try server.store.deliveries(in: nil, before: nil, limit: 1000).reversed().map(\.identifier)
        #expect(told == made)
        #expect(over.calls == Array(0..<20))
        let failed = made[1]
        let line =
            "The notification \(failed) (ONE_TIME_CHARGE) was not taken by \(listener.address), which answered 301:"
        let result = "UNSUCCESSFUL_HTTP_RESPONSE_CODE. It is not tried again."
        #expect(server.log.calls.contains("\(line) \(result)"))
        try await listener.stop()
    }

    @Test func `What was taken is not sent again while that cannot be written down`() async throws {
        let heard = Recorder<Int>()
        try await run(
            reply: { number in
                heard.note([number])
                return .status(200)
            }
        ) { developer, listener in
            let server = developer.server
            try server.store.stop(at: "INSERT ON notificationAttempt")
            let token = try await test(developer)
            _ = try await listener.payloads(1)
            for _ in 0..<2 {
                await server.time.waitForSleeper(dueIn: .seconds(60))
                server.time.advance(by: .seconds(60))
            }
            await server.time.waitForSleeper(dueIn: .seconds(60))
            try server.store.goOn()
            // With an address that was set, the sender looks again at once.
            try await server.notify(["sandbox": listener.address])
            #expect(try await attempts(1, of: token, developer) == ["SUCCESS"])
            #expect(heard.calls == [1])
        }
    }

    #if Postgres
    @Test(.enabled(if: TestedEngine.isPostgres, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
    func `What a slow listener gets from one of several servers, it does not get from another one, too`()
        async throws
    {
        let (folder, time) = (try TemporaryDirectory(), ManualTime())
        let store = try AppStore(sharedIn: folder.path, time: time.source)
        let early = try AppStore(
            sharedIn: folder.path, time: time.source(ahead: ServerSharing.clockDifference))
        let patience = Duration.seconds(10)
        let taken = Recorder<Int>()
        // The listener's own event loop may wait for the database.
        let listener = try await NotificationListener { number in
            time.advance(by: patience)
            let outbox = NotificationOutbox(store: early, environment: .sandbox)
            if case .send? = try? outbox.work(limit: 1) { taken.note([number]) }
            return .status(200)
        }
        try store.setNotificationAddress(HTTPAddress(rawValue: listener.address), in: .sandbox)
        let session = try store.embeddedSession()
        for number in 1...8 { try await session.buy(IdempotencyKey(rawValue: "\(number)"), "banana") }
        let sender = NotificationSender(
            store: store, environment: .sandbox, time: time.source, patience: patience,
            logger: Recorder<String>().logger, threads: .ofOwnWork())
        let client = HTTPClient(configuration: .toDevelopers)
        let sending = Task { await sender.send(with: client) }
        let told = try await listener.payloads(8).map { $0["notificationUUID"] as? String }
        sending.cancel()
        await sending.value
        try await client.shutdown()
        try await listener.stop()
        let made = try store.deliveries(in: nil, before: nil, limit: 8).reversed().map(\.identifier)
        #expect(told == made && taken.calls.isEmpty)
    }
    #endif

    @Test func `A retry also comes when time passes by itself`() async throws {
        try await run(reply: { $0 == 1 ? .status(503) : .status(200) }) { developer, listener in
            try await developer.server.set(#"{"retriesSandboxNotifications": true}"#)
            let token = try await test(developer)
            _ = try await attempts(1, of: token, developer)
            // The clock stands still again when the developer asks: a token is only good for five minutes.
            _ = try await developer.server.time.running { try await listener.payloads(2) }
            #expect(try await attempts(2, of: token, developer).last == "SUCCESS")
        }
    }

    @Test func `Once the sender has ended, it no longer waits for a retry`() async throws {
        let clocks = Recorder<ManualTime>()
        try await run(reply: { _ in .status(503) }) { developer, _ in
            let server = developer.server
            try await server.set(#"{"retriesSandboxNotifications": true}"#)
            _ = try await attempts(1, of: test(developer), developer)
            await server.time.waitForSleepers()
            clocks.note([server.time])
        }
        #expect(clocks.calls.map(\.sleeperCount) == [0])
    }

    @Test(
        "A listener that never answers holds up neither purchases nor the other environment's notifications")
    func slowListener() async throws {
        let quick = try await NotificationListener { _ in .status(200) }
        try await run(patience: .seconds(3600), reply: { _ in .silence }) { developer, slow in
            try await developer.server.notify(["sandbox": slow.address, "production": quick.address])
            let (session, _) = try await developer.server.purchase()
            for number in 0..<40 {
                #expect(try await session.buy(IdempotencyKey(rawValue: "\(number)")).state == "purchased")
            }
            _ = try await test(developer, "")
            #expect(try await quick.payloads(1)[0]["notificationType"] as? String == "TEST")
        }
        try await quick.stop()
    }

    @Test(.server) func `Only the administrator says where notifications go, and only to HTTP`() async throws
    {
        let server = RunningServer.current
        let body = #"{"production":"https://example.com/a"}"#
        let stranger = try await server.send("PUT", "/admin/v1/notifications", body: body)
        #expect(stranger.status == 401)
        #expect(try await server.admin("PUT", "notifications", body: body).body == body)
        let wrong = #"{"sandbox":"file:///etc/passwd"}"#
        #expect(try await server.admin("PUT", "notifications", body: wrong).status == 400)
        let long = #"{"sandbox":"http://127.0.0.1:9/\#(String(repeating: "a", count: 2048))"}"#
        let refused = try await server.admin("PUT", "notifications", body: long).error?.message
        #expect(refused?.contains("at most 2048 characters") == true)
        #expect(try await server.admin("GET", "notifications").body == body)
        // An environment that is not named keeps its address, and null removes it.
        let other = #"{"sandbox":"http://127.0.0.1:9/"}"#
        #expect(
            try await server.admin("PUT", "notifications", body: other).body
                == #"{"production":"https://example.com/a","sandbox":"http://127.0.0.1:9/"}"#)
        #expect(try await server.admin("PUT", "notifications", body: #"{"production":null}"#).body == other)
    }

    @Test(
        "A customer's wish for a refund is played by the administrator, and the developer's report is read back",
        .server)
    func refundRequest() async throws {
        let (server, developer) = (RunningServer.current, try Developer())
        let listener = try await NotificationListener { _ in .status(200) }
        let (_, identifier) = try await developer.server.purchase()
        try await server.notify(["sandbox": listener.address])
        let path = "purchases/\(identifier)/"
        #expect(
            try await server.admin("POST", path + "request-refund", body: #"{"reason": "LEGAL"}"#).status
                == 204)
        let again = try await server.admin("POST", path + "request-refund")
        #expect(
            again.status == 409
                && again.error?.message?.hasSuffix("Its actions: decline-refund, refund.") == true)
        #expect(try await listener.payloads(1)[0]["notificationType"] as? String == "CONSUMPTION_REQUEST")
        let report = #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#
        #expect(try await server.admin("GET", path + "consumption").status == 404)
        let nobodys = try await server.admin("GET", "purchases/1/consumption")
        #expect(nobodys.status == 404 && nobodys.error?.message == "There is no such transaction.")
        for (method, action) in [
            ("GET", "consumption"), ("POST", "request-refund"), ("POST", "decline-refund"),
        ] {
            let byKey = try await server.admin(method, "purchases/key/" + action)
            #expect(byKey.status == 404)
            #expect(
                byKey.error?.message?.hasSuffix("identifier, and not a payment's key.") == true, "\(action)")
        }
        let consumption = "/sandbox/inApps/v2/transactions/consumption/\(identifier)"
        #expect(try await developer.send("PUT", consumption, body: report).status == 202)
        #expect(try await server.admin("GET", path + "consumption").body == report)
        #expect(try await server.admin("POST", path + "decline-refund").status == 204)
        let declined = try await server.admin("POST", path + "decline-refund")
        #expect(
            declined.status == 409 && declined.error?.message?.contains("nobody asked for a refund") == true)
        try await listener.stop()
    }
}

extension NotificationListener.Reply {
    var isSilence: Bool { if case .silence = self { true } else { false } }
}
#endif
