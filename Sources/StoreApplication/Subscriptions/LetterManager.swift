package import EventBus
package import StoreModel
internal import Synchronization

/// Opens the keeper's letter for those who are subscribed to it.
package final class LetterManager: Sendable {
    private let bus: EventBus
    private let entitlements: Entitlements
    private let time: TimeSource
    private let work = WorkQueue()
    private let observation = Mutex<Observation?>(nil)

    /// A manager that listens for `BookRequested` from now on.
    ///
    /// - Parameter time: the store's clock, by which the subscription runs out.
    package init(bus: EventBus, entitlements: Entitlements, time: TimeSource) {
        self.bus = bus
        self.entitlements = entitlements
        self.time = time
        let token = bus.observe { [weak self] (wish: BookRequested) in
            guard let self, wish.productIdentifier == BuiltInProducts.keepersLetter else { return }
            work.add { self.open() }
        }
        observation.withLock { $0 = token }
    }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        observation.withLock { $0 }?.cancel()
        await work.drain()
    }

    private func open() {
        let letter = BuiltInProducts.keepersLetter
        do throws(EntitlementError) {
            let periods = try entitlements.latestPeriods().filter { $0.productIdentifier == letter }
            guard let period = periods.last(where: { $0.isInForce(at: time.now()) }) else {
                let sentence =
                    periods.isEmpty
                    ? "The keeper's letter is for its subscribers. Subscribe to it; it costs nothing."
                    : "The subscription to the keeper's letter has run out. Subscribe again; it costs nothing."
                return bus.post(ActionFailed(sentence: sentence))
            }
            bus.post(
                BookOpened(
                    productIdentifier: letter,
                    paragraphs: KeepersLetter.paragraphs(ofPeriodFrom: period.purchaseDate), place: ReadingPlace()))
        } catch {
            bus.post(ActionFailed(sentence: error.description))
        }
    }
}
