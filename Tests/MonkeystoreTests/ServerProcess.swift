import AppStore
import DurableStorage
import Foundation
import Glibc
import StoreModel
import TestSupport

/// The real server program on a data directory of its own, on a port of this machine.
final class ServerProcess {
    let address: String
    /// The server's data directory.
    let data: String
    private let process = Process()

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter predecessor: a server that has ended, whose data and address this one takes over.
    init(after predecessor: ServerProcess? = nil, in folder: TemporaryDirectory) throws {
        data = folder.path + "/server"
        let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
        process.executableURL = program.appendingPathComponent("monkeystore-server")
        let port = predecessor?.address.split(separator: ":").last.map(String.init) ?? "0"
        process.arguments = ["serve", "--port", port, "--data-dir", data]
        process.environment = ["HOME": folder.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = Data()
        var found: String?
        while found == nil {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
            said += piece
            let text = String(decoding: said, as: UTF8.self)
            if let line = text.split(separator: "\n", omittingEmptySubsequences: false).first, text.contains("\n") {
                found = line.components(separatedBy: " listens on ").last
            }
        }
        address = found ?? ""
        // Whatever else it says, nobody need read it for it to go on.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    deinit { kill() }

    /// Ends the server as a power cut does.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The store's own files.
    func store() throws -> AppStore { try AppStore(directory: DataDirectory(path: data), catalogue: .bundled()) }
}
