internal import FoundationEssentials
internal import GRDB
internal import StoreEvents
internal import StoreModel

/// Changes a replica within one database transaction: the rows, and the sums by the difference.
/// `AccountReplica` makes one for each transaction, and saves the sums at its end.
struct ReplicaWriter {
    /// A row is not what was written. The replica is repaired, and the same is done again.
    struct Unsound: Error {}

    let database: Database
    let seal: ReplicaSeal
    let verifier: TransactionVerifier
    var sums: ReplicaSums

    // MARK: Purchases

    /// Takes in a version of a purchase, unless this or a later version is known.
    ///
    /// - Parameter place: the place of a version that is new here. `underMark` is also the new place of a
    ///   known version.
    mutating func merge(_ purchase: ProvedPurchase, to place: ReplicaPlace) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT \(SignedHeaders.wholeTransaction) FROM replica_purchase WHERE number = ?")
        guard let known = try String.fetchOne(statement, arguments: [purchase.number]) else {
            count(purchase, by: 1)
            return try insert(purchase, to: place)
        }
        if known == purchase.signed.rawValue {
            return place == .underMark ? try setPlace(place, purchase.number, purchase.version.digest) : ()
        }
        // The columns may have been edited: only the signed text tells which version it is, and
        // what it counted for.
        guard let before = try? ProvedPurchase(SignedTransaction(rawValue: known), by: verifier),
            before.number == purchase.number
        else { throw Unsound() }
        guard before.version < purchase.version else { return }
        count(before, by: -1)
        count(purchase, by: 1)
        try remove(purchase.number)
        try insert(purchase, to: place)
    }

    /// Notes the place of a version that is here. What is under the mark stays there in a comparison.
    func setPlace(_ place: ReplicaPlace, _ number: Int64, _ digest: String?) throws {
        try database.cachedStatement(
            sql: """
                UPDATE replica_purchase SET place = ?1
                WHERE number = ?2 AND digest = ifnull(?3, digest) AND (?1 <> ?4 OR place <> 0)
                """
        ).execute(arguments: [place, number, digest, ReplicaPlace.compared])
    }

    private mutating func count(_ purchase: ProvedPurchase, by sign: Int) {
        sums.purchases.add(sign, seal.seal(purchase.signed.rawValue.utf8, as: "replica purchase"))
        let payload = purchase.payload
        guard purchase.isPaid,
            let brought = MonkeyCredits.brought(
                by: payload.productId, payload.type, quantity: payload.quantity)
        else { return }
        sums[brought.goods.product].bought += sign * brought.amount
    }

    private func insert(_ purchase: ProvedPurchase, to place: ReplicaPlace) throws {
        let text = try SignedHeaders.split(purchase.signed, in: database)
        try database.cachedStatement(
            sql: """
                INSERT INTO replica_purchase (number, original, kind, period, isPaid, signedDate, digest,
                    header, signedTransaction, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: purchase.columns + [text.header, text.rest, place])
    }

    private func remove(_ number: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM replica_purchase WHERE number = ?").execute(
            arguments: [number])
    }

    // MARK: Uses

    private typealias UseRow = (use: Use, isConfirmed: Bool, mayBeMissing: Bool)

    /// The known use with an identifier.
    private func use(_ id: UseIdentifier) throws -> UseRow? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM replica_use WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
            guard let use = sound(row) else { throw Unsound() }
            return use
        }
    }

    /// The use in a row; nil if this program did not write the row.
    private func sound(_ row: Row) -> UseRow? {
        guard let use = Use(row), let isConfirmed = Bool.fromDatabaseValue(row["isConfirmed"]),
            ReplicaPlace.fromDatabaseValue(row["place"]) != nil,
            let mayBeMissing = Bool.fromDatabaseValue(row["mayBeMissing"]),
            ReplicaSeal.bytes(row["seal"]) == seal.seal(use, isConfirmed: isConfirmed)
        else { return nil }
        return (use, isConfirmed, mayBeMissing)
    }

    /// Takes in a use that the store has confirmed. A known one counts once. A confirmed one that the
    /// store contradicts gives way. A use whose amount is not possible does not count.
    mutating func merge(_ use: Use, to place: ReplicaPlace) throws {
        guard Use.amounts.contains(use.amount) else { return }
        let product = use.productIdentifier
        let found = try self.use(use.id)
        guard let known = found, (known.use.amount, known.use.productIdentifier) == (use.amount, product)
        else {
            // One that waits still goes to the store, which refuses it.
            if let found {
                guard found.isConfirmed else { return }
                try remove(found)
            }
            sums[product].take(use.amount)
            return try put(use, isConfirmed: true, to: place)
        }
        if known.isConfirmed { return place == .underMark ? try setPlace(place, use.id) : () }
        try remove(known)
        // A use that was asked for here since more was found missing cannot be among that.
        if known.mayBeMissing { sums[product].take(use.amount) } else { sums[product].used += use.amount }
        try put(use, isConfirmed: true, to: place)
    }

    mutating func ask(_ use: Use) throws {
        let available = sums[use.productIdentifier].available
        guard use.amount <= available, Use.amounts.contains(use.amount) else {
            throw ReplicaError.notEnough(use.productIdentifier, available: available)
        }
        sums[use.productIdentifier].waiting += use.amount
        try put(use, isConfirmed: false, to: .underMark)
    }

    /// Removes a use that waits for the store. A confirmed use stays.
    mutating func refuse(_ id: UseIdentifier) throws {
        if let known = try use(id), !known.isConfirmed { try remove(known) }
    }

    /// Removes a use. What a confirmed one has used stays used.
    private mutating func remove(_ known: UseRow) throws {
        let product = known.use.productIdentifier
        if known.isConfirmed {
            sums[product].used -= known.use.amount
            sums[product].missing += known.use.amount
        } else {
            sums[product].waiting -= known.use.amount
        }
        sums.uses.add(-1, seal.seal(known.use, isConfirmed: known.isConfirmed))
        try database.cachedStatement(sql: "DELETE FROM replica_use WHERE id = ?").execute(
            arguments: [known.use.id.rawValue])
    }

    /// The same for a confirmed use.
    func setPlace(_ place: ReplicaPlace, _ id: UseIdentifier) throws {
        try database.cachedStatement(
            sql: """
                UPDATE replica_use SET place = ?1
                WHERE id = ?2 AND isConfirmed <> 0 AND (?1 <> ?3 OR place <> 0)
                """
        ).execute(arguments: [place, id.rawValue, ReplicaPlace.compared])
    }

    private mutating func put(_ use: Use, isConfirmed: Bool, to place: ReplicaPlace) throws {
        let sealed = seal.seal(use, isConfirmed: isConfirmed)
        sums.uses.add(1, sealed)
        try database.cachedStatement(
            sql: """
                INSERT INTO replica_use (id, product, amount, date, isConfirmed, place, mayBeMissing, seal)
                VALUES (?, ?, ?, ?, ?, ?, 0, ?)
                """
        ).execute(arguments: [
            use.id.rawValue, use.productIdentifier?.rawValue, use.amount, use.date.milliseconds, isConfirmed,
            place, Data(sealed),
        ])
    }

    /// How many rows are beyond the mark.
    func beyondCount() throws -> Int {
        let statement = try database.cachedStatement(
            sql: """
                SELECT (SELECT count(*) FROM replica_purchase WHERE place <> 0)
                    + (SELECT count(*) FROM replica_use WHERE place <> 0 AND isConfirmed <> 0)
                """)
        return try Int.fetchOne(statement) ?? 0
    }

    // MARK: Counting again

    /// Counts all rows again.
    ///
    /// - Parameter progress: is told how many rows were looked at; false ends the count.
    /// - Returns: the rows of purchases that are not valid, and the bytes of the identifiers of such uses. They
    ///   are not counted.
    mutating func count(
        progressInterval: Int = 1000, progress: (Int) -> Bool = { _ in true }
    ) throws -> (purchases: [(row: Int64, signed: SignedTransaction)], uses: [Data]) {
        sums = ReplicaSums(of: sums.account)
        var bad: (purchases: [(row: Int64, signed: SignedTransaction)], uses: [Data]) = ([], [])
        var looked = 0
        func step() throws {
            looked += 1
            if looked.isMultiple(of: progressInterval), !progress(looked) { throw ReplicaError.interrupted }
        }
        let purchases = try Row.fetchCursor(
            database,
            sql:
                "SELECT \(ProvedPurchase.columnNames), \(SignedHeaders.wholeTransaction) FROM replica_purchase"
        )
        while let row = try purchases.next() {
            try step()
            let signed = SignedTransaction(rawValue: String.fromDatabaseValue(row[7]) ?? "")
            if let purchase = try? ProvedPurchase(signed, by: verifier),
                StatementArguments(row.databaseValues.prefix(7)) == purchase.columns
            {
                count(purchase, by: 1)
            } else {
                bad.purchases.append((try row.decode(atIndex: 0), signed))
            }
        }
        let uses = try Row.fetchCursor(
            database, sql: "SELECT *, CAST(id AS BLOB) AS bytes FROM replica_use")
        while let row = try uses.next() {
            try step()
            guard let (use, isConfirmed, _) = sound(row) else {
                bad.uses.append(try row.decode(forColumn: "bytes"))
                continue
            }
            sums.uses.add(1, seal.seal(use, isConfirmed: isConfirmed))
            if isConfirmed {
                sums[use.productIdentifier].used += use.amount
            } else {
                sums[use.productIdentifier].waiting += use.amount
            }
        }
        return bad
    }

    /// Repairs whatever is not valid. What is proved stays, but all of it is now beyond the mark, which
    /// begins again. Uses stay if their seals are valid. If the key that sealed them is missing, all stay. Those
    /// of another account do not. What is known to have been used stays used: by what the sums were until now,
    /// and by the high-water mark in its file.
    mutating func repair(_ finding: AccountFinding, _ highWaterMark: HighWaterMark?) throws {
        let before = sums
        switch finding {
        case .sumsEdited, .sumsMissing, .rowsEdited, .olderCopy, .highWaterMarkMissing: break
        case .anotherAccount: try database.execute(sql: "DELETE FROM replica_use")
        case .keyMissing:
            for row in try Row.fetchAll(database.cachedStatement(sql: "SELECT * FROM replica_use")) {
                guard let use = Use(row), let isConfirmed = Bool.fromDatabaseValue(row["isConfirmed"]) else {
                    continue
                }
                let sealed = seal.seal(use, isConfirmed: isConfirmed)
                try database.cachedStatement(sql: "UPDATE replica_use SET seal = ? WHERE id = ?").execute(
                    arguments: [Data(sealed), use.id.rawValue])
            }
        }
        let bad = try count()
        for row in bad.purchases { try remove(row.row) }
        for id in bad.uses {
            // Damaged text compares with nothing that a program can write.
            try database.execute(
                sql: "DELETE FROM replica_use WHERE CAST(id AS BLOB) = ?", arguments: [id])
        }
        // If only a column was edited, the purchase is still proved.
        for row in bad.purchases {
            if let purchase = try? ProvedPurchase(row.signed, by: verifier) {
                try merge(purchase, to: .beyond)
            }
        }
        try database.execute(
            sql: "UPDATE replica_purchase SET place = ?; UPDATE replica_use SET place = ?",
            arguments: [ReplicaPlace.beyond, ReplicaPlace.beyond])
        sums.raise(to: before.highWaterMark)
        if let highWaterMark { sums.raise(to: highWaterMark) }
        try noteMissing(since: before)
    }

    /// Notes which waiting uses may be among the missing ones: those of products of which more is missing than
    /// before. What was missing before was used before they were asked for, or they have the note already.
    private func noteMissing(since before: ReplicaSums) throws {
        var products: [ProductIdentifier?] = sums.products
        products.append(nil)
        for product in products where sums[product].missing > before[product].missing {
            try database.cachedStatement(
                sql: "UPDATE replica_use SET mayBeMissing = 1 WHERE isConfirmed = 0 AND product IS ?"
            ).execute(arguments: [product?.rawValue])
        }
    }
}

/// A signed transaction that this account's replica may take, and its content.
struct ProvedPurchase {
    let number: Int64
    let payload: TransactionPayload
    let signed: SignedTransaction
    let version: TransactionVersion
    var isPaid: Bool { payload.revocationDate == nil }
    private let original: Int64

    /// - Parameter identifier: the number that it is said to have, if any.
    init(
        _ signed: SignedTransaction, named identifier: TransactionIdentifier? = nil,
        by verifier: TransactionVerifier
    ) throws(VerificationFailure) {
        (payload, number, original) = try verifier.proof(of: signed) {
            identifier == nil || identifier == $0.transactionId
        }
        self.signed = signed
        version = signed.version(signedAt: payload.signedDate)
    }

    static let columnNames = "number, original, kind, period, isPaid, signedDate, digest"

    var columns: StatementArguments {
        [
            number, original, payload.type.rawValue, payload.periodNumber ?? 0,
            isPaid, payload.signedDate.milliseconds, version.digest,
        ]
    }
}

extension Use {
    /// Reads a row; nil if this program did not write it. The store refuses a use that cannot be decoded, and
    /// everything that is sent with it.
    init?(_ row: Row) {
        guard let id = String.fromDatabaseValue(row["id"]), let amount = Int.fromDatabaseValue(row["amount"]),
            let date = Int64.fromDatabaseValue(row["date"]).map(Timestamp.init(milliseconds:)),
            Use.amounts.contains(amount), Timestamp.written.contains(date)
        else { return nil }
        let product = String.fromDatabaseValue(row["product"]).map(ProductIdentifier.init(rawValue:))
        self.init(id: UseIdentifier(rawValue: id), of: product, amount: amount, date: date)
    }
}
