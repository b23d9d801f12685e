internal import AsyncHTTPClient
internal import NIOCore
internal import StoreModel
internal import Synchronization

extension HTTPClientResponse.Body {
    /// Reads the body piece by piece: content, or the stream of updates. Throws `timedOut` when nothing has
    /// come for as long as `longestSilence`.
    func read(
        longestSilence: Duration, _ time: TimeSource,
        _ take: @escaping @Sendable (ByteBuffer) throws -> Void
    ) async throws {
        let pieces = PieceCounter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for try await piece in self {
                    pieces.count.add(1, ordering: .relaxed)
                    try take(piece)
                }
            }
            group.addTask {
                while true {
                    let before = pieces.count.load(ordering: .relaxed)
                    try await time.sleep(longestSilence)
                    guard pieces.count.load(ordering: .relaxed) != before else { throw StoreError.timedOut }
                }
            }
            try await group.next()
        }
    }
}

private final class PieceCounter: Sendable {
    let count = Atomic(0)
}
