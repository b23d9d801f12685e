import StoreModel
import Testing

@testable import StoreClient

@Suite("The back room of a store at an address", .timeLimit(.minutes(1)))
struct BackRoomTests {
    @Test("is closed without the administrator's token, and nothing is sent")
    func closed() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, "{}") }
        let store = client(of: server)
        await #expect(throws: StoreTestingError.notEntitled) { try await store.apply(StoreSettings()) }
        for action in [store.approve, store.decline, store.resolve, store.refund] {
            await #expect(throws: StoreTestingError.notEntitled) { try await action("key") }
        }
        #expect(try await store.actions(for: ["key"]).isEmpty)
        #expect(server.requests.isEmpty)
    }

    @Test("takes actions and settings with it")
    func open() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, "{}") }
        let store = client(of: server, adminToken: "admin")
        var settings = StoreSettings()
        settings.asksToBuy = true
        try await store.apply(settings)
        try await store.approve("a/b")
        try await store.decline("1")
        try await store.resolve("2")
        try await store.refund("3")
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "PUT /admin/v1/settings", "POST /admin/v1/purchases/a%2Fb/approve",
                "POST /admin/v1/purchases/1/decline",
                "POST /admin/v1/purchases/2/resolve", "POST /admin/v1/purchases/3/refund",
            ])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer admin" })
        #expect(server.requests[0].body == json(settings))
    }

    @Test(
        "says why it did nothing",
        arguments: [
            (401, StoreTestingError.notEntitled), (404, .noTransactionFound), (409, .invalidAction),
        ])
    func refusals(status: Int, error: StoreTestingError) async throws {
        let server = try LoopbackServer { _, client in client.answer(status) }
        await #expect(throws: error) { try await client(of: server, adminToken: "admin").refund("key") }
    }
}
