/// What changed in an account, as it is now: an element of a page of changes. A device's queue takes the
/// outcomes of payments from it; the replica takes purchases and uses.
package enum AccountChange: Hashable, Sendable {
    /// What became of a payment, and whether its transaction was finished on any of the account's devices.
    case payment(PurchaseOutcome, isFinished: Bool)
    /// A payment's request for approval ran out. The payment is gone, as if it had not been made.
    case lapsed(IdempotencyKey)
    case use(Use)
}

/// A device's request for what is new, together with what the store may have forgotten.
package struct ExchangeRequest: Hashable, Sendable, Codable {
    /// The most changes of one page, and of one answer to a comparison. Each has several kilobytes, and a page
    /// must arrive whole before the client's patience ends, over a slow line, too.
    package static let mostChanges = 100
    /// The most purchases that a device gives at once, the most uses, and the most finishes.
    package static let mostGiven = 100
    /// How many bytes of signed purchases a device gives at once; the last one may go beyond. Each has all of the
    /// store's certificates, which may be long, and a server takes twice as much.
    package static let bytesGiven = 512 << 10

    /// Up to where the device has everything.
    package var since: ReplicaMark
    /// What the device has beyond its mark: answers to its own requests. A store that was restored from an
    /// earlier copy may have forgotten them.
    package var purchases: [SignedTransaction]
    package var uses: [Use]
    /// What was finished on the device, and is not known to be finished at its mark. It leaves the queues of
    /// all the account's devices. What the store has signed since, a refund or its reversal, still has to be
    /// dealt with.
    package var finished: [FinishedTransaction]
    /// How many changes the answer may have, 1…`mostChanges`.
    package var limit: Int
    /// The answer has the same one.
    package var nonce: ExchangeNonce

    package init(
        since: ReplicaMark, purchases: [SignedTransaction] = [], uses: [Use] = [],
        finished: [FinishedTransaction] = [], limit: Int = mostChanges, nonce: ExchangeNonce = .random()
    ) {
        self.since = since
        self.purchases = purchases
        self.uses = uses
        self.finished = finished
        self.limit = limit
        self.nonce = nonce
    }

    /// Whether the device gives the store anything.
    package var isGiving: Bool { !purchases.isEmpty || !uses.isEmpty || !finished.isEmpty }

    /// Whether the device may have more beyond its mark than it gives at once.
    package var isFull: Bool {
        max(purchases.count, uses.count) >= Self.mostGiven
            || purchases.reduce(0) { $0 + $1.rawValue.utf8.count } >= Self.bytesGiven
    }

    /// As many of these purchases as a device gives at once, from the first on: at least one, if there are any.
    package static func given(of purchases: ArraySlice<SignedTransaction>) -> ArraySlice<SignedTransaction> {
        var bytes = 0
        return purchases.prefix(mostGiven).prefix { purchase in
            defer { bytes += purchase.rawValue.utf8.count }
            return bytes < bytesGiven
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        since = try container.decode(ReplicaMark.self, forKey: .since)
        purchases = try container.decode([SignedTransaction].self, forKey: .purchases)
        uses = try container.decode([Use].self, forKey: .uses)
        // Clients that finish with a request of its own leave it out.
        finished =
            try container.contains(.finished)
            ? container.decode([FinishedTransaction].self, forKey: .finished) : []
        limit = try container.decode(Int.self, forKey: .limit)
        nonce = try container.decode(ExchangeNonce.self, forKey: .nonce)
    }
}

/// A random number in a request and its answer. A device that took the answer to another request, which
/// something on the way has kept, would move its mark past changes that it does not have, and would believe that
/// the store has what it gave.
package struct ExchangeNonce: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: Int64

    /// The numbers that all JSON parsers read exactly.
    private static let range: Range<Int64> = 0..<(1 << 53)

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// A nonce from outside. Throws `DecodingError` if it is not a whole number of 0 to 2⁵³ − 1.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        rawValue = try container.decode(Int64.self)
        guard Self.range.contains(rawValue) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a number of 0 to \(Self.range.upperBound - 1)")
        }
    }

    package static func random() -> ExchangeNonce { ExchangeNonce(rawValue: .random(in: range)) }
}

/// A page of an account's changes.
package struct ExchangePage: Hashable, Sendable, Codable {
    /// The changes after the device's mark, in order, each subject once.
    package var changes: [AccountChange]
    /// Transactions among the changes that change again after this page. The page has them as they
    /// are now, which is beyond its mark. A store that is restored to this mark knows the mark,
    /// but not these versions.
    package var ahead: [TransactionIdentifier]
    /// Up to where the device has everything after it has merged these. Nil if the store does not know the
    /// device's mark: then both have to compare what they have (`ComparisonRequest`).
    package var mark: ReplicaMark?
    /// The newest mark of the account. A comparison that begins now ends there.
    package var newest: ReplicaMark
    /// The request's.
    package var nonce: ExchangeNonce

    package init(
        to request: ExchangeRequest, changes: [AccountChange] = [], ahead: [TransactionIdentifier] = [],
        mark: ReplicaMark?,
        newest: ReplicaMark
    ) {
        self.changes = changes
        self.ahead = ahead
        self.mark = mark
        self.newest = newest
        nonce = request.nonce
    }

    /// Whether there are changes after this page.
    package var hasMore: Bool { mark.map { $0.revision < newest.revision } ?? false }
}

