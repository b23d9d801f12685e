import StoreModel
import StoreServer
import Testing

/// Each client would try for its whole patience, which is longer than these tests have.
@Suite("A store that is not there", .timeLimit(.minutes(1)))
struct AbsentStoreTests {
    /// Nobody listens there.
    private static let address = "http://127.0.0.1:9"

    @Test func `is said at once to an administrator`() async {
        for _ in 1...3 {
            await #expect(throws: AdminClient.Failure.self) {
                let _: [String] = try await AdminClient(address: Self.address, token: "").ask("GET", "x")
            }
        }
    }

    @Test func `is said at once to a content server`() async {
        for _ in 1...5 {
            await #expect(throws: (any Error).self) {
                try await StoreVerification(store: Self.address).answer(to: [], at: .production)
            }
        }
    }
}
