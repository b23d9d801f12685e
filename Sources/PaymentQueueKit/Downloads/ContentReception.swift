internal import StoreModel
internal import Synchronization

/// Takes the pieces of one download: compares them with the promise, and writes them into the `ContentPart`.
final class ContentReception: Sendable {
    private let part: ContentPart
    private let promise: PartialContent
    private let time: TimeSource
    private let onProgress: @Sendable (_ received: Int64, _ timeRemaining: Duration?) -> Void
    /// Where and when this attempt began, and the last hundredth that was told.
    private let start = Mutex<(length: Int64, date: Timestamp, told: Int64)?>(nil)

    /// - Parameter onProgress: called for the first piece, and then for each hundredth.
    init(
        part: ContentPart, promise: PartialContent, time: TimeSource,
        onProgress: @escaping @Sendable (_ received: Int64, _ timeRemaining: Duration?) -> Void
    ) {
        self.part = part
        self.promise = promise
        self.time = time
        self.onProgress = onProgress
    }

    /// Takes a piece.
    func take(_ piece: ContentPiece) throws(StoreError) {
        do {
            switch piece {
            case .head(let digest, let length, let offset):
                guard digest == promise.digest, length == promise.length else {
                    throw StoreError(content: .otherContent)
                }
                if offset != part.length {
                    guard offset == 0 else { throw StoreError(content: .otherContent) }
                    try part.clear()
                }
                let now = time.now()
                start.withLock { $0 = (offset, now, hundredth(offset)) }
                onProgress(offset, nil)
            case .bytes(let bytes):
                guard part.length + Int64(bytes.count) <= promise.length else { throw StoreError(content: .tooLong) }
                try part.append(bytes)
                tell()
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw .deviceTrouble("\(error)")
        }
    }

    private func tell() {
        let length = part.length
        let began = start.withLock { start -> (length: Int64, date: Timestamp)? in
            guard let began = start, hundredth(length) > began.told else { return nil }
            start?.told = hundredth(length)
            return (began.length, began.date)
        }
        guard let began else { return }
        let passed = time.now().milliseconds - began.date.milliseconds
        let rest = Double(promise.length - length) / Double(length - began.length) * Double(max(passed, 0))
        onProgress(length, .milliseconds(rest))
    }

    private func hundredth(_ length: Int64) -> Int64 { length / max(1, promise.length / 100) }
}
