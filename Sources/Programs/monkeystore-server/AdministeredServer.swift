internal import ArgumentParser
internal import Storage
internal import StoreModel
internal import StoreServer

/// A running server, for the commands that send it requests as an administrator.
struct AdministeredServer: ParsableArguments {
    struct NoToken: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "There is no admin token in \(path). Say with --admin-token-file where it is."
        }
    }

    @Option(
        help: ArgumentHelp(
            "The server's address, or that of a store behind it: …/stores/ID, …/apps/BUNDLE-ID.",
            valueName: "url"))
    var server = "http://127.0.0.1:8080"
    @Option(
        help: ArgumentHelp("The data directory with the admin token of the server.", valueName: "folder"))
    var dataDir: String?
    @Option(help: ArgumentHelp("Another file with the admin token.", valueName: "file")) var adminTokenFile:
        String?

    func validate() throws {
        guard HTTPAddress(rawValue: server) != nil else {
            throw ValidationError(
                "\(server) is not the address of a server; it begins with http:// or https://, and its port is 1 to 65535."
            )
        }
    }

    func ask<Answer: Decodable>(_ method: String, _ path: String) async throws -> Answer {
        let file = adminTokenFile ?? (dataDir ?? DataOptions.defaultFolder) + "/admin-token"
        guard let bytes = try? RegularFile.bytes(of: file, most: 4096) else { throw NoToken(path: file) }
        let token = String(decoding: bytes, as: UTF8.self)
        return try await AdminClient(address: server, token: String(token.prefix { !$0.isNewline })).ask(
            method, path)
    }
}
