internal import ArgumentParser
internal import Dispatch
internal import EventBus
internal import PaymentQueueKit
internal import StoreApplication
internal import StoreCatalogue
internal import StoreClient
internal import StoreModel
internal import Storefront
internal import StorefrontMessages
internal import Synchronization

/// One command's use of the application: opened, and closed again when the command is done.
enum Session {
    /// Opens the application, lets it deliver what earlier runs left unfinished, runs the command, and closes it.
    ///
    /// - Throws: an `ExitCode`, after the sentence for it has been said.
    static func run(_ options: StoreOptions, _ body: @escaping @Sendable (Application) async throws -> Void) throws {
        let location = options.location
        _ = Log.open(in: location.logDirectory)
        try blocking {
            let bus = EventBus()
            let isTampered = Mutex(false)
            // What is said whatever the command is.
            let complaints = bus.observe { (event: StorefrontEvent) in
                switch event {
                case .actionFailed(let sentence): complain(sentence)
                case .balanceChanged(let change): if change.cause == .moved { complain(change.movedSentence) }
                case .ledgerTampered(let findings, _):
                    findings.forEach(complain)
                    isTampered.withLock { $0 = true }
                default: break
                }
            }
            defer { complaints.cancel() }
            do {
                let application = try await Application(
                    store: location.open(bus: bus), bus: bus, explain: explain)
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
                throw fail(ExitStatus(of: error), explain(error))
            }
            if isTampered.withLock({ $0 }) { throw ExitStatus.ledgerTampered.exitCode }
        }
    }

    /// Lets a command talk to the store at the location's address.
    ///
    /// - Throws: an `ExitCode`, after the sentence for it has been said.
    static func reach(_ location: StoreLocation, _ body: @escaping @Sendable (RemoteStore) async throws -> Void) throws
    {
        _ = Log.open(in: location.logDirectory)
        try blocking {
            do {
                guard let address = location.store else { throw LocationError.noAddress }
                try await body(RemoteStore(at: address, location: location))
            } catch let code as ExitCode {
                throw code
            } catch {
                throw fail(ExitStatus(of: error), explain(error))
            }
        }
    }

    /// Runs a command that needs no application.
    ///
    /// - Throws: an `ExitCode`, after the sentence for it has been said.
    static func work(_ body: () throws -> Void) throws {
        do { try body() } catch let code as ExitCode { throw code } catch {
            throw fail(ExitStatus(of: error), explain(error))
        }
    }
}

extension StoreLocation {
    /// Opens the store for a command: the embedded one, or one at an address, for whoever is signed in there.
    ///
    /// - Throws: `StoreError.signInNeeded`, `TrustError`, `LocationError`, `StorageError`, `CatalogueError`.
    func open(bus: EventBus) async throws -> OpenStore {
        guard let store else { return try OpenStore.embedded(at: self) }
        let remote = try RemoteStore(at: store, location: self)
        guard let session = remote.sessions.read() else { throw StoreError.signInNeeded }
        let chain: StoreCertificates
        do { chain = try await remote.meet() } catch let error as StoreError {
            // Without a network, too, the credits are there, and what is bought waits.
            guard error.isNetworkFailure, let known = await remote.trust.known() else { throw error }
            chain = known
        }
        return try remote.open(session, trusting: chain, bus: bus) { _ in
            complain(
                "The store has forgotten who you are; nothing was charged for it. Sign in: monkeystore sign-in NAME.")
        }.store
    }
}

/// Runs asynchronous work from the synchronous main thread. (The screen needs that thread for itself, so `main` is not
/// asynchronous.) Work that takes longer than until `deadline` goes on by itself.
func blocking(
    until deadline: DispatchTime = .distantFuture, _ body: @escaping @Sendable () async throws -> Void
) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, any Error>>(.success(()))
    Task {
        do { try await body() } catch { result.withLock { $0 = .failure(error) } }
        done.signal()
    }
    guard done.wait(timeout: deadline) == .success else { return }
    try result.withLock { try $0.get() }
}
