internal import StoreModel
internal import Synchronization

/// Notices that a server sends nothing more of an answer: for content, and for the stream of updates.
final class SilenceWatch: Sendable {
    private let piecesHeard = Atomic(0)

    /// Notes that a piece of the answer has come.
    func hear() { piecesHeard.add(1, ordering: .relaxed) }

    /// Throws `timedOut` when nothing has come for as long as `longest`.
    func expectSounds(within longest: Duration, _ time: TimeSource) async throws {
        while true {
            let before = piecesHeard.load(ordering: .relaxed)
            try await time.sleep(longest)
            guard piecesHeard.load(ordering: .relaxed) != before else { throw StoreError.timedOut }
        }
    }
}
