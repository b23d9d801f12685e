/// The state of a download; the numbers are `SKDownloadState`'s. `DownloadQueue` changes it, and reports it
/// in a `Download` (below) to `HostedProductManager`, whose events the screens show.
package enum DownloadState: Int, Hashable, Sendable, Codable, CaseIterable {
    /// It begins, or goes on, by itself: nothing has come yet, or the last attempt failed and the
    /// next is due soon.
    case waiting = 0
    case active = 1
    /// Stopped by the user; what has come is kept.
    case paused = 2
    /// The content is on disk, complete and correct.
    case finished = 3
    /// Stopped because another attempt would fail in the same way.
    case failed = 4
    /// Given up by the user; nothing is kept.
    case cancelled = 5

    /// Whether a download may go to `next`. A paused or failed one may go on or be cancelled. A cancelled
    /// one, or a finished one whose content was deleted, can only begin again.
    package func canBecome(_ next: DownloadState) -> Bool {
        switch self {
        case .waiting, .active: next != self
        case .paused, .failed: next == .waiting || next == .cancelled
        case .cancelled, .finished: next == .waiting
        }
    }
}

/// The download of a product's content, at one moment: the counterpart of `SKDownload`.
package struct Download: Hashable, Sendable {
    package var productIdentifier: ProductIdentifier
    package var state: DownloadState
    package var received: Int64
    /// How much there is in all, in bytes; nil before the content server was asked.
    package var length: Int64?
    /// How long the rest takes at the speed so far; only while it is active, and only if it is known.
    package var timeRemaining: Duration?
    /// Why it failed, or why it waits.
    package var error: StoreError?
    /// Whether the receipt that it needs is on disk, so that it can go on without the transaction.
    package var isReceiptKept: Bool

    package init(
        productIdentifier: ProductIdentifier, state: DownloadState, received: Int64 = 0, length: Int64? = nil,
        timeRemaining: Duration? = nil, error: StoreError? = nil, isReceiptKept: Bool = false
    ) {
        self.productIdentifier = productIdentifier
        self.state = state
        self.received = received
        self.length = length
        self.timeRemaining = timeRemaining
        self.error = error
        self.isReceiptKept = isReceiptKept
    }

    /// The part that has come, 0…1.
    package var progress: Double {
        if state == .finished { return 1 }
        guard let length, length > 0 else { return 0 }
        return min(1, Double(received) / Double(length))
    }
}
