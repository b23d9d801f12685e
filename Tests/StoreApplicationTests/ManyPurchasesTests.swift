import DeviceStorage
import StoreApplication
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite("More purchases than the store tells at once", .timeLimit(.minutes(5)))
struct ManyPurchasesTests {
    @Test func `are all delivered by one start, each once`() async throws {
        let device = try await ApplicationHarness()
        let count = PurchaseOutcome.mostUnsettled * 2 + 1
        let next = try await device.restart { device in
            for number in 1...count {
                device.time.advance(by: .milliseconds(1))
                try await device.store.buy(IdempotencyKey(rawValue: "\(number)"))
            }
            #expect(try await device.unsettled().count == PurchaseOutcome.mostUnsettled)
        }
        #expect(try next.credits.balance() == 5 * count)
        #expect(try await next.unsettled().isEmpty)
    }

    @Test func `of which none can be delivered are not asked for again and again`() async throws {
        let device = try await ApplicationHarness()
        let next = try await device.restart { device in
            for number in 1...PurchaseOutcome.mostUnsettled {
                device.time.advance(by: .milliseconds(1))
                try await device.store.buy(IdempotencyKey(rawValue: "\(number)"))
            }
            try device.setLedgerWritable(false)
        }
        // Nothing more happens.
        #expect(try await next.unsettled().count == PurchaseOutcome.mostUnsettled)
        try next.setLedgerWritable(true)
        #expect(try await next.restart().credits.balance() == 5 * PurchaseOutcome.mostUnsettled)
    }
}
