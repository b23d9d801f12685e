internal import ServiceLifecycle
internal import StoreServer
internal import Synchronization

/// A port of `serve`, or the socket for visitors.
enum Endpoint: Hashable, Sendable {
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

    /// How many files a connection may have open: a download has its book open until its answer ends.
    var filesPerConnection: Int {
        switch self {
        case .books, .socket: 2
        case .store, .appleNames, .certificateStatus: 1
        }
    }

    /// A server cannot listen on a port, or no longer does.
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
            case .listensNoMore, .badCertificate, .badPrivateKey, .noAuthorityKeys: nil
            }
        }
    }
}

/// Runs the server of an endpoint. Its error names the option that helps.
struct EndpointService: Service {
    let endpoint: Endpoint
    let server: HTTPService

    func run() async throws {
        do { try await server.run() } catch let failure as ServerFailure {
            guard let option = endpoint.option else { throw failure }
            throw Endpoint.Failure(option: option, failure: failure)
        }
    }
}

/// Notes the endpoints at which a server listens, as they start. It announces nothing until all of them have
/// started.
final class StartedEndpoints: Sendable {
    private let expected: Set<Endpoint>
    private let addresses = Mutex<[Endpoint: String]>([:])
    private let announce: @Sendable ([Endpoint: String]) -> Void

    /// Calls `announce` once, with the address of each endpoint.
    init(_ expected: Set<Endpoint>, announce: @escaping @Sendable ([Endpoint: String]) -> Void) {
        self.expected = expected
        self.announce = announce
    }

    func started(_ endpoint: Endpoint, at address: String) {
        let all = addresses.withLock { addresses in
            addresses[endpoint] = address
            return expected.isSubset(of: addresses.keys) ? addresses : nil
        }
        if let all { announce(all) }
    }
}
