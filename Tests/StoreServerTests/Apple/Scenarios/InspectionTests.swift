#if AppleServices
import Storage
import StoreClient
import AppleServices
import StoreRules
import StoreModel
import StoreWire
import TestSupport
import Testing

/// What the inspector and the command line of a storefront get from a store at an
/// address, with the administrator's token.
@Suite("All about a purchase, and scenarios, over HTTP", .timeLimit(.minutes(5)))
struct InspectionTests {
    private let server = RunningServer.current
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func client(of customer: Customer) throws -> HTTPStore {
        let address = try #require(StoreAddress(server.address))
        let trust = StoreTrust(
            in: try DataDirectory(path: folder.path), store: address,
            bundleIdentifier: server.store.application.bundleIdentifier.rawValue)
        return HTTPStore(
            connection: StoreConnection(address: address, trust: trust, time: server.time.source),
            session: customer.session, adminToken: RunningServer.adminToken)
    }

    @Test(.server)
    func `a refund and its reversal come with all versions, changes, and notifications with their attempts`()
        async throws
    {
        let listener = try await NotificationListener { $0 == 1 ? .status(500) : .status(200) }
        try await server.notify(["sandbox": listener.address])
        let jane = try await Customer()
        let store = try client(of: jane)
        let key: IdempotencyKey = "a/b"
        #expect(try await jane.buy(key).status == 200)
        // Until the store has recorded the results of so many attempts.
        func record(attempts: [Int]) async throws -> TransactionRecord {
            while true {
                let record = try await store.record(of: key)
                if record.notifications.map(\.attempts.count) == attempts { return record }
                try await pause()
            }
        }
        let refused = try await record(attempts: [1])
        #expect(refused.notifications.map(\.state) == [.givenUp] && refused.versions.count == 1)
        let uuid = try #require(refused.notifications.first).identifier
        #expect(try await server.admin("POST", "notifications/deliveries/\(uuid)/send").status == 200)
        _ = try await record(attempts: [2])
        try await store.perform(.refund, on: key)
        try await store.perform(.reverseRefund, on: key)

        let whole = try await record(attempts: [2, 1, 1])
        #expect(whole.notifications.map(\.state) == [.delivered, .delivered, .delivered])
        #expect(whole.notifications.allSatisfy { $0.signedPayload != nil })
        #expect(
            whole.versions.map { $0.unverifiedPayload?.revocationDate == nil } == [true, false, true])
        #expect(whole.changes.map(\.credits) == [5, 0, 5])
        #expect(whole == (try server.store.record(of: key.rawValue)))
        let number = try #require(whole.versions.last?.unverifiedPayload).transactionId
        let numbered: TransactionRecord = try await server.admin("GET", "purchases/\(number)").decode()
        #expect(numbered == whole)
        // An administrator can have it sign something about another transaction, which is not a version of
        // this one.
        let order = """
            {"type": "REFUND", "transaction": "\(number)", "data": {"signedTransactionInfo": {"transactionId": "1"}}}
            """
        #expect(try await server.admin("POST", "notifications/send", body: order).status == 201)
        let more = try await store.record(of: key)
        #expect(more.notifications.count == 4 && more.versions == whole.versions)
        await #expect(throws: StoreAdministrationError.noTransactionFound) { try await store.record(of: "b") }
        #expect(
            try await server.admin("GET", "purchases/b").error?.message == "There is no such transaction.")
        try await listener.stop()
    }

    @Test(.server(catalogue: ScenarioCatalogue.full))
    func `a scenario is played with the customer's account, or refused with the reason that its route has`()
        async throws
    {
        let jane = try await Customer()
        let store = try client(of: jane)
        try await store.play(.renewal)
        let played = try server.store.purchases()
        #expect(played.map(\.account) == [jane.session.account, jane.session.account])
        let body = #"{"account": "\#(jane.session.account)"}"#
        let refusal = try await server.admin("POST", "scenarios/renewal", body: body)
        let product = try #require(played.first).productIdentifier
        let reason = ScenarioRefusal(.isSubscribed(product))
        #expect(refusal.status == 409 && refusal.error?.detail == .scenario(reason))
        #expect(refusal.error?.message == reason.description)
        await #expect(throws: StoreAdministrationError.cannotPlay(reason)) {
            try await store.play(.renewal)
        }
        #expect(try server.store.purchases().count == played.count)
    }
}
#endif
