import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import StoreClient

@Suite("What the store pushes", .timeLimit(.minutes(5)))
struct UpdateTests {
    /// A store whose streams of events a test writes.
    struct Store {
        typealias Stream = (request: LoopbackServer.Request, client: LoopbackServer.Client)

        let server: LoopbackServer
        let streams: AsyncStream<Stream>
        /// The administrator's requests for settings, which a test answers.
        let administration: AsyncStream<Stream>

        init(
            settings: StoreSettings = StoreSettings(), purchases: Int = 200,
            products: @escaping @Sendable () -> Int = { 200 }
        ) throws {
            let (streams, continuation) = AsyncStream.makeStream(of: Stream.self)
            self.streams = streams
            let (administration, administering) = AsyncStream.makeStream(of: Stream.self)
            self.administration = administration
            server = try LoopbackServer { request, client in
                switch request.path {
                case "/store/v1/updates": continuation.yield((request, client))
                case "/admin/v1/settings": administering.yield((request, client))
                case "/store/v1/settings": client.answer(200, asJSON(settings))
                case "/store/v1/products":
                    let answer = ProductsResponse(products: [], invalidProductIdentifiers: [])
                    let status = products()
                    if status == 0 { client.end() } else { client.answer(status, asJSON(answer)) }
                case "/store/v1/purchases": client.answer(purchases, asJSON(outcome))
                default: client.answer(200, asJSON(outcome))
                }
            }
        }
    }

    /// Somebody who listens to such a store, for as long as this lives.
    struct Listening {
        let shop: HTTPStore
        private var updates: AsyncStream<StoreUpdate>.Iterator
        var streams: AsyncStream<Store.Stream>.Iterator

        init(to shop: HTTPStore, at store: Store) {
            self.shop = shop
            updates = shop.updates().makeAsyncIterator()
            streams = store.streams.makeAsyncIterator()
        }

        mutating func next() async -> StoreUpdate? { await updates.next() }

        /// The next stream that was asked for.
        mutating func stream() async throws -> Store.Stream {
            let stream = await streams.next()
            return try #require(stream)
        }

        /// The same, which has begun. The first update is for changes before it was open, whose revision is
        /// unknown.
        mutating func opened() async throws -> Store.Stream {
            let stream = try await stream()
            stream.client.beginEvents()
            let update = await updates.next()
            #expect(update == .accountChanged(revision: 0))
            return stream
        }
    }

    @Test func `is told to everybody who listens, over one connection`() async throws {
        let store = try Store()
        let shop = client(of: store.server)
        var first = Listening(to: shop, at: store), second = shop.updates().makeAsyncIterator()
        let stream = try await first.opened()
        #expect(stream.request.headers["authorization"] == "Bearer secret")
        #expect(stream.request.headers["last-event-id"] == nil)
        var settings = StoreSettings()
        settings.asksToBuy = true
        stream.client.sendEvents("event: settings\ndata: \(asJSON(settings))\n\n")
        #expect(await first.next() == .settingsChanged(settings))
        #expect(try await shop.settings() == settings)
        stream.client.sendEvents("event: network\ndata: false\n\nevent: network\ndata: true\n\n")
        #expect(await first.next() == .networkChanged(isUp: false))
        #expect(await first.next() == .networkChanged(isUp: true))
        stream.client.sendEvents(": still here\n\nevent: other\n\nid: 8\nevent: account\ndata: 12\n\n")
        #expect(await first.next() == .accountChanged(revision: 12))
        #expect(await second.next() == .accountChanged(revision: 0))
        #expect(await second.next() == .settingsChanged(settings))
        #expect(store.server.requests.filter { $0.path == "/store/v1/updates" }.count == 1)
    }

    @Test func `has settings before anything changes them`() async throws {
        var settings = StoreSettings()
        settings.disablesDialogs = true
        let store = try Store(settings: settings)
        let shop = client(of: store.server)
        #expect(try await shop.settings() == StoreSettings())
        var updates = Listening(to: shop, at: store)
        _ = try await updates.opened()
        #expect(await updates.next() == .settingsChanged(settings))
    }

    @Test(
        "stays in force although an older answer to a request for settings follows", arguments: [true, false])
    func olderAnswer(isChange: Bool) async throws {
        let store = try Store()
        let shop = client(of: store.server, adminToken: "admin")
        var updates = Listening(to: shop, at: store)
        let stream = try await updates.opened()
        var older = StoreSettings()
        older.asksToBuy = true
        var newer = older
        newer.interruptsPurchases = true
        let asking = Task { [older] in
            if isChange { return try await shop.apply(older) }
            _ = try await shop.currentSettings()
        }
        var requests = store.administration.makeAsyncIterator()
        let held = try #require(await requests.next())
        stream.client.sendEvents("event: settings\ndata: \(asJSON(newer))\n\n")
        #expect(await updates.next() == .settingsChanged(newer))
        held.client.answer(200, asJSON(older))
        try await asking.value
        #expect(try await shop.settings() == newer)
    }

