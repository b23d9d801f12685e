import Foundation
import Subprocess
import TestSupport
import Testing

/// A server with one account, and the device of somebody who is signed in to it. Both are files, of which there may be
/// copies.
struct RemoteShop: Sendable {
    private let folder: TemporaryDirectory
    private let port: UInt16

    var server: String { folder.path + "/server" }
    private var device: String { folder.path + "/device" }
    private var address: String { "http://127.0.0.1:\(port)" }
    private var environment: [String: String] { ["HOME": folder.path] }

    private init(port: UInt16) throws {
        folder = try TemporaryDirectory()
        self.port = port
    }

    init() async throws {
        try self.init(port: LoopbackSocket.freePort())
        let server = try await serve()
        let run = try await Program(data: device).run(
            ["sign-in", "anna", "--new", "--store", address], input: "correct horse\n")
        guard run.status == .exited(0) else { throw ToolError(description: run.error) }
        // From here on the device has its files.
        guard try await self.run("balance").status == .exited(0) else { throw ToolError(description: "no balance") }
        await server.kill()
    }

    func copy() throws -> RemoteShop {
        let (copy, files) = (try RemoteShop(port: LoopbackSocket.freePort()), FileManager.default)
        try files.copyItem(atPath: server, toPath: copy.server)
        try files.copyItem(atPath: device, toPath: copy.device)
        try files.moveItem(atPath: copy.device + "/stores/127.0.0.1-\(port)", toPath: copy.stores)
        return copy
    }

    private var stores: String { device + "/stores/127.0.0.1-\(port)" }

    /// Starts the server, and returns when it listens. What it says next is its log.
    func serve(_ environment: [String: String] = [:], options: [String] = []) async throws -> LiveProgram {
        let program = try await LiveProgram(
            BuiltProgram.serverPath,
            ["serve", "--port", "\(port)", "--content-port", "0", "--data-dir", server] + options,
            environment: self.environment.merging(environment) { $1 })
        guard await program.wait(for: "shared-secret\n") else { throw ToolError(description: "the server ended") }
        return program
    }

    func storefront() async throws -> LiveProgram {
        try await LiveProgram(
            BuiltProgram.path, ["--plain", "--store", address, "--data-dir", device], environment: environment)
    }

    func run(_ arguments: String...) async throws -> Program.Run {
        try await Program(data: device).run(arguments + ["--store", address])
    }

    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await Program(data: device).succeed(arguments + ["--store", address], sourceLocation: sourceLocation)
    }

    func audit() throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run([BuiltProgram.serverPath, "audit", "--data-dir", server], environment: environment)
    }

    func books() throws -> Books {
        let files = try FileManager.default.subpathsOfDirectory(atPath: device)
        guard let account = files.first(where: { $0.hasSuffix("/device.sqlite") }) else {
            throw ToolError(description: "the device has no books")
        }
        return try Books(device + "/" + account.dropLast("/device.sqlite".count), store: server)
    }
}
