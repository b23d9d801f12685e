internal import GRDB
internal import StoreModel

/// One entry of the record of what is owned: a purchase, a refund, the use of pieces. `EntitlementTable` appends them.
struct EntitlementEntry {
    let sequence: Int
    let entitlement: Entitlement
    let previousSeal: [UInt8]
    var seal: [UInt8]
}

extension EntitlementEntry {
    static let columns = """
        sequence, transactionIdentifier, originalTransactionIdentifier, productIdentifier, purchaseDate, revocationDate, \
        signedDate, signedTransaction, previousSeal, seal, expiresDate, pieces, used
        """

    /// SQL for `columns`, read from the record.
    static let selection = columns.replacing("signedTransaction", with: SignedHeaders.wholeTransaction)

    init(_ entitlement: Entitlement, after head: LedgerHead, seal mac: LedgerMAC) {
        self.init(
            sequence: head.sequence + 1, entitlement: entitlement, previousSeal: head.entrySeal, seal: LedgerMAC.none)
        seal = mac.seal(of: text)
    }

    /// Reads `selection`; nil if a value is not of the kind that this program writes.
    init?(_ row: Row) {
        func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
            Value.fromDatabaseValue(row[index] as DatabaseValue)
        }
        guard let sequence: Int = value(0), let transaction: String = value(1), let original: String = value(2),
            let product: String = value(3), let purchaseDate: Int64 = value(4), let signedDate: Int64 = value(6),
            let signed: String = value(7),
            let previousSeal = LedgerMAC.bytes(row[8]), let seal = LedgerMAC.bytes(row[9])
        else { return nil }
        self.init(
            sequence: sequence,
            entitlement: Entitlement(
                transactionIdentifier: TransactionIdentifier(rawValue: transaction),
                originalTransactionIdentifier: TransactionIdentifier(rawValue: original),
                productIdentifier: ProductIdentifier(rawValue: product),
                purchaseDate: Timestamp(milliseconds: purchaseDate),
                expiresDate: (value(10) as Int64?).map(Timestamp.init(milliseconds:)),
                revocationDate: (value(5) as Int64?).map(Timestamp.init(milliseconds:)),
                signedDate: Timestamp(milliseconds: signedDate), pieces: value(11), used: value(12) ?? 0,
                signedTransaction: SignedTransaction(rawValue: signed)),
            previousSeal: previousSeal, seal: seal)
    }

    var head: LedgerHead { LedgerHead(sequence: sequence, entrySeal: seal) }

    func insert(into database: Database) throws {
        let signed = try SignedHeaders.split(entitlement.signedTransaction, in: database)
        let statement = try database.cachedStatement(
            sql: "INSERT INTO entitlement (\(Self.columns), header) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            sequence, entitlement.transactionIdentifier.rawValue, entitlement.originalTransactionIdentifier.rawValue,
            entitlement.productIdentifier.rawValue, entitlement.purchaseDate.milliseconds,
            entitlement.revocationDate?.milliseconds, entitlement.signedDate.milliseconds, signed.rest,
            LedgerMAC.blob(previousSeal), LedgerMAC.blob(seal), entitlement.expiresDate?.milliseconds,
            entitlement.pieces, entitlement.used, signed.header,
        ])
    }

    func follows(_ head: LedgerHead) -> Bool { sequence == head.sequence + 1 && previousSeal == head.entrySeal }

    /// Whether it is as this program wrote it.
    func isValid(_ mac: LedgerMAC) -> Bool { mac.isValid(seal, of: text) }

    private var text: SealedText {
        var text = SealedText(of: "entitlement 1")
        text.append(bytes: previousSeal)
        text.append(sequence)
        text.append(entitlement.transactionIdentifier.rawValue)
        text.append(entitlement.originalTransactionIdentifier.rawValue)
        text.append(entitlement.productIdentifier.rawValue)
        text.append(Int(entitlement.purchaseDate.milliseconds))
        text.append(entitlement.revocationDate.map { Int($0.milliseconds) })
        text.append(Int(entitlement.signedDate.milliseconds))
        text.append(entitlement.signedTransaction.rawValue)
        // What is bought for good is sealed as it was before there were subscriptions.
        if let expires = entitlement.expiresDate { text.append(Int(expires.milliseconds)) }
        if let pieces = entitlement.pieces {
            text.append(pieces)
            text.append(entitlement.used)
        }
        return text
    }
}
