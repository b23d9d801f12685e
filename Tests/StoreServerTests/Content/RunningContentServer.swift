import AsyncHTTPClient
import Logging
import StoreModel
import StoreRules
import StoreServer
import StoreWire
import TestSupport

/// A real content server on a free port. It asks a running store about receipts over HTTP.
struct RunningContentServer: Sendable {
    static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    let address: String
    let books: BookFixture

    @TaskLocal static var running: RunningContentServer?

    /// The content server of the running test; the trait `.contentServer` has started it.
    static var current: RunningContentServer { running! }

    /// Starts both servers, does `body`, and stops them. Receipts are verified by
    /// the store, or by `verification`.
    static func run(
        verification: (any ReceiptVerification)? = nil, addressRate: Rate? = nil,
        _ body: @Sendable (RunningServer, RunningContentServer) async throws -> Void
    ) async throws {
        try await RunningServer.run { server in
            let books = try BookFixture()
            var options = ListeningOptions()
            options.port = 0
            options.addressRate = addressRate
            let (addresses, listening) = AsyncStream.makeStream(of: String.self)
            var content = try HTTPService.content(
                catalog: ContentCatalog(folders: [books.path]) { server.log.logger.error("\($0)") },
                authorizer: ContentAuthorizer(
                    verification: verification ?? StoreVerification(store: server.address),
                    bundleIdentifier: server.store.application.bundleIdentifier,
                    sharedSecret: server.store.sharedSecret),
                options: options, logger: server.log.logger)
            content.onListening = { listening.yield($0) }
            try await withServices([content], saying: addresses, listening) { address, _ in
                try await body(server, RunningContentServer(address: address, books: books))
            }
        }
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await HTTPClient.send("GET", address + path, headers: headers)
    }

    func content(
        of product: ProductIdentifier = book, receipt: String?, device: String?,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var headers = headers
        headers["Store-Device"] = device
        let body = ContentWire.ContentRequest(productIdentifier: product, receiptData: receipt)
        return try await HTTPClient.send(
            "POST", address + "/content/v1/content", body: SentJSON.text(body), headers: headers)
    }
}

extension Answer {
    var contentError: ContentErrorCode? { error?.contentCode }
}

extension Customer {
    func buyBook(
        _ key: IdempotencyKey = "book", _ product: ProductIdentifier = RunningContentServer.book
    ) async throws {
        let answer = try await buy(key, product)
        guard answer.status == 200 else { throw StoreError.cannotConnect }
    }

    func receipt() async throws -> String {
        try await send("GET", "receipt").decode(StoreWire.Receipt.self).receiptData
    }
}
