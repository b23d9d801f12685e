internal import GRDB
internal import StoreModel

/// Keeps the header of signed transactions once for all rows of `LedgerEntry` and `EntitlementEntry`. A row has the
/// number of the header, and the rest of its transaction. A header is most of the text, and stays the same for months.
///
/// All that the store signed is kept. The seal of a good entry covers it. The signature proves the purchase where the
/// entry was edited; without the certificates in the header, only this device could check it. An entry without a number
/// has the whole text: an earlier version wrote it.
enum SignedHeaders {
    static let schema = """
        CREATE TABLE IF NOT EXISTS signed_header (
            id INTEGER PRIMARY KEY NOT NULL,
            text TEXT NOT NULL UNIQUE
        ) STRICT;
        """

    /// SQL for the whole signed transaction of an entry.
    static let wholeTransaction = """
        coalesce((SELECT text || '.' FROM signed_header WHERE id = header), '') || signedTransaction
        """

    /// The number of a signed transaction's header, and the rest to keep in the entry.
    static func split(_ signed: SignedTransaction, in database: Database) throws -> (header: Int64?, rest: String) {
        let text = signed.rawValue.utf8
        guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return (nil, signed.rawValue) }
        let header = String(signed.rawValue[..<point])
        let rest = String(signed.rawValue[text.index(after: point)...])
        let statement = try database.cachedStatement(sql: "SELECT id FROM signed_header WHERE text = ?")
        if let known = try Int64.fetchOne(statement, arguments: [header]) { return (known, rest) }
        try database.execute(sql: "INSERT INTO signed_header (text) VALUES (?)", arguments: [header])
        return (database.lastInsertedRowID, rest)
    }
}
