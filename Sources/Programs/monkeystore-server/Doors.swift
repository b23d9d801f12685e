internal import ServiceLifecycle
internal import StoreServer
internal import Synchronization

/// A port of `serve`, or the socket for visitors.
enum Door: Hashable, Sendable {
    case store, books, appleNames, certificateStatus, socket

    /// The option that sets another port; nil for the socket.
    var option: String? {
        switch self {
        case .store: "--port"
        case .books: "--content-port"
        case .appleNames: "--apple-names-port"
        case .certificateStatus: "--ocsp-port"
        case .socket: nil
        }
    }

    /// The server cannot listen on a port.
    struct Failure: Error, CustomStringConvertible {
        let option: String
        /// The option that sets another address.
        var addressOption = "--host"
        let failure: ServerFailure

        var description: String { failure.description }
        var advice: String? {
            switch failure {
            case .portInUse: "Stop it, or choose another port with \(option)."
            case .cannotListen:
                "Choose another address with \(addressOption), or another port with \(option)."
            case .badCertificate, .badPrivateKey, .noAuthorityKeys: nil
            }
        }
    }
}

/// Runs the server for a door. Its error names the option that helps.
struct DoorService: Service {
    let door: Door
    let server: HTTPService

    func run() async throws {
        do { try await server.run() } catch let failure as ServerFailure {
            guard let option = door.option else { throw failure }
            throw Door.Failure(option: option, failure: failure)
        }
    }
}

/// Notes a server's doors as they open. It announces nothing until all of them are open.
final class Doors: Sendable {
    private let expected: Set<Door>
    private let addresses = Mutex<[Door: String]>([:])
    private let announce: @Sendable ([Door: String]) -> Void

    /// Calls `announce` once, with the address of each door.
    init(_ expected: Set<Door>, announce: @escaping @Sendable ([Door: String]) -> Void) {
        self.expected = expected
        self.announce = announce
    }

    func opened(_ door: Door, at address: String) {
        let all = addresses.withLock { addresses in
            addresses[door] = address
            return expected.isSubset(of: addresses.keys) ? addresses : nil
        }
        if let all { announce(all) }
    }
}
