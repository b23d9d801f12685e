internal import ArgumentParser
internal import StoreCatalogue
internal import StoreModel

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what a StoreKit configuration file holds, and what is odd in it.",
        discussion: "Touches no data. Identifiers after the file are looked up in it: exit code 1 where one is invalid."
    )

    @Argument(help: "The file (.storekit).") var file: String
    @Argument(help: "Product identifiers that an application asks for.") var identifiers: [String] = []

    func run() async throws {
        try await complaining {
            let catalogue = try Catalogue(contentsOfFile: file)
            for line in CatalogueReport(catalogue: catalogue, file: file).lines { printLine(line) }
            let reasons = identifiers.compactMap { identifier in
                catalogue.reasonForInvalidity(of: ProductIdentifier(rawValue: identifier))
            }
            for reason in reasons { printLine("INVALID  \(reason)") }
            if !reasons.isEmpty { throw ExitCode(ServerExitStatus.refused.rawValue) }
        }
    }
}
