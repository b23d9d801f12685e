internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes for the programs of operators: whether the server runs, whether it can serve, and its metrics.
struct HealthRoutes {
    private let metrics: Metrics
    private let connections: ConnectionTable
    private let stores: [AppStore]
    private let readiness: DatabaseQuestion<Void>
    private let oldestNotification: DatabaseQuestion<Duration?>

    /// - Parameter stores: those of all applications, the server's first one first; none for a server that has no database.
    init(metrics: Metrics, connections: ConnectionTable, stores: [AppStore], time: TimeSource) {
        self.metrics = metrics
        self.connections = connections
        self.stores = stores
        readiness = DatabaseQuestion(time: time) { for store in stores { try store.checkWritable() } }
        oldestNotification = DatabaseQuestion(time: time) {
            try stores.compactMap { try $0.oldestNotificationAge() }.max()
        }
    }

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("health") { _, _ in Response.json(["status": "ok"]) }
        routes.get("ready") { _, _ in
            try await readiness.answer()
            return Response.json(["status": "ok"])
        }
        routes.get("metrics") { _, _ in
            let text = metrics.text(
                connections: connections.count, answering: connections.answering,
                database: stores.first?.databaseCounts, oldestNotification: try? await oldestNotification.answer())
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
