internal import ArgumentParser
internal import Storage
internal import StoreClient
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// Many accounts, each with two devices at once, buy from the real server while its answers get lost and it
/// is killed. Afterwards the books must agree account by account: what was charged, what was signed, and what
/// each device has.
struct FleetCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Two devices of each of many accounts buy from a server that is killed meanwhile.")

    private static let devicesPerAccount = 2
    /// How long the devices may go on after the faults are over: the longest pause before an attempt is
    /// 90 seconds.
    private static let patience = Duration.seconds(180)

    @Option var accounts = 1000
    @Option var seconds = 60
    /// That is then the only fault.
    @Flag(help: "An older copy of the database is put back instead.") var putBack = false
    @Flag(help: "The store is in PostgreSQL.") var postgres = false

    func holds() async throws -> Bool {
        // A device has about five files open and two connections.
        ProcessStatus.setOpenFiles(.max)
        let folder = try TemporaryDirectory()
        let database = try postgres ? TestedDatabase.address(for: folder.path) : nil
        let server = try ServerProcess(
            data: folder.path + "/server",
            arguments: ["--account-rate", "0", "--address-rate", "0", "--account-purchases", "0"]
                + (database.map { ["--database", $0] } ?? []))
        guard let address = StoreAddress(server.address) else { preconditionFailure(server.address) }
        let trust = StoreTrust(
            in: try DataDirectory(path: folder.path + "/trust"), store: address,
            bundleIdentifier: BundleIdentifier.standard.rawValue)
        let connection = StoreConnection(address: address, trust: trust)
        let tally = PurchaseTally()
        let clock = ContinuousClock()
        let begin = clock.now
        let devices = try await Self.makeDevices(
            of: AppStore.bundled(in: server.data, database: database), accounts: accounts, server: connection,
            folder: folder.path, tally: tally, isPutBack: putBack)
        say("\(accounts) accounts with \(devices.count) devices made in \(Self.inSeconds(clock.now - begin))")

        try server.start()
        await withTaskGroup { group in
            for device in devices { group.addTask { await device.open() } }
        }
        let start = clock.now
        let end = start + .seconds(seconds)
        for device in devices { device.buy(until: end) }
        let faults = try FleetFaults(server: server, at: connection)
        let (outages, restarts) = putBack ? (0, 1) : try await faults.run(until: end)
        if putBack { try await faults.putBack(within: .seconds(seconds)) }
        let (delivered, duration) = (tally.counts.acknowledged, clock.now - start)
        try await Self.drain(devices, until: clock.now + Self.patience)
        say(
            "faults over after \(Self.inSeconds(duration)), all done \(Self.inSeconds(clock.now - start - duration)) later"
        )
        for device in devices { await device.close() }
        server.kill()

        let store = try AppStore.bundled(in: server.data, database: database)
        let books = try FleetBooks(of: store, and: Dictionary(grouping: devices, by: \.account))
        let counts = tally.counts
        say("purchases        \(books.charges)")
        say("purchases/s      " + column(Double(delivered) / (duration / .seconds(1)), width: 0))
        say("answers lost     \(counts.unanswered), in \(outages) outages and \(restarts) kills")
        say("errors           \(counts.refused)")
        say("not sent         \(counts.unsent)")
        say("server restarts  \(restarts)")
        if putBack { say("charged twice    \(books.refunds), and refunded") }
        say("complaints       \(counts.complaints.count)")
        say("disagreements    \(books.disagreements.count)")
        for sentence in (counts.complaints + books.disagreements).prefix(20) { say("  " + sentence) }
        return books.disagreements.isEmpty && counts.complaints.isEmpty
    }

    private static func makeDevices(
        of store: AppStore, accounts: Int, server: StoreConnection, folder: String, tally: PurchaseTally,
        isPutBack: Bool
    ) async throws -> [FleetDevice] {
        try await withThrowingTaskGroup(of: [FleetDevice].self) { group in
            for number in 0..<accounts {
                group.addTask {
                    let (account, token) = try await store.createAccount(
                        name: "account \(number)", password: "password \(number)")
                    let verifier = store.verifier(for: account)
                    return try (0..<devicesPerAccount).map { device in
                        try FleetDevice(
                            of: account, token: token, verifier: verifier,
                            folder: "\(folder)/devices/\(number)-\(device)", server: server, tally: tally,
                            mayBeRefunded: isPutBack)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Waits until every device is done. The books show what the others did not finish in time.
    private static func drain(_ devices: [FleetDevice], until limit: ContinuousClock.Instant) async throws {
        for device in devices {
            while await !device.isDrained(), ContinuousClock.now < limit {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static func inSeconds(_ duration: Duration) -> String {
        column(duration / .seconds(1), width: 0) + " s"
    }
}
