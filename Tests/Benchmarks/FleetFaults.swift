internal import StoreClient
internal import StoreModel

/// What happens to the server while the fleet buys: every three seconds its answers are lost for one second, and every third
/// time it is killed after that and started again on the same data.
struct FleetFaults: Sendable {
    let server: FleetServer
    private let backRoom: HTTPStore

    init(server: FleetServer) throws {
        self.server = server
        backRoom = HTTPStore(
            connection: StoreConnection(address: server.address), adminToken: try server.adminToken())
    }

    /// Makes trouble until `end`, and leaves the server running without faults.
    ///
    /// - Returns: how often answers were lost, and how often the server was killed.
    func run(until end: ContinuousClock.Instant) async throws -> (outages: Int, restarts: Int) {
        var (outages, restarts) = (0, 0)
        while ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(2))
            try await set(.answersLost)
            try await Task.sleep(for: .seconds(1))
            try await set(.up)
            outages += 1
            guard outages.isMultiple(of: 3) else { continue }
            await server.kill()
            try await server.start()
            restarts += 1
        }
        return (outages, restarts)
    }

    private func set(_ network: StoreSettings.Network) async throws {
        var settings = StoreSettings()
        settings.network = network
        try await backRoom.apply(settings)
    }
}
