package import Storage
package import StoreModel
internal import Synchronization

/// Fetches the content of hosted products, for `HostedProductManager`: the
/// counterpart of `SKPaymentQueue`'s downloads.
///
/// A download is in the journal before anything is asked for. What has come is in a file that only grows.
/// Whatever ends the program or the connection, the next attempt asks for the rest. The complete file is
/// compared with the digest in the server's list, and only then gets the content's name. After a failure that
/// passes, the queue tries again with growing pauses, for as long as it takes. Nothing is paid for twice.
package actor DownloadQueue {
    /// How often content that is not what was promised is fetched before the download fails.
    static let mostWrongContents = 3

    let journal: DownloadJournal
    let service: any ContentService
    let receipt: @Sendable () async throws(StoreError) -> String
    let time: TimeSource

    nonisolated let folder: ContentFolder
    private nonisolated let observer = Mutex(Observer())
    private var running: [ProductIdentifier: Task<Void, Never>] = [:]
    private var pauses: [ProductIdentifier: InterruptibleSleep] = [:]
    /// How often the network has come back. After an attempt that began before the last time, the next one
    /// is made at once.
    private var networkReturns = 0
    private var isClosed = false

    private struct Observer {
        weak var value: (any DownloadObserver)?
    }

    /// A queue that does nothing until an observer is there. `file` has the migrations of `DownloadJournal`;
    /// `receipt` fetches the account's app receipt from the store.
    package init(
        file: DatabaseFile, folder: ContentFolder, service: any ContentService,
        receipt: @escaping @Sendable () async throws(StoreError) -> String, time: TimeSource
    ) {
        journal = DownloadJournal(file: file)
        self.folder = folder
        self.service = service
        self.receipt = receipt
        self.time = time
    }

    /// Registers the observer, hands it every download, and goes on with what an
    /// earlier run of the program left.
    package func add(_ observer: any DownloadObserver) throws {
        self.observer.withLock { $0.value = observer }
        for entry in try journal.entries() {
            if entry.state == .waiting {
                // The reason why the last run had to wait says nothing about this one.
                tell(snapshot(try journal.update(entry.product) { $0.error = nil }))
                run(entry.product)
            } else {
                // The last run may have been killed between the two steps of `cancel`.
                if entry.state == .cancelled { folder.removePart(of: entry.product) }
                tell(snapshot(entry))
            }
        }
    }

    /// Tells the observer which downloads another program on the same journal has finished, apart from those
    /// that it knows. What is fetched here, too, is told when that ends.
    package func tellFinished(except known: Set<ProductIdentifier>) throws {
        for entry in try journal.entries()
        where running[entry.product] == nil && !known.contains(entry.product) && isHere(entry) {
            tell(snapshot(entry))
        }
    }

    /// Downloads a product, or goes on with it. A download that the user has paused stays paused. If the
    /// content is there already, the observer is told.
    package func start(_ product: ProductIdentifier) {
        begin(product) { $0.state.canBecome(.waiting) && $0.state != .paused }
    }

    /// Goes on at once with a download that was paused, has failed, was cancelled, or waits for its next
    /// attempt. Begins it again if its content was deleted.
    package func resume(_ product: ProductIdentifier) {
        begin(product) { $0.state.canBecome(.waiting) }
        pauses[product]?.interrupt()
    }

    /// Stops a download for now, and keeps what has come.
    package func pause(_ product: ProductIdentifier) async throws { try await stop(product, as: .paused) }

    /// Gives a download up, and keeps nothing.
    package func cancel(_ product: ProductIdentifier) async throws {
        try await stop(product, as: .cancelled)
        if try journal.entry(product)?.state == .cancelled { folder.removePart(of: product) }
    }

    /// Gives a download up, and deletes what it has fetched: the content is no longer owned.
    package func remove(_ product: ProductIdentifier) async throws {
        guard try journal.entry(product) != nil else { return }
        try await cancel(product)
        folder.remove(product)
        tell(snapshot(try journal.update(product) { $0.state = .cancelled }))
    }

    /// The network is back: downloads that wait are tried again at once.
    package func networkCameBack() {
        networkReturns += 1
        pauses.values.forEach { $0.interrupt() }
    }

    /// Ends the work; what is under way goes on at the next start.
    package func close() async {
        isClosed = true
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// The path of a product's content; nil if it is not there, complete and correct.
    package nonisolated func contentPath(of product: ProductIdentifier) -> String? {
        guard let entry = try? journal.entry(product), isHere(entry) else { return nil }
        return folder.path(of: product)
    }

    /// Whether a download is finished and its content is still here: it may have been deleted or cut since.
    private nonisolated func isHere(_ entry: DownloadJournal.Entry) -> Bool {
        guard entry.state == .finished, let length = folder.length(of: entry.product) else { return false }
        return length == entry.promise?.length
    }

    private func begin(_ product: ProductIdentifier, if isDue: (DownloadJournal.Entry) -> Bool) {
        let entry: DownloadJournal.Entry
        do {
            entry = try journal.update(product) { entry in
                guard isDue(entry), !isHere(entry) else { return }
                (entry.state, entry.error, entry.wrongContents) = (.waiting, nil, 0)
            }
        } catch { return tellFailure(of: product, .deviceTrouble(StorageError(journal: error))) }
        // The running task reports its own download, unless that has just finished.
        if running[product] == nil || entry.state == .finished { tell(snapshot(entry)) }
        if entry.state == .waiting { run(product) }
    }

    private func stop(_ product: ProductIdentifier, as state: DownloadState) async throws {
        running[product]?.cancel()
        await running[product]?.value
        guard try journal.entry(product) != nil else { return }
        let entry = try journal.update(product) { entry in
            guard entry.state.canBecome(state) else { return }
            (entry.state, entry.error) = (state, nil)
        }
        tell(snapshot(entry))
    }

    private func run(_ product: ProductIdentifier) {
        guard !isClosed, running[product] == nil else { return }
        running[product] = Task {
            await fetch(product)
            running[product] = nil
        }
    }

    /// Makes attempts until one succeeds, or until another would be useless.
    private func fetch(_ product: ProductIdentifier) async {
        var pause = RetryPause()
        while !Task.isCancelled {
            let networkReturns = self.networkReturns
            do {
                // Another program may have finished or stopped it meanwhile.
                if let entry = try journal.entry(product), entry.state != .waiting {
                    return tell(snapshot(entry))
                }
            } catch { return tellFailure(of: product, .deviceTrouble(StorageError(journal: error))) }
            let outcome = await DownloadAttempt(product: product, queue: self).make()
            if Task.isCancelled, outcome != .finished { return }
            var entry: DownloadJournal.Entry
            do { entry = try journal.update(product) { outcome.apply(to: &$0) } } catch {
                return tellFailure(of: product, outcome.error ?? .deviceTrouble(StorageError(journal: error)))
            }
            if outcome == .elsewhere, entry.state == .waiting {
                // The other program is at work, whatever it waited for before. To look again costs little.
                (entry.error, pause) = (nil, RetryPause())
            }
            tell(snapshot(entry))
            // It is over, or another program has stopped it.
            guard entry.state == .waiting else { return }
            if outcome == .again || networkReturns != self.networkReturns { continue }
            let (sleep, duration) = (InterruptibleSleep(), pause.next(time))
            pauses[product] = sleep
            await sleep.take { [time] in try? await time.sleep(duration) }
            pauses[product] = nil
        }
    }

    /// Reports a failure that the journal could not record. The next start goes on with what the journal has.
    private func tellFailure(of product: ProductIdentifier, _ error: StoreError) {
        tell(snapshot(DownloadJournal.Entry(product: product, state: .failed, error: error)))
    }

    nonisolated func tell(_ download: Download) {
        observer.withLock { $0.value }?.downloadQueue(self, updatedDownload: download)
    }

    nonisolated func snapshot(_ entry: DownloadJournal.Entry) -> Download {
        var download = Download(
            productIdentifier: entry.product, state: entry.state,
            received: folder.partialLength(of: entry.product),
            length: entry.promise?.length, error: entry.error, isReceiptKept: entry.receipt != nil)
        guard entry.state == .finished else { return download }
        // Content that is not here any more counts as never fetched.
        if isHere(entry) {
            download.received = download.length ?? 0
        } else {
            download.state = .cancelled
        }
        return download
    }
}

/// Is told what becomes of downloads: the counterpart of `paymentQueue(_:updatedDownloads:)`. The queue does
/// not retain it, and may call it on any thread. The calls for one download come one after the other.
package protocol DownloadObserver: AnyObject, Sendable {
    /// A download has a new state or has come a hundredth further, or its receipt is kept from now on.
    func downloadQueue(_ queue: DownloadQueue, updatedDownload download: Download)
}
