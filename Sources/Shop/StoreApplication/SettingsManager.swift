internal import PaymentQueueKit
package import StoreEvents
internal import StoreModel
internal import Synchronization

/// Puts settings in force for the settings screen, whose commands `Application` passes on: the
/// device's restriction, and the store's test settings. Publishes the settings in force, and whether
/// the store can be reached.
package final class SettingsManager: Manager {
    package let work: WorkQueue
    private let restrictions: Restrictions
    private let store: any StoreAdministration
    /// What the screen was told last.
    private let told = Mutex<StorefrontSettings?>(nil)
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
        let current = try await known()
        bus.publish(.settingsChanged(current))
        return current
    }

    /// The settings in force; a store at an address is asked for them. Throws `StorageError`,
    /// `StoreAdministrationError`.
    package func current() async throws -> StorefrontSettings {
        _ = try await store.currentSettings()
        return try await known()
    }

    /// The settings in force, as far as they are known here. Throws `StorageError`, `StoreAdministrationError`.
    package func known() async throws -> StorefrontSettings {
        let settings = StorefrontSettings(
            allowsPayments: try restrictions.allowsPayments(), store: try await store.settings())
        told.withLock { $0 = settings }
        return settings
    }

    /// Publishes the settings if others have changed them: the store's, or whether purchases are on for the
    /// programs on the same data.
    func lookAgain() { announcements.add((), to: work) { try await self.announce() } }

    private func take(_ update: StoreUpdate) {
        switch update {
        case .networkChanged(let isUp): bus.publish(.networkChanged(isUp: isUp))
        case .settingsChanged: lookAgain()
        case .accountChanged: break
        }
    }

    private func announce() async throws {
        let before = told.withLock { $0 }
        let known = try await known()
        if known != before { bus.publish(.settingsChanged(known)) }
    }
}
