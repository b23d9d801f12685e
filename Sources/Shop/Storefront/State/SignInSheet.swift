internal import StoreEvents
internal import StoreModel

/// The sign-in sheet in `StorefrontState`: the store's request and the typed text. Keys or `PlainStorefront`
/// fill it in.
struct SignInSheet: Hashable, Sendable {
    /// What can be selected, from top to bottom and from left to right.
    enum Stop: Int, Hashable, Sendable, CaseIterable {
        case account, password, signIn, newAccount, cancel

        var isField: Bool { self == .account || self == .password }
    }

    enum Phase: Hashable, Sendable {
        /// The person is typing, or is about to.
        case typing
        /// The text of a field cannot be a name or a password, so nothing was sent.
        case incomplete(Stop)
        /// Waiting for the store's answer.
        case waiting(isNewAccount: Bool)
    }

    private(set) var request: SignInRequested
    var account: TextField
    var password = TextField()
    var selected: Stop
    /// The button that Enter presses in the password field.
    var meant = Stop.signIn
    var phase = Phase.typing

    var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    init(_ request: SignInRequested) {
        self.request = request
        account = TextField(request.accountName ?? "")
        selected = account.text.isEmpty ? .account : .password
    }

    /// Takes another request from the store. The selection goes to the field that must change. If the account
    /// exists already, Enter signs in to it.
    mutating func ask(again request: SignInRequested) {
        self.request = request
        guard isWaiting else { return }
        phase = .typing
        let isTaken = request.reason?.code == StoreError.accountTaken.code
        selected = isTaken ? .account : .password
        if isTaken { meant = .signIn }
    }

    var field: TextField? {
        get {
            switch selected {
            case _ where isWaiting: nil
            case .account: account
            case .password: password
            case .signIn, .newAccount, .cancel: nil
            }
        }
        set {
            guard let newValue else { return }
            if selected == .account { account = newValue } else { password = newValue }
            phase = .typing
        }
    }

    /// The answer to the store; nil if the store could only refuse it. The sheet forgets the password.
    mutating func send(isNewAccount: Bool) -> SignInAnswer? {
        if let stop = incomplete {
            phase = .incomplete(stop)
            selected = stop
            return nil
        }
        let secret = Password(password.text)
        password = TextField()
        phase = .waiting(isNewAccount: isNewAccount)
        return isNewAccount
            ? .createAccount(account: name, password: secret) : .signIn(account: name, password: secret)
    }

    /// Whether the text can be the name of an account.
    var isAccountComplete: Bool { CredentialLengths.accountName.contains(name.count) }

    private var incomplete: Stop? {
        guard isAccountComplete else { return .account }
        return CredentialLengths.password.contains(password.text.count) ? nil : .password
    }

    /// The account's name without blanks at either end.
    private var name: String {
        var rest = account.text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
