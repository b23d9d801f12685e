import StoreServer
import Testing

@testable import monkeystore_server

@Suite("An address at which a server cannot listen")
struct EndpointTests {
    private let failure = ServerFailure.cannotListen(address: "there", reason: "its name is too long")

    @Test(
        arguments: [
            (.store, "Choose another address with --host, or another port with --port."),
            (.books, "Choose another address with --host, or another port with --content-port."),
            (.content, "Choose another address with --host, or another port with --port."),
            // A socket has no port, and no address but its path.
            (.socket, "Choose another folder with --visitors or --data-dir."),
        ] as [(Endpoint, String)])
    func `comes with the options that help`(endpoint: Endpoint, advice: String) {
        #expect(endpoint.failure(failure).advice == advice)
    }
}
