internal import StoreEvents
internal import StoreModel

/// A sentence on the status line. `StorefrontState.showStatus` makes it; the screens draw it, and
/// `PlainStorefront` prints it. It goes when its time is over, when what it is about ends, when a
/// purchase begins, or when a newer one comes; an error has all the time until somebody presses a
/// key. The last ones can be read again.
struct StatusMessage: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Progress; the result of a command, which takes longer to read; a failure.
        case info, answer, error

        /// Nil for as long as it takes until a key is pressed.
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
        /// Something that has happened, and stays so.
        case event
        /// Why a product cannot be bought.
        case offer(Offer, ProductIdentifier)
        /// The prices are being asked for.
        case request
        case beingBought(ProductIdentifier)
        case inFlight(IdempotencyKey, PaymentTransactionState)
        case download(ProductIdentifier, StoreError)
        case notOwned(ProductIdentifier)
        case nothingToUse(ProductIdentifier)
        case balance(Int?)
        /// Who is signed in.
        case account(String?)
        case storeNotOpen
        case layer(Layer)
    }

    let text: String
    let kind: Kind
    let subject: Subject
    let until: ContinuousClock.Instant?

    /// How many messages can be read again.
    static let most = 20

    /// How long a line of an SSH server's host stays: nobody waits for it.
    static let hostDuration = Duration.seconds(30)
}

extension StorefrontState {
    /// Puts a sentence on the status line. The newest wins, but only an error takes the place
    /// of an error that nobody has read.
    mutating func showStatus(
        _ text: String, _ kind: StatusMessage.Kind, about subject: StatusMessage.Subject = .event
    ) {
        let message = StatusMessage(
            text: text, kind: kind, subject: subject, until: kind.duration.map { now + $0 })
        if messages.last?.text != text { messages.append(message) }
        if messages.count > StatusMessage.most { messages.removeFirst() }
        if kind == .error || currentStatus?.kind != .error { status = message }
    }

    /// Whether what a message is about is still so.
    private func lasts(_ subject: StatusMessage.Subject) -> Bool {
        switch subject {
        case .event: true
        case .offer(let offer, let product): self.offer(of: product) == offer
        case .request: if case .underway = catalogue.request { true } else { false }
        case .beingBought(let product): isBeingBought(product)
        case .inFlight(let key, let state):
            inFlight.contains { $0.transaction.key == key && $0.transaction.state == state }
        case .download(let product, let error): downloads[product]?.error == error
        case .notOwned(let product): !ownedProducts.contains(product)
        case .nothingToUse(let product): piecesLeft[product] == nil
        case .balance(let balance): self.balance == balance
        case .account(let account): store?.accountName == account
        case .storeNotOpen: store == nil
        case .layer(let layer): self.layer == layer
        }
    }

    /// Ends the message whose subject has ended. It is called after each input and each message of the bus.
    mutating func endStatus() {
        if let status, !lasts(status.subject) { self.status = nil }
    }

    /// The message to show: not after its time, and below a sheet only if it is about that one.
    var currentStatus: StatusMessage? {
        guard let status, status.until.map({ $0 > now }) ?? true else { return nil }
        if case .sheet = layer, status.subject != .layer(layer) { return nil }
        return status
    }

    /// Takes away an error that somebody has read, as the key that they press shows.
    mutating func noteRead() {
        if currentStatus?.kind == .error { status = nil }
    }
}
