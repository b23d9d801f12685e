internal import Foundation
internal import Synchronization

/// Threads that hash passwords. A hash takes long on purpose, and the threads that answer requests are few, so requests
/// without a password do not wait for it. One processor stays free for them, and a sign-in that would wait behind too
/// many others is refused.
final class PasswordThreads: Sendable {
    static let mostWaiting = 64

    private let queue = OperationQueue()
    private let count = Mutex(0)

    init() {
        queue.maxConcurrentOperationCount = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// Refused with `AccountError.busy` where too many wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isBusy = count.withLock { count in
            guard count < Self.mostWaiting + queue.maxConcurrentOperationCount else { return true }
            count += 1
            return false
        }
        guard !isBusy else { throw AccountError.busy }
        defer { count.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try work() }) }
        }
    }
}
