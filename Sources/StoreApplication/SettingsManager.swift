package import EventBus
package import PaymentQueueKit
internal import SQLiteStorage
package import StoreModel
internal import Synchronization

/// Puts settings in force when the user changes them, and says on the bus what is in force: the device's restriction, and
/// the store's test settings.
package final class SettingsManager: Sendable {
    private let bus: EventBus
    private let restrictions: Restrictions
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let changes: CoalescedWork<StorefrontSettings>
    private let announcements: CoalescedWork<Void>
    private let state = Mutex<(observation: Observation?, listening: Task<Void, Never>?)>((nil, nil))

    /// A manager that listens for `SettingsChangeRequested`, and to the store, from now on.
    package init(bus: EventBus, restrictions: Restrictions, store: any StoreService, testing: any StoreAdministration) {
        self.bus = bus
        self.restrictions = restrictions
        self.testing = testing
        changes = CoalescedWork(on: work)
        announcements = CoalescedWork(on: work)
        let observation = bus.observe { [weak self] (wish: SettingsChangeRequested) in
            guard let self else { return }
            changes.add(wish.settings) { await self.apply($0) }
        }
        let updates = store.updates()
        let listening = Task { [weak self] in
            for await update in updates { await self?.take(update) }
        }
        state.withLock { $0 = (observation, listening) }
    }

    deinit { state.withLock { $0.listening }?.cancel() }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        let (observation, listening) = state.withLock { $0 }
        observation?.cancel()
        await work.drain()
        listening?.cancel()
    }

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
            bus.post(SettingsChanged(settings: try await current()))
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
    }

    private func take(_ update: StoreUpdate) async {
        switch update {
        case .networkChanged(let isUp): bus.post(NetworkChanged(isUp: isUp))
        case .settingsChanged: announcements.add(()) { await self.announce() }
        case .purchasesChanged: break
        }
    }

    private func announce() async {
        do {
            bus.post(SettingsChanged(settings: try await current()))
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
    }
}
