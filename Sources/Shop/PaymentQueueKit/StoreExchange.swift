package import StoreModel

/// The exchange with the store. It brings the journal and the replica up to the store's newest change, tells
/// the store what was finished here, and gives it what it has forgotten. `PaymentQueue` runs it at its start,
/// after each finish, before it sends what has waited, and when the store says that the account has changed.
package struct StoreExchange: Sendable {
    package let journal: PaymentJournal
    package let replica: any Replica
    package let store: any StoreService
    package let time: TimeSource
    /// The most changes on a page, and the most elements in a part of a comparison.
    package var limits = (changes: ExchangeRequest.mostChanges, elements: ComparisonRequest.mostElements)

    package init(journal: PaymentJournal, replica: any Replica, store: any StoreService, time: TimeSource) {
        self.journal = journal
        self.replica = replica
        self.store = store
        self.time = time
    }

    /// Runs until the store has nothing new, and has what was finished here.
    ///
    /// Each page is merged together with its mark. If the store does not know the mark, both sides compare
    /// what they have. In that case the mark moves only once, at the end of the plain exchange that follows.
    ///
    /// The mark says up to where everything is here, so it stays before a purchase that is not proved, and
    /// each run asks for that purchase again. What comes after it is merged beyond the mark: a sum does not
    /// depend on the mark, so it counts at once.
    ///
    /// - Parameters:
    ///   - goesOn: called before each request, and before its answer is written; false ends the run.
    ///   - progress: is told how many changes of how many are merged, if there is more than one page of them and
    ///     the mark moves.
    ///   - report: gets what was merged, after it is on disk.
    /// - Returns: whether every purchase that came was proved.
    @discardableResult
    package func run(
        isolation: isolated (any Actor)? = #isolation, while goesOn: () -> Bool = { true },
        progress: (_ done: Int64, _ all: Int64) -> Void = { _, _ in },
        report: (PaymentJournal.Taken) -> Void = { _ in }
    ) async throws -> Bool {
        var told: Set<FinishedTransaction> = []
        var end = try await pass(while: goesOn, progress: progress, report: report)
        // More may be finished than one request holds, and a page may say that the store has forgotten a finish.
        while let finished = end.settledFinishes {
            told.formUnion(finished)
            let owed = try journal.owedFinishes()
            if owed.isEmpty { break }
            // A store that forgets each finish would be told for ever.
            guard told.isDisjoint(with: owed) else { throw StoreError.unreadableAnswer }
            end = try await pass(while: goesOn, progress: progress, report: report)
        }
        // While the mark stays, each run would send the payments that wait for approval again.
        guard end.isProved else { return false }
        return try await sendDeferredAgain(while: goesOn, progress: progress, report: report)
    }

    /// Whether the store has all that this device has: it knows the mark, and has taken what is beyond it. This
    /// takes one small request. What is new in the store comes with the next run.
    func storeIsAhead(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
        var request = try replica.exchangeRequest()
        request.limit = 1
        return try await answer(to: request).mark != nil && !request.isFull
    }

    /// Sends again each payment that waits for approval according to an answer beyond the mark. No page has
    /// brought it, so the store may have forgotten it, and there is no signed transaction to give back.
    /// - Returns: whether every purchase that came was proved.
    private func sendDeferredAgain(
        isolation: isolated (any Actor)? = #isolation, while goesOn: () -> Bool,
        progress: (_ done: Int64, _ all: Int64) -> Void, report: (PaymentJournal.Taken) -> Void
    ) async throws -> Bool {
        var sent: [IdempotencyKey] = []
        for payment in try journal.deferredBeyondMark() {
            guard goesOn() else { return true }
            let answer: PurchaseOutcome
            do throws(StoreError) {
                answer = try await store.answer(to: payment)
            } catch {
                if error.isNetworkFailure { throw error }
                // The next exchange sends it again.
                continue
            }
            guard goesOn() else { return true }
            try report(
                journal.write(at: time.now()) { journal, database in
                    try replica.merge(answer: answer, in: database)
                    return try journal.take([.payment(answer, isFinished: false)])
                })
            sent.append(payment.key)
        }
        guard !sent.isEmpty else { return true }
        // The store has all of them by now, so the mark passes them, unless a purchase holds it back.
        let end = try await pass(while: goesOn, progress: progress, report: report)
        guard goesOn(), end.isProved else { return end.isProved }
        try journal.write(at: time.now()) { journal, _ in
            for key in sent { try journal.setBeyond(false, key) }
        }
        return true
    }

    /// What `pass` ends with.
    private struct PassEnd {
        /// Whether every purchase that came was proved.
        let isProved: Bool
        /// The finishes that went with the last page, if the mark has moved with it. Nil: they are still
        /// owed.
        let settledFinishes: [FinishedTransaction]?
    }

    /// Asks for one page after the other, up to the last.
    private func pass(
        isolation: isolated (any Actor)? = #isolation, while goesOn: () -> Bool,
        progress: (_ done: Int64, _ all: Int64) -> Void, report: (PaymentJournal.Taken) -> Void
    ) async throws -> PassEnd {
        let begun = try replica.exchangeRequest().since
        var (since, isComparing, isProved) = (begun, false, true)
        while goesOn() {
            var request = try replica.exchangeRequest()
            (request.since, request.limit) = (since, limits.changes)
            request.finished = try journal.owedFinishes()
            let page = try await answer(to: request)
            guard goesOn() else { break }
            guard let mark = page.mark else {
                // The store is expected to know the mark that it has just sent.
                guard !isComparing else { throw StoreError.unreadableAnswer }
                isComparing = true
                isProved = try await compare(at: page.newest, while: goesOn, report: report)
                since = page.newest
                continue
            }
            // A store that stays on a page would be asked for ever.
            guard !page.hasMore || mark.revision > since.revision else { throw StoreError.unreadableAnswer }
            // A comparison ends with the last page, unless a purchase before it was not proved.
            let comparedFrom = isComparing && isProved ? begun : nil
            let (taken, merged) = try merge(page, asked: request, to: mark, comparedFrom: comparedFrom)
            report(taken)
            since = mark
            isProved = isProved && merged.isProved
            guard page.hasMore else {
                // While the mark stays, each request gives the same things beyond it, the first ones. If
                // there may be more, a comparison gives the store whatever it lacks of them.
                if !isProved, !isComparing, request.isFull {
                    _ = try await compare(at: page.newest, while: goesOn, report: report)
                }
                return PassEnd(
                    isProved: isProved, settledFinishes: merged.hasMoved ? request.finished : nil)
            }
            // What comes only because the mark has stayed is not news.
            guard merged.hasMoved || isComparing else { continue }
            let start = isComparing ? 0 : begun.revision
            progress(mark.revision - start, page.newest.revision - start)
        }
        return PassEnd(isProved: isProved, settledFinishes: nil)
    }

    /// - Parameter comparedFrom: the mark with which a comparison began that the last page is to end; nil if
    ///   it ends no comparison.
    /// - Returns: what the page did to the journal, and to the replica.
    private func merge(
        _ page: ExchangePage, asked request: ExchangeRequest, to mark: ReplicaMark,
        comparedFrom: ReplicaMark?
    ) throws -> (PaymentJournal.Taken, Merged) {
        guard !page.changes.isEmpty || mark != request.since || request.isGiving || comparedFrom != nil
        else { return (.init(), Merged(hasMoved: false)) }
        return try journal.write(at: time.now()) { journal, database in
            let given = page.hasMore ? nil : request
            var merged = try replica.merge(
                changes: page.changes, ahead: page.ahead, since: request.since, to: mark, given: given,
                in: database)
            if let comparedFrom, !page.hasMore, merged.isProved,
                try replica.endComparison(since: comparedFrom, at: mark, in: database)
            {
                merged.hasMoved = true
            }
            // What the page says is newer than that, so it comes afterwards.
            if let given, merged.hasMoved { try journal.settle(given.finished) }
            if merged.hasMoved {
                for case .payment(let outcome, _) in page.changes where outcome.result == .deferred {
                    try journal.setBeyond(false, outcome.key)
                }
            }
            return (try journal.take(page.changes), merged)
        }
    }

    /// Compares all purchases and all uses with the store's, part by part.
    /// - Returns: whether every purchase that came was proved.
    private func compare(
        at newest: ReplicaMark, isolation: isolated (any Actor)? = #isolation, while goesOn: () -> Bool,
        report: (PaymentJournal.Taken) -> Void
    ) async throws -> Bool {
        var isProved = true
        for subject in [ComparisonRequest.Subject.purchases, .uses] {
            var after: String?
            repeat {
                let elements = try replica.known(subject, after: after, limit: limits.elements)
                let isLast = elements.count < limits.elements
                let request = ComparisonRequest(
                    subject, elements, after: after, through: isLast ? nil : elements.last?.id)
                let page = try await store.compare(request)
                guard page.nonce == request.nonce else { throw StoreError.unreadableAnswer }
                guard goesOn() else { return isProved }
                let (taken, isPageProved) = try journal.write(at: time.now()) { journal, database in
                    let isPageProved = try replica.merge(page: page, of: request, in: database)
                    return (try journal.take(page.changes), isPageProved)
                }
                report(taken)
                isProved = isProved && isPageProved
                try await give(page.wanted, subject, at: newest, while: goesOn)
                guard goesOn() else { return isProved }
                let next = page.through ?? request.through
                // A store that goes back would be asked for ever.
                if let after, let next, !subject.isOrdered(after, before: next) {
                    throw StoreError.unreadableAnswer
                }
                after = next
            } while after != nil
        }
        // A payment that waits for approval has no signed transaction to compare.
        try journal.write(at: time.now()) { journal, _ in try journal.setAllDeferredBeyond() }
        return isProved
    }

    /// Gives the store what it lacks.
    private func give(
        _ wanted: [String], _ subject: ComparisonRequest.Subject, at newest: ReplicaMark,
        isolation: isolated (any Actor)? = #isolation, while goesOn: () -> Bool
    ) async throws {
        var rest = wanted[...]
        while goesOn(), !rest.isEmpty {
            let part = rest.prefix(ExchangeRequest.mostGiven)
            rest = rest.dropFirst(part.count)
            switch subject {
            case .purchases:
                var purchases = try replica.signed(for: part.map(TransactionIdentifier.init(rawValue:)))[...]
                while goesOn(), !purchases.isEmpty {
                    let given = ExchangeRequest.given(of: purchases)
                    purchases = purchases.dropFirst(given.count)
                    _ = try await answer(
                        to: ExchangeRequest(since: newest, purchases: Array(given), limit: 1))
                }
            case .uses:
                let uses = try replica.uses(for: part.map(UseIdentifier.init(rawValue:)))
                _ = try await answer(to: ExchangeRequest(since: newest, uses: uses, limit: 1))
            }
        }
    }

    private func answer(
        to request: ExchangeRequest, isolation: isolated (any Actor)? = #isolation
    ) async throws -> ExchangePage {
        let page = try await store.exchange(request)
        guard page.nonce == request.nonce else { throw StoreError.unreadableAnswer }
        return page
    }

    /// Writes the store's answer to a payment to the journal and the replica.
    /// - Returns: the transaction before and now; nil if it only concerns another device.
    /// - Throws: `StoreError` for what can never be written; `StorageError`.
    package func take(
        _ answer: PurchaseOutcome
    ) throws -> (before: PaymentTransaction?, now: PaymentTransaction)? {
        try journal.write(at: time.now()) { journal, database in
            let recorded = try journal.record(answer)
            if let (before, now) = recorded, now != before, now.state == .deferred {
                try journal.setBeyond(true, now.key)
            }
            try replica.merge(answer: answer, in: database)
            return recorded
        }
    }
}
