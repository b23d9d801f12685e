internal import Backup
internal import CommandLineSupport
internal import CursesTerminal
internal import DeviceStorage
internal import FileSystem
internal import PictureFiles
internal import StoreApplication
internal import StoreModel
internal import StorefrontStrings

/// The sentence for a person about an error: what happened, what it means for the money, and what to do with this
/// program's options. `Session` says it in English for commands, `Launch` in the person's language for screens. What
/// only commands meet is in English everywhere: errors of catalogues, backups and terminals. Below: why some content is
/// not here, for `buy` and `read`.
func explain(_ error: any Error, in strings: Strings = Language.english.strings) -> String {
    let sentences: [String?] =
        switch error {
        case StoreAdministrationError.serviceUnavailable(let reason): [strings.translated(reason)]
        case ApplicationError.paymentWaits(let error) where error.domain != .storeServer:
            [
                strings.ownSentence(error) ?? strings.sentence(for: .storeNotReached),
                error.message.flatMap { StorageError($0) }.flatMap(strings.advice),
            ]
        default:
            switch Trouble(error) {
            case .storage(let error)?: [strings.sentence(for: .storage(error)), strings.advice(for: error)]
            case let trouble?: [strings.sentence(for: trouble)]
            case nil: ["\(error)", advice(for: error)]
            }
        }
    return sentences.compactMap(\.self).joined(separator: " ")
}

/// What to do about an error that is explained in English only; nil if the error's own sentence says it all.
private func advice(for error: any Error) -> String? {
    switch error {
    case BackupError.nothingToBackUp: "Name the folder of the purchases with --data-dir."
    case BackupError.directoryInUse: "Choose an empty folder with --data-dir."
    case BackupError.cannotRestore: "Free some space or choose another place with --data-dir, and try again."
    case TerminalError.unknownTerminal: "(try TERM=xterm-256color or --plain)"
    case is TerminalError: "(try --plain)"
    default: (error as? CatalogueError)?.advice
    }
}

extension Trouble {
    /// Nil for an error that is explained in English only.
    init?(_ error: any Error) {
        switch error {
        case let error as StorageError: self = .storage(error)
        case is VerificationFailure: self = .purchaseNotProved
        case let error as ReplicaError: self = .of(error)
        case let error as LocationError: self = .of(error)
        case let error as TrustError: self = .trust(error)
        case let error as StoreAdministrationError: self.init(error)
        case let error as ApplicationError: self = .of(error)
        case let error as StoreError: self = .of(error)
        case let error as PictureFileError: self = .of(error)
        default: return nil
        }
    }

    private static func of(_ error: ReplicaError) -> Trouble {
        switch error {
        case .notEnough(nil, let available): .notEnoughCredits(balance: available)
        case .notEnough(let product?, let available): .notEnoughPieces(product: product.rawValue, left: available)
        case .interrupted: .recountInterrupted
        case .storage(let error): .storage(error)
        }
    }

    private static func of(_ error: LocationError) -> Trouble {
        switch error {
        case .noAddress: .noAddress
        case .badAddress(let text): .badAddress(text: text.debugDescription)
        case .catalogueElsewhere: .catalogueElsewhere
        case .appleIdentifierElsewhere: .appleIdentifierElsewhere
        case .badAdminToken(let path): .badAdminToken(path: path)
        case .builtWithoutRemote: .builtWithoutRemote
        }
    }

    /// Nil if the store's own sentence says why.
    private init?(_ error: StoreAdministrationError) {
        switch error {
        case .noTransactionFound: self = .noTransactionFound
        case .invalidAction: self = .invalidAction
        case .notEntitled: self = .notEntitled
        case .cannotPlay(let reason): self = .cannotPlay(reason: reason)
        case .serviceUnavailable: return nil
        case .failed(.signInNeeded, _): self = .signInForSubscriptions
        case .failed(.unreadableAnswer, _): self = .unreadableList
        case .failed(let error, let store):
            self =
                Trouble(limit: error)
                ?? (error.isNetworkFailure ? .noAnswer(store: store) : .refused(store: store, status: error.code))
        }
    }

    private static func of(_ error: ApplicationError) -> Trouble {
        switch error {
        case .paymentWaits(let error): .paymentKept(error)
        case .bookNotHere: .bookNotHere
        case .bookNotOwned: .bookNotOwned
        case .bookUnreadable: .bookUnreadable
        case .bookNotText(let path): .bookNotText(path: path)
        case .letterNeedsSubscription: .letterNeedsSubscription
        case .letterExpired: .letterExpired
        case .settingsNeedAccount: .settingsNeedAccount
        }
    }

    private static func of(_ error: StoreError) -> Trouble {
        switch (error.domain, error.code) {
        case _ where error.isAboutTrust: .untrusted(reason: error.message ?? "\(error)")
        case (.account, StoreError.accountTaken.code): .accountTaken
        case (.storeServer, StoreError.forgottenPassword.code): .wrongPassword
        default: Trouble(limit: error) ?? (error.domain == .account ? .signInNeeded : .storeNotReached)
        }
    }

    private static func of(_ error: PictureFileError) -> Trouble {
        switch error {
        case .unreadable(let file, let reason): .pictureUnreadable(file: file, reason: reason)
        case .notAFile(let file): .pictureNotAFile(file: file)
        case .empty(let file): .pictureEmpty(file: file)
        case .tooLarge(let file): .pictureTooLarge(file: file, megabytes: PictureFile.mostBytes / 1_000_000)
        case .tooManyPixels(let file, let width, let height):
            .pictureTooManyPixels(
                file: file, width: width, height: height, millions: PictureFile.mostPixels / 1_000_000)
        case .notAPicture(let file): .notAPicture(file: file)
        case .damaged(let file): .pictureDamaged(file: file)
        }
    }
}

extension StoreError {
    /// Whether it says that nobody is signed in, or why not.
    var isAboutSigningIn: Bool {
        domain == .account || (domain, code) == (.storeServer, StoreError.forgottenPassword.code)
    }

    /// The sentence for why some content is not here: what happened, and what it means. What was paid stays paid.
    var contentSentence: String {
        if domain == .device, let sentence = Language.english.strings.ownSentence(self) { return sentence }
        return switch contentCode {
        case .otherContent:
            "The content server sent something else than it promised, so nothing was kept. Try again later."
        case .tooLong: "The content server sent more than it promised, so nothing was kept. Try again later."
        case .refunded: "This was refunded, so there is nothing to download."
        case .notBought: "The store doesn't confirm that this account bought it, so there is nothing to download."
        case .otherAccount:
            "The content server takes this for another account's purchase. Restore, and download it again."
        case .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            "The content server doesn't accept the store's receipt. You don't pay again; try again later."
        case .noSuchContent: "The content server doesn't have it now. You don't pay again; try again later."
        case .cannotVerify: "The content server can't ask the store about the receipt. It tries again by itself."
        case nil: "The content server can't be reached. This goes on by itself, and you don't pay again."
        }
    }
}
