internal import GRDB
internal import StoreModel

/// Keeps the signed transactions of `LedgerEntry` and `EntitlementEntry`, without the same header again in each row.
///
/// What must be kept of a purchase is all that the store signed: while an entry is good its seal covers that text, and where an
/// entry was edited the signature alone still proves the purchase. The header carries the store's certificates, without which
/// nobody but this device can check the signature. It is most of the text and the same for months, so it is kept once, and an
/// entry refers to it by number. An entry without a number has the whole text: it was written by a version before this one.
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
