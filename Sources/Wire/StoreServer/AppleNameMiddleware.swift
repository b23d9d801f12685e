internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules

extension AppleName {
    /// The beginning of every path that the server answers under this name.
    var prefix: String {
        switch self {
        case .serverAPI, .iTunesServerAPI, .sandboxServerAPI, .sandboxITunesServerAPI: "/inApps/"
        case .receipts, .sandboxReceipts: "/verifyReceipt"
        }
    }

    /// The name in a request's `Host`, which may have a port.
    init?(host: String?) {
        guard let name = host?.split(separator: ":", omittingEmptySubsequences: false).first else {
            return nil
        }
        self.init(rawValue: name.lowercased())
    }
}

/// The name says which environment is meant. The key and the application in the request's token say which
/// store, if a test made one of its own.
struct AppleNameMiddleware: RouterMiddleware {
    let served: ServedStore
    let furtherStores: FurtherStores?
    let testStores: TestStores?
    let responder: RouterResponder<StoreContext>

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard let name = AppleName(host: request.head.authority) else {
            throw HTTPFailure(
                .misdirectedRequest,
                "Only the names of Apple's servers are answered here: "
                    + AppleName.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        guard let path = request.head.path, path.hasPrefix(name.prefix) else { throw HTTPError(.notFound) }
        var head = request.head
        if name.environment == .sandbox { head.path = "/sandbox" + path }
        let request = Request(head: head, body: request.body)
        if let store = testStore(for: head.headerFields[.authorization]) {
            return try await store.respond(to: request, context: context)
        }
        return try await responder.respond(to: request, context: context)
    }

    /// The test store that a token is for; nil if the token is for an application of the server, or for no
    /// application.
    private func testStore(for authorization: String?) -> TestStore? {
        guard let claim = AppleServing.claim(of: authorization), !served.hasKey(claim),
            furtherStores?.hasKey(claim) != true
        else { return nil }
        return testStores?.store(with: claim)
    }
}
