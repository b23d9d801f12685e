#if Postgres
internal import CPostgres
internal import Glibc
internal import StoreRules

/// A connection to a PostgreSQL server, by libpq. `PostgresPool` opens it, and lets one thread use it at a
/// time; `PostgresTransaction` runs its statements on it.
final class PostgresConnection: @unchecked Sendable {
    /// How long the server may take for one statement. It gives up a little earlier by itself.
    private static let patience: Int32 = 35_000
    /// The tables are where the address or the database says, else in `public`: a schema that has the role's
    /// name, which by itself comes first once there is one, would be another, empty store. A server that is
    /// stopped in the middle of a transaction holds up all others: PostgreSQL ends its transaction before
    /// they give up waiting, and its connection where its machine has vanished.
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

    /// A machine that has vanished without a word is noticed in about ten seconds, whether the server
    /// was asked something or is quiet.
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

    /// Takes over a connection of libpq's.
    private init(_ raw: OpaquePointer) {
        self.raw = raw
        PQsetNoticeReceiver(
            raw,
            { context, _ in
                guard let context else { return }
                Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Connects by a connection string or URL that libpq knows. Of several hosts, the one
    /// that can be written to is taken.
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

    /// Whether no host of an address answers, or none can be written to: the database is down, starts, or
    /// fails over. A host that does not let this user in, or does not know the database, is not away.
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
            return PQstatus(raw) == CONNECTION_OK
        }
    }

    /// Calls a function of libpq with parameters of a connection. Of two with
    /// the same name the later one holds.
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

    /// Whether it is of no use any more.
    private(set) var isLost = false

    /// The descriptor that becomes readable when the server says something by itself.
    var descriptor: Int32 { PQsocket(raw) }

    /// What a person knows the database by. There is no password in it.
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

    /// Runs a statement, which the server has prepared after the first time.
    func run(_ sql: String, _ arguments: [StoreValue]) throws(PostgresFailure) -> PostgresResult {
        guard let result = try run([PostgresStatement(sql, arguments)]).last else { throw failure(nil) }
        return result
    }

    /// Runs statements in one round trip. None is run behind one that fails.
    func run(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresResult] {
        // A text would end there.
        guard !statements.contains(where: { $0.arguments.contains(where: \.holdsNUL) }) else {
            throw PostgresFailure(state: "22021", description: "a text holds a NUL", isConnectionLost: false)
        }
        guard PQenterPipelineMode(raw) == 1 else { throw failure(nil) }
        defer { PQexitPipelineMode(raw) }
        // What is prepared in this round trip is known only once it has succeeded.
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

    /// Begins a transaction with some statements. Each time when the connection has done twice as
    /// many, the server plans all statements anew: what was the best way when a table was empty reads
    /// all of an account's rows later.
    func begin(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresResult] {
        transactionCount += 1
        if transactionCount.nonzeroBitCount == 1 { try run("DISCARD PLANS") }
        return try run(statements)
    }

    /// Commits, after the last statements of the transaction. Where this throws, nobody knows whether the
    /// transaction was committed: it is never cancelled, and a server that waits for a standby and is told
    /// not to wait any longer says so with a warning.
    func commit(after statements: [PostgresStatement] = []) throws(PostgresFailure) {
        warnings = 0
        // The end of a transaction that has failed is not an error to PostgreSQL: it answers ROLLBACK.
        let results = try run(
            statements + [PostgresStatement("SET LOCAL statement_timeout = 0"), PostgresStatement("COMMIT")])
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

    /// Undoes the transaction. Where even that fails, the connection is lost, and the server undoes it.
    func rollBack() {
        guard !isLost else { return }
        do { try run("ROLLBACK") } catch { isLost = true }
    }

    /// Takes what the server says by itself, and returns how many notifications have come.
    func notifications() throws(PostgresFailure) -> Int {
        guard PQconsumeInput(raw) == 1 else { throw failure(nil) }
        var count = 0
        while let notification = PQnotifies(raw) {
            PQfreemem(notification)
            count += 1
        }
        return count
    }

    /// Sends a statement that is prepared.
    private func send(_ name: String, _ arguments: [StoreValue]) -> Bool {
        var texts: [UInt8] = []
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

    /// Waits for the server's answers to all that was sent in a pipeline.
    private func pipelinedResults() throws(PostgresFailure) -> [PostgresResult] {
        var results: [PostgresResult] = []
        var failed: PostgresFailure?
        while true {
            try wait()
            guard let next = PQgetResult(raw) else {
                // There is none between the answers to two statements, and none any more where
                // the connection is lost.
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

    /// Waits for the server's answer to all that was sent.
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
            switch poll(&source, 1, Self.patience) {
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

    /// The failure that a result tells, or the connection where there is none.
    private func failure(_ result: OpaquePointer?) -> PostgresFailure {
        if result == nil || PQstatus(raw) != CONNECTION_OK { isLost = true }
        let state =
            result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "C"))) }.map { String(cString: $0) }
            ?? ""
        let message =
            result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "M"))) }
            ?? UnsafeMutablePointer(PQerrorMessage(raw))
        let text = message.map { String(cString: $0) } ?? ""
        // A server that was the primary: the next connection looks for the one that is now. Or a table has
        // another column since a statement was prepared on this one (0A000).
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
