internal import Glibc
internal import StoreEvents
internal import Testing

@Suite struct PostingTests {
    private let centre = NotificationCentre<Note>()

    @Test func `Observers are called in the order in which they registered, before post returns`() {
        let seen = Recorder<Int>()
        let tokens = (0..<100).map { number in centre.observe([.ping]) { _ in seen.append(number) } }
        centre.post(.ping(0))
        #expect(seen.values == Array(0..<100))
        withExtendedLifetime(tokens) {}
    }

    @Test func `The order stays when observers in the middle go and new ones come`() {
        let seen = Recorder<Int>()
        var tokens = (0..<6).map { number in centre.observe([.ping]) { _ in seen.append(number) } }
        tokens[1].cancel()
        tokens[4].cancel()
        tokens.append(centre.observe([.ping]) { _ in seen.append(6) })
        centre.post(.ping(0))
        #expect(seen.values == [0, 2, 3, 5, 6])
    }

    @Test func `Observers run on the thread that posts`() {
        let seen = Recorder<pthread_t>()
        let token = centre.observe([.ping]) { _ in seen.append(pthread_self()) }
        centre.post(.ping(0))
        #expect(seen.values == [pthread_self()])
        withExtendedLifetime(token) {}
    }

    @Test func `A message reaches the observers of its own name only, with its value`() {
        let pings = Recorder<Note>()
        let pongs = Recorder<Note>()
        let tokens = [
            centre.observe([.ping]) { pings.append($0) }, centre.observe([.pong]) { pongs.append($0) },
        ]
        centre.post(.ping(1))
        centre.post(.pong(2))
        #expect(pings.values == [.ping(1)])
        #expect(pongs.values == [.pong(2)])
        withExtendedLifetime(tokens) {}
    }

    @Test func `An observer of several names hears each of them once, in its place in the order`() {
        let seen = Recorder<String>()
        let tokens = [
            centre.observe([.pong]) { seen.append("pong \($0.number)") },
            centre.observe([.ping, .pong, .ping]) { seen.append("both \($0.number)") },
            centre.observe([.ping]) { seen.append("ping \($0.number)") },
            centre.observe([]) { _ in seen.append("nothing") },
        ]
        centre.post(.ping(1))
        centre.post(.pong(2))
        #expect(seen.values == ["both 1", "ping 1", "pong 2", "both 2"])
        #expect(centre.observerCount == 3)
        tokens[1].cancel()
        #expect(centre.observerCount == 2)
        centre.post(.ping(3))
        centre.post(.pong(4))
        #expect(seen.values.suffix(2) == ["ping 3", "pong 4"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `Centres know nothing of each other`() {
        let seen = Recorder<Note>()
        let token = centre.observe([.ping]) { seen.append($0) }
        NotificationCentre<Note>().post(.ping(0))
        #expect(seen.values.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `A post from a callback is delivered in full before the callback goes on`() {
        let seen = Recorder<String>()
        let tokens = [
            centre.observe([.ping]) { [unowned centre] ping in
                seen.append("first \(ping.number)")
                if ping.number < 2 { centre.post(.ping(ping.number + 1)) }
                seen.append("first ends \(ping.number)")
            },
            centre.observe([.ping]) { seen.append("second \($0.number)") },
        ]
        centre.post(.ping(0))
        #expect(
            seen.values == [
                "first 0", "first 1", "first 2", "first ends 2", "second 2", "first ends 1", "second 1",
                "first ends 0", "second 0",
            ])
        withExtendedLifetime(tokens) {}
    }
}
