package import DeviceStorage
internal import EventBus
package import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Says on the bus what is owned: at the start, when another program on the same data has bought or restored, and when a
/// subscription runs out.
package final class EntitlementManager: Sendable {
    /// When a subscription runs out its renewal is on its way, if there is one: so long it may take before anything is said.
    static let patience = Duration.seconds(1)

    private struct State {
        var said: EntitlementsChanged?
        /// Sleeps until the next subscription runs out; where there is none, there is no alarm.
        var alarm: Task<Void, Never>?
        var observation: Observation?
        var isTampered = false
    }

    private let bus: ApplicationBus
    private let entitlements: Entitlements
    private let time: TimeSource
    private let work = WorkQueue()
    private let rereads: CoalescedWork<Void>
    private let state = Mutex(State())

    /// A manager that publishes nothing by itself before the first `entitlementsChanged`.
    ///
    /// - Parameter time: the store's clock, by which subscriptions run out.
    package init(bus: ApplicationBus, entitlements: Entitlements, time: TimeSource) {
        self.bus = bus
        self.entitlements = entitlements
        self.time = time
        rereads = CoalescedWork(on: work)
        let observation = bus.observe { [weak self] (event: StorefrontEvent) in
            switch event {
            case .entitlementsChanged(let entitlements): self?.setAlarm(after: entitlements)
            // The store's clock may have been moved.
            case .settingsChanged: self?.postIfChanged()
            default: break
            }
        }
        state.withLock { $0.observation = observation }
    }

    deinit { state.withLock { $0.alarm }?.cancel() }

    /// Stops listening, and returns when what was asked for before is done.
    package func close() async {
        let (observation, alarm) = state.withLock { ($0.observation, $0.alarm) }
        observation?.cancel()
        alarm?.cancel()
        await work.drain()
    }

    /// Whether an audit of this run has found that the record did not hold.
    package var isTampered: Bool { state.withLock { $0.isTampered } }

    /// Looks at the record since its checkpoint, and posts what is owned; a record that does not hold is said as `actionFailed`.
    package func audit() {
        report(isAlwaysSaid: true) { () throws(EntitlementError) in try entitlements.audit(.sinceCheckpoint) }
    }

    /// Looks through the whole record; where it does not hold, that is said, and what is owned then.
    ///
    /// - Parameter progress: hears the number of entries that were looked at; false ends it, and nothing is posted.
    package func auditWhole(progress: (Int) -> Bool) {
        report { () throws(EntitlementError) in try entitlements.audit(.whole, progress: progress) }
    }

    /// - Parameter isAlwaysSaid: whether what is owned is posted where the record holds, too.
    private func report(isAlwaysSaid: Bool = false, _ audit: () throws(EntitlementError) -> Bool) {
        do throws(EntitlementError) {
            let isWhole = try audit()
            if !isWhole { state.withLock { $0.isTampered = true } }
            if !isWhole || isAlwaysSaid { try bus.publish(entitlements) }
            if !isWhole { throw .tampered }
        } catch .interrupted {
        } catch {
            bus.report(error)
        }
    }

    /// Uses up a piece of a product: `entitlementsChanged` follows, or `actionFailed`.
    func requestUse(of product: ProductIdentifier) {
        work.add { [self] in
            do {
                try entitlements.use(1, of: product)
                try bus.publish(entitlements)
            } catch { bus.report(error) }
        }
    }

    /// Posts what is owned if another program has changed it.
    package func recordMayHaveChanged() {
        rereads.add(()) { [weak self] in
            guard let self, (try? entitlements.ownedProductsWrittenElsewhere()) != nil else { return }
            postIfChanged()
        }
    }

    private func postIfChanged() {
        bus.publishState {
            guard let now = try? entitlements.current() else { return nil }
            let isNew = state.withLock { $0.said != nil && $0.said != now }
            return isNew ? .entitlementsChanged(now) : nil
        }
    }

    private func setAlarm(after event: EntitlementsChanged) {
        let replaced = state.withLock { state in
            let replaced = state.alarm
            state.said = event
            state.alarm = event.subscribedUntil.values.min().map { end in
                Task { [weak self, time] in
                    let rest = Duration.milliseconds(end.milliseconds - time.now().milliseconds) + Self.patience
                    do { if rest > .zero { try await time.sleep(rest) } } catch { return }
                    self?.alarmWentOff(after: event)
                }
            }
            return replaced
        }
        replaced?.cancel()
    }

    /// A wall clock and one that does not jump need not agree when the moment has come.
    private func alarmWentOff(after event: EntitlementsChanged) {
        bus.publishState {
            guard let now = try? entitlements.current() else { return nil }
            guard now == event else { return .entitlementsChanged(now) }
            setAlarm(after: event)
            return nil
        }
    }
}
