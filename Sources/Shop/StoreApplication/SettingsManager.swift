internal import PaymentQueueKit
package import Storage
package import StoreEvents
package import StoreModel
internal import Synchronization

/// Puts settings in force for the settings screen: the device's restriction, and the store's test settings.
/// Publishes the settings in force, and whether the store can be reached. `Application` passes the screen's
/// commands on and, while nobody is signed in, `AnonymousStorefront` does.
package final class SettingsManager: Manager {
    /// What somebody wants, and the settings that it was made from.
    private struct Change: Sendable {
        let known: StorefrontSettings
        var wanted: StorefrontSettings
    }

    private struct State {
        /// What the screen was told last.
        var told: StorefrontSettings?
        /// The changes that are not being put in force yet, oldest first.
        var waiting: [Change] = []
    }

    package let work: WorkQueue
    private let restrictions: Restrictions
    private let store: any StoreAdministration
    private let state = Mutex(State())
    private let announcements = CoalescedWork<Void>()

    /// The settings of a store, and of the device with this data directory.
    package init(bus: EventBus, in directory: DataDirectory, store: any StoreService & StoreAdministration) {
        work = WorkQueue(bus)
        restrictions = Restrictions(in: directory)
        self.store = store
        work.follow(store.updates()) { [weak self] in self?.take($0) }
    }

    /// Puts in force what the screen has changed; what others have changed meanwhile stays. `settingsChanged`
    /// follows, or `actionFailed`. A change that goes on from the last waiting one becomes one with it.
    package func change(from known: StorefrontSettings, to wanted: StorefrontSettings) {
        let isNew = state.withLock { state in
            if let last = state.waiting.indices.last, state.waiting[last].wanted == known {
                state.waiting[last].wanted = wanted
                return false
            }
            state.waiting.append(Change(known: known, wanted: wanted))
            return true
        }
        guard isNew else { return }
        work.add { [self] in
            let change = state.withLock { $0.waiting.removeFirst() }
            try await put(change.wanted, over: change.known)
        }
    }

    /// Puts in force what differs from the settings before, posts `settingsChanged`, and returns what is in
    /// force. Throws `StorageError`, `StoreAdministrationError`.
    @discardableResult
    package func put(
        _ wanted: StorefrontSettings, over before: StorefrontSettings
    ) async throws -> StorefrontSettings {
        if wanted.allowsPayments != before.allowsPayments {
            try restrictions.setAllowsPayments(wanted.allowsPayments)
        }
        // Not everybody may change the store's settings, but everybody may change the device's.
        if wanted.store != before.store { try await store.apply(wanted.store, over: before.store) }
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
        state.withLock { $0.told = settings }
        return settings
    }

    /// Publishes the settings whenever another program on the same data has switched purchases on or off,
    /// until the watch is released.
    package func watch() -> FileWatch { restrictions.watch { [weak self] in self?.lookAgain() } }

    /// Publishes the settings if others have changed them: the store's, or whether purchases are on for the
    /// programs on the same data.
    private func lookAgain() { announcements.add((), to: work) { try await self.announce() } }

    private func take(_ update: StoreUpdate) {
        switch update {
        case .networkChanged(let isUp): bus.publish(.networkChanged(isUp: isUp))
        case .settingsChanged: lookAgain()
        case .accountChanged: break
        }
    }

    private func announce() async throws {
        let before = state.withLock { $0.told }
        let known = try await known()
        if known != before { bus.publish(.settingsChanged(known)) }
    }
}
