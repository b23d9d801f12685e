internal import DeviceStorage
internal import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Says on the bus what is owned: at the start, when another program on the same data has bought or restored, and when
/// a subscription runs out. `Application` also has it audit the record of what is owned, and use up pieces.
package final class EntitlementManager: Manager {
    /// When a subscription runs out its renewal is on its way, if there is one: so long it may take before anything is said.
    static let patience = Duration.seconds(1)

    private struct State {
        var said: EntitlementsChanged?
        /// Sleeps until the next subscription runs out; where there is none, there is no alarm.
        var alarm: Task<Void, Never>?
        var isTampered = false
    }

    package let work: WorkQueue
    private let entitlements: Entitlements
    private let time: TimeSource
    private let rereads = CoalescedWork<Void>()
    private let state = Mutex(State())

    /// Publishes nothing by itself before the first `entitlementsChanged`. `time` is the store's clock.
    init(bus: ApplicationBus, entitlements: Entitlements, time: TimeSource) {
        work = WorkQueue(bus)
        self.entitlements = entitlements
        self.time = time
        work.observe { [weak self] event in
            switch event {
            case .entitlementsChanged(let entitlements): self?.setAlarm(after: entitlements)
            // The store's clock may have been moved.
            case .settingsChanged: self?.postIfChanged()
            default: break
            }
        }
    }

    deinit { state.withLock { $0.alarm }?.cancel() }

    package func close() async {
        await work.close()
        state.withLock { $0.alarm }?.cancel()
    }

    /// Whether an audit of this run has found that the record did not hold.
    package var isTampered: Bool { state.withLock { $0.isTampered } }

    /// Looks at the record, since its checkpoint or all of it. A record that does not hold is said as `actionFailed`. What is owned
    /// is posted then, and always where an audit begins at the checkpoint, as it does at the start.
    ///
    /// - Parameter progress: hears the number of entries that were looked at; false ends it, and nothing is posted.
    func audit(_ extent: LedgerAudit.Extent, progress: (Int) -> Bool = { _ in true }) {
        do throws(EntitlementError) {
            let holds = try entitlements.audit(extent, progress: progress)
            if !holds { state.withLock { $0.isTampered = true } }
            if !holds || extent == .sinceCheckpoint { try bus.publish(entitlements) }
            if !holds { throw .tampered }
        } catch .interrupted {
        } catch {
            bus.report(error)
        }
    }

    /// Uses up a piece of a product: `entitlementsChanged` follows, or `actionFailed`.
    func requestUse(of product: ProductIdentifier) {
        work.add { [self] in
            try entitlements.use(1, of: product)
            try bus.publish(entitlements)
        }
    }

    /// Posts what is owned if another program has changed it.
    func recordMayHaveChanged() {
        rereads.add((), to: work) { [weak self] in
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
