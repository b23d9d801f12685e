package import DeviceStorage
package import StoreModel
internal import StorefrontMessages

/// Opens the keeper's letter for those who are subscribed to it.
package final class LetterManager: Sendable {
    private let bus: ApplicationBus
    private let entitlements: Entitlements
    private let time: TimeSource
    private let work = WorkQueue()

    /// A manager of what an account is subscribed to.
    ///
    /// - Parameter time: the store's clock, by which the subscription runs out.
    package init(bus: ApplicationBus, entitlements: Entitlements, time: TimeSource) {
        self.bus = bus
        self.entitlements = entitlements
        self.time = time
    }

    /// Returns when all that was asked for before is done.
    package func close() async { await work.drain() }

    /// Opens the letter: `bookOpened` follows, or `actionFailed`.
    func request() { work.add { self.open() } }

    private func open() {
        let letter = BuiltInProducts.keepersLetter
        do throws(EntitlementError) {
            let periods = try entitlements.latestPeriods().filter { $0.productIdentifier == letter }
            guard let period = periods.last(where: { $0.isInForce(at: time.now()) }) else {
                return bus.report(
                    periods.isEmpty ? ApplicationError.letterNeedsSubscription : ApplicationError.letterExpired)
            }
            bus.publish(
                .bookOpened(
                    BookOpened(
                        productIdentifier: letter,
                        paragraphs: KeepersLetter.paragraphs(ofPeriodFrom: period.purchaseDate), place: ReadingPlace()))
            )
        } catch {
            bus.report(error)
        }
    }
}
