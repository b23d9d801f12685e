package import PaymentQueueKit
package import StoreModel
package import StorefrontMessages
internal import Synchronization

/// Puts settings in force when the user changes them, and says on the bus what is in force: the device's restriction, and
/// the store's test settings.
package final class SettingsManager: Sendable {
    private let bus: ApplicationBus
    private let restrictions: Restrictions
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let changes: CoalescedWork<StorefrontSettings>
    private let announcements: CoalescedWork<Void>
    private let listening = Mutex<Task<Void, Never>?>(nil)

    package init(
        bus: ApplicationBus, restrictions: Restrictions, store: any StoreService, testing: any StoreAdministration
    ) {
        self.bus = bus
        self.restrictions = restrictions
        self.testing = testing
        changes = CoalescedWork(on: work)
        announcements = CoalescedWork(on: work)
        let updates = store.updates()
        let task = Task { [weak self] in
            for await update in updates { await self?.take(update) }
        }
        listening.withLock { $0 = task }
    }

    deinit { listening.withLock { $0 }?.cancel() }

    /// Stops listening, and returns when what was asked for before is done.
    package func close() async {
        await work.drain()
        listening.withLock { $0 }?.cancel()
    }

    /// Puts settings in force: `settingsChanged` follows, or `actionFailed`. Of several that wait, only the newest count.
    func change(to settings: StorefrontSettings) { changes.add(settings) { await self.apply($0) } }

    /// The settings in force.
    ///
    /// - Throws: `StorageError`, `StoreAdministrationError`.
    package func current() async throws -> StorefrontSettings {
        StorefrontSettings(allowsPayments: try restrictions.allowsPayments(), store: try await testing.settings())
    }

    private func apply(_ settings: StorefrontSettings) async {
        do {
            try restrictions.setAllowsPayments(settings.allowsPayments)
            // The store's settings are not everybody's to change; the device's are.
            if try await testing.settings() != settings.store { try await testing.apply(settings.store) }
            bus.publish(.settingsChanged(try await current()))
        } catch {
            bus.report(error)
        }
    }

    private func take(_ update: StoreUpdate) async {
        switch update {
        case .networkChanged(let isUp): bus.publish(.networkChanged(isUp: isUp))
        case .settingsChanged: announcements.add(()) { await self.announce() }
        case .purchasesChanged: break
        }
    }

    private func announce() async {
        do {
            bus.publish(.settingsChanged(try await current()))
        } catch {
            bus.report(error)
        }
    }
}
