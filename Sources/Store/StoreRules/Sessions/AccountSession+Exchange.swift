package import StoreModel

/// How a device's replica of the account is brought together with the store's (see `AccountExchange`),
/// for `StoreService`.
extension AccountSession {
    /// Accepts again what the device has beyond its mark, takes what was finished there, and tells it what
    /// has changed since.
    package func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        // Signatures take long to verify, and in the transaction other writers would wait for it.
        let verifier = verifier()
        let purchases = request.purchases.prefix(ExchangeRequest.mostGiven).compactMap {
            ProvedTransaction($0, by: verifier)
        }
        return try await answer(
            reading: request.finished.compactMap { lookup(of: $0) }
                + [AccountChangeTable.newest(of: account.identifier)]
        ) { try $0.exchange(request, giving: purchases, $1) }
    }

    /// How many uses a device gives that the store does not have.
    package func newUses(in request: ExchangeRequest) throws(StoreError) -> Int {
        let given = Set(request.uses.map(\.id))
        guard !given.isEmpty else { return 0 }
        return try store.answered {
            try store.database.read { database in
                try given.count { try UseTable.find($0, of: account.identifier, database) == nil }
            }
        }
    }

    /// Compares a part of what the device has with what the store has. It writes nothing.
    package func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        try await compare(request, mostChanges: ExchangeRequest.mostChanges)
    }

    /// The same, with no more changes in the answer than `mostChanges`.
    package func compare(
        _ request: ComparisonRequest, mostChanges: Int
    ) async throws(StoreError) -> ComparisonPage {
        try await answerReading { try $0.compare(request, mostChanges: mostChanges, $1) }
    }

    /// Uses credits or pieces, once for each identifier.
    package func use(_ use: Use) async throws(StoreError) -> UseOutcome {
        try await answer(
            reading: [
                AccountChangeTable.newest(of: account.identifier),
                UseTable.find(use.id, of: account.identifier),
            ]
        ) { try $0.use(use, $1) }
    }
}

extension Checkout {
    fileprivate func exchange(
        _ request: ExchangeRequest, giving purchases: [ProvedTransaction], _ database: any StoreTransaction
    ) throws -> ExchangePage {
        for purchase in purchases { try readmit(purchase, database) }
        for finished in request.finished.prefix(ExchangeRequest.mostGiven) { try finish(finished, database) }
        for use in request.uses.prefix(ExchangeRequest.mostGiven) { try readmit(use, database) }
        let newest = try AccountChangeTable.state(of: account.identifier, database).mark
        guard try AccountChangeTable.has(request.since, of: account.identifier, database) else {
            return ExchangePage(to: request, mark: nil, newest: newest)
        }
        let limit = min(max(request.limit, 1), ExchangeRequest.mostChanges)
        let found = try AccountChangeTable.changes(
            after: request.since.revision, of: account.identifier, limit: limit, database)
        var page = ExchangePage(to: request, mark: found?.mark ?? request.since, newest: newest)
        if let found {
            try add(
                found.subjects, changedAfter: request.since.revision, through: found.mark.revision, to: &page,
                database)
        }
        return page
    }

    fileprivate func compare(
        _ request: ComparisonRequest, mostChanges: Int, _ database: any StoreTransaction
    ) throws -> ComparisonPage {
        switch request.subject {
        case .purchases: try comparePurchases(request, mostChanges: mostChanges, database)
        case .uses: try compareUses(request, mostChanges: mostChanges, database)
        }
    }

    private func comparePurchases(
        _ request: ComparisonRequest, mostChanges: Int, _ database: any StoreTransaction
    ) throws -> ComparisonPage {
        func number(_ identifier: String?) -> Int64? {
            identifier.flatMap { PurchaseRecord.number(of: TransactionIdentifier(rawValue: $0)) }
        }
        var there: [Int64: TransactionVersion] = [:]
        for element in request.elements {
            if let number = number(element.id) { there[number] = element.version }
        }
        var page = ComparisonPage(to: request)
        var missing = there
        // The device has no more of them than these, so if there are as many, the others fill the page.
        let limit = there.count + mostChanges
        let here = try store.purchaseTable.signed(
            of: account.identifier, after: number(request.after), through: number(request.through),
            limit: limit, database)
        for record in here {
            let (version, known) = (record.signed?.version, missing.removeValue(forKey: record.number))
            if let known, let version, known > version {
                page.wanted.append(record.transactionIdentifier.rawValue)
            }
            // One that is not finished here is told, too. The device may have finished it before an earlier
            // copy of this store was put back.
            if known == nil || !record.isFinished || version.map({ $0 > known! }) ?? false {
                page.changes.append(.payment(record.outcome, isFinished: record.isFinished))
                if page.changes.count == mostChanges {
                    page.through = record.transactionIdentifier.rawValue
                    break
                }
            }
        }
        let end = number(page.through) ?? .max
        page.wanted += missing.keys.filter { $0 <= end }.sorted()
            .map { PurchaseRecord.transactionIdentifier(of: $0).rawValue }
        return page
    }

    private func compareUses(
        _ request: ComparisonRequest, mostChanges: Int, _ database: any StoreTransaction
    ) throws -> ComparisonPage {
        var page = ComparisonPage(to: request)
        var missing = Set(request.elements.map(\.id))
        let limit = missing.count + mostChanges
        let here = try UseTable.inRange(
            after: request.after, through: request.through, of: account.identifier, limit: limit, database)
        for use in here where missing.remove(use.id.rawValue) == nil {
            page.changes.append(.use(use))
            if page.changes.count == mostChanges {
                page.through = use.id.rawValue
                break
            }
        }
        let end = page.through
        page.wanted = missing.filter { id in end.map { id <= $0 } ?? true }.sorted()
        return page
    }

    /// Adds the present state of what was changed. Each table is asked once, because other writers wait: on
    /// PostgreSQL those who write about this account or share its transaction, and on SQLite all.
    private func add(
        _ subjects: [AccountChangeTable.Subject], changedAfter revision: Int64, through last: Int64,
        to page: inout ExchangePage, _ database: any StoreTransaction
    ) throws {
        let account = account.identifier
        let payments =
            try subjects.allSatisfy(\.isUse)
            ? [:]
            : store.purchaseTable.changed(of: account, after: revision, through: last, database)
        let uses =
            try subjects.contains(where: \.isUse)
            ? UseTable.changed(of: account, after: revision, through: last, database) : [:]
        for subject in subjects {
            switch subject {
            case .purchase(let number):
                guard let record = payments[number] else { continue }
                page.changes.append(
                    record.status == .lapsed
                        ? .lapsed(record.request.key)
                        : .payment(record.outcome, isFinished: record.isFinished))
                if let version = record.history, version.revision > page.mark?.revision ?? 0 {
                    page.ahead.append(record.transactionIdentifier)
                }
            case .use(let identifier):
                guard let use = uses[identifier] else { continue }
                page.changes.append(.use(use))
            }
        }
    }
}
