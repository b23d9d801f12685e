internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import StoreModel
internal import StoreWire
internal import TestSupport

/// A client that sends a request every 20 ms and measures the answers. `DoorsBenchmark` compares it with and
/// without a crowd.
struct HonestClient: Sendable {
    enum Question: String, CaseIterable { case health, products, purchase }

    private static let pause = Duration.milliseconds(20)
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        // A request without an answer is counted, and not repeated.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    /// Such as `http://127.0.0.1:8080`.
    let base: String
    let address: String
    /// Whether all requests use one connection.
    let isKept: Bool
    let token: String
    /// The requests, sent in turn.
    let asks: [Question]

    func ask(for time: Duration) async -> Spread { await ask(until: .now + time) }

    /// Sends requests until a moment. If a request starts late because the answer before it was late, its
    /// time counts from its planned start.
    func ask(until end: ContinuousClock.Instant) async -> Spread {
        var spread = Spread()
        var planned = ContinuousClock.now
        while planned < end {
            try? await Task.sleep(until: planned, clock: .continuous)
            let isAnswered = await ask(asks[(spread.times.count + spread.refused) % asks.count])
            if isAnswered { spread.times.append(.now - planned) } else { spread.refused += 1 }
            planned += Self.pause
        }
        return spread
    }

    func connections() async -> Int? {
        guard let text = try? await body(of: HTTPClientRequest(url: base + "/metrics")) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("monkeystore_connections ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    private func ask(_ question: Question) async -> Bool {
        var request: HTTPClientRequest
        switch question {
        case .health: request = HTTPClientRequest(url: base + "/health")
        case .products: request = post("products", StoreWire.ProductsQuery(identifiers: [MonkeyCredits.five]))
        case .purchase:
            request = post("purchases", PurchaseRequest())
            request.headers.add(name: "Authorization", value: "Bearer " + token)
        }
        return (try? await body(of: request)) != nil
    }

    private func post(_ path: String, _ value: some Encodable) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + StoreWire.customerPrefix + "/" + path)
        request.method = .POST
        if let data = try? JSONEncoder().encode(value) { request.body = .bytes(ByteBuffer(bytes: data)) }
        return request
    }

    /// The body of a successful answer; nil for any other.
    private func body(of request: HTTPClientRequest) async throws -> String? {
        var request = request
        request.localAddress = address
        if !isKept { request.headers.add(name: "Connection", value: "close") }
        let response = try await Self.http.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: 1 << 20)
        return response.status.code < 300 ? String(buffer: body) : nil
    }
}
