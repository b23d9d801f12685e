import StoreModel
import Synchronization
import Testing

@testable import StoreClient

@Suite("An outage", .timeLimit(.minutes(5))) struct NetworkStateTests {
    @Test
    func
        `ends with the kernel's report: the next attempt comes at once, and those after it follow after short pauses again`()
        async
    {
        let time = RecordedTime()
        let (checks, continuation) = AsyncStream.makeStream(of: Void.self)
        let kernel = Kernel()
        let network = NetworkState(time: time.source) { onReport in
            kernel.begin(onReport)
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
        kernel.report()
        await attempts.next()
        for pause in [1, 2] {
            await time.pass(.seconds(pause))
            await attempts.next()
        }
        network.close()
    }

    @Test
    func
        `that follows another is checked later, unless the network was up for long or the kernel reported a change`()
        async
    {
        let time = RecordedTime()
        let (changes, continuation) = AsyncStream.makeStream(of: Bool.self)
        let kernel = Kernel()
        let network = NetworkState(time: time.source) { onReport in
            kernel.begin(onReport)
        } check: { () async throws(StoreError) in
            // It is answered, although other requests fail.
        } onChange: { isUp in
            continuation.yield(isUp)
        }
        var told = changes.makeAsyncIterator()
        // The second number: for how many seconds the network is up after that.
        for (pause, up) in [(1, 0), (2, 0), (4, 59), (8, 60), (1, 0), (2, 0)] {
            network.requestFailed()
            await time.pass(.seconds(pause))
            #expect(await told.next() == false)
            #expect(await told.next() == true)
            time.advance(by: .seconds(up))
        }
        network.requestFailed()
        await time.begun(.seconds(4))
        kernel.report()
        #expect(await told.next() == false)
        #expect(await told.next() == true)
        network.requestFailed()
        await time.pass(.seconds(1))
        #expect(await told.next() == false)
        #expect(await told.next() == true)
        network.close()
    }

    @Test func `is when the kernel is listened to, and no other time`() {
        let kernel = Kernel()
        let network = NetworkState(time: RecordedTime().source) { onReport in
            kernel.begin(onReport)
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
        private let onReports = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

        /// How many listen.
        var listeners: Int { onReports.withLock { $0.count } }

        func begin(_ onReport: @escaping @Sendable () -> Void) -> any Sendable {
            let listener = Listener(kernel: self)
            onReports.withLock { $0[ObjectIdentifier(listener)] = onReport }
            return listener
        }

        func report() { onReports.withLock { Array($0.values) }.forEach { $0() } }

        private final class Listener: Sendable {
            private let kernel: Kernel
            init(kernel: Kernel) { self.kernel = kernel }
            deinit { kernel.onReports.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) } }
        }
    }
}
