internal import Dispatch
internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import Synchronization

/// The routes of store and content servers for operators' programs: whether a server runs and can serve, and
/// its metrics.
struct HealthRoutes {
    /// Anybody may ask for them, as often as they like.
    static let paths: Set = ["/health", "/ready", "/metrics"]

    let metrics: Metrics
    let connections: ConnectionTable
    /// The stores of all applications, starting with the server's first; empty for a server without
    /// a database.
    let stores: [AppStore]
    let time: TimeSource

    func add(to routes: some RouterMethods<StoreContext>) {
        let readiness = DatabaseQuestion(time: time) { for store in stores { try store.checkWritable() } }
        let oldestNotification = DatabaseQuestion(time: time) {
            try stores.compactMap { try AppleServing.oldestNotificationAge(of: $0) }.max()
        }
        routes.get("health") { _, _ in Response.json(["status": "ok"]) }
        routes.get("ready") { _, _ in
            try await readiness.answer()
            return Response.json(["status": "ok"])
        }
        routes.get("metrics") { _, _ in
            let text = metrics.text(
                connections: connections, database: stores.first?.database.counts,
                oldestNotification: try? await oldestNotification.answer())
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}

/// A question of `HealthRoutes` to the database. It runs on a thread of its own, once for all who ask
/// meanwhile or within a second after, and nobody waits long for it. A database that hangs holds up neither
/// other requests nor the operator's program, and a program that asks in a loop holds up no database.
final class DatabaseQuestion<Value: Sendable>: Sendable {
    private typealias Answer = Result<Value, any Error>

    private struct State {
        var isAsking = false
        var nextID = 0
        var askers: [Int: AsyncStream<Answer>.Continuation] = [:]
        /// The newest answer, and when the database gave it.
        var newest: (answer: Answer, date: Timestamp)?

        /// The newest answer if it is good at `now`. The clock may have been put back.
        func answer(at now: Timestamp) -> Answer? {
            guard let newest, newest.date <= now, now < newest.date.advanced(by: .seconds(1)) else {
                return nil
            }
            return newest.answer
        }
    }

    private let time: TimeSource
    private let work: @Sendable () throws -> Value
    private let thread = DispatchQueue(label: "database-question")
    private let state = Mutex(State())

    init(time: TimeSource, _ work: @escaping @Sendable () throws -> Value) {
        self.time = time
        self.work = work
    }

    /// How many wait for an answer.
    var askerCount: Int { state.withLock { $0.askers.count } }

    /// Throws what the work throws, or `StoreAdministrationError` after two seconds.
    func answer() async throws -> Value {
        let now = time.now()
        if let known = state.withLock({ $0.answer(at: now) }) { return try known.get() }
        let (answers, asker) = AsyncStream.makeStream(of: Answer.self)
        let (id, isFirst) = state.withLock { state in
            state.nextID += 1
            state.askers[state.nextID] = asker
            return (state.nextID, !exchange(&state.isAsking, with: true))
        }
        // The database may hang for long, and anybody may ask.
        defer { state.withLock { $0.askers[id] = nil } }
        if isFirst { thread.async { self.ask() } }
        // Without an answer in time, or if the server stops first, it is nil.
        let answer = try? await time.limit(to: .seconds(2), orThrow: Self.noAnswer) {
            await answers.first { _ in true }
        }
        guard let answer else { throw Self.noAnswer }
        return try answer.get()
    }

    private func ask() {
        let answer = Answer { try work() }
        let now = time.now()
        let askers = state.withLock { state in
            state.isAsking = false
            state.newest = (answer, now)
            return exchange(&state.askers, with: [:])
        }
        for asker in askers.values { asker.yield(answer) }
    }

    private static var noAnswer: StoreAdministrationError {
        .serviceUnavailable(.unusable(path: "the database", reason: "it does not answer"))
    }
}
