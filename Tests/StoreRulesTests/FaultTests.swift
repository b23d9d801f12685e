import StoreModel
import StoreRules
import TestSupport
import Testing

/// The store's faults: what arrives, what comes back, and what is charged meanwhile.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    enum Call: CaseIterable {
        case products, purchase, exchange, comparison, finish

        func make(_ fixture: StoreFixture) async throws(StoreError) {
            switch self {
            case .products: _ = try await fixture.store.products(for: [StoreFixture.five])
            case .purchase: try await fixture.buy("a")
            case .exchange: _ = try await fixture.store.exchange(ExchangeRequest(since: .beginning))
            case .comparison: _ = try await fixture.store.compare(ComparisonRequest(.uses, []))
            case .finish:
                try await fixture.store.finish(
                    FinishedTransaction(
                        identifier: "2000000000000001", signedDate: Timestamp(milliseconds: 1)))
            }
        }
    }

    @Test("With the network down no request arrives", arguments: Call.allCases)
    func networkDown(call: Call) async throws {
        let fixture = try await StoreFixture { $0.network = .down }
        await #expect(throws: StoreError.networkDown) { try await call.make(fixture) }
        #expect(try await fixture.store.actions(for: ["a"]).isEmpty)
    }

    @Test("With the answers lost every request ends in a lost connection", arguments: Call.allCases)
    func answersLost(call: Call) async throws {
        let fixture = try await StoreFixture { $0.network = .answersLost }
        await #expect(throws: StoreError.connectionLost) { try await call.make(fixture) }
    }

    @Test
    func `A purchase whose answer was lost is charged, and the same payment gets that answer later`()
        async throws
    {
        let fixture = try await StoreFixture { $0.network = .answersLost }
        for _ in 0..<3 { await #expect(throws: StoreError.connectionLost) { try await fixture.buy("a") } }
        try await fixture.set { $0.network = .up }
        let unsettled = try await fixture.store.unsettledPurchases(including: [])
        #expect(unsettled.map(\.key) == ["a"])
        #expect(try await fixture.buy("a") == unsettled.first)
    }

    @Test func `A finish whose answer was lost has happened`() async throws {
        let fixture = try await StoreFixture()
        let finished = try #require(try await fixture.buy("a").finished)
        try await fixture.set { $0.network = .answersLost }
        await #expect(throws: StoreError.connectionLost) { try await fixture.store.finish(finished) }
        try await fixture.set { $0.network = .up }
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `The delay is waited for before anything is charged`() async throws {
        let fixture = try await StoreFixture { $0.delayMilliseconds = 2000 }
        let purchase = Task { try await fixture.buy("a") }
        await fixture.time.waitForSleepers()
        #expect(try await fixture.store.actions(for: ["a"]).isEmpty)
        fixture.time.advance(by: .milliseconds(2000))
        #expect(try await purchase.value.state == "purchased")
    }

    @Test func `A request that is given up during the delay never happens`() async throws {
        let fixture = try await StoreFixture { $0.delayMilliseconds = 2000 }
        let purchase = Task { try await fixture.buy("a") }
        await fixture.time.waitForSleepers()
        purchase.cancel()
        let error = await #expect(throws: StoreError.self) { try await purchase.value }
        #expect(error?.isNetworkFailure == true)
        #expect(try await fixture.store.actions(for: ["a"]).isEmpty)
    }

    @Test func `A network that fails during the delay loses the answer, not the purchase`() async throws {
        let fixture = try await StoreFixture { $0.delayMilliseconds = 2000 }
        let purchase = Task { try await fixture.buy("a") }
        await fixture.time.waitForSleepers()
        try await fixture.set { $0.network = .down }
        fixture.time.advance(by: .milliseconds(2000))
        await #expect(throws: StoreError.connectionLost) { try await purchase.value }
        #expect(try await fixture.store.actions(for: ["a"]) == ["a": [.refund]])
    }

    @Test(
        "A delay outside 0…60,000 ms becomes the nearest of the two", arguments: [(-1, 0), (60_001, 60_000)])
    func delayIsBounded(wanted: Int, inForce: Int) async throws {
        let fixture = try await StoreFixture { $0.delayMilliseconds = wanted }
        #expect(try await fixture.store.settings().delayMilliseconds == inForce)
    }

    @Test("Trouble with the store's database is not an answer, and says what it is", .onSQLite)
    func databaseTrouble() async throws {
        let fixture = try await StoreFixture()
        try SQLiteFile(fixture.folder.path + "/store.sqlite").run("DROP TABLE purchase")
        let error = await #expect(throws: StoreError.self) { try await fixture.buy("a") }
        #expect(error?.code == StoreError.cannotConnect.code)
        let refusal = await #expect(throws: StoreAdministrationError.self) {
            try await fixture.store.perform(.refund, on: "a")
        }
        #expect(error?.detail == refusal?.storage.map(StoreError.Detail.storage))
        #expect(refusal?.storage?.description.contains("store.sqlite") == true)
    }

    @Test func `Settings outlive the store, and hold for every store over the same files`() async throws {
        let fixture = try await StoreFixture()
        var settings = StoreSettings()
        settings.asksToBuy = true
        settings.interruptsPurchases = true
        settings.nextFailure = StoreError(domain: .storeServer, code: 5002, message: "Ж")
        settings.delayMilliseconds = 250
        settings.network = .answersLost
        settings.disablesDialogs = true
        try await fixture.store.apply(settings)
        #expect(try await fixture.sibling().settings() == settings)
    }
}
