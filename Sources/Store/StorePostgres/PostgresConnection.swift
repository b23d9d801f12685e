#if Postgres
internal import CPostgres
internal import Glibc
internal import StoreRules

/// A connection to a PostgreSQL server, through libpq. `PostgresPool` opens it, and lets one thread use it at
/// a time. `PostgresTransaction` runs its statements on it.
final class PostgresConnection: @unchecked Sendable {
    /// How long the server may take for one statement, in milliseconds. The server's own limits are a
    /// little shorter.
    private static let patience: (usual: Int32, long: Int32) = (35_000, 605_000)
    /// The tables are in the schema that the address or the database names, otherwise in `public`. By
    /// default, a schema with the role's name would come first as soon as it exists, and that would be
    /// another, empty store. A server that stops in the middle of a transaction holds up all others.
    /// PostgreSQL ends its transaction before they give up waiting, and closes its connection if its machine
    /// has vanished.
    private static let settings = """
        SET client_encoding = 'UTF8';
        SELECT set_config(
            'search_path',
            coalesce(
                nullif(btrim(regexp_replace(current_setting('search_path'), '"?\\$user"?', '', 'g'), ', '), ''), 'public'),
            false);
        SET bytea_output = 'hex';
        SET client_min_messages = 'warning';
        SET plan_cache_mode = 'force_generic_plan';
        SET default_transaction_isolation = 'read committed';
        SET statement_timeout = '30s';
        SET lock_timeout = '20s';
        SET idle_in_transaction_session_timeout = '15s';
        SET tcp_keepalives_idle = 4;
        SET tcp_keepalives_interval = 2;
        SET tcp_keepalives_count = 3;
        SET tcp_user_timeout = 10000;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """

