#if Postgres
import Dispatch
@testable import StoreRules
import StoreModel
import StorePostgres
import TestSupport
import Testing

/// What PostgreSQL adds to the rules that `TestedEngine` runs on it: values, lost connections,
/// and several servers on one database.
@Suite(
    "The store's database in PostgreSQL", .timeLimit(.minutes(5)),
    .enabled(if: TestedEngine.isPostgres, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
struct PostgresEngineTests {
    private struct Refused: Error {}

    private let folder: TemporaryDirectory
    private let engine: PostgresEngine

    init() throws {
        folder = try TemporaryDirectory()
        engine = try TestedEngine.postgres(for: folder.path)
        try engine.write {
            try $0.execute("CREATE TABLE sample (number BIGINT PRIMARY KEY, word TEXT, bytes BYTEA)")
        }
    }

    private func insert(_ number: Int, _ word: String? = nil, _ bytes: [UInt8]? = nil) throws {
        try engine.write { try $0.execute("INSERT INTO sample VALUES (?, ?, ?)", [number, word, bytes]) }
    }

    @Test func `a schema that has the role's name is not another store`() throws {
        let address = try #require(TestedDatabase.address)
        let before = try PostgresEngine(address: address)
        try before.write { database in
            let role = try #require(try database.value(String.self, "SELECT current_user::text"))
            try database.execute("CREATE SCHEMA IF NOT EXISTS \"\(role)\"")
        }
        let after = try PostgresEngine(address: address)
        func places(_ engine: PostgresEngine) throws -> [String] {
            try engine.read {
                try $0.values(
                    String.self,
                    """
                    SELECT nspname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                    WHERE relname = 'account' AND nspname IN ('public', current_user)
                    """)
            }
        }
        #expect(try places(after) == ["public"])
        #expect(try after.read { try $0.value(String.self, "SELECT current_schema()::text") } == "public")
        // If the address names a schema, it is that one.
        #expect(
            try engine.read { try $0.value(String.self, "SELECT current_schema()::text") }?.hasPrefix("t")
                == true)
    }

    private func numbers() throws -> [Int] {
        try engine.read { try $0.values(Int.self, "SELECT number FROM sample ORDER BY number") }
    }

    @Test(
        arguments: [
            (Int.min, "", []), (.max, "ü\u{1F435}'\"\\ $1 ?", [0, 1, 0x7F, 0x80, 0xFF]), (0, nil, nil),
        ] as [(Int, String?, [UInt8]?)])
    func `gives back what was written`(number: Int, word: String?, bytes: [UInt8]?) throws {
        try insert(number, word, bytes)
        let row = try #require(
            try engine.read { try $0.row("SELECT * FROM sample WHERE number = ?", [number]) })
        #expect(row["number"] == number && row["word"] == word && row["bytes"] == bytes)
    }

    @Test func `refuses a text with a NUL, which would end there`() throws {
        #expect(throws: StorageError.self) { try insert(1, "victim\0n") }
        #expect(try numbers().isEmpty)
    }

    @Test func `says that a transaction has failed whose error was passed over, and keeps nothing of it`()
        throws
    {
        #expect(throws: StorageError.self) {
            try engine.write { database in
                try database.execute("INSERT INTO sample (number) VALUES (1)")
                _ = try? database.execute("INSERT INTO sample (number) VALUES (1)")
            }
        }
        #expect(try numbers().isEmpty)
    }

    @Test func `reads one table after the other if the first reader has given up`() throws {
        try insert(1)
        try engine.read { database in
            for _ in 0..<2 {
                #expect(throws: Refused.self) {
                    try database.forEachRow("SELECT number FROM sample", []) { _ in throw Refused() }
                }
            }
        }
    }

    @Test func `reads as many rows as are wanted`() throws {
        try engine.write { try $0.execute("INSERT INTO sample (number) SELECT generate_series(1, 1000)") }
        for wanted in [1, 200, 201, 1000, 2000] {
            var read: [Int] = []
            try engine.read {
                try $0.forEachRow("SELECT number FROM sample ORDER BY number", []) { row in
                    read.append(row["number"])
                    return read.count < wanted
                }
            }
            #expect(read == Array(1...min(wanted, 1000)))
        }
    }

    @Test func `gives each statement minutes only in a read that asks for it, also with a cursor`() throws {
        /// How long a statement may take after rows were read with a cursor.
        func limit(_ database: any StoreTransaction) throws -> String? {
            try database.forEachRow("SELECT number FROM sample", []) { _ in true }
            return try database.value(String.self, "SELECT current_setting('statement_timeout')")
        }
        func fail(_ database: any StoreTransaction) throws { throw Refused() }
        for _ in 0..<2 {
            #expect(try engine.readPatiently(limit) == "10min")
            #expect(try engine.read(limit) == "30s")
            #expect(try engine.write(limit) == "30s")
            #expect(throws: Refused.self) { try engine.readPatiently(fail) }
            #expect(try engine.read(limit) == "30s")
        }
    }

    /// The database, the user and the address may have other settings. Keepalives are in seconds, other times
    /// in milliseconds.
    @Test(arguments: [("off", "on"), ("remote_apply", "remote_apply")])
    func `sets what the store relies on, but leaves it to the address how long a commit waits for a standby`(
        asked: String, kept: String
    ) throws {
        // The address ends with its options.
        let address = try TestedDatabase.address(for: folder.path) + "%20-csynchronous_commit%3D\(asked)"
        let rows = try PostgresEngine(address: address).write { database in
            try database.rows(
                """
                SELECT name, setting FROM pg_settings
                WHERE source = 'session' OR name = 'synchronous_commit'
                """)
        }
        let settings = Dictionary(
            uniqueKeysWithValues: rows.map { row -> (String, String) in (row["name"], row["setting"]) })
        let expected = [
            "synchronous_commit": kept, "client_encoding": "UTF8", "bytea_output": "hex",
            "client_min_messages": "warning", "plan_cache_mode": "force_generic_plan",
            "default_transaction_isolation": "read committed", "statement_timeout": "30000",
            "lock_timeout": "20000", "idle_in_transaction_session_timeout": "15000",
        ]
        for (name, value) in expected { #expect(settings[name] == value, "\(name)") }
        let ofTCP = [
            "tcp_keepalives_idle": "4", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
            "tcp_user_timeout": "10000",
        ]
        // At a Unix socket the server takes them, and shows 0.
        for (name, value) in ofTCP {
            #expect(settings[name] == value || settings[name] == "0", "\(name)")
        }
    }

    @Test func `undoes what a caller wrote that fails, and nothing of those who share its transaction`()
        async throws
    {
        await withTaskGroup { group in
            for number in 1...60 {
                group.addTask {
                    try? await engine.writeTogether { database in
                        try database.execute("INSERT INTO sample (number) VALUES (?)", [number])
                        if number.isMultiple(of: 3) { throw Refused() }
                        // A number that exists already breaks a rule of the schema.
                        if number.isMultiple(of: 5) {
                            try database.execute("INSERT INTO sample (number) VALUES (?)", [number])
                        }
                    }
                }
            }
        }
        #expect(try numbers() == (1...60).filter { !$0.isMultiple(of: 3) && !$0.isMultiple(of: 5) })
    }

    private static let highest = StoreRead("SELECT max(number) FROM sample")

    /// How many rows of the sample have a word.
    private static func count(_ word: String) -> StoreRead {
        StoreRead("SELECT count(*) FROM sample WHERE word = ?", [word])
    }

    private static func insert(_ number: Int64, _ word: String, _ database: any StoreTransaction) throws {
        try database.insert(
            "INSERT INTO sample (number, word) VALUES (?, ?)", [number, word],
            changing: [(highest, .isAtLeast(number)), (count(word), .isUnknown)])
    }

    @Test("reads ahead what stays true, and nothing else", arguments: [false, true])
    func readAhead(isAhead: Bool) async throws {
        try insert(5, "one")
        let reads = isAhead ? [Self.highest, Self.count("one"), Self.count("two")] : []
        let seen = try await engine.writeTogether(reading: reads) { database in
            var seen: [Int64?] = []
            func look() throws {
                for read in [Self.highest, Self.count("one"), Self.count("two")] {
                    seen.append(try database.value(Int64.self, read))
                }
            }
            try look()
            try Self.insert(9, "two", database)
            try look()
            try Self.insert(7, "one", database)
            try look()
            try database.execute("DELETE FROM sample WHERE number = 9", [])
            try look()
            // What a part has undone was never there.
            _ = try database.attempt {
                try Self.insert(20, "one", database)
                throw Refused()
            }
            try look()
            return seen
        }
        #expect(seen == [5, 1, 0, 9, 1, 1, 9, 2, 1, 7, 2, 0, 7, 2, 0])
        #expect(try numbers() == [5, 7])
    }

    @Test("answers each of many queries that are read ahead with its own rows, in its own order")
    func readsOfMany() async throws {
        let words = [
            "", "one", "NULL", "a,b", "{}", "\"", "\\", "\\\"", "'; --", "ü\u{1F435}", " $1 ? ", "a\nb",
            // Equal texts in Swift, and others in a database.
            "K", "\u{212A}", "\u{E9}", "e\u{301}",
        ]
        let reads = (words + ["missing"]).map {
            StoreRead(
                "SELECT number, word FROM sample WHERE word = ?1 ORDER BY number DESC", [$0])
        }
        let written = (0..<131).map { (number: Int64($0), word: words[$0 % words.count]) }
        try await engine.writeTogether { database in
            for row in written { try Self.insert(row.number, row.word, database) }
        }
        let read = try await engine.writeTogether(reading: reads) { database in
            try reads.map {
                try database.rows($0).map { (number: $0["number"] as Int64, word: $0["word"] as String) }
            }
        }
        for (rows, word) in zip(read, words + ["missing"]) {
            let expected = written.filter { $0.word.hasBytes(of: word) }.reversed()
            #expect(rows.elementsEqual(expected, by: ==), "\(word)")
        }
    }

    /// Writes something about each number from 1 to 20 at the same time, and returns those that failed.
    private func failures(
        _ work: @escaping @Sendable (Int64, any StoreTransaction) throws -> Void
    ) async -> [Int64] {
        await withTaskGroup(of: Int64?.self) { group in
            for number in Int64(1)...20 {
                group.addTask { [engine] in
                    do {
                        try await engine.writeTogether { try work(number, $0) }
                        return nil
                    } catch { return number }
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
        }
    }

    @Test func `says at the commit that an insertion failed that was sent with it, and whose it was`()
        async throws
    {
        try insert(3)
        #expect(await failures { try Self.insert($0, "one", $1) } == [3])
        #expect(try numbers() == Array(1...20))
        #expect(throws: StorageError.self) { try engine.write { try Self.insert(3, "one", $0) } }
    }

    @Test func `says at the commit that an update failed that was sent with it, and whose it was`()
        async throws
    {
        for number in 1...20 { try insert(-number) }
        try insert(3)
        let sql = "UPDATE sample SET number = -number WHERE number = ?"
        #expect(await failures { try $1.update(sql, [-$0], changing: []) } == [3])
        #expect(try numbers() == [-3] + Array(1...20))
        #expect(throws: StorageError.self) { try engine.write { try $0.update(sql, [-3], changing: []) } }
    }

    @Test func `sends an update with the next statement that has an answer, in its place among insertions`()
        throws
    {
        let other = try TestedEngine.postgres(for: folder.path)
        let sql = "UPDATE sample SET word = 'later'"
        try engine.write { database in
            try Self.insert(1, "one", database)
            try database.update(sql, [], changing: [])
            try Self.insert(2, "two", database)
            let sent = try other.read {
                try $0.value(Int.self, "SELECT count(*) FROM pg_stat_activity WHERE query = ?", [sql])
            }
            #expect(sent == 0)
        }
        let words = try engine.read { try $0.values(String.self, "SELECT word FROM sample ORDER BY number") }
        #expect(words == ["later", "two"])
    }

    @Test
    func `goes on when its connections were lost, and keeps nothing of a transaction that had not ended`()
        throws
    {
        try insert(1)
        let others =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE ?"
        let other = try TestedEngine.postgres(for: folder.path)
        #expect(throws: StorageError.self) {
            try engine.write { database in
                try database.execute("INSERT INTO sample (number, word) VALUES (2, 'lost')")
                _ = try other.read {
                    try $0.rows(others, ["INSERT INTO sample (number, word) VALUES (2, 'lost')%"])
                }
                try database.execute("INSERT INTO sample (number) VALUES (3)")
            }
        }
        try insert(4)
        #expect(try numbers() == [1, 4])
    }

    /// Makes each commit of a new row of the sample do something first, in PL/pgSQL.
    private func makeCommits(do event: String) throws {
        try engine.write { database in
            for statement in [
                "CREATE FUNCTION event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(event); RETURN NULL; END $$",
                """
                CREATE CONSTRAINT TRIGGER event AFTER INSERT ON sample DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION event()
                """,
            ] { try database.execute(statement) }
        }
    }

    @Test(
        "says of a commit that was cut off, or that came with a warning, that nobody knows",
        arguments: [
            ("PERFORM pg_terminate_backend(pg_backend_pid())", []), ("RAISE WARNING 'no standby'", [1]),
        ]
            as [(String, [Int])])
    func unknownCommit(event: String, kept: [Int]) throws {
        try makeCommits(do: event)
        #expect(throws: StorageError.unconfirmed(path: engine.name)) { try insert(1) }
        #expect(try numbers() == kept)
        #expect(engine.counts?.unknownCommits == 1)
    }

    @Test func `lets a commit take longer than a statement may`() throws {
        try makeCommits(do: "PERFORM pg_sleep(1)")
        try engine.write { database in
            try database.execute("INSERT INTO sample (number) VALUES (1)")
            try database.execute("SET LOCAL statement_timeout = '500ms'")
        }
        #expect(try numbers() == [1])
    }

    @Test func `what a purchase needs is read from an index when the account's purchases have become many`()
        throws
    {
        let read = PurchaseTable.find("key 7", of: "jane")
        /// Looks once, and returns how many rows that has read, on which connection.
        func look() throws -> (rows: Int, connection: Int) {
            try engine.write { database in
                func count() throws -> Int {
                    try database.value(
                        Int.self,
                        "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relid = 'purchase'::regclass"
                    ) ?? 0
                }
                let before = try count()
                _ = try database.rows(read)
                let rows = try count() - before
                return (rows, try database.value(Int.self, "SELECT pg_backend_pid()") ?? 0)
            }
        }
        func insertPurchases(_ numbers: String) throws {
            try engine.write { database in
                try database.execute(
                    """
                    INSERT INTO purchase (number, account, key, product, quantity, status, isFinished, revision)
                    SELECT n, 'jane', 'key ' || n, 'five', 1, 'purchased', 0, n FROM generate_series(\(numbers)) AS n
                    """)
            }
        }
        try engine.write { database in
            try database.execute(
                "INSERT INTO account (identifier, created, number, environment) VALUES ('jane', 0, 1, 'Sandbox')"
            )
        }
        // While there is one purchase, it is best to read the whole table. The server keeps a plan that it has made for
        // the sixth time.
        try insertPurchases("1, 1")
        try engine.write { try $0.execute("ANALYZE purchase") }
        for _ in 0..<28 { #expect(try look().rows == 0) }
        try insertPurchases("2, 2000")
        // Each connection has plans of its own, and there may be more than one.
        var looks: [Int: Int] = [:]
        var last = 0
        while !looks.values.contains(36) {
            let (rows, connection) = try look()
            looks[connection, default: 0] += 1
            last = rows
        }
        #expect(last == 1)
    }

    @Test func `counts what operators want to know`() async throws {
        _ = try await engine.writeTogether(reading: [Self.highest]) { database in
            _ = try database.value(Int64.self, Self.highest)
            return try database.value(Int64.self, Self.count("one"))
        }
        let counts = try #require(engine.counts)
        #expect(counts.batches == 1 && counts.batchedWrites == 1 && counts.readAheadMisses == 1)
        try engine.read { _ in #expect(engine.counts?.connectionsInUse ?? 0 >= 1) }
        // What was committed is announced a little later, and that waits for a connection, too.
        while engine.counts?.connectionsWaiting != 0 { try await pause() }
    }

    @Test func `inserts a row after the rows that it refers to`() async throws {
        try await engine.writeTogether { database in
            try database.insert(
                """
                INSERT INTO notification (number, uuid, environment, type, purchase, created, signed, isDelivered)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, [1, "uuid", "Sandbox", "REFUND", 7, 0, "signed", 0], changing: [])
            try database.insert(
                """
                INSERT INTO purchase (number, account, key, product, quantity, status, isFinished)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, [7, "jane", "key", "five", 1, "purchased", 0], changing: [])
        }
        #expect(
            try engine.read { try $0.value(Int.self, "SELECT purchase FROM notification WHERE number = 1") }
                == 7)
    }

    @Test
    func
        `reads all that purchases, finishes and uses need before they begin, however many share a transaction`()
        async throws
    {
        let fixture = try await StoreFixture()
        let subscribers = try (1...40).map { try fixture.store.store.customer("\($0)") }
        try await withThrowingTaskGroup { group in
            for subscriber in subscribers {
                group.addTask {
                    let outcome = try await subscriber.buy(
                        "a", "com.xamarin.storekit.testing.monthlybigbunch")
                    #expect(outcome.state == "purchased")
                }
            }
            for number in 1...40 {
                group.addTask {
                    let outcome = try await fixture.buy(IdempotencyKey(rawValue: "key \(number)"))
                    guard case .purchased(_, let transaction, let date) = outcome.result else {
                        throw Refused()
                    }
                    try await fixture.store.finish(
                        FinishedTransaction(identifier: transaction, signedDate: date))
                    let now = fixture.time.source.now()
                    let use = Use(id: .random(at: now), amount: 5, date: now)
                    guard try await fixture.store.use(use).result == .confirmed else { throw Refused() }
                }
            }
            try await group.waitForAll()
        }
        let counts = try #require(fixture.store.store.database.counts)
        #expect(counts.batches < counts.batchedWrites)
        #expect(counts.readAheadMisses == 0)
    }

    @Test func `goes on if a newer version adds a column meanwhile`() async throws {
        try insert(1)
        let count = { @Sendable (database: any StoreTransaction) in
            try database.rows("SELECT * FROM sample", []).count
        }
        #expect(try await engine.writeTogether(reading: [], count) == 1)
        try engine.write { try $0.execute("ALTER TABLE sample ADD COLUMN more BIGINT") }
        #expect(try await engine.writeTogether(reading: [], count) == 1)
    }

    @Test func `leaves a server that can no longer be written to`() throws {
        /// Opens so many connections at the same time; nothing can be written to them afterwards.
        func makeReadOnly(_ connections: Int) throws {
            guard connections > 0 else { return }
            try engine.read { database in
                _ = try database.rows("SELECT set_config('default_transaction_read_only', 'on', false)")
                try makeReadOnly(connections - 1)
            }
        }
        try makeReadOnly(16)
        try insert(1)
        #expect(try numbers() == [1])
    }

    @Test func `says why it cannot be opened, without the password`() throws {
        for address in [
            "postgres://monkeystore:hush@127.0.0.1:1/monkeystore",
            "postgres://monkeystore:hush@nowhere.invalid/monkeystore",
            // A password that is not escaped is taken for a port or a host.
            "postgres://monkeystore:hush/x@127.0.0.1:1/monkeystore",
            "postgres:///monkeystore?password=50%hush",
            "postgres:///no-such-database?host=/nowhere&password=hush", "no address",
        ] {
            let error = #expect(throws: StorageError.self) { try PostgresEngine(address: address) }
            let sentence = try #require(error?.description)
            #expect(!sentence.contains("hush") && sentence.contains("nothing was changed"))
        }
    }

    @Test func `is made once by servers that start together for the first time`() throws {
        for _ in 0..<5 {
            let folder = try TemporaryDirectory()
            let failures = Recorder<String>()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do { _ = try TestedEngine.postgres(for: folder.path) } catch { failures.note(["\(error)"]) }
            }
            #expect(failures.calls == [])
        }
    }

    @Test func `is refused if a newer version made its tables`() throws {
        try engine.write { try $0.execute("UPDATE schemaVersion SET version = version + 1") }
        let error = #expect(throws: StorageError.self) { try TestedEngine.postgres(for: folder.path) }
        guard case .newerVersion? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `is refused if a build from before the first version made its tables`() throws {
        try engine.write { try $0.execute("UPDATE schemaVersion SET version = 7") }
        let error = #expect(throws: StorageError.self) { try TestedEngine.postgres(for: folder.path) }
        guard case .earlierBuild? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `tells those who watch of another server's commit`() async throws {
        let (commits, heard) = AsyncStream.makeStream(of: Void.self)
        let watch = try TestedEngine.postgres(for: folder.path).watch { heard.yield() }
        try insert(1)
        for await _ in commits where try !numbers().isEmpty { break }
        withExtendedLifetime(watch) {}
    }

    @Test
    func `charges a key once that comes to two servers at the same time, and gives no number twice`()
        async throws
    {
        let shared = try TemporaryDirectory()
        let stores = try (0..<2).map { _ in try AppStore(testedIn: shared.path).embeddedSession() }
        let outcomes = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            for index in 0..<200 {
                for store in stores {
                    group.addTask { try await store.buy(IdempotencyKey(rawValue: "key \(index)")) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let answers = Dictionary(grouping: outcomes, by: \.key)
        #expect(answers.count == 200 && answers.values.allSatisfy { $0.count == 2 && $0[0] == $0[1] })
        #expect(Set(outcomes.compactMap(\.transactionIdentifier)).count == 200)
    }
}
#endif
