internal import ArgumentParser
internal import AsyncHTTPClient
internal import Foundation
internal import Storage
internal import StoreClient
internal import StoreModel
internal import StoreRules
internal import StoreWire
internal import TestSupport

/// Customers buy, and use what they have bought, at servers that are already running, one server after
/// another, while parts of the store are killed (`Resources/Deploy/cluster/run`). Afterwards the store must
/// have what it acknowledged, with each payment once.
struct LoadCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Customers buy at servers that already run, and that others kill meanwhile.")

    @Option(help: "The addresses of servers of one store, separated by commas.") var servers: String
    @Option(help: "The file with the secret of their administrators' routes.") var adminTokenFile: String
    @Option var customers = 16
    @Option var seconds = 60

    func holds() async throws -> Bool {
        let servers = servers.split(separator: ",").map(String.init)
        let folder = try TemporaryDirectory()
        let connections = try servers.enumerated().map { number, server in
            guard let address = StoreAddress(server) else {
                throw ToolError(description: "\(server) is not an address.")
            }
            let trust = StoreTrust(
                in: try DataDirectory(path: "\(folder.path)/\(number)"), store: address,
                bundleIdentifier: BundleIdentifier.standard.rawValue)
            return StoreConnection(address: address, trust: trust)
        }
        let tally = PurchaseTally()
        var crowd: [LoadCustomer] = []
        for number in 0..<customers {
            let session = try await AccountClient(connection: connections[0]).createAccount(
                StoreWire.Credentials(account: UUID().uuidString, password: "bananas for ever"))
            crowd.append(
                LoadCustomer(
                    number: number, account: session.account,
                    stores: connections.map { HTTPStore(connection: $0, session: session) }, tally: tally))
        }
        let end = ContinuousClock.now + .seconds(seconds)
        let token = try String(contentsOfFile: adminTokenFile, encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let bought = await withTaskGroup { group in
            for customer in crowd { group.addTask { (customer, await customer.buyAndUse(until: end)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let counts = tally.counts
        let audit = try await withThrowingTaskGroup { group in
            for (customer, said) in bought {
                group.addTask { try await customer.check(said, at: servers, token: token) }
            }
            return try await group.reduce(into: LoadAudit()) { $0.add($1) }
        }
        say(
            "acknowledged \(counts.acknowledged)  lost \(audit.lost)  doubled \(audit.doubled)  changed \(audit.changed)"
                + "  gap \(column(counts.longestGap / .seconds(1), width: 0)) s  asked again: not sent \(counts.unsent),"
                + " no answer \(counts.unanswered), refused \(counts.refused)")
        for complaint in counts.complaints.prefix(5) { say("  " + complaint) }
        return audit.isClean && counts.complaints.isEmpty
    }
}

/// One customer of `LoadCampaign`.
private struct LoadCustomer: Sendable {
    /// The pause between two purchases: it leaves the machine room for the servers that take over.
    private static let pause = Duration.milliseconds(20)
    /// How long the last payment may take after the time is over.
    private static let patience = Duration.seconds(120)

    let number: Int
    let account: AccountIdentifier
    /// The same store at each of its servers.
    let stores: [HTTPStore]
    let tally: PurchaseTally

    /// What the store has acknowledged.
    struct Said: Sendable {
        var outcomes: [PurchaseRequest: PurchaseOutcome] = [:]
        var uses: [Use] = []
    }

    /// Buys until `end`, and uses some of the credits each time. If no answer comes, the same request goes to
    /// the next server.
    func buyAndUse(until end: ContinuousClock.Instant) async -> Said {
        var said = Said()
        var server = number
        /// Repeats a request until there is an answer; nil if the time for that is over.
        func answer<Answer>(
            to what: String, _ request: (HTTPStore) async throws(StoreError) -> Answer
        ) async -> Answer? {
            while ContinuousClock.now < end + Self.patience {
                server += 1
                do throws(StoreError) {
                    let answer = try await request(stores[server % stores.count])
                    try? await Task.sleep(for: Self.pause)
                    return answer
                } catch { tally.failed(error) }
                try? await Task.sleep(for: Self.pause)
            }
            tally.complain("\(account): no answer to \(what)")
            return nil
        }
        while ContinuousClock.now < end {
            let request = PurchaseRequest()
            guard
                let outcome = await answer(
                    to: "\(request.key)", { store throws(StoreError) in try await store.purchase(request) })
            else { break }
            said.outcomes[request] = outcome
            tally.acknowledged()
            let now = TimeSource.system.now()
            let use = Use(id: .random(at: now), amount: 2, date: now)
            let used = await answer(
                to: "\(use.id)", { store throws(StoreError) in try await store.use(use) })
            switch used?.result {
            case .confirmed: said.uses.append(use)
            case let other?: tally.complain("\(account): \(other) for \(use.id)")
            case nil: return said
            }
        }
        return said
    }

    /// Compares what was acknowledged with the sales that each server reports, and with its answers to the
    /// same payments.
    func check(_ said: Said, at servers: [String], token: String) async throws -> LoadAudit {
        var audit = LoadAudit()
        let outcomes = said.outcomes
        for (server, store) in zip(servers, stores) {
            let sold = try await purchases(at: server, token)
            let byKey = Dictionary(grouping: sold, by: \.key)
            audit.lost += outcomes.values.count { outcome in
                guard case .purchased(_, let identifier, _) = outcome.result else { return true }
                return byKey[outcome.key]?.first?.transactionIdentifier != identifier
            }
            audit.doubled +=
                sold.count - byKey.count + sold.count - Set(sold.map(\.transactionIdentifier)).count
            for (request, outcome) in outcomes where try await store.purchase(request) != outcome {
                audit.changed += 1
            }
            // This is more than the account has, so the answer says how much that is.
            let now = TimeSource.system.now()
            let tooMuch = Use(id: .random(at: now), amount: Use.amounts.upperBound, date: now)
            guard case .notEnough(let credits) = try await store.use(tooMuch).result else { continue }
            let right = 5 * byKey.count - said.uses.map(\.amount).reduce(0, +)
            if credits > right { audit.lost += 1 }
            if credits < right { audit.doubled += 1 }
        }
        return audit
    }

    private func purchases(at server: String, _ token: String) async throws -> [PurchaseSummary] {
        var all: [PurchaseSummary] = []
        while true {
            let query =
                "?account=\(account.rawValue)&limit=1000" + (all.last.map { "&before=\($0.number)" } ?? "")
            let answer = try await HTTPClient.send(
                "GET", server + "/admin/v1/purchases" + query, token: token)
            let page: [PurchaseSummary] = try answer.decode()
            all += page
            if page.count < 1000 { return all }
        }
    }
}

/// What is wrong with the purchases of customers.
private struct LoadAudit: Sendable {
    /// Acknowledged, but not in the store; or an account with more credits than were bought and not used.
    var lost = 0
    /// Payments that were charged more than once; or an account with fewer credits.
    var doubled = 0
    /// Acknowledged, but answered with another transaction when the payment was sent again.
    var changed = 0

    var isClean: Bool { lost + doubled + changed == 0 }

    mutating func add(_ other: LoadAudit) {
        lost += other.lost
        doubled += other.doubled
        changed += other.changed
    }
}
