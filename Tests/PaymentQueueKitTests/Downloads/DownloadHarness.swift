import Crypto
import Foundation
import Storage
import StoreModel
import Synchronization
import TestSupport

@testable import PaymentQueueKit

extension DownloadQueue {
    /// Every download that was ever begun, as it is now.
    func downloads() throws -> [Download] { try journal.entries().map(snapshot) }
}

/// One device that downloads from a scripted content server into a real folder. `restart`
/// is the program ending and starting.
final class DownloadHarness: Sendable {
    static let product = ScriptedContent.product

    let directory: TemporaryDirectory
    let time: ManualTime
    let content: ScriptedContent
    let folder: ContentFolder
    let queue: DownloadQueue
    let observer = RecordingDownloads()

    init(
        _ content: ScriptedContent, in directory: TemporaryDirectory? = nil, time: ManualTime = ManualTime()
    ) throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        self.time = time
        self.content = content
        let data = try DataDirectory(path: directory.path)
        folder = try ContentFolder(in: data)
        let file = try DatabaseFile(path: data.file("device.sqlite"), migrations: DownloadJournal.migrations)
        let count = Mutex(0)
        queue = DownloadQueue(
            file: file, folder: folder, service: content,
            receipt: {
                count.withLock { count in
                    count += 1
                    return "receipt \(count)"
                }
            }, time: time.source)
    }

    func restart(_ content: ScriptedContent? = nil) async throws -> DownloadHarness {
        await queue.close()
        return try DownloadHarness(content ?? self.content, in: directory, time: time)
    }

    func start() async throws {
        try await queue.add(observer)
        await queue.start(Self.product)
    }

    func passPause() async {
        await time.waitForSleepers()
        time.advance(by: RetryPause.longest * 2)
    }

    /// The content that was saved; nil if there is none.
    func saved() -> [UInt8]? {
        queue.contentPath(of: Self.product).flatMap { FileManager.default.contents(atPath: $0) }.map(
            Array.init)
    }

    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path + "/content").sorted()
    }
}

/// Keeps the calls of a download queue, for tests to wait for.
final class RecordingDownloads: DownloadObserver {
    private let recorder = Recorder<Download>()

    var calls: [Download] { recorder.calls }
    /// The states that the observer was told of, without repetitions in a row.
    var states: [DownloadState] { calls.map(\.state).reduce(into: []) { if $0.last != $1 { $0.append($1) } } }

    /// Returns the first call after the first `skipping` ones that is `wanted`, and waits for it
    /// if necessary.
    @discardableResult
    func first(skipping: Int = 0, _ wanted: (Download) -> Bool) async throws -> Download {
        try await recorder.first(skipping: skipping) { wanted($0) ? $0 : nil }
    }

    @discardableResult
    func waits(for state: DownloadState, skipping: Int = 0) async throws -> Download {
        try await first(skipping: skipping) { $0.state == state }
    }

    func downloadQueue(_ queue: DownloadQueue, updatedDownload download: Download) {
        recorder.note([download])
    }
}

/// A content server that follows a script, and keeps what it was asked.
final class ScriptedContent: ContentService {
    enum Turn: Sendable {
        /// Everything that is missing.
        case rest
        /// So many bytes, and then this error.
        case breaks(after: Int, with: StoreError)
        /// So many bytes, and then an end as if there were no more.
        case endsEarly(after: Int)
        /// This instead of the right bytes, under the right name.
        case forged([UInt8])
        /// The right bytes, and more than promised.
        case tooMuch
        case refuses(ContentErrorCode)
        /// So many bytes, then nothing until the stream ends, and then this error or the rest.
        case waits(after: Int, until: AsyncStream<Never>, then: StoreError? = nil)
        /// So many bytes, and then nothing until the caller has enough of it.
        case hangs(after: Int)
    }

    static let product: ProductIdentifier = "com.example.book"
    static let pieceLength = 1000

    private struct State {
        var bytes: [UInt8]
        var turns: [Turn]
        var parts: [PartialContent?] = []
        var receipts: [String] = []
    }

    private let state: Mutex<State>

    /// Content, and what happens to the requests for it, in order. Later requests get the rest.
    init(_ bytes: [UInt8], turns: [Turn] = []) { state = Mutex(State(bytes: bytes, turns: turns)) }

    /// How much the requests said that the client already had.
    var parts: [PartialContent?] { state.withLock { $0.parts } }
    var receipts: [String] { state.withLock { $0.receipts } }

    func replace(with bytes: [UInt8]) { state.withLock { $0.bytes = bytes } }

    static func digest(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: bytes)) }

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        let bytes = state.withLock { $0.bytes }
        let product = HostedProduct(
            productIdentifier: Self.product, title: "Book", length: Int64(bytes.count),
            digest: Self.digest(bytes))
        return HostedProductList(products: [product], validator: product.digest)
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let (turn, bytes) = state.withLock { state in
            state.parts.append(part)
            state.receipts.append(receipt)
            return (state.turns.isEmpty ? Turn.rest : state.turns.removeFirst(), state.bytes)
        }
        if case .refuses(let code) = turn { throw StoreError(content: code) }
        let digest = Self.digest(bytes)
        let offset = part?.digest == digest ? Int(part?.length ?? 0) : 0
        try receive(.head(digest: digest, length: Int64(bytes.count), offset: Int64(offset)))
        let rest = bytes[offset...]
        switch turn {
        case .rest: try send(rest, receive)
        case .breaks(let count, let error):
            try send(rest.prefix(count), receive)
            throw error
        case .endsEarly(let count): try send(rest.prefix(count), receive)
        case .forged(let bytes): try send(bytes[offset...], receive)
        case .tooMuch: try send(rest + [1, 2, 3], receive)
        case .waits(let count, let gate, let error):
            try send(rest.prefix(count), receive)
            for await _ in gate {}
            if let error { throw error }
            try send(rest.dropFirst(count), receive)
        case .hangs(let count):
            try send(rest.prefix(count), receive)
            let (never, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            withExtendedLifetime(continuation) {}
            throw .requestCancelled
        case .refuses: break
        }
    }

    private func send(
        _ bytes: ArraySlice<UInt8>, _ receive: (ContentPiece) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = bytes
        while !rest.isEmpty {
            try receive(.bytes(Array(rest.prefix(Self.pieceLength))))
            rest = rest.dropFirst(Self.pieceLength)
        }
    }
}
