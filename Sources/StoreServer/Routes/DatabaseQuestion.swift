internal import Dispatch
internal import StoreModel
internal import Synchronization

/// A question of `HealthRoutes` to the database. It runs on a thread of its own, once for all who ask meanwhile, and nobody waits long
/// for it: a database that hangs holds up neither other requests nor the operator's program.
final class DatabaseQuestion<Value: Sendable>: Sendable {
    private typealias Answer = Result<Value, any Error>

    private let time: TimeSource
    private let work: @Sendable () throws -> Value
    private let thread = DispatchQueue(label: "database-question")
    private let waiting = Mutex<[AsyncStream<Answer>.Continuation]>([])

    init(time: TimeSource, _ work: @escaping @Sendable () throws -> Value) {
        self.time = time
        self.work = work
    }

    /// Asks.
    ///
    /// - Throws: what the work throws, or `StoreAdministrationError` after two seconds.
    func answer() async throws -> Value {
        let (answers, asker) = AsyncStream.makeStream(of: Answer.self)
        let isFirst = waiting.withLock { waiting in
            waiting.append(asker)
            return waiting.count == 1
        }
        if isFirst { thread.async { self.ask() } }
        let timer = Task { [time] in
            try await time.sleep(.seconds(2))
            asker.yield(.failure(Self.noAnswer))
        }
        defer { timer.cancel() }
        guard let answer = await answers.first(where: { _ in true }) else { throw Self.noAnswer }
        return try answer.get()
    }

    private func ask() {
        let answer = Answer { try work() }
        let askers = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for asker in askers { asker.yield(answer) }
    }

    private static var noAnswer: StoreAdministrationError {
        .serviceUnavailable("The database does not answer.")
    }
}
