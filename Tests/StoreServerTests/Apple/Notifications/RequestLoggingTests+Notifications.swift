#if AppleServices
import StoreModel
import TestSupport
import Testing

extension RequestLoggingTests {
    @Test func `metrics tell how long the oldest notification has waited`() async throws {
        let jane = try await Customer()
        func metrics() async throws -> String { try await server.send("GET", "/metrics").body }
        let name = "monkeystore_notification_oldest_unsent_seconds"
        #expect(try await !metrics().contains(name))
        // Nobody listens there.
        try await server.set(#"{"retriesSandboxNotifications": true}"#)
        try await server.notify(["sandbox": "http://127.0.0.1:\(LoopbackSocket.freePort())/"])
        _ = try await jane.buy("key")
        server.time.advance(by: .seconds(90))
        #expect(try await metrics().contains("\n\(name) 90.0\n"))
    }

    @Test(.server(testStores: 1)) func `a line about a notification has the identifier of its store`()
        async throws
    {
        let store = try await TestStoreClient()
        let listener = try await NotificationListener { _ in .status(500) }
        try await store.server.notify(["sandbox": listener.address])
        _ = try await Customer(at: store.server).buy("one")
        _ = try await listener.payloads(1)
        let start = "store \(store.made.identifier): The notification "
        while !RunningServer.current.log.calls.contains(where: { $0.hasPrefix(start) }) { try await pause() }
        try await listener.stop()
    }
}
#endif
