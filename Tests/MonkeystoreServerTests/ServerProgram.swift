import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import SystemPackage
import TestSupport

/// The real monkeystore-server, on a data directory of its own.
struct ServerProgram: Sendable {
    /// How a run ended and what it said.
    struct Run: Sendable {
        var status: TerminationStatus
        var output: String
        var error: String
    }

    let folder: TemporaryDirectory
    /// The data directory; not there before the first run.
    var data: String { folder.path + "/monkeystore-server" }

    init() throws { folder = try TemporaryDirectory() }

    private var environment: Subprocess.Environment {
        .custom(["HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": folder.path])
    }

    /// Runs a command to its end. The input comes from a file, so that it does not matter how much of it the program reads.
    func run(_ arguments: [String], input: String = "") async throws -> Run {
        let file = folder.path + "/input-" + UUID().uuidString
        try input.write(toFile: file, atomically: false, encoding: .utf8)
        let result = try await Subprocess.run(
            .path(FilePath(BuiltProgram.serverPath)), arguments: Arguments(arguments), environment: environment,
            input: .fileDescriptor(.open(FilePath(file), .readOnly), closeAfterSpawningProcess: true),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Run(
            status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
    }

    /// Serves on a free port, does `body` with the address once the server has said it, and stops the server with SIGTERM
    /// unless it has ended.
    ///
    /// - Returns: how the server ended.
    @discardableResult
    func serve(
        _ arguments: [String] = [], body: @escaping @Sendable (Serving) async throws -> Void
    ) async throws -> TerminationStatus {
        let log = folder.path + "/log"
        return try await Subprocess.run(
            .path(FilePath(BuiltProgram.serverPath)), arguments: Arguments(["--port", "0"] + arguments),
            environment: environment, input: .none, output: .sequence,
            error: .fileDescriptor(
                .open(FilePath(log), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite),
                closeAfterSpawningProcess: true)
        ) { execution in
            var greeting = ""
            for try await part in execution.standardOutput {
                greeting += part.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                guard greeting.contains("shared-secret\n") else { continue }
                let serving = Serving(
                    greeting: greeting, processID: execution.processIdentifier.value, log: log)
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

/// A server that runs.
struct Serving: Sendable {
    /// What it said when it listened.
    let greeting: String
    let processID: Int32
    /// The file with what it writes to standard error.
    let log: String

    /// Such as `http://127.0.0.1:49152`.
    var address: String {
        greeting.split(separator: "\n").first?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Sends a request and takes its answer.
    func send(
        _ method: String, _ path: String, body: String? = nil, token: String? = nil
    ) async throws -> (status: Int, body: String) {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.patient.execute(request, timeout: .minutes(5))
        return (Int(response.status.code), String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    /// How much memory the server has, in KiB.
    var memory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
    }
}
