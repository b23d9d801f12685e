internal import Hummingbird

/// The routes for the programs of operators: whether the server runs, whether it can serve, and its metrics.
struct HealthRoutes {
    let metrics: Metrics
    let connections: ConnectionTable
    /// Throws where the server cannot serve. The reason is logged and not sent.
    let check: @Sendable () throws -> Void

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("health") { _, _ in Response.json(["status": "ok"]) }
        routes.get("ready") { _, _ in
            try check()
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
