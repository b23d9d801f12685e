import Foundation
import StoreApplication
import StoreEvents
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("The administration of a store at an address", .timeLimit(.minutes(5)))
struct AdministrationTests {
    @Test func `is closed without the administrator's token, and nothing is sent`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, "{}") }
        let store = client(of: server)
        await #expect(throws: StoreAdministrationError.notEntitled) { try await store.apply(StoreSettings()) }
        for action in TransactionAction.allCases {
            await #expect(throws: StoreAdministrationError.notEntitled) {
                try await store.perform(action, on: "key")
            }
        }
        await #expect(throws: StoreAdministrationError.notEntitled) { try await store.record(of: "key") }
        await #expect(throws: StoreAdministrationError.notEntitled) { try await store.play(.renewal) }
        await #expect(throws: StoreAdministrationError.notEntitled) { try await store.actions(for: ["key"]) }
        #expect(server.requests.isEmpty)
    }

    @Test func `needs a file with a token that the server accepts, too`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/token"
        try "correct horse battery staple\n".write(toFile: path, atomically: false, encoding: .utf8)
        var location = StoreLocation()
        (location.dataDirectory, location.adminTokenFile) = (folder.path, path)
        #expect(throws: Trouble.badAdminToken(path: path)) {
            try RemoteStore(at: "http://127.0.0.1:1", location: location)
        }
    }

    @Test func `plays a scenario with this account, and with no other`() async throws {
        let server = try LoopbackServer { _, client in client.answer(201, "{}") }
        try await client(of: server, adminToken: "admin").play(.graceRecovery)
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == ["POST /admin/v1/scenarios/grace-recovery"])
        #expect(server.requests.first?.body == #"{"account":"\#(AccountTests.session.account)"}"#)
        let nobody = client(of: server, token: nil, adminToken: "admin")
        await #expect(throws: StoreAdministrationError.self) { try await nobody.play(.renewal) }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [404, 409, 500])
    func `says why a scenario is not played, if the store says so`(status: Int) async throws {
        let refusal = ScenarioRefusal(.noProduct("banana"))
        let server = try LoopbackServer { _, client in
            let detail: StoreError.Detail? = status == 500 ? nil : .scenario(refusal)
            client.answer(status, asJSON(StoreError(domain: .http, code: status, detail: detail)))
        }
        let store = client(of: server, adminToken: "admin")
        let other = store.failed(StoreError(domain: .http, code: 500))
        await #expect(throws: status == 500 ? other : .cannotPlay(refusal)) {
            try await store.play(.renewal)
        }
    }

    @Test func `asks for all about a purchase, and says what it cannot read`() async throws {
        let record = TransactionRecord(
            status: "purchased", orderIdentifier: nil, isFinished: true,
            changes: [.init(revision: 1, credits: 5)],
            versions: [SignedTransaction(rawValue: "a.b.c")], notifications: [])
        let server = try LoopbackServer { request, client in
            client.answer(200, request.path.contains("/odd?") ? "{}" : asJSON(record))
        }
        let store = client(of: server, adminToken: "admin")
        #expect(try await store.record(of: "a/b") == record)
        let unreadable = StoreAdministrationError.failed(.unreadableAnswer, store: server.address)
        await #expect(throws: unreadable) { try await store.record(of: "odd") }
        #expect(
            server.requests.map { "\($0.method) \($0.path)" }.first
                == "GET /admin/v1/purchases/a%2Fb?account=\(AccountTests.session.account)")
    }

    @Test func `takes actions and settings with it`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, "{}") }
        let store = client(of: server, adminToken: "admin")
        var settings = StoreSettings()
        settings.asksToBuy = true
        try await store.apply(settings)
        try await store.perform(.approve, on: "a/b")
        try await store.perform(.decline, on: "1")
        try await store.perform(.resolve, on: "2")
        try await store.perform(.refund, on: "3")
        // Another account may have used the same key.
        let account = AccountTests.session.account
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "PUT /admin/v1/settings", "POST /admin/v1/purchases/a%2Fb/approve?account=\(account)",
                "POST /admin/v1/purchases/1/decline?account=\(account)",
                "POST /admin/v1/purchases/2/resolve?account=\(account)",
                "POST /admin/v1/purchases/3/refund?account=\(account)",
            ])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer admin" })
        #expect(server.requests[0].body == #"{"asksToBuy":true}"#)
    }

    @Test(arguments: [nil, "admin"])
    func `asks for the settings in force, and changes no others than those that are to change`(
        token: String?
    ) async throws {
        var (there, wanted) = (StoreSettings(), StoreSettings())
        there.network = .down
        there.nextFailure = .unknownServerError
        let server = try LoopbackServer { [there] _, client in client.answer(200, asJSON(there)) }
        let store = client(of: server, adminToken: token)
        // Nothing is known yet.
        #expect(try await store.settings() == StoreSettings())
        wanted = try await store.currentSettings()
        #expect(try await store.settings() == there && wanted == there)
        #expect(server.requests[0].path == (token == nil ? "/store/v1/settings" : "/admin/v1/settings"))
        guard token != nil else { return }
        wanted.nextFailure = nil
        wanted.allowsGracePeriod = true
        try await store.apply(wanted)
        #expect(server.requests[1].body == #"{"allowsGracePeriod":true,"nextFailure":null}"#)
        // What counts is what the store answers.
        #expect(try await store.settings() == there)
    }

    @Test func `leaves alone what somebody else has changed since the settings that a change was made from`()
        async throws
    {
        var there = StoreSettings()
        there.network = .down
        let server = try LoopbackServer { [there] _, client in client.answer(200, asJSON(there)) }
        let store = client(of: server, adminToken: "admin")
        #expect(try await store.currentSettings() == there)
        var wanted = StoreSettings()
        wanted.asksToBuy = true
        try await store.apply(wanted, over: StoreSettings())
        #expect(server.requests[1].body == #"{"asksToBuy":true}"#)
    }

    /// No answer; those of a proxy that got no answer; that of a store whose database is away.
    static let noAnswers: [(status: Int?, body: String)] = [
        (nil, ""), (502, ""), (503, "<html>"), (504, ""), (503, asJSON(StoreError.cannotConnect)),
    ]

    @Test(arguments: noAnswers)
    func `may have done what it does not answer, unless it was only to be read`(
        status: Int?, body: String
    ) async throws {
        let server = try LoopbackServer { _, client in
            if let status { client.answer(status, body) } else { client.end() }
        }
        let customer = client(of: server), owner = client(of: server, adminToken: "admin")
        let actions: [@Sendable () async throws -> Void] = [
            { try await owner.perform(.refund, on: "key") }, { try await owner.play(.renewal) },
            { _ = try await customer.perform(.cancel, on: "1") },
        ]
        let questions: [@Sendable () async throws -> Void] = [
            { _ = try await owner.currentSettings() }, { _ = try await customer.currentSettings() },
            { _ = try await owner.actions(for: ["key"]) },
        ]
        for act in actions {
            let error = await #expect(throws: StoreAdministrationError.self) { try await act() }
            #expect(error.map { Trouble($0) } == .noAnswer(store: server.address))
        }
        for ask in questions {
            let error = await #expect(throws: StoreAdministrationError.self) { try await ask() }
            #expect(error.map { Trouble($0) } == .storeNotReached)
        }
    }

    @Test func `may have done what it answers unreadably, unless it was only to be read`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, "?") }
        let customer = client(of: server), owner = client(of: server, adminToken: "admin")
        let actions: [@Sendable () async throws -> Void] = [
            { try await owner.apply(StoreSettings()) },
            { _ = try await customer.perform(.cancel, on: "1") },
        ]
        let questions: [@Sendable () async throws -> Void] = [
            { _ = try await owner.currentSettings() }, { _ = try await customer.currentSettings() },
            { _ = try await owner.actions(for: ["key"]) }, { _ = try await customer.subscriptions() },
        ]
        for act in actions {
            let error = await #expect(throws: StoreAdministrationError.self) { try await act() }
            #expect(error.map { Trouble($0) } == .unreadableMaybeDone)
        }
        for ask in questions {
            let error = await #expect(throws: StoreAdministrationError.self) { try await ask() }
            #expect(error.map { Trouble($0) } == .unreadableAnswer)
        }
    }

    @Test func `has done nothing if nobody is there`() async throws {
        let server = try LoopbackServer { _, _ in }
        let store = client(of: server, adminToken: "admin")
        server.stop()
        let error = StoreAdministrationError.failed(.networkDown, store: server.address)
        await #expect(throws: error) { try await store.perform(.refund, on: "key") }
        #expect(Trouble(error) == .storeNotReached)
    }

    @Test func `says what can be done to some of this account's purchases, and asks for no others`()
        async throws
    {
        let server = try LoopbackServer { _, client in
            client.answer(200, #"{"key 1500": ["refund", "of another time"], "key 1": []}"#)
        }
        let store = client(of: server, adminToken: "admin")
        #expect(
            try await store.actions(for: ["key 1500", "key 1", "key 0"]) == [
                "key 1500": [.refund], "key 1": [],
            ])
        #expect(server.requests.map { "\($0.method) \($0.path)" } == ["POST /admin/v1/purchases/actions"])
        let body = try #require(server.requests.first?.body)
        for part in ["\(AccountTests.session.account)", "key 1500", "key 1", "key 0"] {
            #expect(body.contains(part))
        }
        #expect(try await store.actions(for: []).isEmpty && server.requests.count == 1)
    }

    @Test("lets customers see and change their own subscriptions; the rest takes the administrator's token")
    func subscriptions() async throws {
        let summary = SubscriptionSummary(
            originalTransactionIdentifier: "1/2", group: "g", productIdentifier: "p",
            renewalProductIdentifier: "p",
            status: .active, expires: Timestamp(milliseconds: 1), gracePeriodExpires: nil,
            isAutoRenewing: true,
            actions: [.cancel, .renew])
        let server = try LoopbackServer { request, client in
            client.answer(200, request.method == "GET" ? asJSON([summary]) : asJSON(summary))
        }
        let customer = client(of: server), owner = client(of: server, adminToken: "admin")
        #expect(try await customer.subscriptions().map(\.actions) == [[.cancel]])
        #expect(try await owner.subscriptions() == [summary])
        #expect(try await customer.perform(.cancel, on: "1/2") == summary)
        await #expect(throws: StoreAdministrationError.notEntitled) {
            try await customer.perform(.renew, on: "1/2")
        }
        #expect(try await owner.perform(.resume, on: "1/2") == summary)
        #expect(try await owner.perform(.renew, on: "1/2") == summary)
        #expect(
            server.requests.map { "\($0.method) \($0.path) \($0.headers["authorization"] ?? "")" } == [
                "GET /store/v1/subscriptions Bearer secret", "GET /store/v1/subscriptions Bearer secret",
                "POST /store/v1/subscriptions/1%2F2/cancel Bearer secret",
                "POST /store/v1/subscriptions/1%2F2/resume Bearer secret",
                "POST /admin/v1/subscriptions/1%2F2/renew Bearer admin",
            ])
    }

    @Test(
        arguments: [(404, .noTransactionFound), (409, .invalidAction), (401, nil)]
            as [(Int, StoreAdministrationError?)]
    )
    func `says why nothing was done to a subscription`(
        status: Int, error: StoreAdministrationError?
    ) async throws {
        let server = try LoopbackServer { _, client in
            let body = StoreError(domain: .http, code: status)
            client.answer(status, status == 401 ? "{}" : asJSON(body))
        }
        let signInNeeded = StoreAdministrationError.failed(.signInNeeded, store: server.address)
        await #expect(throws: error ?? signInNeeded) {
            try await client(of: server).perform(.cancel, on: "1")
        }
    }

    @Test(arguments: [
        (401, StoreAdministrationError.notEntitled), (404, .noTransactionFound), (409, .invalidAction),
    ])
    func `says why it did nothing`(status: Int, error: StoreAdministrationError) async throws {
        let server = try LoopbackServer { _, client in client.answer(status) }
        await #expect(throws: error) {
            try await client(of: server, adminToken: "admin").perform(.refund, on: "key")
        }
    }

    @Test func `does nothing twice because the answer was lost`() async throws {
        let server = try LoopbackServer { _, client in client.end() }
        let customer = client(of: server)
        let owner = client(of: server, adminToken: "admin")
        let actions: [@Sendable () async throws -> Void] = [
            { try await owner.perform(.refund, on: "key") }, { try await owner.play(.renewal) },
            { _ = try await owner.perform(.renew, on: "1") },
            { _ = try await customer.perform(.cancel, on: "1") },
        ]
        for (done, act) in actions.enumerated() {
            await #expect(throws: StoreAdministrationError.self) { try await act() }
            #expect(server.requests.count == done + 1)
        }
    }
}
