internal import Foundation
package import StoreModel

/// The real program on a customer's data directory: benchmarks and fault campaigns start
/// its commands and its storefront.
package struct CustomerDevice {
    package let data: String
    private let folder: String
    private let options: [String]

    /// A device with its files in `folder`. Each of its command lines has `options`, such as the
    /// server's address.
    package init(in folder: String, name: String = "data", options: [String] = []) {
        self.folder = folder
        data = folder + "/" + name
        self.options = options
    }

    package func start(_ command: [String], environment: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess(arguments(command), environment: variables.merging(environment) { $1 })
    }

    /// Runs a command to its end, whatever the result.
    @discardableResult
    package func run(_ command: [String], environment: [String: String] = [:]) throws -> (
        end: ProcessEnd, output: String
    ) {
        try start(command, environment: environment).waitForOutput()
    }

    package func succeed(_ command: String...) throws { try succeed(command) }

    package func succeed(_ command: [String]) throws {
        let run = try run(command)
        guard run.end == .status(0) else {
            throw ToolError(description: "\(command): \(run.output.suffix(300))")
        }
    }

    package func open() throws -> Pseudoterminal {
        try Pseudoterminal(
            arguments([]),
            environment: variables.merging(["TERM": "xterm-256color", "LANG": "C.UTF-8"]) { $1 },
            standardError: data + ".log")
    }

    /// Signs in; the password is a line on standard input.
    package func signIn(_ name: String, password: String, isNew: Bool) throws {
        let shell = #"password=$0; echo "$password" | "$@""#
        let command = arguments(["sign-in", name] + (isNew ? ["--new"] : []))
        let run = try ChildProcess.run(["/bin/sh", "-c", shell, password] + command, environment: variables)
        guard run.output.contains("Signed in") else { throw ToolError(description: run.output) }
    }

    /// The digest of a book's file, as another program computes it.
    package func digest(of book: ProductIdentifier) -> String? {
        let name = "/content/\(book)"
        guard
            let path = try? FileManager.default.subpathsOfDirectory(atPath: data).first(where: {
                $0.hasSuffix(name)
            })
        else { return nil }
        return try? ChildProcess.run(["/usr/bin/sha256sum", data + "/" + path]).output.prefix(64).description
    }

    private var variables: [String: String] { ["HOME": folder, "PATH": "/usr/bin:/bin"] }

    private func arguments(_ command: [String]) -> [String] {
        [BuiltProgram.path] + command + options + ["--data-dir", data]
    }
}
