internal import Foundation
internal import Hummingbird
package import Logging
internal import ServiceLifecycle
package import StoreEngine
package import StoreModel
internal import StoreSigning

/// Answers verifiers that ask online whether the store's certificates are valid (OCSP over HTTP, RFC 6960, appendix A).
package struct OCSPServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet. Where it does, `onListening` is called with the address.
    ///
    /// - Parameters:
    ///   - port: the certificates name an address with 80; 0 takes a free one.
    ///   - time: the clock that verifiers have, too.
    package init(
        store: AppStore, options: ServerOptions, port: Int, time: TimeSource = .system, logger: Logger,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        guard let responder = store.statusResponder() else { throw .noAuthorityKeys }
        var listening = options.listening
        listening.port = port
        listening.tls = nil
        service = try HTTPService(
            listening, time: time, logger: logger,
            router: { [rate = listening.addressRate] _ in
                let router = Router<StoreContext>.logging(to: logger, Metrics())
                router.limit(rate, time: time)
                OCSPRoutes(responder: responder, time: time).add(to: router)
                router.refuseOtherMethods()
                return router
            }, onListening: onListening)
    }

    package func run() async throws { try await service.run() }
}

private struct OCSPRoutes {
    let responder: OCSPResponder
    let time: TimeSource

    func add(to router: Router<StoreContext>) {
        router.group().add(middleware: BodyLimit.requests).post("/") { request, _ in
            answer(try await request.bytes())
        }
        // The request is the path, as base64.
        router.get("**") { request, _ in
            let text = String(request.uri.path.dropFirst()).removingPercentEncoding ?? ""
            return answer(Array(Data(base64Encoded: text) ?? Data()))
        }
    }

    private func answer(_ request: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/ocsp-response"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: responder.answer(to: request, at: time.now()))))
    }
}
