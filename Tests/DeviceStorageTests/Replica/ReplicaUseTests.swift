import StoreEvents
import StoreModel
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A replica of an account: what is used")
struct ReplicaUseTests {
    private let device: ReplicaFixture
    private let replica: AccountReplica

    init() throws {
        device = try ReplicaFixture()
        replica = try device.start()
        try replica.merge([device.version(1), device.version(2, of: ReplicaFixture.coin, quantity: 3)])
    }

    @Test func `waits, is held back, and counts once when it is confirmed, however often that is said`()
        throws
    {
        let use = try replica.ask(for: 4)
        #expect(use.amount == 4 && use.productIdentifier == nil && use.date == device.time.source.now())
        #expect(try replica.credits() == 6)
        #expect(try device.start().waitingUses() == [use])
        for _ in 0..<3 {
            try replica.confirm(use)
            #expect(try replica.credits() == 6)
        }
        // Another program and a page of the exchange say the same.
        try device.start().merge(
            [.use(use), .use(use)], since: .beginning, to: ReplicaMark(revision: 2, mark: "m"))
        #expect(try replica.credits() == 6)
        #expect(try replica.waitingUses().isEmpty)
        try replica.refuse(use.id)
        #expect(try replica.credits() == 6)
    }

    @Test func `goes away when the store refuses it`() throws {
        let use = try replica.ask(for: 4)
        let other = try replica.ask(for: 1)
        #expect(try replica.credits() == 5)
        for _ in 0..<2 { try replica.refuse(use.id) }
        #expect(try replica.credits() == 9)
        #expect(try replica.waitingUses() == [other])
        // If the store confirms the use after all, it counts.
        try replica.confirm(use)
        #expect(try replica.credits() == 5)
        _ = try replica.recount()
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `is taken as the store says it`() throws {
        let (confirmed, refused, taken) = try (replica.ask(for: 1), replica.ask(for: 2), replica.ask(for: 3))
        try replica.take(UseOutcome(.notEnough(available: 1), of: refused), of: refused)
        #expect(try replica.credits() == 6)
        try replica.take(UseOutcome(.taken, of: taken), of: taken)
        #expect(try replica.credits() == 9)
        try replica.take(UseOutcome(.confirmed, of: confirmed), of: confirmed)
        #expect(try replica.credits() == 9 && replica.waitingUses().isEmpty)
        // The answer does not say that everything before it has arrived.
        #expect(try replica.exchangeRequest().since == .beginning)
        #expect(try replica.exchangeRequest().uses == [confirmed])
    }

    @Test func `is not of more than there is, what waits included`() throws {
        _ = try replica.ask(for: 4)
        for amount in [7, .max, 0, -1] {
            #expect(throws: ReplicaError.notEnough(nil, available: 6)) { try replica.ask(for: amount) }
        }
        let none: ProductIdentifier = "com.example.none"
        #expect(throws: ReplicaError.notEnough(none, available: 0)) { try replica.ask(for: 1, of: none) }
        _ = try replica.ask(for: 6)
        #expect(try replica.credits() == 0)
        #expect(try replica.waitingUses().count == 2)
    }

    @Test func `is of pieces of a product, apart from the credits`() throws {
        let use = try replica.ask(for: 2, of: ReplicaFixture.coin)
        try replica.confirm(use)
        #expect(try replica.owned().piecesLeft == [ReplicaFixture.coin: 1])
        #expect(throws: ReplicaError.notEnough(ReplicaFixture.coin, available: 1)) {
            try replica.ask(for: 2, of: ReplicaFixture.coin)
        }
        _ = try replica.ask(for: 1, of: ReplicaFixture.coin)
        #expect(try replica.owned().piecesLeft.isEmpty)
        #expect(try replica.credits() == 10)
    }

    @Test
    func
        `gives way to the store's of the same identifier and of another amount or product, and stays used`()
        throws
    {
        let use = device.use(4)
        let mark = ReplicaMark(revision: 3, mark: "m")
        try replica.merge([.use(use)], since: .beginning, to: mark)
        for (other, credits) in [
            (Use(id: use.id, amount: 3, date: use.date), 6), (Use(id: use.id, amount: 5, date: use.date), 5),
            (Use(id: use.id, of: ReplicaFixture.coin, amount: 2, date: use.date), 5),
        ] {
            for _ in 0..<2 { try replica.merge([.use(other)]) }
            #expect(try replica.credits() == credits)
        }
        try replica.merge([.use(device.use(0))])
        #expect(try replica.rowCount() == 3)
        #expect(try replica.owned().piecesLeft == [ReplicaFixture.coin: 1])
        _ = try replica.recount()
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `by another program on the same files is noticed once`() throws {
        #expect(try replica.rowCount() == 2)
        let other = try device.start()
        try other.check()
        #expect(try !other.wasWrittenElsewhere() && !replica.wasWrittenElsewhere())
        let use = try other.ask(for: 1)
        #expect(try !other.wasWrittenElsewhere())
        #expect(try replica.wasWrittenElsewhere())
        #expect(try !replica.wasWrittenElsewhere())
        try replica.confirm(use)
        #expect(try !replica.wasWrittenElsewhere() && other.wasWrittenElsewhere())
        #expect(try replica.rowCount() == 3 && other.rowCount() == 3)
    }

    @Test func `is asked for by two programs on the same files in turn`() throws {
        let other = try device.start()
        for _ in 0..<5 {
            _ = try replica.ask(for: 1)
            _ = try other.ask(for: 1)
        }
        #expect(throws: ReplicaError.notEnough(nil, available: 0)) { try other.ask(for: 1) }
        #expect(try Set(replica.waitingUses().map(\.id)).count == 10)
        for use in try replica.waitingUses() { try other.confirm(use) }
        #expect(try replica.credits() == 0)
    }

    @Test func `that waits is not confirmed by one of the same identifier and another amount or product`()
        throws
    {
        let use = try replica.ask(for: 4)
        for other in [
            Use(id: use.id, amount: 3, date: use.date), Use(id: use.id, amount: 5, date: use.date),
            Use(id: use.id, of: ReplicaFixture.coin, amount: 4, date: use.date),
        ] {
            try replica.merge([.use(other)])
            #expect(try replica.credits() == 6 && replica.waitingUses() == [use])
        }
        #expect(try replica.owned().piecesLeft == [ReplicaFixture.coin: 3])
    }
}
