internal import StoreModel
internal import TestSupport

/// A rule that is broken on purpose, to see that the sequences find it.
package enum Sabotage: String, Sendable, CaseIterable {
    /// Passes over versions that were signed before the newest one that it has.
    case date
    /// Keeps the earlier version of a purchase.
    case version
    /// Counts a use each time that it arrives.
    case use
    /// Does not give back what the store has forgotten when they compare.
    case giveBack = "takeBack"
    /// Does not name what it has beyond its mark.
    case ahead
    /// Takes what a page says as the state at the page's mark.
    case newer
    /// Moves its mark during a comparison that is not complete.
    case early
    /// Does not record what a comparison brings as beyond its mark.
    case branch
    /// Tells the store of a finish once, and not until its mark has passed it.
    case finish
    /// Passes over the first change of each part of a comparison, except of the first part.
    case boundary
}

/// A device's replica of an account as plain values, and how it meets the store: the rules of the exchange in
/// the shortest form.
struct ModelDevice: SequenceDevice {
    /// A signed transaction, with the parts that count.
    private struct Purchase: Hashable, Sendable {
        let signed: SignedTransaction
        let version: TransactionVersion
        let credits: Int
        let isRevoked: Bool
    }

    let sabotage: Sabotage?
    private var purchases: [TransactionIdentifier: Purchase] = [:]
    private var uses: [UseIdentifier: Use] = [:]
    private var usedTwice = 0
    private var mark = ReplicaMark.beginning
    private var beyond: Set<TransactionIdentifier> = []
    private var usesBeyond: Set<UseIdentifier> = []
    private var payments: [PurchaseRequest] = []
    private var wanted: [Use] = []
    /// What the queue has, and what is not finished.
    private var unfinished: [TransactionIdentifier: FinishedTransaction] = [:]
    private var finished: Set<FinishedTransaction> = []
    /// What is finished here, and not known to be at the mark.
    private var owed: Set<FinishedTransaction> = []

    init(sabotage: Sabotage? = nil) { self.sabotage = sabotage }

    private var credits: Int {
        purchases.values.reduce(0) { $0 + ($1.isRevoked ? 0 : $1.credits) }
            - uses.values.reduce(0) { $0 + $1.amount }
            - usedTwice
    }

    var contents: DeviceContents {
        DeviceContents(
            credits: credits, purchases: purchases.mapValues(\.signed), uses: Set(uses.keys),
            told: Set(purchases.keys), finished: finished,
            isWaiting: !payments.isEmpty || !wanted.isEmpty)
    }

    func copy() -> ModelDevice { self }

    mutating func pay(_ request: PurchaseRequest) { payments.append(request) }

    mutating func use(_ amount: Int, _ id: UseIdentifier, at now: Timestamp) {
        wanted.append(Use(id: id, amount: amount, date: now))
    }

    mutating func finishAll() {
        finished.formUnion(unfinished.values)
        owed.formUnion(unfinished.values)
        unfinished = [:]
    }

    /// Asks for the uses that wait, and then exchanges changes with the store in both directions until
    /// nothing is left.
    mutating func meet(_ store: some StoreService) async throws {
        while let payment = payments.first {
            let outcome = try await store.purchase(payment)
            payments.removeFirst()
            merge(.payment(outcome, isFinished: false), isBeyond: true)
        }
        while let use = wanted.first {
            let outcome = try await store.use(use)
            wanted.removeFirst()
            if outcome.result == .confirmed { merge(.use(use), isBeyond: true) }
        }
        if sabotage == .finish, !owed.isEmpty {
            try await store.finish(owed)
            owed = []
        }
        var since = mark
        var isComparing = false
        while true {
            let request = given(since)
            let page = try await store.exchange(request)
            guard let next = page.mark else {
                isComparing = true
                if sabotage == .early { mark = page.newest }
                try await compare(store, until: page.newest)
                since = page.newest
                continue
            }
            if !page.hasMore { owed.subtract(request.finished) }
            // What comes before the end of a comparison is beyond the mark, because the mark stays
            // until then.
            for change in page.changes {
                let isAhead = sabotage != .newer && page.names(change)
                merge(change, isBeyond: isComparing && sabotage != .branch || isAhead)
            }
            since = next
            if !isComparing || !page.hasMore { mark = next }
            guard !page.hasMore else { continue }
            // Only now has the mark reached everything that was beyond it.
            (beyond, usesBeyond) = ([], [])
            isComparing = false
            guard !owed.isEmpty else { return }
        }
    }

