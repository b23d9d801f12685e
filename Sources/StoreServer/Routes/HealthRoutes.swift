internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes for the programs of operators: whether the server runs, whether it can serve, and its metrics.
struct HealthRoutes {
    private let metrics: Metrics
    private let connections: ConnectionTable
    private let store: AppStore?
    private let readiness: DatabaseQuestion<Void>
    private let oldestNotification: DatabaseQuestion<Duration?>

    /// - Parameter store: nil for a server that has no database.
    init(metrics: Metrics, connections: ConnectionTable, store: AppStore?, time: TimeSource) {
        self.metrics = metrics
        self.connections = connections
        self.store = store
        readiness = DatabaseQuestion(time: time) { if let store { try store.checkWritable() } }
        oldestNotification = DatabaseQuestion(time: time) { try store?.oldestNotificationAge() }
    }

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("health") { _, _ in Response.json(["status": "ok"]) }
        routes.get("ready") { _, _ in
            try await readiness.answer()
            return Response.json(["status": "ok"])
        }
        routes.get("metrics") { _, _ in
            let text = metrics.text(
                connections: connections.count, answering: connections.answering, database: store?.databaseCounts,
                oldestNotification: try? await oldestNotification.answer())
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
