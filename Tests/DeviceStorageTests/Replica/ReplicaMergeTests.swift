import Foundation
import GRDB
import Storage
import StoreEvents
import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A replica of an account: what is merged")
struct ReplicaMergeTests {
    private let device: ReplicaFixture
    init() throws { device = try ReplicaFixture() }

    /// A history of purchases of every kind with their refunds and reversals, and of uses, and the result
    /// counted in another way.
    private struct History {
        var changes: [AccountChange] = []
        var credits = 0
        var coins = 0
        var owned: Set<ProductIdentifier> = []

        init(_ device: ReplicaFixture, _ random: inout SeededGenerator) throws {
            for number in 1...Int.random(in: 2...8, using: &random) {
                let versions = Int.random(in: 1...4, using: &random)
                // Some are signed twice at the same moment: the digest decides.
                let delays = (0..<versions).map { Int64($0) * (Bool.random(using: &random) ? 1000 : 0) }
                    .sorted()
                let kind = Int.random(in: 0..<4, using: &random)
                let quantity = Int.random(in: 1...10, using: &random)
                let filter = PhotoFilter.allCases.randomElement(using: &random)!.productIdentifier
                let made = try delays.indices.map { index in
                    let (delay, isRefunded) = (delays[index], !index.isMultiple(of: 2))
                    return switch kind {
                    case 0:
                        try device.version(
                            number, of: MonkeyCredits.five, quantity: quantity, delay: delay,
                            isRefunded: isRefunded)
                    case 1:
                        try device.version(
                            number, of: ReplicaFixture.coin, quantity: quantity, delay: delay,
                            isRefunded: isRefunded)
                    case 2: try device.forGood(number, filter, delay: delay, isRefunded: isRefunded)
                    default:
                        try device.period(
                            number, of: 100, index: number, delay: delay, isRefunded: isRefunded)
                    }
                }
                let last = made.max { $0.signed!.version! < $1.signed!.version! }!
                if last.signed!.unverifiedPayload!.revocationDate == nil {
                    switch kind {
                    case 0: credits += 5 * quantity
                    case 1: coins += quantity
                    case 2: owned.insert(filter)
                    default: credits += 20
                    }
                }
                changes += made
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let isCoin = Bool.random(using: &random)
                let amount = Int.random(in: 1...9, using: &random)
                changes.append(.use(device.use(amount, of: isCoin ? ReplicaFixture.coin : nil)))
                if isCoin { coins -= amount } else { credits -= amount }
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `gives the same numbers in every order, however often and in whatever parts it comes`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let history = try History(device, &random)
        for _ in 0..<3 {
            let copy = try ReplicaFixture(of: device.store)
            let replica = try copy.start()
            var all = (history.changes + history.changes.filter { _ in Bool.random(using: &random) })
                .shuffled(
                    using: &random)
            while !all.isEmpty {
                let count = min(Int.random(in: 1...5, using: &random), all.count)
                try replica.merge(Array(all.prefix(count)))
                all.removeFirst(count)
            }
            let numbers = try replica.numbers()
            #expect(try replica.credits() == history.credits)
            #expect(numbers.pieces[ReplicaFixture.coin] ?? 0 == max(history.coins, 0))
            let forGood = numbers.boughtForGood.filter { $0.isInForce(at: copy.time.source.now()) }
            #expect(Set(forGood.map(\.productIdentifier)) == history.owned)
            // All rows together agree with the sums.
            _ = try replica.recount()
            #expect(replica.takeFindings().isEmpty)
        }
    }

    @Test func `counts a product apart from another whose identifier differs only in Unicode's normal form`()
        throws
    {
        let (composed, decomposed): (ProductIdentifier, ProductIdentifier) = ("torch\u{E9}", "torche\u{301}")
        let replica = try device.start()
        try replica.merge([
            device.version(1, of: composed, quantity: 10), device.version(2, of: decomposed, quantity: 5),
        ])
        try replica.confirm(replica.ask(for: 3, of: composed))
        // Also as another start of the program reads it, and after a repair, which has the high-water mark.
        for repairs in [false, true] {
            if repairs { try device.edit("DELETE FROM replica_sums") }
            let again = try device.start()
            #expect(try again.numbers().pieces == [composed: 7, decomposed: 5])
            #expect(throws: ReplicaError.notEnough(decomposed, available: 5)) {
                try again.ask(for: 6, of: decomposed)
            }
        }
    }

    @Test func `counts the latest version of a purchase, whatever comes when`() throws {
        let bought = try device.version(1)
        let refund = try device.version(1, delay: 1000, isRefunded: true)
        let reversal = try device.version(1, delay: 2000)
        let rows: [([AccountChange], Int)] = [
            ([bought, refund], 0), ([refund, bought], 0), ([bought, refund, reversal], 10),
            ([reversal, refund, bought], 10), ([reversal, bought, refund], 10),
            ([refund, reversal, bought, refund], 10),
        ]
        for (changes, credits) in rows {
            let fixture = try ReplicaFixture(of: device.store)
            defer { withExtendedLifetime(fixture) {} }
            let replica = try fixture.start()
            for change in changes { try replica.merge([change]) }
            #expect(try replica.credits() == credits)
        }
    }

