import StoreModel
import Testing

@Suite struct DownloadStateTests {
    private static let allowed: [DownloadState: Set<DownloadState>] = [
        .waiting: [.active, .paused, .finished, .failed, .cancelled],
        .active: [.waiting, .paused, .finished, .failed, .cancelled],
        .paused: [.waiting, .cancelled], .finished: [.waiting], .failed: [.waiting, .cancelled],
        .cancelled: [.waiting],
    ]

    @Test("a download moves as the table says, and in no other way", arguments: DownloadState.allCases)
    func moves(state: DownloadState) {
        for next in DownloadState.allCases {
            #expect(state.canBecome(next) == Self.allowed[state]?.contains(next), "\(state) to \(next)")
        }
    }
}
