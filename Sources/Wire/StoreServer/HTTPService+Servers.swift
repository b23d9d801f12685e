internal import Foundation
internal import Hummingbird
package import Logging
package import StoreModel
package import StoreRules
internal import StoreWire

// Makes the HTTP servers for the commands `serve` and `content`: the store, its socket for visitors, the
// content server, Apple's names and OCSP. They listen once they run. `logger` gets a line for each request,
// without secrets, and messages for the operator.
extension HTTPService {
    /// The store over HTTP: routes over a `ServedStore`. When the service ends, the streams of updates
    /// end too.
    ///
    /// - Parameters:
    ///   - resources: the same for all servers of a program.
    ///   - time: the clock of the limits and of the streams' heartbeats.
    ///   - testStores: the stores that tests may make, which are a service of their own.
    ///   - furtherStores: the stores of the applications after the first one.
    package static func store(
        _ served: ServedStore, options: ServerOptions,
        resources: RequestResources = RequestResources(), time: TimeSource = .system, logger: Logger,
        testStores: TestStores? = nil, furtherStores: FurtherStores? = nil
    ) throws(ServerFailure) -> HTTPService {
        let connections = ConnectionTable(options.listening.connections)
        let routes = StoreRoutes(
            options: options, time: time, logger: logger, resources: resources, furtherStores: furtherStores)
        return try HTTPService(
            options.listening, routes.router(for: served, connections, testStores), counting: connections,
            for: served, time: time, logger: logger)
    }

    /// The store and its content for customers, on a Unix socket. Visitors' storefronts reach nothing else.
    /// Anyone who may open the socket's file may use the server. The file's path has at most 100 bytes. An
    /// existing file is replaced.
    package static func socket(
        path: String, store served: ServedStore, options: ServerOptions,
        resources: RequestResources, catalog: ContentCatalog, authorizer: ContentAuthorizer, logger: Logger
    ) throws(ServerFailure) -> HTTPService {
        var options = options
        let connections = options.listening.connections
        options.listening = ListeningOptions()
        options.listening.connections = connections
        options.listening.unixSocket = path
        let router = StoreRoutes(options: options, time: .system, logger: logger, resources: resources)
            .customersRouter()
        ContentRoutes(catalog: catalog, authorizer: authorizer, resources: resources).add(to: router)
        router.refuseOtherMethods()
        return try HTTPService(options.listening, router, for: served, time: .system, logger: logger)
    }

    /// A content server: lists hosted products, and sends their content for a valid receipt. It needs nothing
    /// from the store except the verification of receipts, so it can run on another machine.
    package static func content(
        catalog: ContentCatalog, authorizer: ContentAuthorizer, options: ListeningOptions,
        resources: RequestResources = RequestResources(), logger: Logger
    ) throws(ServerFailure) -> HTTPService {
        let connections = ConnectionTable(options.connections)
        // Its own, because it has an address of its own for them.
        let metrics = Metrics()
        let router = Router<StoreContext>.logging(to: logger, metrics, names: options.knownNames)
        HealthRoutes(metrics: metrics, connections: connections, stores: [], time: .system).add(to: router)
        router.limit(options, time: .system)
        ContentRoutes(catalog: catalog, authorizer: authorizer, resources: resources).add(to: router)
        router.refuseOtherMethods()
        return try HTTPService(options, router, counting: connections, time: .system, logger: logger)
    }

    /// The store under the names of Apple's servers, with TLS under the store's own root. This is for clients
    /// that accept no other address.
    ///
    /// - Parameters:
    ///   - port: Apple's is 443. With 0, any free port.
    ///   - testStores: these stores answer here too, for requests with their own keys and secrets.
    ///   - furtherStores: these stores answer here too, for requests that name their application.
    package static func appleNames(
        store served: ServedStore, options: ServerOptions, resources: RequestResources, port: Int,
        logger: Logger, testStores: TestStores?, furtherStores: FurtherStores?
    ) throws(ServerFailure) -> HTTPService {
        var options = options
        options.listening.port = port
        do {
            let names = AppleName.allCases.map(\.rawValue)
            options.listening.issued = try served.store.serverIdentity(for: names).tlsConfiguration()
        } catch {
            throw .noAuthorityKeys
        }
        let routes = StoreRoutes(
            options: options, time: .system, logger: logger, resources: resources,
            furtherStores: furtherStores)
        return try HTTPService(
            options.listening, routes.appleNamesRouter(for: served, testStores), for: served, time: .system,
            logger: logger)
    }

    /// Answers verifiers that ask online whether the store's certificates are valid (OCSP
    /// over HTTP, RFC 6960, appendix A).
    ///
    /// - Parameter port: the certificates name an address with port 80. With 0, any free port.
    package static func certificateStatus(
        store: AppStore, options: ServerOptions, port: Int, logger: Logger
    ) throws(ServerFailure) -> HTTPService {
        guard let responder = store.statusResponder() else { throw .noAuthorityKeys }
        var listening = options.listening
        listening.port = port
        listening.tls = nil
        let router = Router<StoreContext>.logging(to: logger, Metrics(), names: nil)
        router.limit(listening, time: .system)
        router.group().add(middleware: BodyLimit.statusRequests).post("/") { _, context in
            responder.response(to: try context.bytes)
        }
        // The request is the path, as base64.
        router.get("**") { request, _ in
            let text = String(request.uri.path.dropFirst()).removingPercentEncoding ?? ""
            return responder.response(to: Array(Data(base64Encoded: text) ?? Data()))
        }
        router.refuseOtherMethods()
        return try HTTPService(listening, router, time: .system, logger: logger)
    }
}

extension OCSPResponder {
    fileprivate func response(to request: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/ocsp-response"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(bytes: answer(to: request, at: TimeSource.system.now()))))
    }
}
