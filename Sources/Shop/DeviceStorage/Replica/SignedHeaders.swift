internal import GRDB
internal import StoreModel

/// Keeps the header of signed transactions once for all rows of purchases. A row has the number of
/// the header, and the rest of its transaction. A header is most of the text, and stays the same for
/// months. Whatever the store signed is kept: without the certificates in the header, only this
/// device could check it.
enum SignedHeaders {
    static let schema = """
        CREATE TABLE signed_header (
            id INTEGER PRIMARY KEY NOT NULL,
            text TEXT NOT NULL UNIQUE
        ) STRICT;
        """

    /// SQL for the whole signed transaction of a row. A damaged row has a text that proves nothing.
    static let wholeTransaction = """
        coalesce((SELECT text || '.' FROM signed_header WHERE id = header), '')
            || coalesce(signedTransaction, '')
        """

    /// The number of a signed transaction's header, and the rest to keep in the row.
    static func split(_ signed: SignedTransaction, in database: Database) throws -> (
        header: Int64?, rest: String
    ) {
        let text = signed.rawValue.utf8
        guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return (nil, signed.rawValue) }
        let header = String(signed.rawValue[..<point])
        let rest = String(signed.rawValue[text.index(after: point)...])
        let statement = try database.cachedStatement(sql: "SELECT id FROM signed_header WHERE text = ?")
        if let known = try Int64.fetchOne(statement, arguments: [header]) { return (known, rest) }
        try database.cachedStatement(sql: "INSERT INTO signed_header (text) VALUES (?)").execute(arguments: [
            header
        ])
        return (database.lastInsertedRowID, rest)
    }
}
