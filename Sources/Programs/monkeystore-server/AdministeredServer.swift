internal import ArgumentParser
internal import ProgramSupport
internal import Storage
internal import StoreModel
internal import StoreServer

/// A running server, for the commands that send it requests as an administrator. Below: the check of its
/// address, which `content` shares.
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
        help: ArgumentHelp("The data directory with the admin token of the server.", valueName: "folder"),
        transform: folder(written:))
    var dataDir: String?
    @Option(help: ArgumentHelp("Another file with the admin token.", valueName: "file")) var adminTokenFile:
        String?

    @Flag(help: "Send the admin token to another machine although nothing is encrypted.")
    var withoutTls = false

    func validate() throws { try checkStore(at: server, withoutTls: withoutTls) }

    func ask<Answer: Decodable>(_ method: String, _ path: String) async throws -> Answer {
        let file = adminTokenFile ?? (dataDir ?? DataOptions.defaultFolder) + "/admin-token"
        guard let token = try? RegularFile.token(in: file) else { throw NoToken(path: file) }
        return try await AdminClient(address: server, token: token).ask(method, path)
    }
}

/// Throws a sentence for the person if a text is not the address of a store, or if others could read what is
/// sent there. As for the storefront, another machine needs HTTPS.
func checkStore(at text: String, withoutTls: Bool) throws {
    guard let address = HTTPAddress(rawValue: text) else {
        throw ValidationError(
            "\(text) is not the address of a store. Give https://host:port, or http://host:port on this machine, "
                + "with a port of 1 to 65535.")
    }
    guard address.keepsSecrets || withoutTls else {
        throw ValidationError(
            "Secrets would cross the network to \(text) unencrypted; nothing was sent. Give an address that begins with "
                + "https://, or say --without-tls.")
    }
}
