internal import ArgumentParser
internal import StoreCatalogue
internal import StoreEngine
internal import StoreServer

/// The exit codes of the commands.
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
        case is CatalogueError, ServerFailure.badCertificate, ServerFailure.badPrivateKey, is TokenFile.Failure:
            self = .badFile
        case AccountError.badName, AccountError.badPassword, AccountError.nameTaken: self = .refused
        case is ServerFailure, is ServingLock.Failure, is DemoError: self = .cannotListen
        default: self = .dataUnusable
        }
    }

    var explanation: String {
        switch self {
        case .done: "done"
        case .refused: "the account cannot be made like this, or an identifier is not on sale"
        case .booksWrong: "the audit found something wrong"
        case .badUsage: "a command or option that there is not"
        case .badFile: "the catalogue, the certificate or the admin token cannot be read"
        case .cannotListen: "the address is taken, another server has the data directory, or there is no SSH server"
        case .dataUnusable: "the data directory cannot be used"
        }
    }

    static var table: String {
        "EXIT CODES:\n"
            + allCases.map { "  \($0.rawValue)\($0.rawValue < 10 ? "    " : "   ")\($0.explanation)" }
            .joined(separator: "\n")
    }
}

/// Runs a command, and prints an error as one sentence.
///
/// - Throws: an `ExitCode`, after the sentence is printed.
func complaining(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let code as ExitCode { throw code } catch {
        complain((error as? AccountError)?.sentence ?? "\(error)")
        throw ExitCode(ServerExitStatus(of: error).rawValue)
    }
}
