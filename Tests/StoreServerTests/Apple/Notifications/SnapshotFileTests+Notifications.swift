#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

extension SnapshotFileTests {
    @Test func `bring the notifications of a prepared store, signed by the other server's key`() async throws
    {
        struct Delivery: Decodable { var notificationUUID, signedPayload: String? }
        let prepared = try await TestStoreClient()
        // Nobody listens there.
        try await prepared.server.notify(["sandbox": "http://127.0.0.1:9/"])
        _ = try await Customer(at: prepared.server).buy("letter", Self.letter)
        let file = try await Self.file(of: prepared)
        try await RunningServer.run(testStores: 1) { server in
            let store = try await TestStoreClient(at: server)
            #expect(try await Self.send("PUT", store, "prepared", file: file).status == 204)
            #expect(try await store.send("POST", "/snapshots/prepared/restore").status == 200)
            let log = "notifications/deliveries"
            let deliveries: [Delivery] = try await store.server.admin("GET", log).decode()
            let first = try #require(deliveries.first?.notificationUUID)
            let whole: Delivery = try await store.server.admin("GET", "\(log)/\(first)").decode()
            let notification = try #require(whole.signedPayload)
            let data = try #require(decoded(notification)["data"] as? [String: any Sendable])
            for signed in [notification, data["signedTransactionInfo"], data["signedRenewalInfo"]] {
                #expect(server.store.signer.hasSigned(try #require(signed as? String)))
            }
        }
    }

    /// A notification with a signed part that cannot be read.
    private static var nestedNotification: String {
        let payload = #"{"data": {"signedTransactionInfo": "a.\#(Base64URL.encode(nested.utf8)).c"}}"#
        return """
            INSERT INTO notification (number, uuid, environment, type, created, signed, isDelivered)
            VALUES (900, 'u', 'Sandbox', 'TEST', 1, 'a.\(Base64URL.encode(payload.utf8)).c', 1)
            """
    }

    @Test func `with a signed part of a notification that cannot be read are kept with it`() async throws {
        let store = try await TestStoreClient()
        let file = try Self.change(await Self.file(of: store), Self.nestedNotification)
        #expect(try await Self.send("PUT", store, "other", file: file).error == nil)
        #expect(try await store.send("POST", "/snapshots/other/restore").status == 200)
    }

    @Test func `with performance tests that no store made are refused`() async throws {
        let store = try await TestStoreClient()
        let file = try await Self.file(of: store)
        let retention = """
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 1100)
            INSERT INTO retention SELECT 'Sandbox', 'performanceTest', 'x', json_object('started', 1, 'target', 'x',
                'responseTimeThreshold', 1, 'outcome',
                json_object('responseTimes', json_group_array(9007199254740993), 'failures', json('{}'))) FROM n
            """
        let answer = try await Self.send("PUT", store, "other", file: Self.change(file, retention))
        let sentence = answer.error?.message
        #expect(answer.status == 400 && sentence?.contains("the performance test") == true, "\(answer.body)")
        let there: TestStoreClient.Made = try await store.send("GET", "").decode()
        #expect(there.snapshots == ["one"])
    }
}
#endif
