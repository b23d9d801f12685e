internal import ArgumentParser
internal import ProgramSupport
internal import StoreModel
internal import StoreRules
internal import StoreServer

/// The exit codes of the program, and a sentence with advice for each error. `MonkeystoreServer` ends
/// with them.
enum ServerExitStatus: Int32, CaseIterable {
    case done = 0
    case refused = 1
    case booksWrong = 2
    case badUsage = 64
    case badFile = 65
    case cannotListen = 69
    case dataUnusable = 74

    init(of error: any Error) {
        switch error {
        case let failure as Endpoint.Failure: self.init(of: failure.failure)
        case let failure as ApplicationFailure: self.init(of: failure.error)
        case let failure as CopyCommand.PlaceFailure: self.init(of: failure.error)
        case is CatalogueError, ServerFailure.badCertificate, ServerFailure.badPrivateKey,
            is TokenFile.Failure,
            is ApplicationFile.Failure, is SigningKeyFile.Failure, is AdministeredServer.NoToken,
            is NoBookFolder, ServerFailure.noAuthorityKeys:
            self = .badFile
        case AccountError.badName, AccountError.badPassword, AccountError.nameTaken,
            AdminClient.Failure.refused:
            self = .refused
        case is ServerFailure, is ServingLock.Failure, is DemoError, AdminClient.Failure.noAnswer,
            AdminClient.Failure.noTLS, AdminClient.Failure.noStore:
            self = .cannotListen
        default: self = .dataUnusable
        }
    }

    var explanation: String {
        switch self {
        case .done: "done"
        case .refused:
            "the account cannot be made like this, an identifier is not on sale, or the server refuses"
        case .booksWrong: "the audit found something wrong, or a copy differs"
        case .badUsage: "there is no such command or option"
        case .badFile:
            "the catalogue, the application's file, the certificate, a key, the admin token or the books cannot be read"
        case .cannotListen:
            "the address is taken, another server has the data directory, no server answers, or there is no SSH server"
        case .dataUnusable:
            "the data directory or the database cannot be used, or the answer cannot be written"
        }
    }

    static var table: String { exitCodeTable(allCases.map { ($0.rawValue, $0.explanation) }) }
}

/// How a command ends because of an error, which is printed as one sentence.
func ending(because error: any Error) -> ExitCode {
    if let code = error as? ExitCode { return code }
    complain(
        [(error as? AccountError)?.sentence ?? "\(error)", advice(for: error)].compactMap(\.self)
            .joined(separator: " "))
    return ExitCode(ServerExitStatus(of: error).rawValue)
}

/// What to do about an error, using this program's options; nil if the error's own sentence says everything.
/// - Parameter option: the one that names the store's place; nil if it is as in most commands.
private func advice(for error: any Error, with option: String? = nil) -> String? {
    switch error {
    case AccountError.storage(let error): advice(for: error)
    case let error as StorageError: advice(for: error, with: option ?? "--data-dir")
    case let failure as DataOptions.DatabaseFailure: failure.advice(with: option ?? "--database")
    // The store that is to be copied is in no other place.
    case let failure as CopyCommand.PlaceFailure
    where failure.option == "--from" && failure.error is StorageError:
        nil
    case let failure as CopyCommand.PlaceFailure:
        failure.option.flatMap { advice(for: failure.error, with: $0) }
    case let failure as ApplicationFailure: failure.advice
    case let failure as Endpoint.Failure: failure.advice ?? advice(for: failure.failure)
    case ServerFailure.badCertificate: "Give another one with --tls-cert."
    case ServerFailure.badPrivateKey: "Give another one with --tls-key."
    case ServerFailure.noAuthorityKeys: "Leave out --apple-names, or take a signing key whose file has them."
    default: (error as? CatalogueError)?.advice()
    }
}

private func advice(for error: StorageError, with option: String) -> String? {
    switch error {
    case .notWritable: "Make it writable, or choose another place with \(option)."
    case .damaged: "Put back a copy of it, or choose another place with \(option)."
    // The reason says what to do.
    case .unusable(_, AppStore.otherCertificates): nil
    case .unusable: "Choose another place with \(option)."
    case .anotherApplication(_, let bundle, let number):
        "Choose another place with \(option), or give --bundle-id \(bundle) and --app-apple-id \(number)."
    case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing, .anotherKey, .unconfirmed,
        .uncertain, .replaced:
        nil
    }
}
