internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import StoreEngine
internal import StoreModel
internal import StoreWire

/// The route of the stream that tells an account about changes in the store.
struct UpdateRoutes {
    let time: TimeSource
    /// The threads that read the events from the store.
    let threads: RequestThreads
    let share = StreamShare()

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("updates") { request, context in
            let session = try context.signedIn
            // Listens first: a change in between is told twice rather than not at all.
            let updates = session.updates()
            let revision = String(try session.revision())
            let hasMissed = request.headers[.lastEventID].map { $0 != revision } ?? false
            let missed = ServerSentEvent(id: revision, name: StoreWire.Event.purchases)
            return EventStream(
                id: revision, missed: hasMissed ? [missed] : [], events: updates.map { Self.event($0, session) },
                time: time, threads: threads, account: session.account.identifier, share: share
            ).response
        }
    }

    private static func event(_ update: StoreUpdate, _ session: AccountSession) -> ServerSentEvent {
        switch update {
        case .purchasesChanged:
            // Without an identifier where the database cannot be read: the client asks, and gets the error.
            ServerSentEvent(id: (try? session.revision()).map(String.init), name: StoreWire.Event.purchases)
        case .networkChanged(let isUp): ServerSentEvent(name: StoreWire.Event.network, data: String(isUp))
        case .settingsChanged(let settings):
            ServerSentEvent(name: StoreWire.Event.settings, data: String(buffer: JSONBody.buffer(settings)))
        }
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
