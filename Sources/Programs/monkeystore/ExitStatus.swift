internal import ArgumentParser
internal import DeviceStorage
internal import ProgramSupport
internal import StoreEvents
internal import StoreModel
internal import StoreRules

/// The exit codes of `monkeystore`, for scripts, and which error leads to which code. `CommandRun` and
/// `StorefrontRun` end with one.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case purchaseFailed = 1
    case cannotDraw = 2
    case waiting = 3
    case notEnoughCredits = 4
    case storeNotReached = 5
    case accountRecounted = 6
    case signInNeeded = 7
    case storeNotTrusted = 8
    case badUsage = 64
    case badInput = 65
    case noInput = 66
    case cannotCreate = 73
    case dataUnusable = 74
    case interrupted = 130

    init(of error: any Error) {
        switch error {
        case is CatalogueError: self = .badInput
        case let error as BackupError: self.init(of: error)
        case let trouble as Trouble: self.init(of: trouble)
        case TrustError.noStore: self = .storeNotReached
        case is TrustError: self = .storeNotTrusted
        case StoreAdministrationError.failed(let error, _) where error.isAboutSigningIn: self = .signInNeeded
        case StoreAdministrationError.failed(let error, _) where error.isAboutTrust: self = .storeNotTrusted
        case StoreAdministrationError.notInCatalogue, StoreAdministrationError.failed:
            self = .storeNotReached
        // The store in this process: its files are here.
        case StoreAdministrationError.serviceUnavailable: self = .dataUnusable
        case is StoreAdministrationError: self = .badUsage
        case let error as StoreError:
            self =
                error.isAboutSigningIn
                ? .signInNeeded : error.isAboutTrust ? .storeNotTrusted : .storeNotReached
        default: self = .dataUnusable
        }
    }

    private init(of error: BackupError) {
        switch error {
        case .fileExists, .cannotWrite: self = .cannotCreate
        case .cannotOpen: self = .noInput
        case .notABackup, .newerVersion, .wrongPassphrase, .damaged: self = .badInput
        case .nothingToBackUp, .badLink, .busy, .directoryInUse, .mountPoint, .cannotRestore:
            self = .dataUnusable
        }
    }

    private init(of trouble: Trouble) {
        switch trouble {
        case .noAddress, .badAddress, .catalogueElsewhere, .appleIdentifierElsewhere, .badAdminToken,
            .builtWithoutRemote:
            self = .badUsage
        case .pictureUnreadable, .pictureNotAFile: self = .noInput
        case .pictureEmpty, .pictureTooLarge, .pictureTooManyPixels, .notAPicture, .pictureDamaged:
            self = .badInput
        default: self = .dataUnusable
        }
    }

    var exitCode: ExitCode { ExitCode(rawValue) }

    var explanation: String {
        switch self {
        case .done: "done"
        case .purchaseFailed:
            "the purchase failed, was cancelled or was refunded, so you pay nothing; "
                + "or a book that you own cannot be downloaded"
        case .cannotDraw: "this terminal cannot show the screen"
        case .waiting:
            "a purchase waits for approval or the network, and goes on by itself at the next start; "
                + "or a book cannot be downloaded yet"
        case .notEnoughCredits: "not enough credits or pieces; nothing was used"
        case .storeNotReached:
            "the store could not be reached, or did not answer; buy has charged nothing, "
                + "but another command may have done its work"
        case .accountRecounted:
            "the account's data on this device was edited, lost or older, and was counted again"
        case .signInNeeded:
            "you are not signed in at the store, or it refused the sign-in; nothing was charged, "
                + "and a purchase that waits goes on when you sign in"
        case .storeNotTrusted: "this is not the store that was here before, or it cannot prove that it is"
        case .badUsage:
            "there is no such command, option, product, transaction or setting, or it is not possible; "
                + "nothing was changed"
        case .badInput: "the catalogue cannot be read, the file is not a picture, or the backup does not open"
        case .noInput: "the picture, the backup or the passphrase cannot be read"
        case .cannotCreate: "the backup cannot be written"
        case .dataUnusable: "the data directory cannot be used, or the answer cannot be written"
        case .interrupted: "interrupted with Ctrl-C"
        }
    }

    static var table: String { exitCodeTable(allCases.map { ($0.rawValue, $0.explanation) }) }
}

extension StoreError {
    /// Whether it says that nobody is signed in, or why nobody is.
    var isAboutSigningIn: Bool {
        switch detail {
        case .badName, .badPassword: true
        default: domain == .account || (domain, code) == (.storeServer, StoreError.forgottenPassword.code)
        }
    }
}
