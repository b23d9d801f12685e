internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// Real programs buy, spend and look at the balance of one account, two at a time, while an administrator
/// refunds. Most of them are killed at a random moment, and so is the server, if there is one. After every
/// few of them the store and each device must have the same balance, and each purchase and use once.
struct KillsCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "kills",
        abstract: "Programs buy at once on one data directory, and are killed at random moments.")

    private enum Command {
        case buy, use, look

        var words: [String] {
            switch self {
            case .buy: ["buy", "consume\(credits)credits", "--yes"]
            case .use: ["spend", "1"]
            case .look: ["balance"]
            }
        }
    }

    private static let credits = 5
    private static let mix = [Command.buy, .buy, .use, .use, .look]
    private static let roundsPerStore = 50
    private static let wavesPerRound = 10

    private struct Tally {
        var kills = 0, hits = 0, serverKills = 0, charges = 0, uses = 0, refunds = 0, lost = 0, doubled = 0,
            faults = 0
    }

    /// How many purchases and uses were begun, and how many of them the programs reported as done.
    private struct Said {
        var buys = (begun: 0, done: 0), uses = (begun: 0, done: 0)
    }

    /// What the store has for its only account.
    private struct Books {
        let audit: StoreAudit
        let charges: Int, refunds: Int, balance: Int

        init(of store: AppStore) throws {
            audit = try store.audit()
            charges = audit.charges
            refunds = audit.accounts.map(\.refunds).reduce(0, +)
            balance = try audit.accounts.map { try store.sums(of: $0.account).credits }.reduce(0, +)
        }

        var used: Int { credits * (charges - refunds) - balance }
        var areRight: Bool { audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed) }
    }

    private struct Event {
        /// As a fraction of the time that a purchase takes by itself: two at once take longer.
        var moment = Double.random(in: 0.05...1.2)
        let act: () throws -> Void
    }

    @Option var rounds = 100
    /// Two devices then buy from it; otherwise the store is in the program.
    @Flag(help: "The store is a server's, which is killed, too.") var server = false
    @Flag(help: "The server's store is in PostgreSQL.") var postgres = false

    func holds() throws -> Bool {
        var tally = Tally()
        var rest = rounds
        // Each store is a new one, so that the first run is disturbed, too, and the audit stays short.
        while rest > 0 {
            try Self.play(
                min(rest, Self.roundsPerStore), isWithServer: server || postgres, isOnPostgres: postgres,
                &tally)
            rest -= Self.roundsPerStore
            say(
                "\(rounds - max(rest, 0)) of \(rounds) rounds: \(tally.charges) charges, \(tally.uses) uses, \(tally.refunds) refunds;"
                    + " \(tally.kills) programs killed, \(tally.hits) of them while they ran, and \(tally.serverKills) servers;"
                    + " lost \(tally.lost), doubled \(tally.doubled), disagreements \(tally.faults)")
        }
        return tally.lost + tally.doubled + tally.faults == 0
    }

    private static func play(
        _ rounds: Int, isWithServer: Bool, isOnPostgres: Bool, _ tally: inout Tally
    ) throws {
        let folder = try TemporaryDirectory()
        let database = try isOnPostgres ? TestedDatabase.address(for: folder.path) : nil
        let server = try isWithServer ? startServer(in: folder.path, database: database) : nil
        let devices = try makeDevices(in: folder.path, at: server)
        for device in devices { try device.succeed("balance") }
        let store = try AppStore.bundled(in: server?.data ?? devices[0].data, database: database)
        let firsts = 4
        let duration =
            try ContinuousClock().measure {
                for _ in 1...firsts { try devices[0].succeed(Command.buy.words) }
            } / firsts
        var before = try Books(of: store)
        for _ in 1...rounds {
            var said = Said()
            for _ in 1...wavesPerRound {
                try disturb(devices, server, store, within: duration, &said, &tally)
            }
            let ends = try devices.map { try $0.run(["history"]) } + devices.map { try $0.run(["balance"]) }
            let after = try Books(of: store)
            for (change, said) in [
                (after.charges - before.charges, said.buys), (after.used - before.used, said.uses),
            ] {
                tally.lost += max(0, said.done - change)
                tally.doubled += max(0, change - said.begun)
            }
            let balance = "\(after.balance) monkey credit\(after.balance.magnitude == 1 ? "" : "s")\n"
            let isRight =
                after.areRight && ends.allSatisfy { $0.end == .status(0) }
                && ends.suffix(devices.count).allSatisfy { $0.output == balance }
            if !isRight {
                tally.faults += 1
                say("right are \(after.balance) credits: \(ends.suffix(devices.count)) \(after.audit)")
            }
            before = after
        }
        tally.charges += before.charges
        tally.uses += before.used
    }

    private static func startServer(in folder: String, database: String?) throws -> ServerProcess {
        let server = try ServerProcess(
            data: folder + "/server",
            arguments: ["--account-rate", "0", "--address-rate", "0", "--account-purchases", "0"]
                + (database.map { ["--database", $0] } ?? []))
        try server.start()
        return server
    }

    private static func makeDevices(in folder: String, at server: ServerProcess?) throws -> [CustomerDevice] {
        guard let server else { return [CustomerDevice(in: folder)] }
        return try (1...2).map { number in
            let device = CustomerDevice(
                in: folder, name: "device-\(number)", options: ["--store", server.address])
            try device.signIn("anna", password: "correct horse", isNew: number == 1)
            return device
        }
    }

    /// Runs two commands at once, each on one of the devices, and disturbs them. In the end the server runs.
    private static func disturb(
        _ devices: [CustomerDevice], _ server: ServerProcess?, _ store: AppStore, within duration: Duration,
        _ said: inout Said, _ tally: inout Tally
    ) throws {
        let runs = try (0..<2).map { _ in
            let command = mix.randomElement() ?? .buy
            return (command, process: try devices[.random(in: devices.indices)].start(command.words))
        }
        let killed = runs.filter { _ in .random(in: 1...3) > 1 }.map(\.process)
        tally.kills += killed.count
        var events = killed.map { process in Event { process.kill() } }
        if let server, Bool.random() {
            tally.serverKills += 1
            let isBackAtOnce = Bool.random()
            events.append(
                Event {
                    server.kill()
                    if isBackAtOnce { try server.start() }
                })
        }
        if Int.random(in: 1...8) == 1,
            let paid = try store.purchases().filter({ $0.actions.contains("refund") }).randomElement()
        {
            tally.refunds += 1
            events.append(Event { _ = try store.perform(.refund, on: paid.key.rawValue) })
        }
        var moment = 0.0
        for event in events.sorted(by: { $0.moment < $1.moment }) {
            Thread.sleep(forTimeInterval: (event.moment - moment) * (duration / .seconds(1)))
            moment = event.moment
            try event.act()
        }
        for (command, process) in runs {
            let run = process.waitForOutput()
            if run.end == .signal(SIGKILL) { tally.hits += 1 }
            let hasEnded = run.end == .status(0)
            // A use that waits for the store says more than the balance. It may be refused if another one was
            // faster.
            let isUsed = hasEnded && run.output.wholeMatch(of: /\d+ monkey credits?\n/) != nil
            switch command {
            case .buy: said.buys = (said.buys.begun + 1, said.buys.done + (hasEnded ? 1 : 0))
            case .use: said.uses = (said.uses.begun + 1, said.uses.done + (isUsed ? 1 : 0))
            case .look: break
            }
        }
        if let server, server.processID == nil { try server.start() }
    }
}
