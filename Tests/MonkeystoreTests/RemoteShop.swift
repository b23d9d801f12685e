import Foundation
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

/// A server with one account, and a device that is signed in to it. Both are files, so there can be copies.
struct RemoteShop: Sendable {
    private let folder: TemporaryDirectory
    private let port: UInt16
    /// The device's data directory.
    let device: String

    var server: String { folder.path + "/server" }
    private var address: String { "http://127.0.0.1:\(port)" }
    private var environment: [String: String] { ["HOME": folder.path] }

    private init(port: UInt16) throws {
        folder = try TemporaryDirectory()
        self.port = port
        device = folder.path + "/device"
    }

    private init(_ shop: RemoteShop, device: String) {
        (folder, port) = (shop.folder, shop.port)
        self.device = device
    }

    init() async throws {
        try self.init(port: LoopbackSocket.freePort())
        let server = try await serve()
        try await signIn(isNew: true)
        try await open()
        await server.kill()
    }

    private func signIn(isNew: Bool) async throws {
        let run = try await Program(data: device).run(
            ["sign-in", "anna", "--store", address] + (isNew ? ["--new"] : []), input: "correct horse\n")
        guard run.status == .exited(0) else { throw ToolError(description: run.error) }
    }

    /// Makes the device's files.
    private func open() async throws {
        guard try await self.run("balance").status == .exited(0) else {
            throw ToolError(description: "no balance")
        }
    }

    /// A copy of the server and of this device, at an address of its own.
    func copy() throws -> RemoteShop {
        let (copy, files) = (try RemoteShop(port: LoopbackSocket.freePort()), FileManager.default)
        try files.copyItem(atPath: server, toPath: copy.server)
        try files.copyItem(atPath: device, toPath: copy.device)
        try files.moveItem(atPath: copy.device + "/stores/127.0.0.1-\(port)", toPath: copy.stores)
        return copy
    }

    /// The same shop with another device of the customer, while the server runs. Unless that device is
    /// opened, it has yet to make its files.
    func secondDevice(isOpened: Bool = true) async throws -> RemoteShop {
        let second = RemoteShop(self, device: folder.path + "/device-" + UUID().uuidString)
        try await second.signIn(isNew: false)
        if isOpened { try await second.open() }
        return second
    }

    /// The same shop with a copy of this device, or of another data directory.
    func withCopy(of data: String? = nil) throws -> RemoteShop {
        let copy = RemoteShop(self, device: folder.path + "/device-" + UUID().uuidString)
        try FileManager.default.copyItem(atPath: data ?? device, toPath: copy.device)
        return copy
    }

    /// Copies the database of a server that does not run, and returns a function that puts the copy back.
    func keepServer() throws -> () throws -> Void {
        let (server, kept, files) = (server, folder.path + "/server-kept", FileManager.default)
        try files.copyItem(atPath: server, toPath: kept)
        return {
            try files.removeItem(atPath: server)
            try files.moveItem(atPath: kept, toPath: server)
        }
    }

    /// The server's database, opened in the test's own process, whether or not the server runs.
    func store() throws -> AppStore { try AppStore.bundled(in: server) }

    /// The account, without the network between.
    func account() throws -> AccountSession {
        let session = try JSONDecoder().decode(
            StoreWire.Session.self, from: Data(contentsOf: URL(filePath: stores + "/session.json")))
        guard let account = try store().session(for: SessionToken(rawValue: session.token), device: nil)
        else {
            throw ToolError(description: "the device is not signed in")
        }
        return account
    }

    private var stores: String { device + "/stores/127.0.0.1-\(port)" }

    /// Starts the server, and returns when it listens. Whatever it says afterwards is its log.
    func serve(_ environment: [String: String] = [:], options: [String] = []) async throws -> LiveProgram {
        let program = try await LiveProgram(
            BuiltProgram.serverPath,
            ["serve", "--port", "\(port)", "--content-port", "0", "--data-dir", server] + options,
            environment: self.environment.merging(environment) { $1 })
        guard await program.wait(for: "shared-secret\n") else {
            throw ToolError(description: "the server ended")
        }
        return program
    }

    /// For the calls to the log of the server's database: a commit goes there. At its start the server makes
    /// calls to the index beside the log, and to nothing else.
    func killSwitch(_ action: KillSwitch.Action, log: String? = nil) throws -> KillSwitch {
        try KillSwitch(action, files: server + "/store.sqlite-wal", log: log)
    }

    func storefront() async throws -> LiveProgram {
        try await LiveProgram(
            BuiltProgram.path, ["--plain", "--store", address, "--data-dir", device], environment: environment
        )
    }

    func run(_ arguments: String..., under killSwitch: KillSwitch? = nil) async throws -> Program.Run {
        try await run(arguments, under: killSwitch)
    }

    func run(_ arguments: [String], under killSwitch: KillSwitch? = nil) async throws -> Program.Run {
        try await Program(data: device).run(
            arguments + ["--store", address], environment: killSwitch?.environment ?? [:])
    }

    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await Program(data: device).succeed(
            arguments + ["--store", address], sourceLocation: sourceLocation)
    }

    /// Returns true when the device has heard from the server that its purchase is finished, or false if the
    /// server ends first. The device need not say anything after that, so its file is looked at.
    @discardableResult
    func waitForFinish(at server: LiveProgram) async throws -> Bool {
        while try !Books.hasPayment("isFinished = 1 AND owesFinish = 0", in: device) {
            if server.hasEnded { return false }
            try await restBeforeLookingAgain()
        }
        return true
    }

    func audit() throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(
            [BuiltProgram.serverPath, "audit", "--data-dir", server], environment: environment)
    }

    /// - Parameter isServerRunning: if true, the server's books are not looked at, and all of them are zero.
    func books(isServerRunning: Bool = false) throws -> Books {
        let files = try FileManager.default.subpathsOfDirectory(atPath: device)
        guard let account = files.first(where: { $0.hasSuffix("/device.sqlite") }) else {
            throw ToolError(description: "the device has no books")
        }
        let folder = device + "/" + account.dropLast("/device.sqlite".count)
        return try Books(folder, store: isServerRunning ? folder : server)
    }
}
