internal import ServiceLifecycle
internal import StoreServer
internal import Synchronization

/// A port of `serve`, its socket for visitors, or the port of `content`.
enum Endpoint: Hashable, Sendable {
    case store, books, appleNames, certificateStatus, socket, content

    /// The option that sets another port; for the socket, another folder.
    var option: String {
        switch self {
        case .store, .content: "--port"
        case .books: "--content-port"
        case .appleNames: "--apple-names-port"
        case .certificateStatus: "--ocsp-port"
        case .socket: "--visitors"
        }
    }

    /// How many files a connection may have open: a download has its book open until its answer ends.
    var filesPerConnection: Int {
        switch self {
        case .books, .socket, .content: 2
        case .store, .appleNames, .certificateStatus: 1
        }
    }

    /// The failure of the server that listens there.
    func failure(_ failure: ServerFailure) -> Failure {
        Failure(option: option, addressOption: self == .socket ? nil : "--host", failure: failure)
    }

    /// A server cannot listen on a port, or no longer does.
    struct Failure: Error, CustomStringConvertible {
        let option: String
        /// The option that sets another address; nil for the socket, which has its place in a folder.
        let addressOption: String?
        let failure: ServerFailure

        var description: String { failure.description }
        var advice: String? {
            switch (failure, addressOption) {
            case (.portInUse, .some): "Stop it, or choose another port with \(option)."
            case (.cannotListen, let addressOption?):
                "Choose another address with \(addressOption), or another port with \(option)."
            case (.portInUse, nil), (.cannotListen, nil):
                "Choose another folder with \(option) or --data-dir."
            case (.listensNoMore, _), (.badCertificate, _), (.badPrivateKey, _), (.noAuthorityKeys, _): nil
            }
        }
    }
}

/// Runs the server of an endpoint. Its error names the option that helps.
struct EndpointService: Service {
    private let endpoint: Endpoint
    private var server: HTTPService

    /// `onListening` gets the address at which the server listens.
    init(_ endpoint: Endpoint, _ server: HTTPService, onListening: @escaping @Sendable (String) -> Void) {
        self.endpoint = endpoint
        self.server = server
        self.server.onListening = onListening
    }

    func run() async throws {
        do { try await server.run() } catch let failure as ServerFailure {
            throw endpoint.failure(failure)
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
