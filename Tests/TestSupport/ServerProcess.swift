internal import Foundation
internal import Synchronization

/// The real server program on a data directory of its own, at an address that it keeps when it is killed and
/// started again.
package final class ServerProcess: Sendable {
    package let port: UInt16
    package let contentPort: UInt16
    /// The server's data directory. Its log is beside it, in a file with the same name and `.log` at the end.
    package let data: String
    private let folder: TemporaryDirectory
    private let command: [String]
    private let process = Mutex<ChildProcess?>(nil)

    /// A server that does not run yet. It gets a folder of its own and a free port unless others are given.
    /// `openFiles` is how many files it may have open.
    package init(
        data: String? = nil, port: UInt16? = nil, arguments: [String] = [], program: String? = nil,
        openFiles: Int? = nil
    ) throws {
        self.port = try port ?? LoopbackSocket.freePort()
        contentPort = try LoopbackSocket.freePort()
        folder = try TemporaryDirectory()
        let data = data ?? folder.path + "/server"
        self.data = data
        let limited = openFiles.map { ["/bin/sh", "-c", "ulimit -n \($0); exec \"$0\" \"$@\""] } ?? []
        command =
            limited + [
                program ?? BuiltProgram.serverPath, "serve", "--port", "\(self.port)", "--content-port",
                "\(contentPort)", "--data-dir", data,
            ] + arguments
    }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts the program, and returns when it listens.
    package func start() throws {
        let process = try ChildProcess(command, environment: ["HOME": data], standardError: data + ".log")
        try process.read(until: "\n")
        self.process.withLock { $0 = process }
    }

    package var processID: Int32? { process.withLock { $0?.processID } }

    /// Ends the program as a power cut does.
    package func kill() { process.withLock { $0 = nil } }

    /// The secret of the admin routes; it exists once the server has run.
    package func adminToken() throws -> String {
        try String(contentsOfFile: data + "/admin-token", encoding: .utf8).trimmingCharacters(in: .newlines)
    }
}
