internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import StoreModel
internal import StoreWire

/// Somebody who asks the server something every 20 ms.
struct HonestClient: Sendable {
    /// What is asked.
    enum Question: String, CaseIterable {
        case health
        case products
        case purchase
    }

    private static let pause = Duration.milliseconds(20)
    private static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        // An answer that does not come is counted, and not asked for again.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    /// Such as `http://127.0.0.1:8080`.
    let base: String
    /// Where the client is.
    let address: String
    /// Whether all questions go over one connection.
    let isKept: Bool
    let token: String
    /// What is asked, in turn.
    let asks: [Question]

    /// Asks for a while.
    func ask(for time: Duration) async -> Spread { await ask(until: .now + time) }

    /// Asks until a moment. What is late because an answer before it was late counts from when it should have been asked.
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

    /// How many connections the server has.
    func connections() async -> Int? {
        guard let text = try? await body(of: HTTPClientRequest(url: base + "/metrics")) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("monkeystore_connections ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    private func ask(_ question: Question) async -> Bool {
        var request: HTTPClientRequest
        switch question {
        case .health: request = HTTPClientRequest(url: base + "/health")
        case .products:
            request = post("products", StoreWire.ProductsQuery(identifiers: [Self.five]))
        case .purchase:
            request = post(
                "purchases",
                PurchaseRequest(key: .random(at: TimeSource.system.now()), productIdentifier: Self.five, quantity: 1))
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

    /// The body of an answer that is not a refusal; nil for one that is.
    private func body(of request: HTTPClientRequest) async throws -> String? {
        var request = request
        request.localAddress = address
        if !isKept { request.headers.add(name: "Connection", value: "close") }
        let response = try await Self.http.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: 1 << 20)
        return response.status.code < 300 ? String(buffer: body) : nil
    }
}

/// How long answers took, and how many did not come.
struct Spread: CustomStringConvertible, Sendable {
    var times: [Duration] = []
    var refused = 0

    /// What so many of a hundred answers took at most.
    func percentile(_ hundredths: Int) -> Duration {
        let sorted = times.sorted()
        return sorted.isEmpty ? .seconds(3600) : sorted[min(sorted.count - 1, sorted.count * hundredths / 100)]
    }

    var description: String {
        func text(_ duration: Duration) -> String { column(duration / .milliseconds(1), width: 7) }
        return "\(times.count) answered, \(refused) refused,\(text(percentile(50))) ms at the median,"
            + "\(text(percentile(99))) at the 99th percentile,\(text(times.max() ?? .zero)) at most"
    }
}
