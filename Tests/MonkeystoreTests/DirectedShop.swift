import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

/// A server with one account, and its customer's machines, for sequences that end when all machines meet
/// the store.
final class DirectedShop {
    /// Where the store has its database.
    enum Place: Sendable {
        case file, postgres

        /// The place that is tested: PostgreSQL, if `MONKEYSTORE_TEST_POSTGRES` has the URL of a database.
        static let tested: [Place] = TestedDatabase.address == nil ? [.file] : [.postgres]
    }

    /// A data directory of the server, and the URL of its database, unless the database is a file.
    struct Home: Sendable {
        let data: String
        let database: String?

        fileprivate var arguments: [String] { database.map { ["--database", $0] } ?? [] }
        /// Its name for the server's command `copy`.
        fileprivate var name: String { database ?? data }
    }

    private(set) var server: ServerProcess
    private(set) var home: Home
    private let folder: TemporaryDirectory
    private let options: [String]
    private var homes = 0

    /// A server that runs; `options` are further arguments for it.
    init(_ place: Place = .file, options: [String] = []) throws {
        folder = try TemporaryDirectory()
        self.options = options
        home = try Self.home(place, folder.path + "/server")
        server = try ServerProcess(data: home.data, arguments: options + home.arguments)
        try server.start()
    }

    /// A home that is empty.
    func newHome(_ place: Place) throws -> Home {
        homes += 1
        return try Self.home(place, folder.path + "/server-\(homes)")
    }

    private static func home(_ place: Place, _ data: String) throws -> Home {
        #if Postgres
        if place == .postgres {
            // All homes share the secret that seals the keys of databases.
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try "a secret of tests alone\n".write(
                toFile: data + "/sealing-key", atomically: true, encoding: .utf8)
            return Home(data: data, database: try TestedDatabase.address(for: data))
        }
        #endif
        return Home(data: data, database: nil)
    }

    /// The store's database, opened in the test's own process.
    func store() throws -> AppStore { try AppStore.bundled(in: home.data, database: home.database) }

    // MARK: Machines

    var location: [String] {
        ["--store", server.address, "--content", "http://127.0.0.1:\(server.contentPort)"]
    }

    /// A machine on which somebody is signed in, to a new account or to an existing one.
    func customer(_ name: String = "anna", isNew: Bool = true) async throws -> Program {
        if isNew { _ = try await store().createAccount(name: "\(name)", password: "correct horse") }
        return try await server.customer(name, isNew: false)
    }

    /// Signs Anna in again.
    func signIn(on machine: Program) async throws {
        try await machine.succeed(["sign-in", "anna"] + location, input: "correct horse\n")
    }

    func run(_ arguments: String..., on machine: Program) async throws -> Program.Run {
        try await machine.run(arguments + location)
    }

    func buy(
        _ products: String..., on machine: Program, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for product in products {
            try await machine.succeed(["buy", product, "--yes"] + location, sourceLocation: sourceLocation)
        }
    }

    func spend(
        _ credits: Int, on machine: Program, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await machine.succeed(["spend", "\(credits)"] + location, sourceLocation: sourceLocation)
    }

    /// What a machine shows after it has met the store, or has found that it cannot.
    func balance(_ machine: Program) async throws -> Int {
        let run = try await run("balance", on: machine)
        #expect(run.status == .exited(0), "\(run.error)")
        return run.output.split(separator: " ").first.flatMap { Int($0) } ?? .min
    }

    /// The storefront in lines on a machine; it has shown prices.
    func storefront(on machine: Program) async throws -> LiveProgram {
        let storefront = try await LiveProgram(storefrontOf: machine, options: location)
        #expect(await storefront.wait(for: "$0.99"))
        return storefront
    }

    // MARK: The administrator

    /// All payments, the newest first.
    func purchases() throws -> [PurchaseSummary] {
        var payments: [PurchaseSummary] = []
        while true {
            let page = try store().purchases(before: payments.last?.number, limit: 1000)
            payments += page
            guard !page.isEmpty else { return payments }
        }
    }

    /// Does something to the newest payment that allows it for a product; the product is named by its
    /// last part.
    func perform(_ action: TransactionAction, on product: String) throws {
        let purchase = try purchases().first { purchase in
            purchase.productIdentifier.rawValue.hasSuffix(product)
                && purchase.actions.contains(action.rawValue)
        }
        _ = try store().perform(action, on: #require(purchase).key.rawValue)
    }

    func set(_ change: (inout StoreSettings) -> Void) throws { try store().set(change) }

    // MARK: The server's database

    /// Copies the server's database as a power cut would leave it, and goes on.
    func keep() throws -> Home {
        server.kill()
        defer { try? server.start() }
        return try kept(home)
    }

    /// Puts an earlier copy in the place of the server's database, and goes on with it.
    func putBack(_ earlier: Home) throws { try move(to: kept(earlier)) }

    private func kept(_ home: Home) throws -> Home {
        let copy = try newHome(home.database == nil ? .file : .postgres)
        if home.database == nil {
            try FileManager.default.copyItem(atPath: home.data, toPath: copy.data)
        } else {
            try self.copy(home, to: copy)
        }
        return copy
    }

    /// Has the server's command `copy` copy everything from one home to another, while no server runs.
    func copy(_ home: Home, to other: Home, sourceLocation: SourceLocation = #_sourceLocation) throws {
        server.kill()
        let run = try command(
            [
                "copy", "--from", home.name, "--to", other.name, "--data-dir",
                (home.database == nil ? other : home).data,
            ])
        #expect(run.end == .status(0), "\(run.output)", sourceLocation: sourceLocation)
    }

    /// Ends the server, and starts one on another home at the same address.
    func move(to home: Home) throws {
        server.kill()
        self.home = home
        server = try ServerProcess(data: home.data, port: server.port, arguments: options + home.arguments)
        try server.start()
    }

    /// Runs a command of `monkeystore-server` to its end.
    func command(_ arguments: [String]) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run([BuiltProgram.serverPath] + arguments, environment: ["HOME": folder.path])
    }

    // MARK: The end

    /// Has all machines meet the store. Expects them to show one balance with nothing to complain about, and
    /// the store's audit to find these charges and refunds, and nothing wrong.
    func expectAgreement(
        _ machines: [Program], credits: Int, charges: Int, refunds: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        // What one machine has told the store the others learn only afterwards, so all of them ask first.
        for machine in machines { _ = try await run("history", on: machine) }
        try await expectAgreementAtFirstCommand(
            machines, credits: credits, charges: charges, refunds: refunds, sourceLocation: sourceLocation)
    }

    /// The same, but no machine meets the store first: what each shows at its first command is right.
    func expectAgreementAtFirstCommand(
        _ machines: [Program], credits: Int, charges: Int, refunds: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (index, machine) in machines.enumerated() {
            let run = try await run("balance", on: machine)
            #expect(
                run.status == .exited(0) && run.error.isEmpty, "machine \(index): \(run.error)",
                sourceLocation: sourceLocation)
            #expect(
                run.output == "\(credits) monkey credits\n", "machine \(index)",
                sourceLocation: sourceLocation)
        }
        try expectBooks(charges: charges, refunds: refunds, sourceLocation: sourceLocation)
    }

    func expectBooks(
        accounts: Int = 1, charges: Int, refunds: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectAudit(
            command(["audit", "--data-dir", home.data] + home.arguments), accounts: accounts,
            charges: charges, refunds: refunds, sourceLocation: sourceLocation)
    }
}
