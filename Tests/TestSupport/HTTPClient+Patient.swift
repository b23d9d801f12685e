package import AsyncHTTPClient
internal import Foundation
internal import NIOCore
package import NIOHTTP1

extension HTTPClient {
    /// A client for tests whose server is in the same process: it waits for as long as the request says,
    /// whatever else is running. If nobody listens at an address, it says so at once.
    package static let patient: HTTPClient = {
        var configuration = Configuration()
        // This time includes the wait for one of the few connections to a server.
        configuration.timeout.connect = .minutes(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    package struct Answer: Sendable {
        package let status: Int
        package let headers: HTTPHeaders
        package let bytes: [UInt8]
        package var body: String { String(decoding: bytes, as: UTF8.self) }

        package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(bytes))
        }
    }

    package static func send(
        _ method: String, _ url: String, body: String?, token: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, url, bytes: body.map { Array($0.utf8) }, token: token, headers: headers)
    }

    package static func send(
        _ method: String, _ url: String, bytes body: [UInt8]? = nil, token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await patient.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Answer(
            status: Int(response.status.code), headers: response.headers,
            bytes: Array(bytes.readableBytesView))
    }
}
