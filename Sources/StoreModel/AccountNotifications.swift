// What goes over the bus about signing in to a store that has accounts, and out of it again. As with all notifications, a
// request is what the user wants and a fact is what happened.

/// The user answered the sign-in sheet, or typed a sign-in without being asked. Every answer but `cancelled` is followed by
/// `SignedIn`, or by another `SignInRequested` that says why not.
package struct SignInAnswered: Hashable, Sendable {
    /// What the user wants.
    package enum Answer: Hashable, Sendable {
        /// To sign in to an account that is there: its name, 1…64 characters, and its password, 8…256 characters.
        case signIn(account: String, password: Password)
        /// To make a new account of that name and password, and to sign in to it.
        case createAccount(account: String, password: Password)
        /// Neither. It may come while an earlier answer is under way: that one's outcome is no longer waited for, but if
        /// it succeeds all the same, `SignedIn` says so.
        case cancelled
    }

    /// The answer.
    package let answer: Answer

    /// An answer to the sign-in sheet.
    package init(_ answer: Answer) { self.answer = answer }
}

/// The user wants to sign out. What is in flight stays in the queue and goes on at the next sign-in; nothing more is asked.
package struct SignOutRequested: Hashable, Sendable {
    /// A wish to sign out.
    package init() {}
}

/// The store wants to know who buys; answered with `SignInAnswered`. A sheet shows it, before any confirmation sheet, until
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

/// Somebody is signed in from now on. The account's own balance, purchases and settings come in notifications of their own.
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

/// Nobody is signed in any more: the user signed out.
package struct SignedOut: Hashable, Sendable {
    /// A sign-out.
    package init() {}
}
