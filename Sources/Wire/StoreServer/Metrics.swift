internal import StoreRules
internal import Synchronization

/// The counters of a server, which `RequestLogging` and routes add to, and
/// `HealthRoutes` sends as text for Prometheus.
final class Metrics: Sendable {
    private struct Route: Hashable, Comparable {
        var method: String
        var route: String
        var status: Int

        static func < (left: Route, right: Route) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    private struct Histogram {
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

        /// How many took at most as long as each bound and longer than the bound before.
        var buckets = [Int](repeating: 0, count: bounds.count)
        var count = 0
        var sum = 0.0

        mutating func add(_ seconds: Double) {
            count += 1
            sum += seconds
            if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { buckets[index] += 1 }
        }
    }

    private struct State {
        var requests: [Route: Int] = [:]
        var latency: [String: Histogram] = [:]
        var purchases: [String: Int] = [:]
        var verifications: [Int: Int] = [:]
    }

    private let state = Mutex(State())

    /// Counts a request that was answered. The route is its pattern, so that the number of routes is bounded.
    func answered(method: String, route: String, status: Int, seconds: Double) {
        state.withLock { state in
            state.requests[Route(method: method, route: route, status: status), default: 0] += 1
            state.latency[route, default: Histogram()].add(seconds)
        }
    }

    func purchased(_ result: String) { state.withLock { $0.purchases[result, default: 0] += 1 } }

    func verified(_ status: Int) { state.withLock { $0.verifications[status, default: 0] += 1 } }

    /// All metrics in Prometheus' text format, with the open `connections` of the address that is asked.
    /// `database` is what the database's engine has counted. `oldestNotification` is how long the oldest
    /// undelivered notification has waited.
    func text(
        connections: ConnectionTable, database: DatabaseCounts?, oldestNotification: Duration?
    ) -> String {
        let state = state.withLock { $0 }
        var text = Text()
        text.family("http_requests_total", "counter", "Requests answered.")
        for (key, count) in state.requests.sorted(by: { $0.key < $1.key }) {
            text.sample(
                "http_requests_total",
                [("method", key.method), ("route", key.route), ("status", "\(key.status)")],
                "\(count)")
        }
        text.family(
            "http_request_duration_seconds", "histogram", "Time from a request to its answer.")
        for (route, histogram) in state.latency.sorted(by: { $0.key < $1.key }) {
            text.histogram(route, histogram)
        }
        text.family("purchases_total", "counter", "Purchase requests answered; a repeated one counts again.")
        for (result, count) in state.purchases.sorted(by: { $0.key < $1.key }) {
            text.sample("purchases_total", [("result", result)], "\(count)")
        }
        text.family("verifications_total", "counter", "Receipts verified.")
        for (status, count) in state.verifications.sorted(by: { $0.key < $1.key }) {
            text.sample("verifications_total", [("status", "\(status)")], "\(count)")
        }
        text.single("connections", "gauge", "Connections open now at this address.", connections.count)
        text.single(
            "connections_answering", "gauge",
            "Connections at this address on which a request is being answered.", connections.answering)
        text.single(
            "connections_refused_total", "counter",
            "Connections at this address closed without an answer: their network opened too many.",
            connections.refusals)
        text.single(
            "bytes_waiting", "gauge",
            "Bytes at this address of answers that clients do not take, and of bodies not answered.",
            connections.waitingBytes)
        if let oldestNotification {
            text.single(
                "notification_oldest_unsent_seconds", "gauge",
                "Age of the oldest notification that is not delivered.", oldestNotification / .seconds(1))
        }
        if let database { text.database(database) }
        return text.string
    }

    private struct Text {
        var string = ""

        mutating func family(_ name: String, _ type: String, _ help: String) {
            string += "# HELP monkeystore_\(name) \(help)\n# TYPE monkeystore_\(name) \(type)\n"
        }

        // The labels are words of the program, so nothing in them needs escaping.
        mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
            let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
            string += "monkeystore_\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
        }

        /// A family with one sample, which has no labels.
        mutating func single(
            _ name: String, _ type: String, _ help: String, _ value: some CustomStringConvertible
        ) {
            family(name, type, help)
            sample(name, [], value.description)
        }

        mutating func database(_ counts: DatabaseCounts) {
            single(
                "database_connections_in_use", "gauge", "Connections to the database that are in use.",
                counts.connectionsInUse)
            single(
                "database_connections_waiting", "gauge",
                "Threads that wait for a connection to the database.", counts.connectionsWaiting)
            single(
                "database_batches_total", "counter", "Transactions that several writes may share.",
                counts.batches)
            single("database_batched_writes_total", "counter", "Writes in them.", counts.batchedWrites)
            family("database_retries_total", "counter", "Transactions begun again.")
            sample("database_retries_total", [("reason", "serialization")], "\(counts.serializationRetries)")
            sample("database_retries_total", [("reason", "deadlock")], "\(counts.deadlockRetries)")
            sample("database_retries_total", [("reason", "lost_connection")], "\(counts.lostConnections)")
            single(
                "database_unknown_commits_total", "counter", "Commits that may have succeeded or not.",
                counts.unknownCommits)
            single(
                "database_read_ahead_misses_total", "counter", "Queries of a batch that were not read ahead.",
                counts.readAheadMisses)
        }

        mutating func histogram(_ route: String, _ histogram: Histogram) {
            let name = "http_request_duration_seconds"
            var total = 0
            for (bound, count) in zip(Histogram.bounds, histogram.buckets) {
                total += count
                sample(name + "_bucket", [("route", route), ("le", "\(bound)")], "\(total)")
            }
            sample(name + "_bucket", [("route", route), ("le", "+Inf")], "\(histogram.count)")
            sample(name + "_sum", [("route", route)], "\(histogram.sum)")
            sample(name + "_count", [("route", route)], "\(histogram.count)")
        }
    }
}
