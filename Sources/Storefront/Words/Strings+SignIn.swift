internal import StoreModel

extension Strings {
    func signInTitle(_ store: String) -> String { say(en: "Sign in to \(store)") }
    var signInPassword: String { say(en: "Password") }
    var signInButton: String { say(en: "Sign in") }
    var newAccountButton: String { say(en: "New account") }
    /// The same where there is little room.
    var newAccountShort: String { say(en: "New") }

    /// What the sheet has to say: what happened, what it means for the money, and the ways out.
    func signInMessage(_ sheet: SignInSheet) -> String {
        switch sheet.phase {
        case .waiting(isNewAccount: false): say(en: "Signing in…")
        case .waiting(isNewAccount: true): say(en: "Making the account…")
        case .incomplete(let stop): signInIncomplete(stop)
        case .typing: sheet.request.reason.map(signInFailure) ?? signInIntroduction
        }
    }

    func signInIncomplete(_ stop: SignInSheet.Stop) -> String {
        let account = StoreWire.Credentials.accountLengths
        let password = StoreWire.Credentials.passwordLengths
        return stop == .account
            ? say(en: "An account name has \(account.lowerBound) to \(account.upperBound) characters.")
            : say(en: "A password has \(password.lowerBound) to \(password.upperBound) characters.")
    }

    func signInFailure(_ error: StoreError) -> String {
        switch (error.domain, error.code) {
        case (.storeServer, 5020):
            say(en: "Wrong name or password (5020). Nothing was charged. Try again, or make a new account.")
        case (.storeKit, 3): say(en: "\(error.message ?? credentialsRefused) Nothing was charged.")
        case (.account, 401): say(en: "The store has forgotten who you are (401). Nothing was charged. Sign in again.")
        case (.account, 409):
            say(en: "This account exists already (409). Nothing was charged. Sign in, or take another name.")
        case (.account, 429):
            say(en: "\(error.message ?? tooManyAttempts) Nothing was charged.")
        default: say(en: "\(failureWords(error)) (\(error.code)). Nothing was charged. Try again, or cancel.")
        }
    }

    private var credentialsRefused: String { say(en: "The store takes no such name or password (3).") }
    private var tooManyAttempts: String { say(en: "Too many attempts (429). Wait a minute, then try again.") }
    private var signInIntroduction: String {
        say(en: "The store wants to know who buys. New here? Choose a name and a password, then New account.")
    }

    var feedSignedOut: String { say(en: "Nobody is signed in. None was spent.  i signs in") }
    func signedIn(_ account: String) -> String { say(en: "Signed in as \(account).") }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? say(en: "Signed out. What is in flight is safe and goes on at the next sign-in.")
            : say(en: "Signed out. i signs in again.")
    }
}
