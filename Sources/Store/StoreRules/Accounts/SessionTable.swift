internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// The table of the sessions of signed-in accounts, and the tokens of clients. Sign-in adds a session, and
/// `AppStore.session` finds it by a request's token. The table has only the token's hash, so nobody who reads
/// the database can sign in with it. A session ends when its customer signs out, or if it was not used for
/// 90 days, or if its account has too many.
enum SessionTable {
    /// How many sessions an account has at most.
    static let most = 100
    static let life = Duration.seconds(90 * 86_400)
    /// How long after a recorded use the next one is recorded; not every request is.
    static let useInterval = Duration.seconds(86_400)

    static func insert(
        _ token: SessionToken, of account: AccountIdentifier, created: Timestamp,
        _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "INSERT INTO session (token, account, created, used) VALUES (?, ?, ?, ?)",
            [token.hash, account, created, created])
    }

    /// The account of a session that is not over at `date`, and when the session was used last. It is one
    /// query, which needs no transaction: many requests begin with it.
    static func find(
        _ token: SessionToken, at date: Timestamp, _ database: any StoreReader
    ) throws -> (account: Account, used: Timestamp)? {
        let read = StoreRead(
            """
            SELECT account.*, session.used FROM session JOIN account ON account.identifier = session.account
            WHERE session.token = ? AND session.used >= ?
            """, [token.hash, end(at: date)])
        return try database.rows(read).first.map { (try AccountTable.account($0), $0["used"]) }
    }

    static func use(_ token: SessionToken, at date: Timestamp, _ database: any StoreTransaction) throws {
        try database.update(
            "UPDATE session SET used = ?1 WHERE token = ?2 AND used < ?1", [date, token.hash], changing: [])
    }

    static func remove(_ token: SessionToken, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM session WHERE token = ?", [token.hash])
    }

    /// Removes sessions that were over at `date`, at most `limit`, and returns how many.
    static func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) throws -> Int {
        try database.execute(removal, [end(at: date), limit])
    }

    static let removal =
        "DELETE FROM session WHERE token IN (SELECT token FROM session WHERE used < ? LIMIT ?)"

    /// Removes the sessions of an account that were not used for longest, until it has `count`, and returns
    /// how many. A use is recorded once a day, so a session that was used today may be among them.
    static func removeOldest(
        of account: AccountIdentifier, butNewest count: Int, _ database: any StoreTransaction
    ) throws -> Int {
        let sql = """
            DELETE FROM session WHERE token IN (
                SELECT token FROM session WHERE account = ?
                ORDER BY used DESC, created DESC, token LIMIT 1000000 OFFSET ?)
            """
        return try database.execute(sql, [account, count])
    }

    static func removeAll(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM session WHERE account = ?", [account])
    }

    /// A session that was last used before this moment is over at `date`.
    private static func end(at date: Timestamp) -> Timestamp { date.advanced(by: .zero - life) }
}

/// The secret that a signed-in client sends with each request: 32 random bytes as base64url.
package struct SessionToken: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Takes what a client sent. Only the store can say whether it is a token.
    package init(rawValue: String) { self.rawValue = rawValue }

    static func random() -> SessionToken {
        SessionToken(rawValue: Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0 ... .max) }))
    }

    var hash: [UInt8] { Array(SHA256.hash(data: Data(rawValue.utf8))) }
}
