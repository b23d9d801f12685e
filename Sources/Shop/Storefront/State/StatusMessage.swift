internal import StoreEvents
internal import StoreModel

/// A sentence on the status line. `StorefrontState.showStatus` makes it, the screens draw it, and
/// `PlainStorefront` prints it. It goes away when its time is over, when its subject ends, when a purchase
/// or an action on a subscription begins, or when a newer one comes. An error stays until somebody presses a
/// key. The last messages can be read again.
struct StatusMessage: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Progress; the result of a command, which takes longer to read; or a failure.
        case info, answer, error

        /// Nil if it stays until a key is pressed.
        var duration: Duration? {
            switch self {
            case .info: .seconds(2)
            case .answer: .seconds(6)
            case .error: nil
            }
        }
    }

    /// The state that a message is about, as it was when the message came.
    enum Subject: Hashable, Sendable {
        /// Something that has happened and stays true.
        case event
        /// The same, for a purchase of this product that has failed.
        case failure(ProductIdentifier)
        /// Why a product cannot be bought.
        case offer(Offer, ProductIdentifier)
        /// The prices are being requested.
        case request
        /// The network is there, and the prices could not be requested again.
        case oldPrices
        case beingBought(ProductIdentifier)
        case inFlight(IdempotencyKey, PaymentTransactionState)
        case download(ProductIdentifier, StoreError)
        case notOwned(ProductIdentifier)
        case nothingToUse(ProductIdentifier)
        case balance(Int?)
        /// A subscription that has run out.
        case runOut(ProductIdentifier)
        /// Who is signed in.
        case account(String?)
        case storeNotOpen
        case layer(Layer)

        /// The product that Enter on its row buys or downloads again; nil for other subjects.
        var triedAgain: ProductIdentifier? {
            switch self {
            case .failure(let product), .download(let product, _): product
            default: nil
            }
        }
    }

    let text: String
    let kind: Kind
    let subject: Subject
    let until: ContinuousClock.Instant?

    /// How many messages can be read again.
    static let most = 20

    /// How long a message from an SSH server's host stays. It is long because nobody waits for the message.
    static let hostDuration = Duration.seconds(30)
}

extension StorefrontState {
    /// Puts a sentence on the status line. The newest wins, but only another error replaces an error that
    /// nobody has read.
    mutating func showStatus(
        _ text: String, _ kind: StatusMessage.Kind, about subject: StatusMessage.Subject = .event
    ) {
        let message = StatusMessage(
            text: text, kind: kind, subject: subject, until: kind.duration.map { now + $0 })
        if messages.last?.text != text { messages.append(message) }
        if messages.count > StatusMessage.most { messages.removeFirst() }
        if kind == .error || currentStatus?.kind != .error { status = message }
    }

    /// Whether the subject of a message is unchanged.
    private func lasts(_ subject: StatusMessage.Subject) -> Bool {
        switch subject {
        case .event, .failure: true
        case .offer(let offer, let product): self.offer(of: product) == offer
        case .request: if case .underway = catalogue.request { true } else { false }
        case .oldPrices: if case .failed = catalogue.request { isNetworkUp } else { false }
        case .beingBought(let product): isBeingBought(product)
        case .inFlight(let key, let state):
            inFlight.contains { $0.transaction.key == key && $0.transaction.state == state }
        case .download(let product, let error): account.downloads[product]?.error == error
        case .notOwned(let product): !account.ownedProducts.contains(product)
        case .nothingToUse(let product): account.piecesLeft[product] == nil
        case .balance(let balance): account.balance == balance
        case .runOut(let product): !isInGracePeriod(product)
        case .account(let account): store?.accountName == account
        case .storeNotOpen: store == nil
        case .layer(let layer): self.layer == layer
        }
    }

    /// Ends the message if its subject has ended. Called after each input and each message of the bus.
    mutating func endStatus() {
        if let status, !lasts(status.subject) { self.status = nil }
    }

    /// The message to show. It is not shown after its time, or under a sheet that it is not about.
    var currentStatus: StatusMessage? {
        guard let status, status.until.map({ $0 > now }) ?? true else { return nil }
        if case .sheet = layer, status.subject != .layer(layer) { return nil }
        return status
    }
}
