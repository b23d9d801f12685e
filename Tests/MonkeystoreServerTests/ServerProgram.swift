import AsyncHTTPClient
import Foundation
import Subprocess
import SystemPackage
import TestSupport

/// The real monkeystore-server, on a data directory of its own: all tests of this target use it.
struct ServerProgram: Sendable {
    typealias Run = FinishedProgram

    let folder: TemporaryDirectory
    /// The data directory; it does not exist before the first run.
    var data: String { folder.path + "/monkeystore-server" }

    /// The secret of the admin routes; it exists once the server has run.
    var adminToken: String {
        get throws { String(try String(contentsOfFile: data + "/admin-token", encoding: .utf8).dropLast()) }
    }

    init() throws { folder = try TemporaryDirectory() }

    private var environment: [Subprocess.Environment.Key: String] {
        ["HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": folder.path]
    }

    /// Runs a command to its end.
    func run(
        _ arguments: [String], input: String = "", of program: String = BuiltProgram.serverPath
    ) async throws -> Run {
        try await Run(program, arguments, input: input, environment: environment, in: folder.path)
    }

    /// Serves on a free port, runs `body` with the address once the server has said it, and stops the server
    /// with SIGTERM unless it has ended. Returns how the server ended.
    @discardableResult
    func serve(
        _ arguments: [String] = [], body: @escaping @Sendable (Serving) async throws -> Void
    ) async throws -> TerminationStatus {
        let log = folder.path + "/log"
        return try await Subprocess.run(
            .path(FilePath(BuiltProgram.serverPath)), arguments: Arguments(["--port", "0"] + arguments),
            environment: .custom(environment), input: .none, output: .sequence,
            error: .fileDescriptor(
                .open(FilePath(log), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite),
                closeAfterSpawningProcess: true)
        ) { execution in
            var greeting = ""
            for try await part in execution.standardOutput {
                greeting += part.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                guard greeting.contains("shared-secret\n") else { continue }
                let process = execution.processIdentifier.value
                let serving = Serving(program: self, greeting: greeting, processID: process, log: log)
                do { try await body(serving) } catch {
                    kill(serving.processID, SIGKILL)
                    throw error
                }
                break
            }
            kill(execution.processIdentifier.value, SIGTERM)
        }.terminationStatus
    }
}

/// A `ServerProgram` that is running.
struct Serving: Sendable {
    let program: ServerProgram
    /// Its first lines on standard output.
    let greeting: String
    let processID: Int32
    /// The file that its standard error goes to.
    let log: String

    /// Such as `http://127.0.0.1:49152`.
    var address: String {
        greeting.split(separator: "\n").first?.split(separator: " ").last.map(String.init) ?? ""
    }

    func send(
        _ method: String, _ path: String, body: String? = nil, token: String? = nil
    ) async throws -> HTTPClient.Answer {
        try await HTTPClient.send(method, address + path, body: body, token: token)
    }

    /// Sends a request of the administrator; `application` is the path of an application other than
    /// the first.
    func admin(
        _ method: String, _ path: String, _ body: String? = nil, of application: String = ""
    ) async throws -> HTTPClient.Answer {
        try await send(method, application + "/admin/v1/" + path, body: body, token: program.adminToken)
    }

    /// How much memory the server has, in KiB.
    var memory: Int { get throws { try ProcessStatus.residentMemory(of: processID) } }
}
