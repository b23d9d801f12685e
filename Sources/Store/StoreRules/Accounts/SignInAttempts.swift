internal import Crypto
package import StoreModel

/// Failed attempts to sign in that are counted together: at one account, from one network, or from one
/// network at one account. The server's `LoginThrottle` counts them to slow down guesses. A single server
/// keeps them in memory; servers that share a store keep them in the table below.
package struct SignInAttempts: Hashable, Sendable {
    package var failures = 0
    /// The last failure, or the last attempt that succeeded.
    package var last: Timestamp
    /// Whether the right password has come from there.
    package var isKnown = false

    package init(last: Timestamp) { self.last = last }

    /// The number under which attempts are stored. It is equally long for long names and short ones.
    ///
    /// - Parameter subject: the bytes that distinguish these attempts from all others.
    package static func number(of subject: [UInt8]) -> Int64 {
        SHA256.hash(data: subject).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension AppStore {
    /// Changes the failed attempts to sign in that all servers of this store have counted.
    ///
    /// - Parameters:
    ///   - subjects: the numbers of the attempts to change.
    ///   - body: changes them; it may run again if others change them at the same time.
    package func changeSignInAttempts<Value: Sendable>(
        of subjects: [Int64], _ body: @escaping @Sendable (inout [Int64: SignInAttempts]) -> Value
    ) async throws(AccountError) -> Value {
        try await writing(reading: subjects.map(SignInAttemptTable.read)) { database in
            var known: [Int64: SignInAttempts] = [:]
            for subject in subjects { known[subject] = try SignInAttemptTable.find(subject, database) }
            var changed = known
            let value = body(&changed)
            for (subject, attempts) in changed where attempts != known[subject] {
                try SignInAttemptTable.save(attempts, of: subject, database)
            }
            return value
        }
    }
}

/// Failed attempts to sign in, if several servers count them. A single server has them in memory.
enum SignInAttemptTable {
    /// How long failures are remembered, and how long a network from which the right password has come.
    private static let (life, lifeOfKnown) = (Duration.seconds(3600), Duration.seconds(30 * 86_400))

    static func read(_ subject: Int64) -> StoreRead {
        StoreRead("SELECT * FROM signInAttempt WHERE subject = ?", [subject])
    }

    static func find(_ subject: Int64, _ database: any StoreTransaction) throws -> SignInAttempts? {
        try database.rows(read(subject)).first.map { row in
            var attempts = SignInAttempts(last: row["last"])
            attempts.failures = row["failures"]
            attempts.isKnown = row["isKnown"]
            return attempts
        }
    }

    static func save(_ attempts: SignInAttempts, of subject: Int64, _ database: any StoreTransaction) throws {
        let sql = """
            INSERT INTO signInAttempt (subject, failures, last, isKnown) VALUES (?, ?, ?, ?) ON CONFLICT (subject)
            DO UPDATE SET failures = excluded.failures, last = excluded.last, isKnown = excluded.isKnown
            """
        try database.execute(sql, [subject, attempts.failures, attempts.last, attempts.isKnown])
    }

    /// Removes what no longer counts at `date`, at most `limit`, and returns how many.
    static func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) throws -> Int {
        let sql = """
            DELETE FROM signInAttempt WHERE subject IN (
                SELECT subject FROM signInAttempt WHERE NOT isKnown AND last < ? OR isKnown AND last < ? LIMIT ?)
            """
        return try database.execute(
            sql, [date.advanced(by: .zero - life), date.advanced(by: .zero - lifeOfKnown), limit])
    }
}