    @Test func `goes on where it broke off, after pauses that grow`() async throws {
        let store = try Store(), time = RecordedTime()
        var updates = Listening(to: client(of: store.server, time: time.source), at: store)
        var stream = try await updates.opened()
        stream.client.sendEvents("id: 7\n\n")
        stream.client.sendEvents("event: account\ndata: 7\n\n")
        #expect(await updates.next() == .accountChanged(revision: 7))
        stream.client.end()
        stream = try await updates.stream()
        #expect(stream.request.headers["last-event-id"] == "7")
        stream.client.end()
        #expect(await updates.next() == .networkChanged(isUp: false))
        for pause in [1, 2, 4] {
            await time.pass(.seconds(pause))
            stream = try await updates.stream()
            #expect(stream.request.headers["last-event-id"] == "7")
            if pause < 4 { stream.client.end() }
        }
        stream.client.beginEvents()
        #expect(await updates.next() == .networkChanged(isUp: true))
        stream.client.sendEvents("event: account\ndata: 9\n\n")
        #expect(await updates.next() == .accountChanged(revision: 9))
    }

    @Test(
        "shows that the network is up if the store refuses the session, on the stream or in a request",
        arguments: [true, false])
    func refusedSession(onStream: Bool) async throws {
        let store = try Store(purchases: 401), time = RecordedTime()
        let shop = client(of: store.server, time: time.source)
        var updates = Listening(to: shop, at: store)
        try await updates.opened().client.end()
        try await updates.stream().client.end()
        #expect(await updates.next() == .networkChanged(isUp: false))
        if onStream {
            await time.pass(.seconds(1))
            try await updates.stream().client.answer(401, asJSON(StoreError.signInNeeded))
        } else {
            await #expect(throws: StoreError.signInNeeded) { try await shop.purchase(request) }
        }
        #expect(await updates.next() == .networkChanged(isUp: true))
    }

    @Test(
        "says nothing of the network when the store ends the session, also soon after an outage",
        arguments: [false, true])
    func endedSession(isAfterOutage: Bool) async throws {
        let store = try Store(), time = RecordedTime()
        let (refused, refusals) = AsyncStream.makeStream(of: String.self)
        let shop = client(of: store.server, time: time.source) { refusals.yield($0) }
        var updates = Listening(to: shop, at: store)
        var stream = try await updates.opened()
        if isAfterOutage {
            stream.client.end()
            for pause in [1, 2, 4] {
                try await updates.stream().client.end()
                await time.pass(.seconds(pause))
            }
            #expect(await updates.next() == .networkChanged(isUp: false))
            stream = try await updates.stream()
            stream.client.beginEvents()
            #expect(await updates.next() == .networkChanged(isUp: true))
            #expect(await updates.next() == .accountChanged(revision: 0))
        }
        stream.client.end()
        try await updates.stream().client.answer(401, asJSON(StoreError.signInNeeded))
        var tokens = refused.makeAsyncIterator()
        #expect(await tokens.next() == "secret")
        stream = try await renewed(shop, &updates)
        #expect(stream.request.headers["authorization"] == "Bearer new")
    }

    /// The stream that follows a new token. Nothing was told before it.
    private func renewed(_ shop: HTTPStore, _ updates: inout Listening) async throws -> Store.Stream {
        shop.renew(sessionToken: "new")
        #expect(await updates.next() == .networkChanged(isUp: true))
        return try await updates.stream()
    }

    @Test func `is asked for at once when the kernel reports that the network has changed`() async throws {
        let store = try Store(), time = RecordedTime()
        let report = Mutex<(@Sendable () -> Void)?>(nil)
        let shop = client(
            of: store.server, time: time.source,
            listen: { onReport in
                report.withLock { $0 = onReport }
                return device
            })
        var updates = Listening(to: shop, at: store)
        try await updates.opened().client.end()
        try await updates.stream().client.end()
        #expect(await updates.next() == .networkChanged(isUp: false))
        // Before the pause is over.
        await time.pass(.seconds(1)) {
            report.withLock { $0 }?()
            await updates.streams.next()?.client.beginEvents()
            #expect(await updates.next() == .networkChanged(isUp: true))
        }
    }

