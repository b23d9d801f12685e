package import StoreModel

/// Accounts and sign-in, for the routes of customers and administrators and the command `account`. Here is
/// also the session of the account whose token came with a request.
extension AppStore {
    /// Whether a password can be an account's.
    package static func accepts(password: String) -> Bool {
        CredentialLengths.password.contains(password.count) && !password.utf8.contains(0)
    }

    package func createAccount(
        name: AccountName, password: String, environment: StoreEnvironment = .sandbox
    ) async throws(AccountError) -> (Account, SessionToken) {
        guard Self.accepts(password: password) else { throw .badPassword }
        let salt = derivation(of: "salt", name.rawValue).prefix(PasswordHash.saltSize)
        let hash = try await onPasswordThread { [self] in
            try PasswordHash(of: password, salt: Array(salt), rounds: passwordRounds)
        }
        let made = try await writing { [self] database -> (Account, SessionToken)? in
            let account = try makeAccount(
                named: name.rawValue, password: hash.text, environment: environment, database)
            return try account.map { ($0, try signIn($0, database)) }
        }
        guard let made else { throw .nameTaken }
        return made
    }

    /// Makes an account; nil if the name is taken.
    ///
    /// If an older copy of the database is put back, and the account is made again, it is the same account,
    /// and its devices give all purchases and uses back to it. Its identity comes from its name, from its
    /// password's hash, and from the store's secrets, so nobody else can compute it. With another password it
    /// is another account: somebody else may have taken the name first.
    ///
    /// - Parameter password: its hash; nil if nobody can sign in with one.
    package func makeAccount(
        named name: String, password: String? = nil, environment: StoreEnvironment = .sandbox,
        _ database: any StoreTransaction
    ) throws -> Account? {
        guard try AccountTable.find(name: name, database) == nil else { return nil }
        let account = Account(
            from: derivation(of: "account", environment.rawValue, name, password ?? ""), name: name,
            environment: environment)
        try AccountTable.insert(account, password: password, created: time.now(), database)
        return account
    }

    /// 32 bytes that only this store can compute. Stores may share a signing key, but not a shared secret.
    private func derivation(of texts: String...) -> [UInt8] {
        signer.derivation(of: [sharedSecret] + texts)
    }

    package func signIn(name: AccountName, password: String) async throws(AccountError) -> (
        Account, SessionToken
    ) {
        let account = try await onPasswordThread { [self] () -> Account? in
            let found = try database.read { try AccountTable.find(name: name.rawValue, $0) }
            let hash = (found?.password).map { PasswordHash(text: $0) } ?? .ofNobody(rounds: passwordRounds)
            return try hash.matches(password) ? found?.account : nil
        }
        guard let account else { throw .wrongPassword }
        return (account, try await writing { [self] in try signIn(account, $0) })
    }

    /// Signs in a visitor for whom a host vouches. The first visit makes the account, which has no password.
    package func admit(_ visitor: VisitorName) async throws(AccountError) -> (Account, SessionToken) {
        let admitted = try await writing { [self] database -> (Account, SessionToken)? in
            if let found = try AccountTable.find(name: visitor.rawValue, database) {
                // Received contents may have a password for such a name. No host vouches for that account.
                guard found.password == nil else { return nil }
                return (found.account, try signIn(found.account, database))
            }
            let account = try makeAccount(named: visitor.rawValue, database)
            return try account.map { ($0, try signIn($0, database)) }
        }
        guard let admitted else { throw .nameTaken }
        return admitted
    }

    /// Ends a session, and tells the account's streams of updates. An unknown token changes nothing.
    package func signOut(_ token: SessionToken) async throws(AccountError) {
        try await writing { [self] database in
            guard let found = try SessionTable.find(token, at: time.now(), database) else { return }
            try SessionTable.remove(token, database)
            try countOtherChange(of: found.account.identifier, database)
        }
        signedIn.remove(token)
    }

    /// How far an account's changes have come; nil if the session of a token is over. The database knows,
    /// even if another server ended it.
    package func progress(
        of account: AccountIdentifier, inSessionOf token: SessionToken
    ) throws(AccountError) -> AccountProgress? {
        try accounts {
            try database.read { database -> AccountProgress? in
                guard try SessionTable.find(token, at: time.now(), database) != nil else { return nil }
                return try AccountTable.progress(of: [account], database)[account]
                    ?? AccountProgress(revision: 0, otherChanges: 0)
            }
        }
    }

    /// The session of a token, from one device; nil if the token is not one of this store's.
    package func session(for token: SessionToken, device: String?) throws(AccountError) -> AccountSession? {
        let now = time.now()
        let account = try accounts {
            try signedIn.account(of: token, at: now) { try useSession(token, at: now) }
        }
        return account.map { AccountSession(store: self, account: $0, device: device) }
    }

    /// The session of a token that came recently; nil if the database has to be asked.
    package func knownSession(for token: SessionToken, device: String?) -> AccountSession? {
        signedIn.known(token, at: time.now()).map { AccountSession(store: self, account: $0, device: device) }
    }

    /// The session of a token, unless it is over. Its use is recorded once a day.
    private func useSession(_ token: SessionToken, at now: Timestamp) throws -> SignedInAccounts.Entry? {
        guard let found = try SessionTable.find(token, at: now, database) else { return nil }
        guard now >= found.used.advanced(by: SessionTable.useInterval) else { return found }
        return try database.write(about: .account(found.account.identifier)) { database in
            // It may have ended in the meantime, or another request may have been first.
            guard let found = try SessionTable.find(token, at: now, database) else { return nil }
            guard now >= found.used.advanced(by: SessionTable.useInterval) else { return found }
            try SessionTable.use(token, at: now, database)
            return (found.account, now)
        }
    }

    /// All accounts, the oldest first.
    package func allAccounts() throws(AccountError) -> [Account] {
        try accounts { try database.read(AccountTable.all) }
    }

    /// Begins a session. If that is one too many, another one ends first, so that the new one stays, even if the
    /// clock was put back.
    private func signIn(_ account: Account, _ database: any StoreTransaction) throws -> SessionToken {
        let ended = try SessionTable.removeOldest(
            of: account.identifier, butNewest: SessionTable.most - 1, database)
        if ended > 0 {
            try countOtherChange(of: account.identifier, database)
            database.afterCommit { [signedIn] in signedIn.remove([account.identifier]) }
        }
        let token = SessionToken.random()
        try SessionTable.insert(token, of: account.identifier, created: time.now(), database)
        return token
    }

    private static let passwordThreads = PasswordThreads()

    private func onPasswordThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(AccountError) -> Value {
        do { return try await Self.passwordThreads.run(work) } catch { throw precise(error) }
    }

    /// Writes in a group commit, so that no thread waits for the disk.
    func writing<Value: Sendable>(
        reading reads: @autoclosure () -> [StoreRead] = [],
        _ work: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws(AccountError) -> Value {
        do { return try await database.writeTogether(reading: reads(), work) } catch { throw precise(error) }
    }

    private func accounts<Value>(_ work: () throws -> Value) throws(AccountError) -> Value {
        do { return try work() } catch { throw precise(error) }
    }

    private func precise(_ error: any Error) -> AccountError {
        error as? AccountError ?? .storage(StorageError(wrapping: error, path: database.name))
    }
}