    @Test func `may fall below zero, and then nothing is used until it is zero or more`() throws {
        let replica = try device.start()
        try replica.merge([device.version(1)])
        try replica.confirm(replica.ask(for: 7))
        try replica.merge([device.version(1, delay: 1, isRefunded: true)])
        #expect(try replica.credits() == -7)
        #expect(throws: ReplicaError.notEnough(nil, available: -7)) { try replica.ask(for: 1) }
        try replica.merge([device.version(2)])
        #expect(try replica.credits() == 3)
    }

    @Test
    func
        `is left out if the store did not sign it for this account and application, and proves nothing; the rest is taken`()
        throws
    {
        let replica = try device.start()
        let other = try ReplicaFixture(of: SigningStore(account: device.store.account))
        var wrong = try device.version(7)
        if case .payment(var outcome, _) = wrong, case .purchased(let signed, _, let date) = outcome.result {
            outcome.result = .purchased(signed, "8", date)
            wrong = .payment(outcome, isFinished: false)
        }
        let refused: [(change: AccountChange, failure: VerificationFailure)] = try [
            (other.version(1), .signature(.wrongSignature)),
            (device.version(2) { $0.appTransactionId = "another" }, .signature(.wrongAccount)),
            (
                device.version(3) { $0.bundleId = "com.example.other" },
                .signature(.wrongApplication("com.example.other"))
            ),
            (device.version(4) { $0.environment = .production }, .signature(.wrongEnvironment(.production))),
            (device.version(5) { $0.quantity = 11 }, .quantityOutOfRange(11)),
            (device.version(6) { $0.transactionId = "06" }, .signature(.malformed)),
            (wrong, .contradiction),
        ]
        // What is finished because it proves itself would otherwise be lost.
        for case (.payment(let outcome, _), let failure) in refused {
            guard case .purchased(let signed, let identifier, let date) = outcome.result else { continue }
            let payment = Payment(product: outcome.productIdentifier, quantity: outcome.quantity)
            var transaction = PaymentTransaction(
                key: outcome.key, payment: payment, state: .purchased, addedDate: date)
            (transaction.transactionIdentifier, transaction.signedTransaction) = (identifier, signed)
            #expect(throws: failure) { try device.store.verifier().proof(of: transaction) }
        }
        try replica.merge(refused.map(\.change) + [device.version(9)])
        #expect(try replica.credits() == 10)
        #expect(try device.rows("SELECT number FROM replica_purchase") == [9])
        let count = try device.start().recount()
        #expect(count == (1, 0))
    }

    @Test func `keeps what it has verified of the latest versions and periods, and nothing else`() throws {
        let replica = try device.start()
        try replica.merge([device.forGood(1)])
        for index in 1...5 {
            try replica.merge([device.period(index + 1, of: 2, index: index)])
            _ = try replica.numbers()
        }
        try replica.merge([device.forGood(1, delay: 1000, isRefunded: true)])
        #expect(try replica.numbers().latestPeriods.map(\.transactionIdentifier) == ["6"])
        #expect(replica.verified.withLock { $0.count } == 2)
    }

    @Test func `is nothing while the caller's transaction is not committed`() throws {
        struct Stop: Error {}
        let replica = try device.start()
        let file = try DatabaseFile(path: device.path, migrations: AccountReplica.migrations)
        let change = try device.version(1)
        #expect(throws: Stop.self) {
            try file.write { database in
                try replica.merge([change], in: database)
                throw Stop()
            }
        }
        #expect(try replica.credits() == 0)
        try file.write { try replica.merge([change], in: $0) }
        #expect(try device.start().credits() == 10)
        #expect(try device.start().takeFindings().isEmpty)
    }

    @Test func `changes nothing without a transaction that was signed`() throws {
        let replica = try device.start()
        for result in [PurchaseOutcome.Result.deferred, .failed(.networkDown)] {
            let outcome = PurchaseOutcome(
                key: "k", productIdentifier: MonkeyCredits.five, quantity: 1, result: result)
            try replica.merge([.payment(outcome, isFinished: true), .lapsed("k")])
            #expect(try replica.credits() == 0)
            #expect(try device.rows("SELECT count(*) FROM replica_purchase") == [0])
        }
    }

    // MARK: What is owned