    @Test func `is asked for after pauses that grow, too, if each stream ends as soon as it is open`()
        async throws
    {
        let store = try Store(), time = RecordedTime()
        var updates = Listening(to: client(of: store.server, time: time.source), at: store)
        // The first time, the next one is asked for at once.
        try await updates.opened().client.end()
        for pause in [1, 2, 4, 8] {
            let stream = try await updates.stream()
            stream.client.beginEvents()
            if pause > 1 { #expect(await updates.next() == .networkChanged(isUp: true)) }
            #expect(await updates.next() == .accountChanged(revision: 0))
            stream.client.end()
            #expect(await updates.next() == .networkChanged(isUp: false))
            await time.pass(.seconds(pause))
        }
    }

    @Test func `is given up when the store says nothing for 45 seconds, though the connection is there`()
        async throws
    {
        let store = try Store(), time = RecordedTime()
        var updates = Listening(to: client(of: store.server, time: time.source), at: store)
        let stream = try await updates.opened()
        // An event comes within the first 45 seconds, and counts. In the next 45 seconds nothing comes.
        await time.pass(EventStreamClient.longestSilence) {
            stream.client.sendEvents("event: account\ndata: 9\n\n")
            #expect(await updates.next() == .accountChanged(revision: 9))
        }
        await time.pass(EventStreamClient.longestSilence)
        #expect(await updates.next() == .networkChanged(isUp: false))
        // The stream was open for long, so the next one is requested without a pause.
        _ = try await updates.stream()
    }

    @Test
    func `ends when the session does, and goes on with the next one; nobody asks in vain meanwhile`()
        async throws
    {
        let store = try Store(), refusals = Counter()
        let shop = client(of: store.server) { token in
            #expect(token == "secret")
            _ = refusals.next()
        }
        var updates = Listening(to: shop, at: store)
        try await updates.stream().client.answer(401, asJSON(StoreError.signInNeeded))
        while shop.token.current != nil { try await pause() }
        shop.renew(sessionToken: "new")
        #expect(await updates.next() == .networkChanged(isUp: true))
        let stream = try await updates.stream()
        #expect(stream.request.headers["authorization"] == "Bearer new")
        #expect(refusals.count == 1)
        #expect(store.server.requests.filter { $0.path == "/store/v1/updates" }.count == 2)
    }

    @Test func `ends when nobody listens any more`() async throws {
        let store = try Store()
        let shop = client(of: store.server)
        var streams = store.streams.makeAsyncIterator()
        let listening = Task { for await _ in shop.updates() {} }
        let stream = try #require(await streams.next())
        stream.client.beginEvents()
        listening.cancel()
        await listening.value
        while store.server.connections > 0 { try await pause() }
    }

    @Test(
        "is not a reason to think that requests arrive: one that was lost is followed by a small one until that is answered"
    )
    func lostRequest() async throws {
        let isAnswering = Atomic(false)
        let store = try Store { isAnswering.load(ordering: .relaxed) ? 200 : 0 }
        let time = RecordedTime()
        let shop = client(of: store.server, token: nil, time: time.source)
        var updates = shop.updates().makeAsyncIterator()
        await #expect(throws: StoreError.connectionLost) {
            try await shop.products(for: ["com.example.five"])
        }
        #expect(await updates.next() == .networkChanged(isUp: false))
        await time.pass(.seconds(1))
        await time.pass(.seconds(2))
        await time.pass(.seconds(4)) { isAnswering.store(true, ordering: .relaxed) }
        #expect(await updates.next() == .networkChanged(isUp: true))
        #expect(store.server.requests.last?.body == "{\"identifiers\":[]}")
    }

    @Test func `does not show that requests arrive while one that was lost is being checked`() async throws {
        let isAnswering = Atomic(false)
        let store = try Store { isAnswering.load(ordering: .relaxed) ? 200 : 0 }
        let time = RecordedTime()
        let shop = client(of: store.server, time: time.source)
        var updates = Listening(to: shop, at: store)
        let stream = try await updates.opened()
        await #expect(throws: StoreError.connectionLost) {
            try await shop.products(for: ["com.example.five"])
        }
        #expect(await updates.next() == .networkChanged(isUp: false))
        stream.client.sendEvents("event: network\ndata: true\n\nevent: account\ndata: 9\n\n")
        #expect(await updates.next() == .accountChanged(revision: 9))
        // The check that came at once has failed.
        await time.pass(.seconds(2)) { isAnswering.store(true, ordering: .relaxed) }
        #expect(await updates.next() == .networkChanged(isUp: true))
    }

    @Test(arguments: ["", "7 8", "ž", String(repeating: "7", count: 65)])
    func `goes on after the last identifier that fits into a header`(id: String) async throws {
        let store = try Store()
        var updates = Listening(to: client(of: store.server), at: store)
        let stream = try await updates.opened()
        for (name, revision) in [("7", 7), (id, 8)] as [(String, Int64)] {
            stream.client.sendEvents("id: \(name)\nevent: account\ndata: \(revision)\n\n")
            #expect(await updates.next() == .accountChanged(revision: revision))
        }
        stream.client.end()
        #expect(try await updates.stream().request.headers["last-event-id"] == "7")
    }
}
