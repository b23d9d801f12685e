import StoreModel
import StoreServer
import TestSupport
import Testing

@Suite("A store that sends its clients elsewhere", .timeLimit(.minutes(5)))
struct RedirectionTests {
    @Test func `gets there neither a receipt with its secret nor an administrator's request`() async throws {
        let elsewhere = try LoopbackServer(isStore: false) { _, client in client.answer(200, "[]") }
        let address = elsewhere.address
        let store = try LoopbackServer(isStore: false) { _, client in
            client.answer(307, headers: "Location: \(address)/\r\n")
        }
        let body = Array(#"{"receipt-data": "", "password": "secret"}"#.utf8)
        let answer = try await StoreVerification(store: store.address).answer(to: body, at: .production)
        #expect(answer.isEmpty)
        await #expect(throws: AdminClient.Failure.self) {
            let _: [String] = try await AdminClient(address: store.address, token: "").ask("GET", "x")
        }
        #expect(store.requests.map(\.path) == ["/verifyReceipt", "/admin/v1/x"])
        #expect(elsewhere.requests.isEmpty)
    }
}
