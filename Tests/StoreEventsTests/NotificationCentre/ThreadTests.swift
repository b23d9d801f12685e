internal import Dispatch
internal import StoreEvents
internal import Synchronization
internal import Testing

/// These tests are also for the thread sanitizer.
@Suite(.timeLimit(.minutes(5))) struct ThreadTests {
    private let centre = NotificationCentre<Note>()
    private let postsPerThread = 2000

    @Test
    func `With eight threads posting while others come and go, who stays misses nothing and order holds`() {
        let next = (0..<8).map { _ in Counter() }
        let visits = Atomic(0)
        // Counts on only if the number is the next one from its thread.
        let stays = centre.observe([.ping]) {
            next[$0.number / 1_000_000].advance(from: $0.number % 1_000_000)
        }
        // Threads 0…7 post, while 8…11 add and remove observers.
        DispatchQueue.concurrentPerform(iterations: 12) { [centre, postsPerThread] thread in
            for number in 0..<postsPerThread {
                if thread < 8 {
                    centre.post(.ping(thread * 1_000_000 + number))
                } else {
                    let token = centre.observe([.ping]) { _ in visits.add(1, ordering: .relaxed) }
                    let other = centre.observe([.pong]) { _ in }
                    centre.post(.pong(0))
                    if number.isMultiple(of: 2) { token.cancel() }
                    withExtendedLifetime((token, other)) {}
                }
            }
        }
        #expect(next.map(\.value) == [Int](repeating: postsPerThread, count: 8))
        #expect(centre.observerCount == 1)
        stays.cancel()
        #expect(centre.observerCount == 0)
    }

    @Test func `A state that eight threads change is heard in the order in which it changed`() {
        let state = Mutex(0)
        let heard = Mutex<[Int]>([])
        let token = centre.observe([.ping]) { ping in heard.withLock { $0.append(ping.number) } }
        DispatchQueue.concurrentPerform(iterations: 8) { [centre, postsPerThread] _ in
            for _ in 0..<postsPerThread {
                centre.postState {
                    .ping(
                        state.withLock {
                            $0 += 1
                            return $0
                        })
                }
            }
        }
        #expect(heard.withLock { $0 } == Array(1...8 * postsPerThread))
        token.cancel()
    }

    @Test func `A state is not posted while it is unknown, or after an error; observers may post one`() {
        struct Failure: Error {}
        let heard = Mutex<[Int]>([])
        let tokens = [
            centre.observe([.ping]) { [unowned centre] ping in centre.postState { .pong(ping.number + 1) } },
            centre.observe([.pong]) { pong in heard.withLock { $0.append(pong.number) } },
        ]
        centre.postState { nil }
        #expect(throws: Failure.self) {
            try centre.postState { () throws(Failure) -> Note? in throw Failure() }
        }
        centre.postState { .ping(1) }
        #expect(heard.withLock { $0 } == [2])
        withExtendedLifetime(tokens) {}
    }

    @Test
    func `Observers that post, add and remove on eight threads at once neither deadlock nor miss a call`() {
        let pings = Atomic(0)
        let pongs = Atomic(0)
        let tokens = [
            centre.observe([.ping]) { [unowned centre] ping in
                pings.add(1, ordering: .relaxed)
                centre.observe([.ping]) { _ in }.cancel()
                centre.post(.pong(ping.number))
            },
            centre.observe([.pong]) { _ in pongs.add(1, ordering: .relaxed) },
        ]
        DispatchQueue.concurrentPerform(iterations: 8) { [centre, postsPerThread] _ in
            for number in 0..<postsPerThread { centre.post(.ping(number)) }
        }
        #expect(pings.load(ordering: .relaxed) == 8 * postsPerThread)
        #expect(pongs.load(ordering: .relaxed) == 8 * postsPerThread)
        #expect(centre.observerCount == 2)
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