/// A part of what a device has, for a comparison: all purchases, or all uses, with identifiers in a range.
/// Transactions are in the order of their numbers, uses in the order of their identifiers' texts.
package struct ComparisonRequest: Hashable, Sendable, Codable {
    /// The most elements of one part.
    package static let mostElements = 1000

    package enum Subject: String, Hashable, Sendable, Codable {
        case purchases, uses

        /// Whether an element comes before another one in the order of their identifiers.
        package func isOrdered(_ left: String, before right: String) -> Bool {
            switch self {
            case .purchases: Int64(left) ?? 0 < Int64(right) ?? 0
            case .uses: UseIdentifier(rawValue: left) < UseIdentifier(rawValue: right)
            }
        }
    }

    package struct Element: Hashable, Sendable, Codable {
        package let id: String
        /// Which version of a purchase the device has; nil for a use, which has only one.
        package let version: TransactionVersion?

        package init(id: String, version: TransactionVersion? = nil) {
            self.id = id
            self.version = version
        }
    }

    package var subject: Subject
    /// At most `mostElements`.
    package var elements: [Element]
    /// The range begins after this identifier; nil for the first part.
    package var after: String?
    /// The range ends with this identifier; nil for the last part.
    package var through: String?
    /// The answer has the same one.
    package var nonce = ExchangeNonce.random()

    package init(_ subject: Subject, _ elements: [Element], after: String? = nil, through: String? = nil) {
        self.subject = subject
        self.elements = elements
        self.after = after
        self.through = through
    }
}

/// The answer to a part of a comparison.
package struct ComparisonPage: Hashable, Sendable, Codable {
    /// What the device does not have, or has in an earlier version.
    package var changes: [AccountChange]
    /// What the store does not have, or has in an earlier version. The device gives it
    /// with its next `ExchangeRequest`.
    package var wanted: [String]
    /// Up to where the range was compared, if there was more than one answer can hold; nil if it was compared
    /// to its end.
    package var through: String?
    /// The request's.
    package var nonce: ExchangeNonce

    package init(
        to request: ComparisonRequest, changes: [AccountChange] = [], wanted: [String] = [],
        through: String? = nil
    ) {
        self.changes = changes
        self.wanted = wanted
        self.through = through
        nonce = request.nonce
    }
}

/// The store's answer to a use. As JSON it is `{"id": …, "state": "confirmed"}`, where `state` is
/// `confirmed`, `notEnough` (with `available`) or `taken`.
package struct UseOutcome: Hashable, Sendable {
    package enum Result: Hashable, Sendable {
        /// It counts, from now on or already.
        case confirmed
        /// The account only has this much, which may be below zero. Nothing was used.
        case notEnough(available: Int)
        /// The account has another use with this identifier. Nothing was used.
        case taken
    }

    /// The use's identifier. A device that took the answer to another use, which something on the way has
    /// kept, would remove a use that counts, and the person would use the same again.
    package let id: UseIdentifier
    package let result: Result

    package init(_ result: Result, of use: Use) {
        self.result = result
        id = use.id
    }
}

extension AccountChange: Codable {
    private struct Coded: Codable {
        var payment: PurchaseOutcome?
        var isFinished: Bool?
        var lapsed: IdempotencyKey?
        var use: Use?
    }

    package init(from decoder: any Decoder) throws {
        let coded = try Coded(from: decoder)
        switch (coded.payment, coded.lapsed, coded.use) {
        case (let payment?, nil, nil): self = .payment(payment, isFinished: coded.isFinished ?? false)
        case (nil, let key?, nil): self = .lapsed(key)
        case (nil, nil, let use?): self = .use(use)
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "A change is a payment, lapsed or a use."))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let coded =
            switch self {
            case .payment(let outcome, let isFinished): Coded(payment: outcome, isFinished: isFinished)
            case .lapsed(let key): Coded(lapsed: key)
            case .use(let use): Coded(use: use)
            }
        try coded.encode(to: encoder)
    }
}

extension UseOutcome: Codable {
    private struct Coded: Codable {
        enum State: String, Codable { case confirmed, notEnough, taken }

        var id: UseIdentifier
        var state: State
        var available: Int?
    }

    package init(from decoder: any Decoder) throws {
        let coded = try Coded(from: decoder)
        id = coded.id
        switch (coded.state, coded.available) {
        case (.confirmed, _): result = .confirmed
        case (.notEnough, let available?): result = .notEnough(available: available)
        case (.notEnough, nil):
            let reason = "An answer of this state has available."
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        case (.taken, _): result = .taken
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let coded =
            switch result {
            case .confirmed: Coded(id: id, state: .confirmed)
            case .notEnough(let available): Coded(id: id, state: .notEnough, available: available)
            case .taken: Coded(id: id, state: .taken)
            }
        try coded.encode(to: encoder)
    }
}
