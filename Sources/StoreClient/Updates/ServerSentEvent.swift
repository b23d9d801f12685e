/// One event of a stream of server-sent events.
struct ServerSentEvent: Hashable, Sendable {
    /// What kind of event it is; `message` where the stream does not say.
    var name = "message"
    /// Its data, lines joined by line feeds.
    var data = ""
}
