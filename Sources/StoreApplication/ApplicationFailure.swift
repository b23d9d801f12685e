/// Why an application did not do what the person asked for, where no other error says it.
package enum ApplicationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The book is not on this device.
    case bookNotHere
    /// The book's file is gone.
    case bookUnreadable
    /// The book's file is not a text.
    case bookNotText(path: String)
    /// The keeper's letter has subscribers only.
    case letterForSubscribers
    /// The subscription to the keeper's letter is over.
    case letterRanOut
    /// Nobody is signed in, and settings belong to an account.
    case settingsNeedAccount
    /// The store answered with an error that may have come after the charge.
    case paymentKept(storeSays: String?)

    package var description: String {
        switch self {
        case .bookNotHere: "The book is not on this device. Fetch it first; it is not paid again."
        case .bookUnreadable: "The book cannot be read from the disk. Fetch it again; it is not paid again."
        case .bookNotText(let path): "This is no text for a terminal. It is yours all the same: \(path)"
        case .letterForSubscribers: "The keeper's letter is for its subscribers. Subscribe to it; it costs nothing."
        case .letterRanOut: "The subscription to the keeper's letter has run out. Subscribe again; it costs nothing."
        case .settingsNeedAccount: "Settings belong to an account; nothing was changed. Sign in first."
        case .paymentKept(let reason):
            "\(reason ?? "The store had an unknown error.") The payment is kept and sent again, and charged once; look for a newer "
                + "version of this program if that does not end."
        }
    }
}
