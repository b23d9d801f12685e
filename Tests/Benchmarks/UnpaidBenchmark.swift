internal import ArgumentParser
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// A store with many subscriptions whose renewal was not paid: how long it takes to change the settings, and
/// how long a customer who buys meanwhile waits.
struct UnpaidBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpaid",
        abstract: "A store with very many subscriptions whose renewal was not paid.")

    private static let day: Int64 = 86_400_000

    @Option var subscriptions = 20_000

    func run() async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore.bundled(in: folder.path)
        // Not through the store, which would renew.
        let file = try SQLiteFile(folder.path + "/store.sqlite")
        func unpaid() throws -> Int {
            try file.value("SELECT count(*) FROM subscription WHERE isUnpaid") ?? 0
        }
        var sessions: [AccountSession] = []
        for number in 0..<subscriptions { sessions.append(try await Self.session(number, of: store)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, session) in sessions.enumerated() {
                if number > 500 { try await group.next() }
                group.addTask { _ = try await session.purchase(PurchaseRequest(MonkeyCredits.monthlyBunch)) }
            }
            try await group.waitForAll()
        }
        var settings = try store.settings()
        (settings.failsRenewals, settings.clockOffsetMilliseconds) = (true, 32 * Self.day)
        try Self.measure("apply: the clock, past everybody's renewal") { try store.apply(settings) }
        try Self.measure("all of them unpaid") { _ = try store.subscriptions() }
        let waiting = try unpaid()
        precondition(waiting == subscriptions)
        settings.asksToBuy = true
        try Self.measure("apply: what does not concern them") { try store.apply(settings) }
        settings.asksToBuy = false
        try Self.measure("apply: that again") { try store.apply(settings) }
        store.startRenewals()
        settings.failsRenewals = false
        try Self.measure("apply: renewals succeed again") { try store.apply(settings) }
        let clock = ContinuousClock()
        let (start, buyer) = (clock.now, try await Self.session(subscriptions, of: store))
        var (purchases, longest) = (0, Duration.zero)
        repeat {
            let before = clock.now
            _ = try await buyer.purchase(PurchaseRequest())
            longest = max(longest, clock.now - before)
            purchases += 1
        } while try unpaid() > 0
        print("  all of them paid", column((clock.now - start) / .milliseconds(1), width: 34), "ms")
        print(
            "  the longest of \(purchases) purchases meanwhile",
            column(longest / .milliseconds(1), width: 12), "ms")
    }

    private static func session(_ number: Int, of store: AppStore) async throws -> AccountSession {
        let digits = String(number)
        let name =
            "guest-00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        guard let visitor = VisitorName(rawValue: name) else { preconditionFailure(name) }
        let (_, token) = try await store.admit(visitor)
        guard let session = try store.session(for: token, device: "d") else { preconditionFailure(name) }
        return session
    }

    private static func measure(_ name: String, _ work: () throws -> Void) rethrows {
        let duration = try ContinuousClock().measure { try work() }
        print("  " + name, column(duration / .milliseconds(1), width: max(1, 50 - name.count)), "ms")
    }
}
