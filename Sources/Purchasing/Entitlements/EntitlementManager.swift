public import EventBus
internal import StoreModel

/// Says on the bus what is owned: at the start, and when another program on the same data has bought or restored.
public final class EntitlementManager: Sendable {
    private let bus: EventBus
    private let entitlements: Entitlements
    private let work = WorkQueue()

    /// A manager that says nothing by itself.
    public init(bus: EventBus, entitlements: Entitlements) {
        self.bus = bus
        self.entitlements = entitlements
    }

    /// Returns when what was asked for before is done.
    public func close() async { await work.drain() }

    /// Looks through the whole record, and posts what is owned; a record that does not hold is said as `ActionFailed`.
    public func audit() {
        do throws(EntitlementError) {
            let isWhole = try entitlements.audit()
            bus.post(EntitlementsChanged(ownedProducts: try entitlements.ownedProducts()))
            if !isWhole { throw .tampered }
        } catch {
            bus.post(ActionFailed(sentence: error.description))
        }
    }

    /// Posts what is owned if another program has changed it.
    public func recordMayHaveChanged() {
        work.add { [weak self] in
            guard let self, let owned = try? entitlements.ownedProductsWrittenElsewhere() else { return }
            bus.post(EntitlementsChanged(ownedProducts: owned))
        }
    }
}
