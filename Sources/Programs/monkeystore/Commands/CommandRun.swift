internal import ArgumentParser
internal import PaymentQueueKit
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront
internal import Synchronization

/// Runs one command: opens the application, closes it when the command is done, and turns errors into
/// sentences and exit codes. Nearly all commands call it.
enum CommandRun {
    private static let refusal = Mutex(false)
    /// Whether the store has refused the session, so that somebody has to sign in again. `run` says so at the
    /// end, unless the command does.
    static var isRefused: Bool { refusal.withLock { $0 } }

    static func noteRefusal() { refusal.withLock { $0 = true } }

    /// The sentence for that. `meaning` is what it means for the money.
    static func refusalSentence(
        _ meaning: String = "What waits goes on when you sign in; it counts once, and you pay once."
    ) -> String {
        "The store no longer knows you. \(meaning) Sign in again: monkeystore sign-in NAME."
    }

    /// What was said of actions that failed. The queue tries again and again, and may fail each time for the
    /// same reason.
    private static let said = Mutex<Set<String>>([])

    /// Whether the sentence for an error of the store was said, as the reason why something else failed.
    static func hasSaid(_ error: StoreError) -> Bool {
        guard let sentence = Trouble(saidBy: error)?.commandSentence ?? error.message else { return false }
        return said.withLock { $0.contains(sentence) }
    }

    /// Opens the application, lets it deliver what earlier runs left unfinished, runs the command, and closes
    /// the application.
    ///
    /// - Parameters:
    ///   - isQueueFirst: whether the command comes after what earlier runs left unfinished. If not, it comes
    ///     at once.
    ///   - saysWhatWaits: whether to say why payments wait. The command that buys says it at its end.
    /// - Throws: an `ExitCode`, after the sentence for it has been printed.
    static func run(
        _ options: StoreOptions, isQueueFirst: Bool = true, saysWhatWaits: Bool = true,
        _ body: @escaping @Sendable (Application) async throws -> Void
    ) throws {
        let location = options.location
        _ = Log.open(in: location.logDirectory)
        try blocking {
            let bus = EventBus()
            let isRecounted = Mutex(false)
            let isStarted = Mutex(false)
            let fetching = Mutex(ProgressLine("Fetching the account"))
            defer { fetching.withLock { $0.end() } }
            // What is printed for any command.
            let complaints = bus.observe(
                .actionFailed, .spendRefused, .accountFetched, .accountRecounted
            ) { event in
                switch event {
                case .actionFailed(.paymentKept) where !saysWhatWaits: break
                case .actionFailed(let trouble):
                    let sentence = trouble.commandSentence
                    if said.withLock({ $0.insert(sentence).inserted }) { complain(sentence) }
                // A command reports its own use itself. This use has waited for the store.
                case .spendRefused(let credits, let balance) where !isStarted.withLock({ $0 }):
                    complain(refusedSentence(credits: credits, balance: balance))
                case .accountFetched(let percent):
                    fetching.withLock { percent < 100 ? $0.show(Double(percent) / 100) : $0.end() }
                case .accountRecounted(let findings, let balance):
                    for finding in findings { complain(finding.sentence) }
                    complain(recountedSentence(balance: balance))
                    isRecounted.withLock { $0 = true }
                default: break
                }
            }
            defer { complaints.cancel() }
            do {
                let application = try await Application(
                    store: open(location), bus: bus)
                keepUntilExit(application)
                try await application.start()
                if isQueueFirst { await application.queue.idle() }
                isStarted.withLock { $0 = true }
                let result: Result<Void, any Error>
                do { result = .success(try await body(application)) } catch { result = .failure(error) }
                await application.queue.idle()
                await application.close()
                try result.get()
            } catch {
                let code = exitCode(for: error)
                // A command that ends with this code has said it.
                if isRefused, code != ExitStatus.signInNeeded.exitCode { complain(refusalSentence()) }
                throw code
            }
            if isRefused { complain(refusalSentence()) }
            if isRecounted.withLock({ $0 }) { throw ExitStatus.accountRecounted.exitCode }
        }
    }

    private static func open(_ location: StoreLocation) async throws -> OpenStore {
        #if Remote
        if let address = location.store { return try await .remote(address, location: location) }
        #endif
        return try .embedded(at: location)
    }

    /// Runs a command that needs no application. Throws an `ExitCode`, after the sentence for it has
    /// been printed.
    static func work(_ body: () throws -> Void) throws {
        do { try body() } catch { throw exitCode(for: error) }
    }

    /// Prints the sentence for an error that ends a command, and returns its exit code.
    static func exitCode(for error: any Error) -> ExitCode {
        if let code = error as? ExitCode { return code }
        let status = ExitStatus(of: error)
        let sentence = isRefused && status == .signInNeeded ? refusalSentence() : explain(error)
        return fail(status, sentence, error: error as? StoreError)
    }
}
