internal import PaymentQueueKit
package import StoreEvents
internal import StoreModel

/// Puts settings in force for the settings screen, whose commands `Application` passes on: the
/// device's restriction, and the store's test settings. Publishes the settings in force, and whether
/// the store can be reached.
package final class SettingsManager: Manager {
    package let work: WorkQueue
    private let restrictions: Restrictions
    private let store: any StoreAdministration
    private let changes = CoalescedWork<StorefrontSettings>()
    private let announcements = CoalescedWork<Void>()

    init(bus: EventBus, restrictions: Restrictions, store: any StoreService & StoreAdministration) {
        work = WorkQueue(bus)
        self.restrictions = restrictions
        self.store = store
        work.follow(store.updates()) { [weak self] in self?.take($0) }
    }

    /// Puts settings in force. `settingsChanged` follows, or `actionFailed`. If several wait,
    /// only the newest count.
    func change(to settings: StorefrontSettings) {
        changes.add(settings, to: work) { [self] in try await put($0) }
    }

    /// Puts settings in force, posts `settingsChanged`, and returns what is in force. Throws
    /// `StorageError`, `StoreAdministrationError`.
    @discardableResult
    package func put(_ settings: StorefrontSettings) async throws -> StorefrontSettings {
        try restrictions.setAllowsPayments(settings.allowsPayments)
        // Not everybody may change the store's settings, but everybody may change the device's.
        if try await store.settings() != settings.store { try await store.apply(settings.store) }
        let current = try await current()
        bus.publish(.settingsChanged(current))
        return current
    }

    /// The settings in force. Throws `StorageError`, `StoreAdministrationError`.
    package func current() async throws -> StorefrontSettings {
        StorefrontSettings(
            allowsPayments: try restrictions.allowsPayments(), store: try await store.settings())
    }

    private func take(_ update: StoreUpdate) {
        switch update {
        case .networkChanged(let isUp): bus.publish(.networkChanged(isUp: isUp))
        case .settingsChanged: announcements.add((), to: work) { try await self.announce() }
        case .accountChanged: break
        }
    }

    private func announce() async throws { bus.publish(.settingsChanged(try await current())) }
}