    /// If a machine vanishes without a word, that is noticed in about ten seconds, whether or not the server
    /// was asked something.
    private static let parameters = [
        ("connect_timeout", "5"), ("keepalives_idle", "4"), ("keepalives_interval", "2"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"), ("application_name", "monkeystore"),
    ]

    private let raw: OpaquePointer
    /// The names of the statements that the server has prepared.
    private var names: [PostgresStatement.Key: String] = [:]
    private var preparedCount = 0
    private var transactionCount = 0
    private var warnings = 0
    /// Whether it waits for an answer for as long as a long read may take.
    var isPatient = false

    /// Takes ownership of a connection from libpq.
    private init(_ raw: OpaquePointer) {
        self.raw = raw
        PQsetNoticeReceiver(
            raw,
            { context, _ in
                guard let context else { return }
                Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Connects with a connection string or URL in libpq's format. If there are several hosts, it takes the
    /// one that accepts writes.
    static func open(_ address: String) throws(PostgresFailure) -> PostgresConnection {
        let parameters = parameters + [("target_session_attrs", "read-write"), ("dbname", address)]
        guard let raw = withParameters(parameters, PQconnectdbParams) else {
            throw PostgresFailure(
                state: "", description: "no memory for a connection", isConnectionLost: true)
        }
        let connection = PostgresConnection(raw)
        guard PQstatus(raw) == CONNECTION_OK else { throw connection.failure(nil) }
        PQsetnonblocking(raw, 1)
        try connection.run(settings)
        return connection
    }

    /// Whether no host of an address answers, no host accepts writes, or none has a connection left: the
    /// database is down, is starting, is failing over, or is full. A host that refuses this user, or does not
    /// know the database, does not count as away.
    static func isAway(_ address: String) -> Bool {
        do {
            _ = try open(address)
            return false
        } catch {
            let parameters = parameters + [("dbname", address), ("target_session_attrs", "any")]
            let answer = withParameters(parameters, PQpingParams)
            guard answer == PQPING_OK else { return answer == PQPING_NO_RESPONSE || answer == PQPING_REJECT }
            let raw = withParameters(parameters, PQconnectdbParams)
            defer { PQfinish(raw) }
            return PQstatus(raw) == CONNECTION_OK || isFull(raw)
        }
    }

    /// Whether a server has too little of something for one more connection (SQLSTATE 53300, and others of
    /// its class). A connection that failed has no result that says so: this connects once more, and lets the
    /// message name the SQLSTATE.
    private static func isFull(_ raw: OpaquePointer?) -> Bool {
        PQsetErrorVerbosity(raw, PQERRORS_SQLSTATE)
        PQreset(raw)
        return PQstatus(raw) == CONNECTION_OK || String(cString: PQerrorMessage(raw)).contains(":  53")
    }

    /// Calls a function of libpq with parameters of a connection. If two have the same name, the later one
    /// is used.
    private static func withParameters<Value>(
        _ parameters: [(String, String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>, Int32) -> Value
    ) -> Value {
        let names = parameters.map { strdup($0.0) }
        let values = parameters.map { strdup($0.1) }
        defer { (names + values).forEach { free($0) } }
        return body(names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    }

    deinit { PQfinish(raw) }

    /// Whether the connection can no longer be used.
    private(set) var isLost = false

    /// The descriptor that becomes readable when the server sends something unasked.
    var descriptor: Int32 { PQsocket(raw) }

    /// The name of the database for people. There is no password in it.
    var databaseName: String {
        func text(_ value: UnsafeMutablePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        return "postgres://\(text(PQhost(raw))):\(text(PQport(raw)))/\(text(PQdb(raw)))"
    }

    /// Runs statements without arguments, as one string.
    @discardableResult
    func run(_ sql: String) throws(PostgresFailure) -> PostgresResult {
        guard PQsendQuery(raw, sql) == 1 else { throw failure(nil) }
        return try result()
    }

    /// Runs a statement. The server prepares it the first time.
    func run(_ sql: String, _ arguments: [StoreValue]) throws(PostgresFailure) -> PostgresResult {
        guard let result = try run([PostgresStatement(sql, arguments)]).last else { throw failure(nil) }
        return result
    }

    /// Runs statements in one round trip. If one fails, those after it do not run.
    func run(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresResult] {
        // libpq would cut a text at a NUL.
        guard !statements.contains(where: { $0.arguments.contains(where: \.holdsNUL) }) else {
            throw PostgresFailure(state: "22021", description: "a text holds a NUL", isConnectionLost: false)
        }
        guard PQenterPipelineMode(raw) == 1 else { throw failure(nil) }
        defer { PQexitPipelineMode(raw) }
        // A prepared statement counts as known only once this round trip has succeeded.
        var (names, isPreparation) = (names, [Bool]())
        for statement in statements {
            let known = names[statement.key]
            let name = known ?? "s\(preparedCount + 1)"
            if known == nil {
                preparedCount += 1
                let text = statement.key.text(argumentCount: statement.arguments.count)
                guard PQsendPrepare(raw, name, text, 0, nil) == 1 else { throw failure(nil) }
                names[statement.key] = name
                isPreparation.append(true)
            }
            guard send(name, statement.arguments) else { throw failure(nil) }
            isPreparation.append(false)
        }
        guard PQpipelineSync(raw) == 1 else { throw failure(nil) }
        let results = try pipelinedResults()
        self.names = names
        return zip(results, isPreparation).filter { !$0.1 }.map(\.0)
    }

    /// Begins a transaction with some statements. Each time the connection has done twice as many
    /// transactions, the server plans all statements again. A plan that was best when a table was empty may
    /// later read all rows of an account.
    func begin(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresResult] {
        transactionCount += 1
        if transactionCount.nonzeroBitCount == 1 { try run("DISCARD PLANS") }
        return try run(statements)
    }

    /// Commits, after the last statements of the transaction. If this throws, it may be unknown whether the
    /// transaction was committed. A commit is never cancelled: for PostgreSQL, its statement is over before it
    /// commits, so `statement_timeout` does not limit it. If a server waits for a standby and is told to stop
    /// waiting, it sends a warning.
    func commit(after statements: [PostgresStatement] = []) throws(PostgresFailure) {
        warnings = 0
        // Committing a failed transaction is not an error in PostgreSQL: it answers ROLLBACK.
        let results = try run(statements + [PostgresStatement("COMMIT")])
        guard results.last?.command == "COMMIT" else {
            throw PostgresFailure(
                state: "25P02", description: "the transaction has failed", isConnectionLost: false)
        }
        guard warnings == 0 else {
            throw PostgresFailure(
                state: "", description: "the server does not know whether the standby has the transaction",
                isConnectionLost: false)
        }
    }

    /// Rolls the transaction back. If even that fails, the connection is lost, and the server rolls back.
    func rollBack() {
        guard !isLost else { return }
        do { try run("ROLLBACK") } catch { isLost = true }
    }

    /// Takes what the server has sent unasked, and returns the number of notifications.
    func notifications() throws(PostgresFailure) -> Int {
        guard PQconsumeInput(raw) == 1 else { throw failure(nil) }
        var count = 0
        while let notification = PQnotifies(raw) {
            PQfreemem(notification)
            count += 1
        }
        return count
    }

    /// Sends a prepared statement.
    private func send(_ name: String, _ arguments: [StoreValue]) -> Bool {
        var texts: [UInt8] = []
        texts.reserveCapacity(1024)
        let starts = arguments.map { argument -> Int? in
            guard let text = argument.postgresText else { return nil }
            let start = texts.count
            texts.append(contentsOf: text.utf8)
            texts.append(0)
            return start
        }
        return texts.withUnsafeBytes { texts in
            let texts = texts.assumingMemoryBound(to: CChar.self)
            let pointers = starts.map { start in start.flatMap { texts.baseAddress?.advanced(by: $0) } }
            return PQsendQueryPrepared(raw, name, Int32(pointers.count), pointers, nil, nil, 0) == 1
        }
    }

    /// Waits for the server's answers to everything that was sent in a pipeline.
    private func pipelinedResults() throws(PostgresFailure) -> [PostgresResult] {
        var results: [PostgresResult] = []
        var failed: PostgresFailure?
        while true {
            try wait()
            guard let next = PQgetResult(raw) else {
                // libpq returns no result between the answers to two statements, and also after the
                // connection is lost.
                guard PQstatus(raw) == CONNECTION_OK else { throw failure(nil) }
                continue
            }
            let result = PostgresResult(next)
            if result.isPipelineEnd { break }
            if result.isError { failed = failed ?? failure(next) }
            guard !isLost else { break }
            results.append(result)
        }
        if let failed { throw failed }
        return results
    }

    /// Waits for the server's answer to everything that was sent.
    private func result() throws(PostgresFailure) -> PostgresResult {
        var answer: PostgresResult?
        var failed: PostgresFailure?
        while true {
            try wait()
            guard let next = PQgetResult(raw) else { break }
            let result = PostgresResult(next)
            if result.isError { failed = failed ?? failure(next) }
            answer = result
        }
        if let failed { throw failed }
        guard let answer else { throw failure(nil) }
        return answer
    }

    /// Returns when there is an answer to take.
    private func wait() throws(PostgresFailure) {
        while true {
            let unsent = PQflush(raw)
            guard unsent >= 0 else { throw failure(nil) }
            if unsent == 0, PQisBusy(raw) == 0 { return }
            var source = pollfd(
                fd: PQsocket(raw), events: Int16(POLLIN | (unsent > 0 ? POLLOUT : 0)), revents: 0)
            switch poll(&source, 1, isPatient ? Self.patience.long : Self.patience.usual) {
            case 0:
                isLost = true
                throw PostgresFailure(
                    state: "", description: "the server does not answer", isConnectionLost: true)
            case 1...:
                guard PQconsumeInput(raw) == 1 else { throw failure(nil) }
            default:
                guard errno == EINTR else { throw failure(nil) }
            }
        }
    }

    /// The failure that a result reports. Without a result, the connection's failure.
    private func failure(_ result: OpaquePointer?) -> PostgresFailure {
        if result == nil || PQstatus(raw) != CONNECTION_OK { isLost = true }
        let state =
            result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "C"))) }.map { String(cString: $0) }
            ?? ""
        let message =
            result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "M"))) }
            ?? UnsafeMutablePointer(PQerrorMessage(raw))
        let text = message.map { String(cString: $0) } ?? ""
        // 25006: the server is no longer the primary, and the next connection looks for the new one. 0A000: a
        // table has another column since a statement was prepared on this connection.
        if state == "25006" || state == "0A000" { isLost = true }
        return PostgresFailure(
            state: state,
            description: text.split(whereSeparator: \.isNewline).map {
                $0.trimmingPrefix { $0 == "\t" || $0 == " " }
            }
            .joined(separator: "; "),
            isConnectionLost: isLost)
    }
}
#endif