    private func given(_ since: ReplicaMark) -> ExchangeRequest {
        var request = ExchangeRequest(since: since, finished: Array(owed), limit: 3)
        guard sabotage != .ahead else { return request }
        request.purchases = beyond.compactMap { purchases[$0]?.signed }
        request.uses = usesBeyond.compactMap { uses[$0] }
        return request
    }

    private mutating func compare(
        _ store: some StoreService, until newest: ReplicaMark
    ) async throws {
        var after: String?
        repeat {
            let known = purchases.filter { isBehind($0.key.rawValue, after) }.map {
                ComparisonRequest.Element(id: $0.key.rawValue, version: $0.value.version)
            }
            let page = try await store.compare(ComparisonRequest(.purchases, known, after: after))
            merge(page, after)
            let wanted = page.wanted.compactMap { purchases[TransactionIdentifier(rawValue: $0)]?.signed }
            if !wanted.isEmpty, sabotage != .giveBack {
                _ = try await store.exchange(ExchangeRequest(since: newest, purchases: wanted, limit: 1))
            }
            after = page.through
        } while after != nil
        repeat {
            let known = uses.keys.map(\.rawValue).filter { $0 > after ?? "" }.map {
                ComparisonRequest.Element(id: $0)
            }
            let page = try await store.compare(ComparisonRequest(.uses, known, after: after))
            merge(page, after)
            let wanted = page.wanted.compactMap { uses[UseIdentifier(rawValue: $0)] }
            if !wanted.isEmpty, sabotage != .giveBack {
                _ = try await store.exchange(ExchangeRequest(since: newest, uses: wanted, limit: 1))
            }
            after = page.through
        } while after != nil
    }

    /// Merges a part of a comparison that began after an identifier.
    private mutating func merge(_ page: ComparisonPage, _ after: String?) {
        let passedOver = sabotage == .boundary && after != nil ? 1 : 0
        for change in page.changes.dropFirst(passedOver) { merge(change, isBeyond: sabotage != .branch) }
    }

    private func isBehind(_ identifier: String, _ after: String?) -> Bool {
        guard let after else { return true }
        return (Int64(identifier) ?? 0) > (Int64(after) ?? 0)
    }

    private mutating func merge(_ change: AccountChange, isBeyond: Bool) {
        switch change {
        case .lapsed: break
        case .use(let use):
            if isBeyond { usesBeyond.insert(use.id) }
            if uses.updateValue(use, forKey: use.id) != nil, sabotage == .use { usedTwice += use.amount }
        case .payment(let outcome, let isFinished):
            guard let signed = outcome.result.signed, let payload = signed.unverifiedPayload,
                let version = signed.version
            else { return }
            let identifier = payload.transactionId
            if sabotage == .date, let newest = purchases.values.map(\.version.signedDate).max(),
                version.signedDate < newest
            {
                return
            }
            let told = FinishedTransaction(identifier: identifier, signedDate: version.signedDate)
            // The store never heard of this finish, or has forgotten it.
            if !isFinished, finished.contains(told) { owed.insert(told) }
            let known = purchases[identifier]
            if let known, sabotage == .version || known.version >= version { return }
            purchases[identifier] = Purchase(
                signed: signed, version: version, credits: MonkeyCredits.worth(of: payload) ?? 0,
                isRevoked: payload.revocationDate != nil)
            if isBeyond { beyond.insert(identifier) }
            unfinished[identifier] = isFinished || finished.contains(told) ? nil : told
        }
    }
}

extension ExchangePage {
    /// Whether it is in what the page names as beyond its mark.
    fileprivate func names(_ change: AccountChange) -> Bool {
        guard case .payment(let outcome, _) = change,
            let identifier = outcome.result.signed?.unverifiedPayload?.transactionId
        else { return false }
        return ahead.contains(identifier)
    }
}
