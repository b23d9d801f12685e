#if Remote
internal import CursesTerminal
internal import Logging
internal import ProgramSupport
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// Writes about a visit in the log of a host's visits, for `VisitorSession`: who came from where, what they
/// bought, what went wrong, and how the visit ended.
struct VisitDiary: Sendable {
    /// The events that it notes.
    static let names: [StorefrontEvent.Name] = [
        .transactionSucceeded, .transactionFailed, .transactionRevoked, .deliveryFailed, .requestFailed,
        .restoreFailed,
        .actionFailed, .storeUnavailable,
    ]

    private let visitor: String
    let isGuest: Bool
    private let address: String
    private let logger = Logger(label: "visit")

    init(of introduction: VisitIntroduction) {
        visitor = introduction.shortName
        isGuest = introduction.visitor.isGuest
        address = introduction.address
    }

    func began(isConfinedInFiles: Bool) {
        logger.info("\(visitor) came from \(address)")
        if !isConfinedInFiles {
            logger.warning(
                "This kernel has no Landlock: \(visitor) can open what all users of this machine may read.")
        }
    }

    func note(_ event: StorefrontEvent) {
        switch event {
        case .transactionSucceeded(let transaction)
        where transaction.amendment == nil && transaction.charge?.isRenewal != true:
            logger.info("\(visitor) bought \(goods(transaction))")
        case .transactionFailed(let transaction):
            logger.info("\(visitor) did not get \(goods(transaction)): \(reason(transaction.error))")
        case .transactionRevoked(let transaction):
            logger.info("\(visitor) got a refund of \(goods(transaction))")
        case .deliveryFailed(let transaction, let reason):
            logger.error("\(goods(transaction)) of \(visitor) was not delivered: \(words(of: reason))")
        case .requestFailed(let error), .restoreFailed(let error, _):
            logger.error("\(visitor) cannot use the store: \(reason(error))")
        case .actionFailed(let trouble), .storeUnavailable(let trouble):
            logger.error("\(visitor): \(Language.english.strings.sentence(for: trouble))")
        default: break
        }
    }

    /// `goodbye` is what the visitor was told; nil if the storefront could not go on, or the connection
    /// has gone.
    func ended(_ goodbye: Goodbye?, isConnected: Bool) {
        let how =
            switch goodbye {
            case .left: "left"
            case .idle: "was disconnected: no key was pressed for a while"
            case .closed: "left: the store closes"
            case .elsewhere: "opened the store in another window"
            case .ended: "was disconnected by the host"
            case nil: isConnected ? "left: the storefront could not go on" : "is gone: the connection ended"
            }
        logger.info("\(visitor) \(how)")
    }

    /// The visit could not begin.
    func turnedAway(because error: VisitorHostError) {
        let start = "\(visitor) from \(address) was turned away:"
        // What has a detail is the host's trouble.
        if let detail = error.detail {
            logger.error("\(start) \(detail)")
        } else {
            logger.info("\(start) \(error.sentence(isGuest: true))")
        }
    }

    /// The visitor's terminal cannot show the store.
    func ended(without screen: TerminalError) {
        logger.info(
            "\(visitor) from \(address) left: this terminal cannot show the store. \(screen.cause).")
    }

    private func goods(_ transaction: PaymentTransaction) -> String {
        "\(transaction.payment.quantity) × \(transaction.payment.productIdentifier.rawValue)"
    }

    private func words(of reason: DeliveryFailure) -> String {
        switch reason {
        case .notVerified(let failure): Language.english.strings.notVerified(failure)
        case .notFetched(let error): error.description
        case .undeliverable(let trouble): Language.english.strings.undelivered(because: trouble)
        }
    }

    private func reason(_ error: StoreError?) -> String {
        guard let error else { return "no reason was given" }
        return error.description
    }
}
#endif
