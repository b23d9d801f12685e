internal import Foundation
internal import StoreClient
internal import StoreModel
internal import TestSupport

/// The faults of the server while the devices of `FleetCampaign` buy. After every two seconds its answers
/// are lost for one second. Every eight seconds it is killed, and started again on the same data.
struct FleetFaults: Sendable {
    let server: ServerProcess
    private let administration: HTTPStore

    init(server: ServerProcess, at connection: StoreConnection) throws {
        self.server = server
        administration = HTTPStore(connection: connection, adminToken: try server.adminToken())
    }

    /// Copies the server's database after a third of the time, and puts the copy back after two thirds.
    func putBack(within duration: Duration) async throws {
        let path = server.data + "/store.sqlite"
        let copy = server.data + ".copy"
        try await Task.sleep(for: duration / 3)
        try SQLiteFile(path).copy(to: copy)
        try await Task.sleep(for: duration / 3)
        server.kill()
        for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        try server.start()
        try await Task.sleep(for: duration / 3)
    }

    /// Causes faults until `end`, and leaves the server running without any.
    ///
    /// - Returns: how often answers were lost, and how often the server was killed.
    func run(until end: ContinuousClock.Instant) async throws -> (outages: Int, restarts: Int) {
        async let kills = kill(until: end)
        var outages = 0
        while ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(2))
            await set(.answersLost)
            try await Task.sleep(for: .seconds(1))
            await set(.up)
            outages += 1
        }
        return (outages, try await kills)
    }

    private func kill(until end: ContinuousClock.Instant) async throws -> Int {
        var kills = 0
        while ContinuousClock.now + .seconds(8) < end {
            try await Task.sleep(for: .seconds(8))
            server.kill()
            // The start fails while the database has a fault of its own.
            while (try? server.start()) == nil { try await Task.sleep(for: .milliseconds(100)) }
            kills += 1
        }
        return kills
    }

    /// Repeats the request until it succeeds: the server may be killed meanwhile.
    private func set(_ network: StoreSettings.Network) async {
        var settings = StoreSettings()
        settings.network = network
        while (try? await administration.apply(settings)) == nil {
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
