internal import Dispatch
internal import Synchronization

/// Runs asynchronous work from the synchronous main thread. (`main` is not asynchronous, because the screen
/// needs that thread for itself.) Work that is not done by `deadline` goes on by itself.
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

/// Keeps an application's databases open until the process ends. Closing them would remove their write-ahead
/// logs. The next start would have to make these again, with two flushes each, before it shows a price.
func keepUntilExit(_ application: some AnyObject) { _ = Unmanaged.passRetained(application) }