    @Test func `is owned for good, until it is refunded, by the purchase that was first`() throws {
        let replica = try device.start()
        try replica.merge([
            device.forGood(2), device.forGood(1), device.forGood(3, PhotoFilter.greyscale.productIdentifier),
        ])
        let now = device.time.source.now()
        #expect(
            try replica.numbers().purchase(of: ReplicaFixture.sepia, at: now)?.transactionIdentifier == "1")
        try replica.merge([device.forGood(1, delay: 1, isRefunded: true)])
        #expect(
            try replica.numbers().purchase(of: ReplicaFixture.sepia, at: now)?.transactionIdentifier == "2")
        try replica.merge([device.forGood(2, delay: 1, isRefunded: true)])
        #expect(try replica.owned().ownedProducts == [PhotoFilter.greyscale.productIdentifier])
    }

    @Test func `is subscribed to until its latest period is over`() throws {
        let (bunch, big) = (MonkeyCredits.monthlyBunch, MonkeyCredits.bigMonthlyBunch)
        let replica = try device.start()
        #expect(try replica.numbers().latestPeriods.isEmpty)
        try replica.merge([
            device.period(3, of: 1, index: 1), device.period(1, of: 1, index: 0),
            device.period(9, of: 9, index: 0, product: big),
        ])
        var numbers = try replica.numbers()
        #expect(numbers.latestPeriods.map(\.transactionIdentifier) == ["9", "3"])
        #expect(try replica.credits() == 90)
        #expect(numbers.owned(at: date(0)).subscribedUntil == [bunch: date(2), big: date(1)])
        #expect(numbers.owned(at: date(1)).ownedProducts == [bunch])
        #expect(numbers.owned(at: date(2)).ownedProducts.isEmpty)
        #expect(numbers.knownSubscriptions(at: date(1)).map(\.status) == [.expired, .active])
        // An upgrade that is then refunded does not bring back an earlier period.
        try replica.merge([device.period(4, of: 1, index: 1, periodNumber: 3, product: big)])
        numbers = try replica.numbers()
        #expect(numbers.purchase(of: bunch, at: date(1)) == nil)
        #expect(numbers.purchase(of: big, at: date(1))?.transactionIdentifier == "4")
        try replica.merge([
            device.period(4, of: 1, index: 1, periodNumber: 3, product: big, delay: 1, isRefunded: true)
        ])
        numbers = try replica.numbers()
        #expect(numbers.owned(at: date(1)).ownedProducts.isEmpty)
        #expect(numbers.knownSubscriptions(at: date(1)).map(\.status) == [.expired, .revoked])
    }

    @Test func `is subscribed to if its period was charged twice and the later charge was refunded`() throws {
        let replica = try device.start()
        try replica.merge([
            device.period(1, of: 1, index: 0), device.period(3, of: 1, index: 1),
            device.period(5, of: 1, index: 1, delay: 1, isRefunded: true),
        ])
        let numbers = try replica.numbers()
        #expect(numbers.latestPeriods.map(\.transactionIdentifier) == ["3"])
        #expect(numbers.owned(at: date(1)).ownedProducts == [MonkeyCredits.monthlyBunch])
    }

    @Test func `is subscribed to by its last period, whatever the store's clock said`() throws {
        let big = MonkeyCredits.bigMonthlyBunch
        let replica = try device.start()
        // The clock was ahead when the subscription began, and right again at its upgrade.
        try replica.merge([
            device.period(1, of: 1, index: 40),
            device.period(2, of: 1, index: 1, periodNumber: 42, product: big),
        ])
        let numbers = try replica.numbers()
        #expect(numbers.latestPeriods.map(\.transactionIdentifier) == ["2"])
        #expect(numbers.owned(at: date(1)).ownedProducts == [big])
    }

    /// When the period with this index begins.
    private func date(_ index: Int64) -> Timestamp {
        Timestamp(milliseconds: 1_795_000_000_000 + index * 86_400_000)
    }

    @Test func `looks through no table when something is merged, however much there is`() throws {
        let replica = try device.start()
        let file = try DatabaseFile(path: device.path, migrations: AccountReplica.migrations)
        let use = device.use(1)
        let changes = try [
            device.version(1), device.version(1, delay: 1), device.period(2, of: 2, index: 0), .use(use),
        ]
        let statements = Mutex<Set<String>>([])
        let plans = try file.write { database in
            database.trace { event in
                if case .statement(let statement) = event {
                    statements.withLock { _ = $0.insert(statement.sql) }
                }
            }
            for _ in 0..<2 { try replica.merge(changes, in: database) }
            database.trace()
            let changing = statements.withLock { $0 }.filter {
                $0.contains("replica_") && !$0.contains("NOT EXISTS")
            }
            return try changing.flatMap { sql in
                let plan = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                plan.setUncheckedArguments([])
                return try Row.fetchAll(plan).map { $0["detail"] as String }
            }
        }
        #expect(plans.contains { $0.hasPrefix("SEARCH replica_purchase") })
        // The rows beyond the mark have indexes of their own. There are hardly any.
        func isShort(_ plan: String) -> Bool { plan.contains("_beyond") || plan == "SCAN CONSTANT ROW" }
        #expect(plans.allSatisfy { !$0.hasPrefix("SCAN") || isShort($0) }, "\(plans)")
    }
}
