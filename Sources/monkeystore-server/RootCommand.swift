internal import ArgumentParser
internal import Glibc
internal import Logging
internal import StoreEngine

struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Write the root certificate, for those who are to trust what the store signs.")

    @OptionGroup var data: DataOptions
    @Flag(help: "As DER and not as PEM.") var der = false

    func run() async throws {
        try await complaining {
            let store = try data.store(in: data.directory(), logger: Logger(label: "monkeystore-server"))
            write(der ? store.certificates.last ?? [] : Array(store.rootCertificatePEM.utf8), to: STDOUT_FILENO)
        }
    }
}
