internal import AsyncHTTPClient
internal import NIOCore
internal import StoreModel
internal import StoreWire
internal import Synchronization

/// The updates of an `HTTPStore`: one stream of server-sent events for all listeners. It is opened again
/// whenever it breaks off, and resumes after the last event received.
final class EventStreamClient: Sendable {
    /// How long the store may be silent: three of its heartbeats.
    static let longestSilence = Duration.seconds(45)

    private let connection: StoreConnection
    private let token: BearerToken
    private let listeners: StreamListeners<StoreUpdate>
    private let network: NetworkState
    private let following = Mutex<Task<Void, Never>?>(nil)
    private let sleep = InterruptibleSleep()
    private let known = Mutex(Known())

    private struct Known {
        var settings = StoreSettings()
        var tellings = 0
        var lastEvent: String?
    }

    /// When the stream is opened again after it broke off.
    private struct Reopening {
        var pause = RetryPause()
        /// The last attempt opened no stream, or there was none.
        private var isOutage = true

        /// Notes the end of an attempt, which opened a stream at `opened`, or none (nil). Returns whether the
        /// next one is made at once.
        mutating func noteEnd(openSince opened: Timestamp?, at now: Timestamp) -> Bool {
            guard let opened else {
                isOutage = true
                return false
            }
            // The pauses of an outage end with it. If one stream after another breaks off soon, pauses grow.
            let wasLong = now > opened.advanced(by: EventStreamClient.longestSilence)
            let triesAtOnce = isOutage || wasLong
            if triesAtOnce { pause = RetryPause() }
            isOutage = false
            return triesAtOnce
        }
    }

    init(connection: StoreConnection, token: BearerToken, listen: @escaping ListenToKernel) {
        let (listeners, sleep) = (StreamListeners<StoreUpdate>(), sleep)
        self.connection = connection
        self.token = token
        self.listeners = listeners
        network = NetworkState(time: connection.time, listen: listen) { () async throws(StoreError) in
            try await connection.send(.products([]))
        } onChange: { isUp in
            // A request succeeded, so the stream need not wait any longer.
            if isUp { sleep.interrupt() }
            listeners.tell(.networkChanged(isUp: isUp))
        } onKernelReport: {
            sleep.interrupt()
        }
    }

    /// The settings that the store sent last. Before the first ones, settings without faults.
    var settings: StoreSettings { known.withLock { $0.settings } }

    func stream() -> AsyncStream<StoreUpdate> {
        let stream = listeners.stream(onLeaving: { [weak self] in self?.rest() })
        following.withLock { following in
            if following == nil { following = Task { [weak self] in await self?.follow() } }
        }
        return stream
    }

    func requestFailed() {
        if !listeners.isEmpty { network.requestFailed() }
    }

    /// Notes that the store no longer knows a token. It has answered, so it can be reached.
    func refused(_ token: String) {
        self.token.refuse(token)
        network.answered()
    }

    /// Sends the requests that waited for a new token.
    func renewed() {
        sleep.interrupt()
        listeners.tell(.networkChanged(isUp: true))
    }

    func close() {
        network.close()
        following.withLock { $0 }?.cancel()
    }

    private func rest() {
        // Whoever begins to listen now looks for the task after this, and starts another one.
        following.withLock { listeners.isEmpty ? $0.take() : nil }?.cancel()
    }

    private func follow() async {
        var (reopening, reports) = (Reopening(), network.kernelReports)
        while !Task.isCancelled {
            guard let token = token.current else {
                await sleep.take(sleepUntilCancelled)
                continue
            }
            var (opened, isSilent): (Timestamp?, Bool) = (nil, false)
            do {
                let stream = try await open(as: token)
                opened = connection.time.now()
                try await follow(stream, as: token)
            } catch let error as StoreError where error.isSignInNeeded {
                refused(token)
                continue
            } catch {
                isSilent = opened != nil && error as? StoreError == .timedOut
                if !Task.isCancelled { connection.log("updates: \(error)") }
            }
            guard !Task.isCancelled else { return }
            let triesAtOnce = reopening.noteEnd(openSince: opened, at: connection.time.now())
            // The store may have ended the stream because the session is over. The next attempt shows whether
            // there is a network.
            if !triesAtOnce || isSilent { network.streamLost() }
            if triesAtOnce { continue }
            if network.kernelReports != reports {
                (reopening.pause, reports) = (RetryPause(), network.kernelReports)
            }
            let duration = reopening.pause.next(connection.time)
            await sleep.take { [time = connection.time] in try? await time.sleep(duration) }
        }
    }

    private func open(as token: String) async throws -> HTTPClientResponse {
        var call = StoreCall(.get, customer: "updates")
        call.token = token
        let lastEvent = known.withLock { $0.lastEvent }
        // The store sends the events after it.
        call.http.headers["Last-Event-ID"] = lastEvent
        let response = try await connection.open(call)
        network.answered()
        // Stands for changes from before the stream was open, whose revision is not known yet. A resumed
        // stream sends such changes itself.
        if lastEvent == nil { listeners.tell(.accountChanged(revision: 0)) }
        return response
    }

    private func follow(_ response: HTTPClientResponse, as token: String) async throws {
        // An interruption from the time when the stream was open is no reason to open the next one sooner.
        defer { sleep.forgetInterruption() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.read(response.body) }
            group.addTask {
                try? await self.fetchSettings(token)
                await sleepUntilCancelled()
            }
            try await group.next()
        }
    }

    private func read(_ body: HTTPClientResponse.Body) async throws {
        let parser = Mutex(ServerSentEventParser())
        try await body.read(longestSilence: Self.longestSilence, connection.time) { piece in
            let (events, id) = parser.withLock { parser in
                (parser.take(piece.readableBytesView), parser.lastEventID)
            }
            if let id { self.note(id) }
            events.forEach(self.take)
        }
        throw StoreError.connectionLost
    }

    private func fetchSettings(_ token: String) async throws(StoreError) {
        var call = StoreCall(.get, customer: "settings")
        call.token = token
        let asked = tellings
        let settings: StoreSettings = try await connection.send(call)
        take(settings, unlessToldAfter: asked)
    }

    /// How many times the stream has sent settings.
    var tellings: Int { known.withLock { $0.tellings } }

    /// Takes the settings that the stream sends, or those with which the store answers a request. `tellings`
    /// is what it was before the request: if the stream has sent settings since then, those are newer.
    func take(_ settings: StoreSettings, unlessToldAfter tellings: Int? = nil) {
        let isNew = known.withLock { known in
            if let tellings, tellings != known.tellings { return false }
            defer { known.settings = settings }
            return known.settings != settings
        }
        if isNew { listeners.tell(.settingsChanged(settings)) }
    }

    /// Keeps an identifier for the next connection, if it fits into a header.
    private func note(_ id: String) {
        guard !id.isEmpty, id.utf8.count <= 64, id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return
        }
        known.withLock { $0.lastEvent = id }
    }

    private func take(_ event: ServerSentEvent) {
        switch event.name {
        case StoreWire.Event.account: listeners.tell(.accountChanged(revision: Int64(event.data) ?? 0))
        case StoreWire.Event.network: event.data == "true" ? network.answered() : network.streamLost()
        case StoreWire.Event.settings:
            known.withLock { $0.tellings += 1 }
            if let settings = try? ReceivedJSON.decode(StoreSettings.self, from: event.data.utf8) {
                take(settings)
            }
        default: break
        }
    }
}
