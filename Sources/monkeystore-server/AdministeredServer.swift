internal import ArgumentParser
internal import FoundationEssentials
internal import StoreServer

/// A server that runs, for the commands that ask it as an administrator.
struct AdministeredServer: ParsableArguments {
    struct NoToken: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "There is no admin token in \(path). Say with --admin-token-file where it is."
        }
    }

    @Option(
        help: ArgumentHelp(
            "The server's address, or that of a store behind it: …/stores/ID, …/apps/BUNDLE-ID.", valueName: "url"))
    var server = "http://127.0.0.1:8080"
    @Option(
        help: ArgumentHelp("The data directory with the admin token of the server.", valueName: "folder"))
    var dataDir: String?
    @Option(help: ArgumentHelp("Another file with the admin token.", valueName: "file")) var adminTokenFile: String?

    func validate() throws {
        guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw ValidationError("\(server) is no address of a server; it begins with http:// or https://.")
        }
    }

    func ask<Answer: Decodable>(_ method: String, _ path: String) async throws -> Answer {
        let file = adminTokenFile ?? (dataDir ?? DataOptions.defaultFolder) + "/admin-token"
        guard let token = try? String(contentsOfFile: file, encoding: .utf8) else { throw NoToken(path: file) }
        return try await AdminClient(address: server, token: String(token.prefix { !$0.isNewline })).ask(method, path)
    }
}
