internal import Foundation
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import StoreRules

/// What all routes and middleware know about a request besides its headers: its address, its network, the
/// parameters in its path, its body, the store that it is for (`RequestedStore`) and, after `SignedIn`, its
/// session.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let address: String
    /// The network of the client; its requests share the network's limits.
    let network: ClientNetwork
    /// The store that it is for: the server's own, unless the request is passed on to another one. Nil for a
    /// server without a store.
    var requested: RequestedStore!
    /// The whole body; nil if the request was passed on before it had arrived, and `BodyLimit` has not
    /// collected it yet.
    var body: ByteBuffer?
    /// `BodyLimit` has looked at it.
    var isBodyChecked = false
    /// The session of the account that sent it, on the routes for accounts.
    var session: AccountSession?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "local"
        network = ClientNetwork(source.channel.remoteAddress)
    }

    /// The context of another request on the same connection. The address is the same, and takes long to find.
    var renewed: StoreContext {
        var context = self
        context.coreContext = CoreRequestContextStorage(source: self)
        return context
    }

    /// A parameter in the path, decoded. If it cannot be decoded it is empty, and nothing has an empty name.
    func parameter(_ name: String) throws -> String {
        try parameters.require(name).removingPercentEncoding ?? ""
    }

    var identifier: String {
        get throws { try parameter("id") }
    }

    var transaction: TransactionIdentifier {
        get throws { TransactionIdentifier(rawValue: try identifier) }
    }

    /// The action that the path names, one of those that the route takes. Throws `HTTPFailure` (404), which
    /// names these actions and also `others`, which have routes of their own.
    func action<Action: RawRepresentable<String> & Hashable & CaseIterable>(
        _: Action.Type = Action.self, of taken: Set<Action> = Set(Action.allCases), or others: [String] = []
    ) throws -> Action {
        let name = try parameter("action")
        if let action = Action(rawValue: name), taken.contains(action) { return action }
        let names = (taken.map(\.rawValue) + others).sorted()
        let guess = names.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
        throw HTTPFailure(
            .notFound,
            "There is no such action; nothing was changed.\(guess) There are \(names.joined(separator: ", "))."
        )
    }
}

/// The rest of the routes after a middleware.
typealias Next = (Request, StoreContext) async throws -> Response

// The query of administrators' routes.
extension Request {
    /// The account that is asked about, by its identifier or its name; nil for all. Throws
    /// `HTTPFailure` (404), `StoreAdministrationError`.
    func account(in store: AppStore) throws -> AccountIdentifier? {
        guard let text = uri.queryParameters["account"] else { return nil }
        let name = AccountIdentifier(rawValue: String(text))
        guard let account = try store.reading({ try AccountTable.find(called: name, $0) }) else {
            throw HTTPFailure(.notFound, "There is no such account; nothing was changed.")
        }
        return account.identifier
    }

    /// The page holds what comes before this number; nil for the newest page.
    var before: Int64? {
        get throws(HTTPFailure) { try number("before") }
    }

    /// The number of entries on a page, 1 to 1000; 100 if it is missing.
    var limit: Int {
        get throws(HTTPFailure) {
            let limit = try number("limit") ?? 100
            guard 1...1000 ~= limit else { throw .badRequest("limit is 1 to 1000.") }
            return Int(limit)
        }
    }

    private func number(_ name: Substring) throws(HTTPFailure) -> Int64? {
        guard let text = uri.queryParameters[name] else { return nil }
        guard let number = Int64(text) else { throw .badRequest("before and limit are whole numbers.") }
        return number
    }
}

extension ResponseBody {
    private static var piece: Int { 16 << 10 }

    /// A body of bytes that all answers share. Each connection has only a piece of them in its buffers.
    init(shared bytes: ByteBuffer) {
        self.init(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while let piece = rest.readSlice(length: min(rest.readableBytes, Self.piece)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }
}

extension RouterMethods<StoreContext> {
    func json(
        _ method: HTTPRequest.Method, _ path: RouterPath,
        _ work: @escaping @Sendable (Request, StoreContext) async throws -> [UInt8]
    ) {
        on(path, method: method) { Response.json(ByteBuffer(bytes: try await work($0, $1))) }
    }

    /// Adds a route that answers with a status and no body.
    func status(
        _ status: HTTPResponse.Status, _ method: HTTPRequest.Method, _ path: RouterPath,
        _ work: @escaping @Sendable (Request, StoreContext) async throws -> Void
    ) {
        on(path, method: method) { request, context in
            try await work(request, context)
            return Response(status: status)
        }
    }
}
