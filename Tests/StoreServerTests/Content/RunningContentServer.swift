import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import StoreEngine
import StoreModel
import StoreServer
import StoreWire
import TestSupport

/// A real content server on a free port, which asks a running store about receipts over HTTP.
struct RunningContentServer: Sendable {
    static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    let address: String
    let books: BookFixture

    /// Starts both servers, does `body`, and stops them.
    ///
    /// - Parameter verification: whom to ask; the store where it is nil.
    static func run(
        verification: (any ReceiptVerification)? = nil, addressRate: Rate? = nil,
        _ body: @escaping @Sendable (RunningServer, RunningContentServer) async throws -> Void
    ) async throws {
        try await RunningServer.run { server in
            let books = try BookFixture()
            var options = ListeningOptions()
            options.port = 0
            options.addressRate = addressRate
            let (addresses, listening) = AsyncStream.makeStream(of: String.self)
            let content = try ContentServer(
                catalog: ContentCatalog(folders: [books.path]) { server.log.logger.error("\($0)") },
                authorizer: ContentAuthorizer(
                    verification: verification ?? StoreVerification(store: server.address),
                    bundleIdentifier: server.store.application.bundleIdentifier,
                    sharedSecret: server.store.sharedSecret),
                options: options, logger: server.log.logger
            ) { listening.yield($0) }
            let services = ServiceGroup(
                configuration: .init(
                    services: [.init(service: content)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                ))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { listening.finish() }
                    try await services.run()
                }
                if let address = await addresses.first(where: { _ in true }) {
                    let result: Result<Void, any Error>
                    do {
                        result = .success(try await body(server, RunningContentServer(address: address, books: books)))
                    } catch { result = .failure(error) }
                    await services.triggerGracefulShutdown()
                    try await tasks.waitForAll()
                    try result.get()
                }
                try await tasks.waitForAll()
            }
        }
    }

    /// An answer with its bytes.
    struct Content {
        var status: Int
        var headers: HTTPHeaders
        var bytes: [UInt8]

        var error: ContentErrorCode? { (try? JSONDecoder().decode(StoreError.self, from: Data(bytes)))?.contentCode }
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> Content {
        try await send("GET", path, nil, headers)
    }

    /// Asks for content.
    func content(
        of product: ProductIdentifier = book, receipt: String?, device: String?, headers: [String: String] = [:]
    ) async throws -> Content {
        var headers = headers
        headers["Store-Device"] = device
        let body = ContentWire.ContentRequest(productIdentifier: product, receiptData: receipt)
        return try await send("POST", "/content/v1/content", JSONEncoder().encode(body), headers)
    }

    private func send(_ method: String, _ path: String, _ body: Data?, _ headers: [String: String]) async throws
        -> Content
    {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Content(
            status: Int(response.status.code), headers: response.headers, bytes: Array(bytes.readableBytesView))
    }
}

extension Customer {
    /// Buys a book.
    func buyBook(_ key: IdempotencyKey = "book", _ product: ProductIdentifier = RunningContentServer.book) async throws
    {
        let answer = try await send(
            "POST", "purchases", json: PurchaseRequest(key: key, productIdentifier: product, quantity: 1))
        guard answer.status == 200 else { throw StoreError.cannotConnect }
    }

    /// The app receipt as it is now.
    func receipt() async throws -> String {
        try await send("GET", "receipt").decode(StoreWire.Receipt.self).receiptData
    }
}
