internal import AppStore
internal import ArgumentParser
internal import Dispatch
internal import DurableStorage
internal import EventBus
internal import PaymentCore
internal import Purchasing
internal import StoreModel
internal import Synchronization

/// One command's use of the application: opened, and closed again when the command is done.
enum Session {
    /// Opens the application, lets it deliver what earlier runs left unfinished, runs the command, and closes it.
    ///
    /// - Throws: an `ExitCode`, after the sentence for it has been said.
    static func run(_ options: StoreOptions, _ body: @escaping @Sendable (Application) async throws -> Void) throws {
        _ = Log.open(in: StoreLocation.logDirectory)
        let location = options.location
        try blocking {
            let bus = EventBus()
            let isTampered = Mutex(false)
            // What a person must hear of whatever the command is.
            let complaints = [
                bus.observe { (failure: ActionFailed) in complain(failure.sentence) },
                bus.observe { (found: LedgerTampered) in
                    found.findings.forEach(complain)
                    isTampered.withLock { $0 = true }
                },
            ]
            defer { complaints.forEach { $0.cancel() } }
            do {
                let application = try Application(location: location, bus: bus)
                try await application.start()
                await application.queue.settle()
                let result: Result<Void, any Error>
                do { result = .success(try await body(application)) } catch { result = .failure(error) }
                await application.queue.settle()
                await application.close()
                try result.get()
            } catch let code as ExitCode {
                throw code
            } catch {
                throw fail(Outcome(of: error), sentence(for: error))
            }
            if isTampered.withLock({ $0 }) { throw Outcome.ledgerTampered.exitCode }
        }
    }
}

/// What is posted on a bus from now on, as far as `register` listens for it.
struct Listener<Fact: Sendable> {
    let facts: AsyncStream<Fact>
    private let observations: [Observation]

    init(_ register: (AsyncStream<Fact>.Continuation) -> [Observation]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Fact.self)
        facts = stream
        observations = register(continuation)
    }

    /// The first fact of which `choose` makes something.
    func first<Choice>(_ choose: (Fact) -> Choice?) async -> Choice? {
        for await fact in facts {
            if let choice = choose(fact) { return choice }
        }
        return nil
    }
}

/// Runs asynchronous work from the synchronous main thread. (The screen needs that thread for itself, so `main` is not
/// asynchronous.)
func blocking(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, any Error>>(.success(()))
    Task {
        do { try await body() } catch { result.withLock { $0 = .failure(error) } }
        done.signal()
    }
    done.wait()
    try result.withLock { try $0.get() }
}
