internal import StoreModel
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct TimeSourceTests {
    private func time(sleep: @escaping @Sendable (Duration) async throws -> Void) -> TimeSource {
        TimeSource(now: { Timestamp(milliseconds: 0) }, sleep: sleep)
    }

    private static func waitForCancellation() async {
        let never = AsyncStream<Void> { _ in }
        for await _ in never {}
    }

    @Test func `Work that takes longer than its limit is cancelled, and the error is thrown`() async {
        let time = time { _ in }
        await #expect(throws: StoreError.connectionLost) {
            try await time.limit(to: .seconds(1), orThrow: StoreError.connectionLost) {
                await Self.waitForCancellation()
            }
        }
    }

    @Test func `Work that ends within its limit has its value or its own error, and nobody waits longer`()
        async throws
    {
        let time = time { _ in await Self.waitForCancellation() }
        let value = try await time.limit(to: .seconds(1), orThrow: StoreError.connectionLost) { 7 }
        #expect(value == 7)
        await #expect(throws: StoreError.networkDown) {
            try await time.limit(to: .seconds(1), orThrow: StoreError.connectionLost) {
                () async throws -> Int in
                throw StoreError.networkDown
            }
        }
    }
}
