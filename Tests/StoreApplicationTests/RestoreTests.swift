import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("Restoring", .timeLimit(.minutes(5)))
struct RestoreTests {
    /// The files that a device loses when it is set up again; the store keeps its own.
    static let deviceFiles = [
        "device.sqlite", "device.sqlite-wal", "device.sqlite-shm", "keys/replica.key", "keys/replica.mark",
    ]

    /// A device that bought credits and sepia, and was then set up again.
    private func newDevice() async throws -> ApplicationHarness {
        let old = try await ApplicationHarness()
        try await old.bought()
        try await old.bought(.sepia)
        // Transactions that are not finished would be delivered again, not restored.
        await old.queue.settle()
        return try await old.restart { device in for name in Self.deviceFiles { device.remove(name) } }
    }

    private func restored(_ device: ApplicationHarness) async throws -> (restored: Int, rejected: Int) {
        let count = device.recorder.all(Event.restoreFinished).count
        device.bus.send(.restore)
        return try await device.recorder.first(Event.restoreFinished, skipping: count)
    }

    @Test
    func
        `finds the filters that came with the account on a new device, and no credits; twice changes nothing`()
        async throws
    {
        let device = try await newDevice()
        #expect(device.recorder.all(Event.entitlementsChanged).map(\.ownedProducts) == [[], [.sepia]])
        for _ in 1...2 {
            device.recorder.forget()
            #expect(try await restored(device) == (1, 0))
            #expect(device.recorder.names == [.restoreProgressed, .restoreProgressed, .restoreFinished])
            #expect(device.recorder.all(Event.restoreProgressed) == [0, 1])
            #expect(try device.replica.credits() == 5)
            #expect(try device.queue.transactions().isEmpty)
        }
        let next = try await device.restart()
        #expect(
            next.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [.sepia])])
    }

    @Test func `begins with the application if it is asked for while that starts`() async throws {
        let bus = EventBus()
        let asking = bus.observe(.balanceChanged) { _ in bus.send(.restore) }
        let device = try await ApplicationHarness(bus: bus)
        try await device.recorder.first(Event.restoreFinished) { $0 == (0, 0) }
        asking.cancel()
    }

    @Test func `takes what cannot be proved for nothing, and counts it`() async throws {
        let device = try await ApplicationHarness()
        try await device.bought(.sepia)
        await device.queue.settle()
        let other = try await ApplicationHarness()
        let signed = try #require(try await other.store.buy("a", .greyscale).signed)
        try device.edit("UPDATE purchase SET signed = ?", [signed.rawValue], in: "store.sqlite")
        #expect(try await restored(device) == (0, 1))
        #expect(try device.queue.transactions().isEmpty)
        #expect(try device.replica.owned().ownedProducts == [.sepia])
    }

    @Test func `to files that cannot be read fails with the device's trouble, and is made up for later`()
        async throws
    {
        let device = try await newDevice()
        try device.setReplicaReadable(false)
        device.bus.send(.restore)
        let failed = try await device.recorder.first(Event.restoreFailed)
        #expect(failed.0.domain == .device && failed.1 == 0)
        try device.setReplicaReadable(true)
        #expect(try await restored(device) == (1, 0))
        #expect(try device.replica.owned().ownedProducts == [.sepia])
    }

    @Test func `is not needed for a refund: it takes the filter from each device of the account at once`()
        async throws
    {
        let first = try await ApplicationHarness()
        let bought = try await first.bought(.sepia)
        let second = try await first.otherDevice()
        #expect(try second.replica.owned().ownedProducts == [.sepia])
        first.perform(.refund, on: bought.key)
        for device in [first, second] {
            try await device.recorder.first(Event.entitlementsChanged, skipping: 1) {
                $0.ownedProducts.isEmpty
            }
        }
        await first.queue.settle()
        #expect(try await first.bought(.sepia).key != bought.key)
        #expect(first.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [.sepia])
        await second.close()
    }

    @Test func `buying again what is owned charges nothing, delivers once and is finished`() async throws {
        let device = try await ApplicationHarness()
        try await device.bought(.sepia)
        device.recorder.forget()
        #expect(try await device.bought(.sepia).isFinished)
        await device.queue.settle()
        #expect(try device.replica.owned().ownedProducts == [.sepia])
        #expect(try await device.unsettled().isEmpty)
        #expect(try device.appStore().audit().accounts.map(\.charges) == [1])
    }
}
