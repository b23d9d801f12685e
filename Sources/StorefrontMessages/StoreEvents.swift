package import StoreModel

/// The application is ready: its files are open and its queue runs. Screens send their first commands on it.
package struct StoreOpened: Hashable, Sendable {
    /// The settings in force.
    package let settings: StorefrontSettings
    /// Where purchases happen.
    package var environment: StoreEnvironment
    /// Who buys, for people to read; nil while nobody is signed in, and where this device is the customer.
    package var accountName: String?
    /// Whether the store has accounts to sign in to and out of. The embedded one knows only this device.
    package let hasAccounts: Bool
    /// The products that the application sells, in the order of its screen.
    package let productIdentifiers: [ProductIdentifier]

    /// The state of things at the start.
    package init(
        settings: StorefrontSettings, environment: StoreEnvironment, accountName: String?, hasAccounts: Bool = false,
        productIdentifiers: [ProductIdentifier]
    ) {
        self.settings = settings
        self.environment = environment
        self.accountName = accountName
        self.hasAccounts = hasAccounts
        self.productIdentifiers = productIdentifiers
    }
}

/// The application cannot use its files or its catalogue: there is nothing to show. Screens go away.
package struct StoreUnavailable: Hashable, Sendable {
    /// What happened, what it means and what to do.
    package let sentence: String

    /// An application that cannot start, and why.
    package init(sentence: String) { self.sentence = sentence }
}

/// The settings are known, or changed.
package struct SettingsChanged: Hashable, Sendable {
    /// All settings.
    package let settings: StorefrontSettings

    /// The settings in force.
    package init(settings: StorefrontSettings) { self.settings = settings }
}

/// What the settings screen shows: the device's own restriction, and the store's settings.
package struct StorefrontSettings: Hashable, Sendable, Codable {
    /// Whether this device may buy (Settings, General, Restrictions): `canMakePayments`.
    package var allowsPayments: Bool
    /// The store's test settings.
    package var store: StoreSettings

    /// Settings from their two parts.
    package init(allowsPayments: Bool = true, store: StoreSettings = StoreSettings()) {
        self.allowsPayments = allowsPayments
        self.store = store
    }
}

/// The way to the store opened or closed.
package struct NetworkChanged: Hashable, Sendable {
    /// Whether requests arrive.
    package let isUp: Bool

    /// The state of the network.
    package init(isUp: Bool) { self.isUp = isUp }
}

/// What the user asked for could not be done; one sentence says what happened, what it means and what to do.
package struct ActionFailed: Hashable, Sendable {
    /// The sentence.
    package let sentence: String

    /// A failure in words.
    package init(sentence: String) { self.sentence = sentence }
}

/// Whoever runs the store says a line to everybody who is there.
package struct HostSaid: Hashable, Sendable {
    /// The line, as it was typed.
    package let text: String

    /// A line.
    package init(text: String) { self.text = text }
}

/// The store wants to know who buys; answered with the command `signIn`. A sheet shows it, before any confirmation sheet, until
/// it is cancelled or `SignedIn` comes. Posted again with a reason when an answer was refused: the same sheet then says why.
package struct SignInRequested: Hashable, Sendable {
    /// Which store asks: its name or its address, for people to read.
    package let storeName: String
    /// Who was signed in last, to save typing; nil where nobody was.
    package let accountName: String?
    /// Why the last attempt failed, or nil where there was none: `forgottenPassword` (5020) for a wrong name or password,
    /// `accountTaken` for a new account, `tooManyAttempts` with a sentence that says how long to wait as its message,
    /// `signInNeeded` where the store has forgotten the sign-in, an error of the network, or any other.
    package let reason: StoreError?

    /// A sheet to show, or what went wrong with the one that is shown.
    package init(storeName: String, accountName: String?, reason: StoreError? = nil) {
        self.storeName = storeName
        self.accountName = accountName
        self.reason = reason
    }
}

/// Somebody is signed in from now on. The account's own balance, purchases and settings come in events of their own.
package struct SignedIn: Hashable, Sendable {
    /// Who buys, for people to read.
    package let accountName: String
    /// Where the account's purchases happen: test money or real money.
    package let environment: StoreEnvironment

    /// A sign-in.
    package init(accountName: String, environment: StoreEnvironment) {
        self.accountName = accountName
        self.environment = environment
    }
}
