package import StoreModel
package import StoreRules

extension AppStore {
    package func count(_ table: String) throws -> Int {
        try database.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// How SQLite finds the rows of a statement.
    package func plan(_ sql: String) throws -> [String] {
        let numbered = sql.matches(of: /\?(\d+)/).compactMap { Int($0.1) }.max()
        let arguments = StoreArguments(Array(repeating: 1, count: numbered ?? sql.count { $0 == "?" }))
        return try database.read {
            try $0.rows("EXPLAIN QUERY PLAN " + sql, arguments).map { $0["detail"] as String }
        }
    }

    /// Makes each such change fail, for example "UPDATE ON purchase WHEN NEW.number = 7", until `goOn`. A
    /// store that is ended in the middle of its work has not made the change, either.
    package func stop(at change: String) throws {
        try database.write {
            try $0.execute("CREATE TRIGGER stop BEFORE \(change) BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
    }

    package func goOn() throws { try database.write { try $0.execute("DROP TRIGGER stop") } }

    /// The payloads of all transactions of an account, finished or not, oldest first.
    package func payloads(of account: AccountIdentifier) throws -> [TransactionPayload] {
        try database.read { database in
            try purchaseTable.history(
                of: account, after: nil, descending: false, limit: .max, where: { _ in true }, database)
        }
        .compactMap(\.signed).map(TransactionSigner.payload)
        .sorted { Int64($0.transactionId.rawValue)! < Int64($1.transactionId.rawValue)! }
    }

    /// How many credits an account has, and the mark of its last change.
    package func sums(of account: AccountIdentifier) throws -> (credits: Int, ReplicaMark) {
        let sql = """
            SELECT revision, mark, credits FROM accountChange WHERE account = ? ORDER BY revision DESC LIMIT 1
            """
        guard let row = try database.read({ try $0.row(sql, [account]) }) else { return (0, .beginning) }
        return (row["credits"], ReplicaMark(revision: row["revision"], mark: row["mark"]))
    }

    /// The latest version of everything that was signed for an account.
    package func signedTransactions(
        of account: AccountIdentifier
    ) throws -> [TransactionIdentifier: SignedTransaction] {
        let records = try database.read {
            try purchaseTable.signed(of: account, after: nil, through: nil, limit: .max, $0)
        }
        return Dictionary(
            records.compactMap { record in record.signed.map { (record.transactionIdentifier, $0) } },
            uniquingKeysWith: { $1 })
    }

    /// A new account that nobody can sign in to, because hashing a password takes long.
    package func customer(
        _ name: String, in environment: StoreEnvironment = .sandbox
    ) throws -> AccountSession {
        let account = try database.write {
            try makeAccount(named: name, password: "", environment: environment, $0)
        }
        guard let account else { throw AccountError.nameTaken }
        return AccountSession(store: self, account: account)
    }
}
