import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// A row of one customer that cannot be read.
@Suite(.timeLimit(.minutes(5))) struct DamagedRowTests {
    private static let damages = [
        "status = 'nonsense'", "kind = 'nonsense'", "kind = NULL", "purchaseDate = NULL",
        "errorDomain = 'StoreError', errorCode = NULL", "subscription = 7, period = NULL",
    ]

    @Test(
        "fails its own customer's requests, and none of the hundreds that others make meanwhile",
        arguments: damages)
    func others(damage: String) async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore(testedIn: folder.path)
        let (customer, stranger) = (try store.customer("ann"), try store.customer("bob"))
        try await customer.buy("damaged")
        try store.database.write { try $0.execute("UPDATE purchase SET \(damage)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    guard number % 10 == 0 else {
                        let outcome = try await stranger.buy(IdempotencyKey(rawValue: "\(number)"))
                        #expect(outcome.state == "purchased")
                        return
                    }
                    let error = await #expect(throws: StoreError.self) {
                        try await customer.unsettledPurchases(including: ["damaged"])
                    }
                    #expect(error?.code == StoreError.cannotConnect.code)
                    #expect(error?.explanation?.contains(" of the table purchase cannot be read") == true)
                }
            }
            try await group.waitForAll()
        }
        let noReceipt = await #expect(throws: StoreError.self) { try await customer.appReceipt() }
        #expect(noReceipt?.explanation?.contains(" of the table purchase cannot be read") == true)
        #expect(try await stranger.unsettledPurchases(including: []).count == 180)
        let audit = try store.audit()
        #expect(
            audit.findings.count == 1 && audit.findings[0].contains("cannot be read"), "\(audit.findings)")
        #expect(audit.accounts.map(\.charges) == [180])
    }

    @Test func `is not read for the latest receipt of a customer without subscriptions`() async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore(testedIn: folder.path)
        let customer = try store.customer("ann")
        let identifier = try #require(try await customer.buy("whole").transactionIdentifier)
        try await customer.buy("damaged")
        try store.database.write {
            try $0.execute("UPDATE purchase SET kind = 'nonsense' WHERE key = 'damaged'")
        }
        let latest = try store.latestReceipt(ofOwnerOf: identifier)
        #expect(latest?.receipt == nil)
    }

    @Test(
        "with a number or a mark that no store makes is named, and ends no program",
        arguments: [
            "UPDATE purchase SET number = 9223372036854775807", "UPDATE accountChange SET mark = '{}'",
            "UPDATE accountChange SET credits = 9223372036854775807",
        ])
    func extremes(damage: String) async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore(testedIn: folder.path)
        let customer = try store.customer("ann")
        try await customer.buy("damaged")
        try store.database.write { try $0.execute(damage) }
        let error = await #expect(throws: StoreError.self) { try await customer.buy("next") }
        #expect(error?.explanation?.contains("cannot be read") == true)
        _ = try? store.audit()
    }

    @Test func `of a subscription that is due does not hold up what else its customer asks for`() async throws
    {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silver)
        try fixture.store.database.write { try $0.execute("UPDATE subscription SET state = '{', due = 0") }
        #expect(try await fixture.buy("banana").state == "purchased")
        #expect(try await fixture.customer.unsettledPurchases(including: []).count == 2)
    }
}
