import StoreModel
import Synchronization
import Testing

@testable import StoreClient

@Suite("An outage", .timeLimit(.minutes(5))) struct NetworkStateTests {
    @Test
    func
        `ends with the kernel's word: the next attempt comes at once, and those after it follow after short pauses again`()
        async
    {
        let time = RecordedTime()
        let (checks, continuation) = AsyncStream.makeStream(of: Void.self)
        let kernel = Kernel()
        let network = NetworkState(time: time.source) { onWord in
            kernel.begin(onWord)
        } check: { () async throws(StoreError) in
            continuation.yield()
            throw StoreError.networkDown
        } onChange: { _ in
        }
        var attempts = checks.makeAsyncIterator()
        network.requestFailed()
        for pause in [1, 2, 4, 8] {
            await time.pass(.seconds(pause))
            await attempts.next()
        }
        // The next pause is 16 seconds, and does not pass.
        await time.begun(.seconds(16))
        kernel.say()
        await attempts.next()
        for pause in [1, 2] {
            await time.pass(.seconds(pause))
            await attempts.next()
        }
        network.close()
    }

    @Test func `is when the kernel is listened to, and no other time`() {
        let kernel = Kernel()
        let network = NetworkState(time: RecordedTime().source) { onWord in
            kernel.begin(onWord)
        } check: { () async throws(StoreError) in
        } onChange: { _ in
        }
        #expect(kernel.listeners == 0)
        network.streamLost()
        network.streamLost()
        #expect(kernel.listeners == 1)
        network.answered()
        #expect(kernel.listeners == 0)
        network.streamLost()
        network.close()
        network.streamLost()
        #expect(kernel.listeners == 0)
    }

    @Test func `can be listened for at this machine's kernel`() {
        #expect(NetworkChanges {} != nil)
    }

    /// Reports a change of the network when a test wants one.
    private final class Kernel: Sendable {
        private let onWords = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

        /// How many listen.
        var listeners: Int { onWords.withLock { $0.count } }

        func begin(_ onWord: @escaping @Sendable () -> Void) -> any Sendable {
            let listener = Listener(kernel: self)
            onWords.withLock { $0[ObjectIdentifier(listener)] = onWord }
            return listener
        }

        func say() { onWords.withLock { Array($0.values) }.forEach { $0() } }

        private final class Listener: Sendable {
            private let kernel: Kernel
            init(kernel: Kernel) { self.kernel = kernel }
            deinit { kernel.onWords.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) } }
        }
    }
}
