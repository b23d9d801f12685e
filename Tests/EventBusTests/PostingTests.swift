internal import EventBus
internal import Glibc
internal import Testing

@Suite struct PostingTests {
    private let bus = EventBus()

    @Test func `Observers are called in the order in which they registered, before post returns`() {
        let seen = Recorder<Int>()
        let tokens = (0..<100).map { number in bus.observe(Ping.self) { _ in seen.append(number) } }
        bus.post(Ping())
        #expect(seen.values == Array(0..<100))
        withExtendedLifetime(tokens) {}
    }

    @Test func `The order stays when observers in the middle go and new ones come`() {
        let seen = Recorder<Int>()
        var tokens = (0..<6).map { number in bus.observe(Ping.self) { _ in seen.append(number) } }
        tokens[1].cancel()
        tokens[4].cancel()
        tokens.append(bus.observe(Ping.self) { _ in seen.append(6) })
        bus.post(Ping())
        #expect(seen.values == [0, 2, 3, 5, 6])
    }

    @Test func `Observers run on the thread that posts`() {
        let seen = Recorder<pthread_t>()
        let token = bus.observe(Ping.self) { _ in seen.append(pthread_self()) }
        bus.post(Ping())
        #expect(seen.values == [pthread_self()])
        withExtendedLifetime(token) {}
    }

    @Test func `A notification reaches the observers of its own type only, with its value`() {
        let pings = Recorder<Ping>()
        let pongs = Recorder<Pong>()
        let tokens = [bus.observe { pings.append($0) }, bus.observe { pongs.append($0) }]
        bus.post(Ping(number: 1))
        bus.post(Pong(number: 2))
        bus.post(Wrapped<Int>())
        #expect(pings.values == [Ping(number: 1)])
        #expect(pongs.values == [Pong(number: 2)])
        withExtendedLifetime(tokens) {}
    }

    @Test func `Many types of notification are kept apart, more than a new bus has room for`() {
        let seen = Recorder<Int>()
        var tokens: [Observation] = []
        // Each Wrapped<Wrapped<…>> is a type of its own.
        func descend<N: Sendable>(_ type: N.Type, depth: Int, _ visit: (any Visitor.Type, Int) -> Void) {
            visit(Wrapped<N>.self, depth)
            if depth > 0 { descend(Wrapped<N>.self, depth: depth - 1, visit) }
        }
        descend(Int.self, depth: 99) { type, depth in
            tokens.append(type.observe(on: bus) { seen.append(depth) })
        }
        #expect(bus.observerCount == 100)
        descend(Int.self, depth: 99) { type, _ in type.post(on: bus) }
        #expect(seen.values == Array((0..<100).reversed()))
    }

    @Test func `Buses know nothing of each other`() {
        let seen = Recorder<Ping>()
        let token = bus.observe { seen.append($0) }
        EventBus().post(Ping())
        #expect(seen.values.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `A post from a callback is delivered in full before the callback goes on`() {
        let seen = Recorder<String>()
        let tokens = [
            bus.observe(Ping.self) { [unowned bus] ping in
                seen.append("first \(ping.number)")
                if ping.number < 2 { bus.post(Ping(number: ping.number + 1)) }
                seen.append("first ends \(ping.number)")
            },
            bus.observe(Ping.self) { seen.append("second \($0.number)") },
        ]
        bus.post(Ping())
        #expect(
            seen.values == [
                "first 0", "first 1", "first 2", "first ends 2", "second 2", "first ends 1", "second 1",
                "first ends 0", "second 0",
            ])
        withExtendedLifetime(tokens) {}
    }
}

/// Any of many notification types.
private protocol Visitor: BusMessage {
    init()
}

extension Visitor {
    static func observe(on bus: EventBus, _ body: @escaping @Sendable () -> Void) -> Observation {
        bus.observe(Self.self) { _ in body() }
    }

    static func post(on bus: EventBus) { bus.post(Self()) }
}

private struct Wrapped<Inner: Sendable>: Visitor {}
