package import StoreModel

/// Checks a snapshot that was sent to the server, for `SnapshotFile`, before a `TestStore` opens a store on
/// it. A store trusts its own database: if a number is too large, it overflows when the store adds to it, and
/// the program ends. Below, `AppStore` signs anew what another store's key signed.
package enum ReceivedContents {
    /// Why the contents are refused. Nothing of them is kept.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case anotherApplication(AppIdentity)
        case ofLater
        case damaged(String)

        package var description: String {
            switch self {
            case .anotherApplication(let application):
                "The snapshot is of a store that sells for another application, "
                    + "\(application.bundleIdentifier.rawValue) with the number \(application.appleIdentifier.rawValue); nothing was kept."
            case .ofLater:
                "The snapshot has purchases of later than tomorrow, whose numbers would be given again; nothing was kept. Look "
                    + "whether the clocks of both machines are right."
            case .damaged(let reason):
                "The snapshot does not agree with itself (\(reason)); nothing was kept."
            }
        }
    }

    /// Payments have large numbers. These limits leave enough room to add to them.
    private static let integers = -(1 << 62)...(1 << 62 as Int64)
    private static let jsonColumns: Set = ["settings", "adopted", "state", "report", "content"]

    /// Throws `Refusal` if the contents are not those of a store for `application`.
    package static func check(
        _ engine: any DatabaseEngine, for application: AppIdentity, at now: Timestamp
    ) throws {
        try refusing {
            try engine.read { database in
                for table in StoreTables.names { try checkValues(of: table, database) }
                guard let found = try ApplicationTable.identity(database) else {
                    throw damage("no application")
                }
                guard found.bundleIdentifier == application.bundleIdentifier,
                    found.appleIdentifier == application.appleIdentifier
                else { throw Refusal.anotherApplication(found) }
                try checkSettings(at: now, database)
                try checkAccounts(database)
                try checkNumbers(at: now, database)
                try checkQuantities(database)
                try checkChanges(database)
                try checkUses(database)
                try checkSubscriptions(database)
            }
        }
    }

    fileprivate static func refusing(_ work: () throws -> Void) throws {
        do { try work() } catch let refusal as Refusal { throw refusal } catch { throw damage("\(error)") }
    }

    private static func damage(_ reason: String) -> Refusal { .damaged(reason) }

    /// Checks all numbers of a table, including those in its JSON and in what was signed.
    private static func checkValues(of table: String, _ database: any StoreTransaction) throws {
        try database.forEachRow("SELECT * FROM \(table)", []) { row in
            for (column, value) in zip(row.columns, row.values) {
                switch value {
                case .integer(let number) where !integers.contains(number):
                    throw damage("a number in the table \(table) is too large")
                case .text(let text) where column == "signed": try checkJSON(payload(text, in: table))
                case .text(let text) where jsonColumns.contains(column): try checkJSON(Array(text.utf8))
                default: break
                }
            }
            return true
        }
    }

    /// The payload of what was signed. The store keeps transactions without the header that they all have.
    private static func payload(_ signed: String, in table: String) throws -> [UInt8] {
        guard let jws = CompactJWS(signed), jws.header.isEmpty == (table == "purchase"),
            let payload = jws.payloadBytes
        else {
            throw damage("something in the table \(table) is not signed")
        }
        return payload
    }

    private static func checkJSON(_ bytes: [UInt8]) throws {
        guard try ReceivedJSON.decode(JSONElement.self, from: bytes).hasIntegers(in: integers) else {
            throw damage("a number in its JSON is too large")
        }
    }

    private static func checkSettings(at now: Timestamp, _ database: any StoreTransaction) throws {
        for settings in [try SettingsTable.settings(database), try SettingsTable.adopted(database)] {
            guard 0...60_000 ~= settings.delayMilliseconds, settings.hasRightClock(at: now) else {
                throw damage("its settings")
            }
        }
        guard try AccountClockTable.all(database).allSatisfy({ $0.hasRightClock(at: now) }) else {
            throw damage("the clock of an account")
        }
    }

    private static func checkAccounts(_ database: any StoreTransaction) throws {
        guard try AccountTable.embedded(database) != nil else { throw damage("no account") }
        for account in try AccountTable.all(database) {
            let password = try account.name.flatMap { try AccountTable.find(name: $0, database) }?.password
            guard password.map({ PasswordHash(text: $0).isUsual }) ?? true else { throw damage("a password") }
        }
    }

    private static func checkNumbers(at now: Timestamp, _ database: any StoreTransaction) throws {
        let given = StoreNumber.given(by: now.advanced(by: .seconds(86_400)))
        for (table, column) in [("purchase", "number"), ("account", "number"), ("subscription", "original")] {
            let row = try database.row(
                "SELECT min(\(column)) AS least, max(\(column)) AS newest FROM \(table)")
            guard let row, let least: Int64 = row["least"], let newest: Int64 = row["newest"] else {
                continue
            }
            guard least >= given.lowerBound else {
                throw damage("a number in the table \(table) is too small")
            }
            guard newest <= given.upperBound else { throw Refusal.ofLater }
        }
    }

    /// The store multiplies prices by them.
    private static func checkQuantities(_ database: any StoreTransaction) throws {
        let (least, most) = (Payment.quantities.lowerBound, Payment.quantities.upperBound)
        let sql = "SELECT 1 FROM purchase WHERE quantity < ? OR quantity > ? LIMIT 1"
        guard try database.rows(sql, [least, most]).isEmpty else {
            throw damage("a payment for no or more pieces than are sold")
        }
    }

    private static func checkChanges(_ database: any StoreTransaction) throws {
        guard try AccountChangeTable.followOn(database) else { throw damage("the changes of an account") }
    }

    private static func checkUses(_ database: any StoreTransaction) throws {
        let (amounts, dates) = (Use.amounts, Timestamp.written)
        let sql = "SELECT 1 FROM accountUse WHERE amount < ? OR amount > ? OR date < ? OR date > ? LIMIT 1"
        let limits: StoreArguments = [
            amounts.lowerBound, amounts.upperBound, dates.lowerBound, dates.upperBound,
        ]
        guard try database.rows(sql, limits).isEmpty else { throw damage("the amount or date of a use") }
    }

    private static func checkSubscriptions(_ database: any StoreTransaction) throws {
        let dates = Timestamp.written
        for subscription in try SubscriptionTable.all(database) {
            let moments = [
                subscription.originalDate, subscription.start, subscription.expires, subscription.since,
            ]
            guard moments.allSatisfy({ dates.contains($0) }), 1...31 ~= subscription.renewalDay,
                subscription.due.map(dates.contains) ?? true
            else { throw damage("the subscription \(subscription.original)") }
        }
    }
}

extension JSONElement {
    fileprivate func hasIntegers(in range: ClosedRange<Int64>) -> Bool {
        switch self {
        case .integer(let number): range.contains(number)
        case .array(let elements): elements.allSatisfy { $0.hasIntegers(in: range) }
        case .object(let fields): fields.values.allSatisfy { $0.hasIntegers(in: range) }
        case .null, .bool, .number, .text: true
        }
    }
}

extension AppStore {
    /// Takes over contents that came from outside and were checked. What another key signed is signed anew
    /// with the same payload. Throws `ReceivedContents.Refusal` if charges do not agree with what was signed
    /// for them, or subscriptions with their rows.
    package func takeReceivedContents() throws {
        try ReceivedContents.refusing {
            try database.write { database in
                try purchaseTable.signAnew(by: signer, database) { !signer.hasSigned($0) }
                for follower in followers { try follower.takeReceived(by: self, database) }
                if let finding = try auditOfPayments(database).findings.first {
                    throw ReceivedContents.Refusal.damaged(finding)
                }
            }
        }
    }
}
