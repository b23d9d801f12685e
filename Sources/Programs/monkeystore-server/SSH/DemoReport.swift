internal import ProgramSupport
internal import StoreModel
internal import StoreRules

/// What the presenter of a demo reads: a line for each visitor who comes, leaves or is turned away and for each purchase, and
/// totals at the end. `PresentersTerminal` prints them.
struct DemoReport: Sendable {
    /// The labels of visitors, by their names at the store. Those who left last keep theirs, because an approval
    /// may come later.
    private var labels: [String: String] = [:]
    private var former = FormerVisitors()
    private var present: Set<String> = []
    /// How many came. A visitor whose label has been forgotten counts again.
    private var visitors = 0
    private var purchases = 0
    private var credits = 0
    private var refunds = 0
    /// The path of the log of the visits.
    private let log: String

    init(log: String) { self.log = log }

    private var here: Int { present.count }

    /// Says who came or left. While the host closes, it says nothing: the presenter knows that.
    mutating func line(about event: HostEvent) -> String? {
        switch event {
        case .listening, .cannotListen: return nil
        case .came(let visitor, let label):
            let earlier = labels.updateValue(label, forKey: visitor)
            if earlier == nil { visitors += 1 }
            former.came(visitor)
            present.insert(visitor)
            guard let earlier else { return "\(label) came, \(here) here" }
            return "\(earlier) is back\(change(from: earlier, to: label)), \(here) here"
        case .moved(let visitor, let label):
            let earlier = labels.updateValue(label, forKey: visitor) ?? label
            return "\(earlier) moved to another window\(change(from: earlier, to: label)), \(here) here"
        case .left(let visitor, let end):
            present.remove(visitor)
            let line = how(end).map { "\(labels[visitor] ?? visitor) \($0), \(here) here" }
            if let forgotten = former.left(visitor) { labels[forgotten] = nil }
            return line
        case .turnedAway(let label, let address, let reason, let others):
            let before = others == 0 ? "" : ", and \(counted(others, "other")) before"
            return "\(label) from \(address) was turned away (\(why(reason)))\(before)"
        }
    }

    private func why(_ reason: TurnedAway) -> String {
        switch reason {
        case .full: "the store is full"
        case .networkFull: "no more may come from this network"
        case .newcomers: "too many new visitors have come from this network"
        case .occupied: "this key is in two windows already"
        case .noRoom: "this machine has no room for another process"
        case .noScreen: "this terminal cannot show the store"
        case .failed: "the storefront could not begin, see \(log)"
        }
    }

    /// What is said after a line with the label that the presenter knows, if the visitor has another one now.
    private func change(from earlier: String, to label: String) -> String {
        earlier == label ? "" : " and is \(label) now"
    }

    private func how(_ end: VisitEnd) -> String? {
        switch end {
        case .left: "left"
        case .idle: "was disconnected (no key was pressed for a while)"
        case .disconnected: "is gone (the connection ended)"
        case .elsewhere: "left for another window"
        case .ended: "was disconnected by the host"
        case .closed: nil
        case .noScreen: "left (this terminal cannot show the store)"
        case .failed: "is gone (the storefront could not go on, see \(log))"
        }
    }

    /// Says what became of a payment; nil if it means nothing to the customer.
    mutating func line(about fact: PaymentNews) -> String? {
        let customer = fact.account.map { labels[$0] ?? $0 } ?? "this machine"
        let goods = Self.goods(fact)
        switch fact.event {
        case .bought:
            count(fact)
            return "\(customer) bought \(goods)"
        case .approved:
            count(fact)
            return "\(customer) got \(goods): approved"
        case .grantedAgain: return "\(customer) got \(goods) again, for nothing"
        case .changed: return "\(customer) changed a subscription to \(goods), without a charge"
        case .deferred: return "\(customer) asked for approval of \(goods)"
        case .declined: return "\(customer) did not get \(goods): declined"
        case .lapsed: return "\(customer) did not get \(goods): no approval came"
        case .interrupted: return "\(customer) was interrupted buying \(goods)"
        case .failed(let error): return "\(customer) did not get \(goods): \(Self.reason(error))"
        case .refunded:
            refunds += 1
            return "\(customer) got a refund of \(goods)"
        case .refundReversed:
            refunds -= 1
            return "\(customer) has \(goods) again: the refund was reversed"
        case .resolved, .renewed, .refundedTwin, .sharingEnded, .signedAnew, .finished, .readmitted:
            return nil
        }
    }

    private mutating func count(_ fact: PaymentNews) {
        purchases += 1
        credits += MonkeyCredits.worth(of: fact.product).map { $0 * fact.quantity } ?? 0
    }

    private static func goods(_ fact: PaymentNews) -> String {
        if MonkeyCredits.productIdentifiers.contains(fact.product),
            let worth = MonkeyCredits.worth(of: fact.product)
        {
            return "\(worth * fact.quantity) credits"
        }
        let title = fact.title.isEmpty ? fact.product.rawValue : fact.title
        return fact.quantity == 1 ? title : "\(fact.quantity) × \(title)"
    }

    private static func reason(_ error: StoreError) -> String {
        switch error {
        case .paymentCancelled: "cancelled"
        default: error.explanation ?? "error \(error.code)"
        }
    }

    /// The last line: how many visitors came, what they bought, and how long it took.
    func sums(after duration: Duration) -> String {
        let minutes = Int(duration / .seconds(60))
        let time =
            switch minutes {
            case 0: counted(Int(duration / .seconds(1)), "second")
            case ..<120: counted(minutes, "minute")
            default: "\(minutes / 60) hours \(counted(minutes % 60, "minute"))"
            }
        let sums = [
            counted(visitors, "visitor"), counted(purchases, "purchase"), counted(credits, "credit"),
        ]
        return "The store is closed after \(time): " + sums.joined(separator: ", ")
            + (refunds > 0 ? ", \(counted(refunds, "refund"))." : ".")
    }
}

/// What happened to a payment, as the presenter of a demo is told.
struct PaymentNews: Hashable, Sendable {
    let event: PaymentEvent
    /// The name of the account; nil for the store's own.
    let account: String?
    let product: ProductIdentifier
    /// The product's name for people; empty if it has none. The text is another party's.
    let title: String
    let quantity: Int
}
