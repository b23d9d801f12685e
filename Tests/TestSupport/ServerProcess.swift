internal import Foundation
internal import Synchronization

/// The real server program on a data directory of its own, at an address that it keeps when it is killed and started again.
package final class ServerProcess: Sendable {
    package let port: UInt16
    package let contentPort: UInt16
    /// The server's data directory. What it logs is beside it, in a file with `.log` behind the name.
    package let data: String
    private let command: [String]
    private let process = Mutex<ChildProcess?>(nil)

    /// A server that does not run yet.
    ///
    /// - Parameters:
    ///   - data: its data directory, which it makes where it is missing.
    ///   - port: where it is to listen; nil for a free port.
    ///   - arguments: what to add on its command line.
    ///   - program: the path of the server program; nil for the one that was built with the tests.
    ///   - openFiles: how many files it may have open; nil for as many as the test.
    package init(
        data: String, port: UInt16? = nil, arguments: [String] = [], program: String? = nil, openFiles: Int? = nil
    ) throws {
        self.port = try port ?? LoopbackSocket.freePort()
        contentPort = try LoopbackSocket.freePort()
        self.data = data
        let limited = openFiles.map { ["/bin/sh", "-c", "ulimit -n \($0); exec \"$0\" \"$@\""] } ?? []
        command =
            limited + [
                program ?? BuiltProgram.serverPath, "serve", "--port", "\(self.port)", "--content-port",
                "\(contentPort)",
                "--data-dir", data,
            ] + arguments
    }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts the program, and returns when it listens.
    ///
    /// - Throws: `ToolError`.
    package func start() throws {
        let process = try ChildProcess(
            command, environment: ["HOME": data], standardError: data + ".log")
        try process.read(until: "\n")
        self.process.withLock { $0 = process }
    }

    /// The program's process while it runs.
    package var processID: Int32? { process.withLock { $0?.processID } }

    /// Ends the program as a power cut does.
    package func kill() { process.withLock { $0 = nil } }

    /// The secret of the admin routes; there once the server has run.
    package func adminToken() throws -> String {
        try String(contentsOfFile: data + "/admin-token", encoding: .utf8).trimmingCharacters(in: .newlines)
    }
}
