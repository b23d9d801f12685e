internal import CursesTerminal
internal import DeviceStorage
internal import ProgramSupport
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import StoreRules
internal import Storefront

/// The sentence that tells a person about an error: what happened, what it means for the money, and what to
/// do with this program's options. `CommandRun` prints it in English for commands. Errors that only commands
/// meet, of catalogues, backups and terminals, are in English everywhere. Below: why content is not here, for
/// `buy` and `read`.
func explain(_ error: any Error, in strings: Strings = Language.english.strings) -> String {
    strings.explanation(of: trouble(of: error))
}

/// What to tell the person about an error.
func trouble(of error: any Error) -> Trouble {
    if let error = error as? PictureFileError { return .of(error) }
    let trouble = Trouble(error)
    guard case .described(let sentence) = trouble, let advice = advice(for: error) else { return trouble }
    return .described("\(sentence) \(advice)")
}

/// What to do about an error that is explained only in English; nil if the error's own sentence
/// says everything.
private func advice(for error: any Error) -> String? {
    switch error {
    case BackupError.nothingToBackUp: "Name the folder of the purchases with --data-dir."
    case BackupError.directoryInUse: "Choose an empty folder with --data-dir."
    case BackupError.cannotRestore: "Free some space or choose another place with --data-dir, and try again."
    case TerminalError.unknownTerminal: "(try TERM=xterm-256color or --plain)"
    case is TerminalError: "(try --plain)"
    default: (error as? CatalogueError)?.advice()
    }
}

extension Trouble {
    fileprivate static func of(_ error: PictureFileError) -> Trouble {
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
    /// Whether it says that nobody is signed in, or why nobody is.
    var isAboutSigningIn: Bool {
        switch detail {
        case .badName, .badPassword: true
        default: domain == .account || (domain, code) == (.storeServer, StoreError.forgottenPassword.code)
        }
    }

    /// A sentence that says why content is not here, and what that means. What was paid stays paid.
    var contentSentence: String {
        if domain == .device, let sentence = Language.english.strings.ownSentence(self) { return sentence }
        return switch contentCode {
        case .otherContent:
            "The content server sent something else than it promised, so nothing was kept. Try again later."
        case .tooLong: "The content server sent more than it promised, so nothing was kept. Try again later."
        case .refunded: "This was refunded, so there is nothing to download."
        case .notBought:
            "The store doesn't confirm that this account bought it, so there is nothing to download."
        case .otherAccount:
            "The content server takes this for another account's purchase. Restore, and download it again."
        case .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            "The content server doesn't accept the store's receipt. You don't pay again; try again later."
        case .noSuchContent: "The content server doesn't have it now. You don't pay again; try again later."
        case .cannotVerify:
            "The content server can't ask the store about the receipt. It tries again by itself."
        case nil: "The content server can't be reached. This goes on by itself, and you don't pay again."
        }
    }
}
