import Foundation
import StoreModel
import TestSupport

/// Somebody with the real program, an account and a device.
struct Customer {
    private let folder: String
    private let store: String
    private let content: String
    private var data: String { folder + "/device" }

    /// Somebody who buys from a server, with a device whose files are in `folder`.
    init(folder: String, store: String, content: String) {
        (self.folder, self.store, self.content) = (folder, store, content)
    }

    /// Starts a command of the program.
    func start(_ command: [String]) throws -> ChildProcess {
        try ChildProcess(
            [BuiltProgram.path] + command + location, environment: ["HOME": folder],
            standardError: folder + "/device.log")
    }

    /// Opens the storefront.
    func open() throws -> Pseudoterminal {
        try Pseudoterminal(
            [BuiltProgram.path] + location,
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder],
            standardError: folder + "/device.log")
    }

    /// Signs in; the password is a line of standard input.
    func signIn(_ name: String = "anna", password: String = "correct horse", isNew: Bool = true) throws {
        let shell =
            "echo '\(password)' | '\(BuiltProgram.path)' sign-in \(name)\(isNew ? " --new" : "") "
            + "--store \(store) --data-dir '\(data)'"
        let run = try ChildProcess.run(["/bin/sh", "-c", shell], environment: ["HOME": folder])
        guard run.output.contains("Signed in") else { throw ToolError(description: run.output) }
    }

    /// The digest of a book's file, as another program finds it.
    func digest(of book: ProductIdentifier) -> String? {
        let name = "/content/\(book)"
        guard
            let path = try? FileManager.default.subpathsOfDirectory(atPath: data).first(where: { $0.hasSuffix(name) })
        else { return nil }
        return try? ChildProcess.run(["/usr/bin/sha256sum", data + "/" + path]).output.prefix(64).description
    }

    private var location: [String] { ["--store", store, "--content", content, "--data-dir", data] }
}
