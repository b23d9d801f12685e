internal import AppStore
internal import Hummingbird

/// What operators' programs ask: whether the server lives, whether it can serve, and what it has done.
struct HealthRoutes {
    let store: AppStore
    let metrics: Metrics
    let connections: ConnectionTable

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("health") { _, _ in Response.json(["status": "ok"]) }
        routes.get("ready") { _, _ in
            // Reads from the database; what is wrong with it is in the log, not here.
            _ = try store.settings()
            return Response.json(["status": "ok"])
        }
        routes.get("metrics") { _, _ in
            let text = metrics.text(connections: connections.count, answering: connections.answering)
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
