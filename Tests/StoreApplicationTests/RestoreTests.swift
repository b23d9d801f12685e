import DeviceStorage
import EventBus
import PaymentQueueKit
import StoreApplication
import StoreEngine
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@Suite("Restoring", .timeLimit(.minutes(5)))
struct RestoreTests {
    /// The files that a device loses when it is set up again; the store keeps its own.
    static let deviceFiles = [
        "device.sqlite", "device.sqlite-wal", "device.sqlite-shm", "keys/ledger.key", "keys/ledger.mark",
        "keys/entitlements.key", "keys/entitlements.mark",
    ]

    /// A device that has bought credits and sepia, and was set up again.
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
    func `brings filters back on a new device and no credits; twice changes nothing, and it lasts`() async throws {
        let device = try await newDevice()
        #expect(device.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [])])
        device.recorder.forget()
        #expect(try await restored(device) == (1, 0))
        let names = ["RestoreProgressed", "EntitlementsChanged", "RestoreProgressed", "RestoreFinished"]
        #expect(device.recorder.names == names)
        #expect(device.recorder.all(Event.restoreProgressed) == [0, 1])
        #expect(device.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [.sepia])])
        #expect(try device.credits.balance() == 0)
        #expect(try device.queue.transactions().isEmpty)

        device.recorder.forget()
        #expect(try await restored(device) == (1, 0))
        #expect(device.recorder.all(Event.entitlementsChanged).isEmpty)
        #expect(try device.credits.balance() == 0)
        let next = try await device.restart()
        #expect(next.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [.sepia])])
    }

    @Test func `an account that owns nothing says so, and nothing else`() async throws {
        let device = try await ApplicationHarness()
        try await device.bought()
        await device.queue.settle()
        device.recorder.forget()
        #expect(try await restored(device) == (0, 0))
        #expect(device.recorder.names == ["RestoreProgressed", "RestoreFinished"])
    }

    @Test func `without a network fails with its error, and works when the network is back`() async throws {
        let device = try await newDevice()
        try await device.set { $0.store.network = .down }
        device.bus.send(.restore)
        #expect(try await device.recorder.first(Event.restoreFailed) == (.networkDown, 0))
        try await device.set { $0.store.network = .up }
        #expect(try await restored(device) == (1, 0))
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
        #expect(try device.entitlements.ownedProducts() == [.sepia])
    }

    @Test
    func `to a record that cannot be written fails with the device's trouble, and is made up for later`() async throws {
        let device = try await newDevice()
        try device.edit("ALTER TABLE entitlement RENAME COLUMN purchaseDate TO hidden")
        device.bus.send(.restore)
        let failed = try await device.recorder.first(Event.restoreFailed)
        #expect(failed.0.domain == .device && failed.1 == 0)
        try device.edit("ALTER TABLE entitlement RENAME COLUMN hidden TO purchaseDate")
        #expect(try await restored(device) == (1, 0))
        #expect(try device.entitlements.ownedProducts() == [.sepia])
    }

    @Test("a refund takes the filter back: on the device that bought it at once, on another when it restores")
    func refund() async throws {
        let first = try await ApplicationHarness()
        let bought = try await first.bought(.sepia)
        first.perform(.refund, on: bought.key)
        try await first.recorder.first(Event.transactionRevoked)
        #expect(first.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [])
        #expect(try await first.bought(.sepia).key != bought.key)
        #expect(first.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [.sepia])

        let second = try await newDevice()
        _ = try await restored(second)
        let purchase = try #require(try second.appStore().purchases().first { $0.productIdentifier == .sepia })
        try await second.store.perform(.refund, on: purchase.key)
        let count = second.recorder.all(Event.entitlementsChanged).count
        _ = try await restored(second)
        await second.queue.settle()
        #expect(second.recorder.all(Event.entitlementsChanged).dropFirst(count).last?.ownedProducts == [])
    }

    @Test func `buying again what is owned charges nothing, delivers once and is finished`() async throws {
        let device = try await ApplicationHarness()
        try await device.bought(.sepia)
        device.recorder.forget()
        #expect(try await device.bought(.sepia).isFinished)
        await device.queue.settle()
        #expect(try device.entitlements.ownedProducts() == [.sepia])
        #expect(try await device.unsettled().isEmpty)
        #expect(try device.appStore().audit().accounts.map(\.charges) == [1])
    }

    @Test(
        "the record of what is owned, once edited, is named at the start, counts for nothing, and comes back by a restore"
    )
    func tampered() async throws {
        let first = try await ApplicationHarness()
        try await first.bought(.sepia)
        let second = try await first.restart {
            try $0.edit("UPDATE entitlement SET productIdentifier = ?", [ProductIdentifier.greyscale.rawValue])
        }
        #expect(second.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [])])
        #expect(second.recorder.all(Event.actionFailed) == ["\(EntitlementError.tampered)"])
        #expect(try await restored(second) == (1, 0))
        #expect(try second.entitlements.ownedProducts() == [.sepia])
        let third = try await second.restart()
        #expect(third.recorder.all(Event.actionFailed).isEmpty)
        #expect(third.recorder.all(Event.entitlementsChanged) == [EntitlementsChanged(ownedProducts: [.sepia])])
    }
}
