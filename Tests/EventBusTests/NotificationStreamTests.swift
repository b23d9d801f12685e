internal import EventBus
internal import Testing

@Suite struct NotificationStreamTests {
    private let bus = EventBus()

    private func numbers(of stream: AsyncStream<Ping>, first count: Int) async -> [Int] {
        var numbers: [Int] = []
        for await ping in stream.prefix(count) { numbers.append(ping.number) }
        return numbers
    }

    @Test("A stream yields the notifications of its type since it was made, in order")
    func yieldsInOrder() async {
        bus.post(Ping(number: 0))
        let stream = bus.notifications(Ping.self)
        for number in 1...3 {
            bus.post(Ping(number: number))
            bus.post(Pong(number: number))
        }
        #expect(await numbers(of: stream, first: 3) == [1, 2, 3])
    }

    @Test("Of more than the bound, the newest wait", arguments: [1, 2, 10])
    func dropsTheOldest(limit: Int) async {
        let stream = bus.notifications(Ping.self, bufferingNewest: limit)
        for number in 1...20 { bus.post(Ping(number: number)) }
        #expect(await numbers(of: stream, first: limit) == Array((21 - limit)...20))
    }

    @Test("Unless told otherwise 256 wait")
    func defaultBound() async {
        let stream = bus.notifications(Ping.self)
        for number in 1...300 { bus.post(Ping(number: number)) }
        #expect(await numbers(of: stream, first: 256) == Array(45...300))
    }

    @Test("Two streams each get every notification")
    func twoStreams() async {
        let streams = [bus.notifications(Ping.self), bus.notifications(Ping.self)]
        for number in 1...3 { bus.post(Ping(number: number)) }
        for stream in streams { #expect(await numbers(of: stream, first: 3) == [1, 2, 3]) }
    }

    @Test("The bus forgets a stream that nobody holds")
    func releasedStream() {
        do {
            let stream = bus.notifications(Ping.self)
            #expect(bus.observerCount == 1)
            withExtendedLifetime(stream) {}
        }
        #expect(bus.observerCount == 0)
    }

    @Test("A stream goes on while only its iterator is held")
    func iteratorAlone() async {
        var iterator = bus.notifications(Ping.self).makeAsyncIterator()
        bus.post(Ping(number: 1))
        #expect(await iterator.next() == Ping(number: 1))
    }

    @Test("A stream ends when its task is cancelled, and the bus forgets it")
    func cancelledTask() async {
        let started = AsyncStream<Void>.makeStream()
        let task = Task { [bus] in
            for await _ in bus.notifications(Ping.self) { started.continuation.yield() }
        }
        // The first notification may come before the stream is made: post until one has arrived.
        let poster = Task { [bus] in
            while !Task.isCancelled {
                bus.post(Ping())
                await Task.yield()
            }
        }
        for await _ in started.stream { break }
        poster.cancel()
        task.cancel()
        await task.value
        #expect(bus.observerCount == 0)
    }

    @Test("A stream ends when the bus is released, after what still waited")
    func releasedBus() async {
        var shortLived: EventBus? = EventBus()
        let stream = shortLived?.notifications(Ping.self)
        shortLived?.post(Ping(number: 1))
        shortLived = nil
        var numbers: [Int] = []
        if let stream { for await ping in stream { numbers.append(ping.number) } }
        #expect(numbers == [1])
    }
}
