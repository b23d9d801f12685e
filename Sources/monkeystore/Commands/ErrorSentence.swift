internal import Backup
internal import CommandLineSupport
internal import CursesTerminal
internal import DeviceStorage
internal import FileSystem
internal import PictureFiles
internal import StoreApplication
internal import StoreModel
internal import StorefrontStrings

#if Remote
internal import StoreClient
#endif

/// The sentence for a person about an error: what happened, what it means for the money, and what to do with this program's options.
func explain(_ error: any Error) -> String {
    switch error {
    case let error as StoreError where error.isAboutSigningIn: error.signInSentence
    case let error as StoreError where error.isAboutTrust: error.message ?? "\(error)"
    case is StoreError: "The store cannot be reached; nothing was charged. Try again later."
    default: [sentence(for: error), advice(for: error)].compactMap { $0 }.joined(separator: " ")
    }
}

/// The same in a language of the screens, as far as it has words for it.
func explain(_ error: any Error, in language: Language) -> String {
    Trouble(error).flatMap(language.strings.sentence(for:)) ?? explain(error)
}

extension Trouble {
    /// Nil for an error that is said in English only.
    init?(_ error: any Error) {
        switch error {
        case let error as StorageError: self = .storage(error)
        case CreditError.storage(let error), EntitlementError.storage(let error): self = .storage(error)
        case CreditError.tampered: self = .ledgerChanged
        case EntitlementError.tampered: self = .recordOfOwnedChanged
        case let error as StoreError where !error.isAboutSigningIn && !error.isAboutTrust: self = .storeUnreachable
        case StoreAdministrationError.noTransactionFound: self = .transactionUnknown
        case StoreAdministrationError.invalidAction: self = .actionImpossible
        case StoreAdministrationError.notEntitled: self = .notEntitled
        case ApplicationFailure.bookNotHere: self = .bookNotHere
        case ApplicationFailure.bookUnreadable: self = .bookUnreadable
        case ApplicationFailure.bookNotText(let path): self = .bookNotText(path: path)
        case ApplicationFailure.letterForSubscribers: self = .letterForSubscribers
        case ApplicationFailure.letterRanOut: self = .letterRanOut
        case ApplicationFailure.settingsNeedAccount: self = .settingsNeedAccount
        case ApplicationFailure.paymentKept(let reason): self = .paymentKept(storeSays: reason)
        default: return nil
        }
    }
}

/// What to do about an error; nil where the error's own sentence says it all.
private func advice(for error: any Error) -> String? {
    switch error {
    case CreditError.storage(let error): sharedAdvice(for: error)
    case EntitlementError.storage(let error): sharedAdvice(for: error)
    case LocationError.noAddress: "Name a store with --store."
    case LocationError.catalogueElsewhere: "Leave out --catalogue, or --store."
    case LocationError.appleIdentifierElsewhere: "Leave out --app-apple-id, or --store."
    case LocationError.builtWithoutRemote: "Leave out --store, or build it with the package's default traits."
    case StoreAdministrationError.notEntitled: "Start with --admin-token-file."
    #if Remote
    case TrustError.anotherApplication: "Give the address of another store, or the application with --bundle-id."
    #endif
    case BackupError.nothingToBackUp: "Name the folder of the purchases with --data-dir."
    case BackupError.directoryInUse: "Choose an empty folder with --data-dir."
    case BackupError.cannotRestore: "Free some space or choose another place with --data-dir, and try again."
    case PictureFileError.unreadable, PictureFileError.notAFile: "Give --picture a PNG or JPEG file."
    case PictureFileError.tooLarge, PictureFileError.tooManyPixels: "Choose a smaller one with --picture."
    case is PictureFileError: "Choose another one with --picture."
    case TerminalError.unknownTerminal: "(try TERM=xterm-256color or --plain)"
    case is TerminalError: "(try --plain)"
    default: sharedAdvice(for: error)
    }
}

extension StoreError {
    /// Whether it says that nobody is signed in, or why not.
    var isAboutSigningIn: Bool {
        domain == .account || (domain, code) == (.storeServer, StoreError.forgottenPassword.code)
    }

    /// Why nobody is signed in.
    fileprivate var signInSentence: String {
        switch code {
        case StoreError.accountTaken.code:
            "There is an account of that name already; nothing was changed. Take another name."
        case StoreError.tooManyAttempts.code:
            (message ?? "Too many failed attempts; wait a little.") + " Nothing was changed."
        case StoreError.forgottenPassword.code:
            "The store does not know that name and password (5020); nothing was changed. Try again, or make a new account "
                + "with --new."
        default: "Nobody is signed in at the store; nothing was charged. Sign in first: monkeystore sign-in NAME."
        }
    }
}
