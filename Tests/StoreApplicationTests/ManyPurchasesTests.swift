import DeviceStorage
import StoreApplication
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite("More purchases than the store tells at once", .timeLimit(.minutes(5)))
struct ManyPurchasesTests {
    @Test("are all delivered by one start, each once")
    func delivered() async throws {
        let device = try await ApplicationHarness()
        let count = PurchaseOutcome.mostUnsettled * 2 + 1
        let next = try await device.restart { device in
            for number in 1...count {
                device.time.advance(by: .milliseconds(1))
                _ = try await device.store.purchase(
                    PurchaseRequest(
                        key: IdempotencyKey(rawValue: "\(number)"), productIdentifier: MonkeyCredits.five, quantity: 1))
            }
            #expect(try await device.unsettled().count == PurchaseOutcome.mostUnsettled)
        }
        #expect(try next.credits.balance() == 5 * count)
        #expect(try await next.unsettled().isEmpty)
    }

    @Test("of which none can be delivered are not asked for again and again")
    func undeliverable() async throws {
        let device = try await ApplicationHarness()
        let next = try await device.restart { device in
            for number in 1...PurchaseOutcome.mostUnsettled {
                device.time.advance(by: .milliseconds(1))
                _ = try await device.store.purchase(
                    PurchaseRequest(
                        key: IdempotencyKey(rawValue: "\(number)"), productIdentifier: MonkeyCredits.five, quantity: 1))
            }
            try device.setLedgerWritable(false)
        }
        // Nothing more happens.
        #expect(try await next.unsettled().count == PurchaseOutcome.mostUnsettled)
        try next.setLedgerWritable(true)
        #expect(try await next.restart().credits.balance() == 5 * PurchaseOutcome.mostUnsettled)
    }
}
