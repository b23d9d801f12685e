internal import Dispatch
internal import EventBus
internal import Synchronization
internal import Testing

/// These tests are also for the thread sanitizer.
@Suite struct ThreadTests {
    private let bus = EventBus()
    private let postsPerThread = 2000

    @Test func `With eight threads posting while others come and go, who stays misses nothing and order holds`() {
        let next = (0..<8).map { _ in Counter() }
        let visits = Atomic(0)
        // Counts on only with the number that is next from its thread.
        let stays = bus.observe(Ping.self) { next[$0.number / 1_000_000].advance(from: $0.number % 1_000_000) }
        // Threads 0…7 post, 8…11 add and remove meanwhile.
        DispatchQueue.concurrentPerform(iterations: 12) { [bus, postsPerThread] thread in
            for number in 0..<postsPerThread {
                if thread < 8 {
                    bus.post(Ping(number: thread * 1_000_000 + number))
                } else {
                    let token = bus.observe(Ping.self) { _ in visits.add(1, ordering: .relaxed) }
                    let other = bus.observe(Pong.self) { _ in }
                    bus.post(Pong())
                    if number.isMultiple(of: 2) { token.cancel() }
                    withExtendedLifetime((token, other)) {}
                }
            }
        }
        #expect(next.map(\.value) == [Int](repeating: postsPerThread, count: 8))
        #expect(bus.observerCount == 1)
        stays.cancel()
        #expect(bus.observerCount == 0)
    }

    @Test func `A state that eight threads change is heard in the order in which it changed`() {
        let state = Mutex(0)
        let heard = Mutex<[Int]>([])
        let token = bus.observe(Ping.self) { ping in heard.withLock { $0.append(ping.number) } }
        DispatchQueue.concurrentPerform(iterations: 8) { [bus, postsPerThread] _ in
            for _ in 0..<postsPerThread {
                bus.postState {
                    Ping(
                        number: state.withLock {
                            $0 += 1
                            return $0
                        })
                }
            }
        }
        #expect(heard.withLock { $0 } == Array(1...8 * postsPerThread))
        token.cancel()
    }

    @Test func `A state is not posted where there is none, nor after an error, and observers may post one`() {
        struct Failure: Error {}
        let heard = Mutex<[Int]>([])
        let tokens = [
            bus.observe(Ping.self) { [unowned bus] ping in bus.postState { Pong(number: ping.number + 1) } },
            bus.observe(Pong.self) { pong in heard.withLock { $0.append(pong.number) } },
        ]
        bus.postState { nil as Ping? }
        #expect(throws: Failure.self) { try bus.postState { () throws(Failure) -> Ping? in throw Failure() } }
        bus.postState { Ping(number: 1) }
        #expect(heard.withLock { $0 } == [2])
        withExtendedLifetime(tokens) {}
    }

    @Test func `Observers that post, add and remove on eight threads at once neither deadlock nor miss a call`() {
        let pings = Atomic(0)
        let pongs = Atomic(0)
        let tokens = [
            bus.observe(Ping.self) { [unowned bus] ping in
                pings.add(1, ordering: .relaxed)
                bus.observe(Ping.self) { _ in }.cancel()
                bus.post(Pong(number: ping.number))
            },
            bus.observe(Pong.self) { _ in pongs.add(1, ordering: .relaxed) },
        ]
        DispatchQueue.concurrentPerform(iterations: 8) { [bus, postsPerThread] _ in
            for number in 0..<postsPerThread { bus.post(Ping(number: number)) }
        }
        #expect(pings.load(ordering: .relaxed) == 8 * postsPerThread)
        #expect(pongs.load(ordering: .relaxed) == 8 * postsPerThread)
        #expect(bus.observerCount == 2)
        withExtendedLifetime(tokens) {}
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func advance(from expected: Int) {
        _ = count.compareExchange(expected: expected, desired: expected + 1, ordering: .relaxed)
    }
}
