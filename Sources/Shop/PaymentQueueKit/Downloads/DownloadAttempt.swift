internal import StoreModel

/// One attempt of the `DownloadQueue` to fetch the missing part of some content.
struct DownloadAttempt {
    enum Outcome: Hashable, Sendable {
        case finished
        /// Another attempt would fail in the same way.
        case failed(StoreError)
        /// Another attempt may succeed, after a pause.
        case later(StoreError)
        /// What came is not what was promised. The promise and the content are thrown away.
        case wrongContent(StoreError)
        /// Another attempt may succeed at once: the receipt was older than it should be.
        case again
        /// Another program on the same data is fetching the content, or has removed what had come.
        case elsewhere
    }

    let product: ProductIdentifier
    let queue: DownloadQueue

    func make() async -> Outcome {
        let part: ContentPart
        do throws(StorageError) {
            guard let opened = try queue.folder.openPart(of: product) else { return .elsewhere }
            part = opened
        } catch {
            return .failed(.deviceTrouble(error))
        }
        var isReceiptOld = false
        do {
            let promise = try await promise()
            if part.length > promise.length { try part.clear() }
            if part.length < promise.length {
                let (receipt, isOld) = try await keptReceipt(promise)
                isReceiptOld = isOld
                try await fetch(promise, into: part, receipt: receipt)
                guard part.length == promise.length else { return .later(.connectionLost) }
            }
            guard let digest = try await part.digest() else { return .later(.requestCancelled) }
            guard digest == promise.digest else { throw StoreError(content: .otherContent) }
            return try part.becomeContent() ? .finished : .elsewhere
        } catch let error as StoreError {
            let outcome = outcome(of: error, isReceiptOld: isReceiptOld)
            // None of it may become part of what is promised next.
            if case .wrongContent = outcome { try? part.clear() }
            return outcome
        } catch {
            return .failed(.deviceTrouble(StorageError(journal: error)))
        }
    }

    /// What the content has to be: what was promised when the download began, or else what
    /// the server lists now.
    private func promise() async throws -> PartialContent {
        if let promise = try queue.journal.entry(product)?.promise { return promise }
        let list = try await queue.service.hostedProducts(unlessMatching: nil)
        guard let listed = list?.products.first(where: { $0.productIdentifier == product }),
            listed.length >= 0
        else {
            throw StoreError(content: .noSuchContent)
        }
        let promise = PartialContent(length: listed.length, digest: listed.digest)
        _ = try queue.journal.update(product) { $0.promise = promise }
        return promise
    }

    /// The receipt that is kept for this download, and whether it was there before. If there is no receipt
    /// yet, fetches one and keeps it.
    private func keptReceipt(_ promise: PartialContent) async throws -> (receipt: String, isOld: Bool) {
        if let receipt = try queue.journal.entry(product)?.receipt { return (receipt, true) }
        let receipt = try await queue.receipt()
        queue.tell(queue.snapshot(try queue.journal.update(product) { $0.receipt = receipt }))
        return (receipt, false)
    }

    private func fetch(_ promise: PartialContent, into part: ContentPart, receipt: String) async throws {
        let reception = ContentReception(part: part, promise: promise, time: queue.time) {
            received, timeRemaining throws(StoreError) in
            // Another program may have stopped the download.
            if let entry = try? queue.journal.entry(product), entry.state != .waiting {
                throw StoreError.requestCancelled
            }
            queue.tell(
                Download(
                    productIdentifier: product, state: .active, received: received, length: promise.length,
                    timeRemaining: timeRemaining, isReceiptKept: true))
        }
        let known = part.length > 0 ? PartialContent(length: part.length, digest: promise.digest) : nil
        try await queue.service.fetchContent(of: product, receipt: receipt, after: known) {
            piece throws(StoreError) in
            try reception.take(piece)
        }
    }

    private func outcome(of error: StoreError, isReceiptOld: Bool) -> Outcome {
        switch error.contentCode {
        case .otherContent, .tooLong: .wrongContent(error)
        case .cannotVerify: .later(error)
        case .receiptTooOld, .notBought, .refunded, .otherAccount, .receiptNotAuthentic, .receiptMissing,
            .otherApplication:
            isReceiptOld ? .again : .failed(error)
        case .noSuchContent: .failed(error)
        case nil: error.domain == .device ? .failed(error) : .later(error)
        }
    }
}

extension DownloadAttempt.Outcome {
    /// The error of the attempt, if there was one.
    var error: StoreError? {
        switch self {
        case .finished, .again, .elsewhere: nil
        case .failed(let error), .later(let error), .wrongContent(let error): error
        }
    }

    /// Changes the journal entry accordingly. If the user has stopped the download meanwhile, it stays
    /// stopped, unless the content is complete.
    func apply(to entry: inout DownloadJournal.Entry) {
        guard entry.state == .waiting || self == .finished else { return }
        switch self {
        case .finished: (entry.state, entry.receipt, entry.wrongContents) = (.finished, nil, 0)
        case .failed: (entry.state, entry.receipt) = (.failed, nil)
        case .later: break
        // The other program says how it goes on.
        case .elsewhere: return
        case .again: entry.receipt = nil
        case .wrongContent:
            entry.promise = nil
            entry.wrongContents += 1
            if entry.wrongContents >= DownloadQueue.mostWrongContents { entry.state = .failed }
        }
        entry.error = error
    }
}
