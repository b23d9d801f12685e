internal import StoreEvents
internal import StoreModel

/// The transaction on the inspector screen, and what is selected there. `StorefrontState` holds it as long as
/// the screen is open; in lines, until the next `inspect`. `inspectorRows` makes its rows, and
/// `PlainStorefront` prints them.
struct Inspector: Hashable, Sendable {
    /// A version that the store signed, with what it says about itself. It is read once, because signatures
    /// are long.
    struct Version: Hashable, Sendable {
        let signed: SignedTransaction
        let date: Timestamp?
        let digest: String
        let isRefunded: Bool

        init(_ signed: SignedTransaction) {
            self.signed = signed
            date = signed.signedDate
            digest = signed.version(signedAt: Timestamp(milliseconds: 0)).digest
            isRefunded = signed.unverifiedPayload?.revocationDate != nil
        }
    }

    /// The transaction as the list last had it.
    var listed: TransactionsListed.Entry
    /// Nil until the answer comes.
    private(set) var inspected: TransactionInspected?
    /// The versions in the answer, oldest first. The last one counts.
    private(set) var versions: [Version] = []
    /// Since when an answer is awaited; nil if it has come, or will not come.
    var awaitedSince: ContinuousClock.Instant?
    /// Nil for the first value.
    var selected: InspectorValue.ID?
    /// The value that is alone on the screen, to be marked by hand; nil if the list is shown.
    var alone: String?

    init(_ listed: TransactionsListed.Entry) { self.listed = listed }

    var key: IdempotencyKey { listed.transaction.key }
    /// The transaction as the answer has it; until the answer comes, as the list has it.
    var entry: TransactionsListed.Entry { inspected?.entry ?? listed }

    mutating func take(_ event: TransactionInspected) {
        inspected = event
        awaitedSince = nil
        versions = ((try? event.record.get())?.versions ?? []).map(Version.init)
    }
}

/// A row of the inspector. `inspectorRows` makes them, `drawInspector` draws them.
enum InspectorRow: Hashable, Sendable {
    case heading(String)
    /// A sentence.
    case note(String)
    case value(InspectorValue)

    var value: InspectorValue? { if case .value(let value) = self { value } else { nil } }
    var isHeading: Bool { if case .heading = self { true } else { false } }
}

/// A value with its name.
struct InspectorValue: Hashable, Sendable {
    /// Identifies a row, so that it stays selected if others arrive.
    enum ID: Hashable, Sendable {
        case detail(Text)
        case field(Int)
        case signed, receipt, order, status, finished
        case version(Int), change(Int)
        case notification(Int), attempt(Int, of: Int), nextAttempt(Int), uuid(Int), signedPayload(Int)
    }

    struct Part: Hashable, Sendable {
        var text: String
        var style = Style()
        /// Whether it is left out if there is little room.
        var isOptional = false
    }

    /// Nil for a value that cannot be selected, because there is nothing to copy.
    let id: ID?
    let label: String
    /// What is copied.
    let whole: String
    /// What is shown. Of a long value, that is its beginning, followed by its length.
    var parts: [Part]
    /// Whether only the beginning of the first part is shown.
    let isLong: Bool
    /// Whether it belongs to the row above.
    var isNested = false
}
