import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `monkeystore-server`, used with the rights of its administrator.
struct Server: Sendable {
    /// Without a slash at its end.
    let address: String
    let adminToken: String
    private let session = URLSession(configuration: .ephemeral)

    init(_ url: URL, adminToken: String) {
        let text = url.absoluteString
        address = text.hasSuffix("/") ? String(text.dropLast()) : text
        self.adminToken = adminToken
    }

    /// An answer, whatever its status.
    struct Answer: Sendable {
        let status: Int
        let body: Data

        /// The error that a refusal contains.
        var error: StoreError {
            (try? JSONDecoder().decode(StoreError.self, from: body))
                ?? StoreError(domain: "MonkeyStoreHTTPErrorDomain", code: status)
        }
        var sentence: String { error.message ?? "The server answered with the status \(status)." }

        func decode<Value: Decodable>(_: Value.Type) throws(StoreTestError) -> Value {
            do { return try JSONDecoder().decode(Value.self, from: body) } catch {
                throw .serviceUnavailable("The server answered with something that cannot be read: \(error)")
            }
        }
    }

    /// Sends a request, and waits for its answer.
    func send(_ method: String, _ path: String, _ body: Data? = nil) async throws(StoreTestError) -> Answer {
        guard let url = URL(string: address + path) else {
            throw .serviceUnavailable("\((address + path).debugDescription) is not an address.")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(adminToken)", forHTTPHeaderField: "Authorization")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response): (Data, URLResponse)
        do { (data, response) = try await session.data(for: request) } catch {
            throw .serviceUnavailable(
                "The server at \(address) did not answer: \(error.localizedDescription)")
        }
        guard let response = response as? HTTPURLResponse else {
            throw .serviceUnavailable("The server at \(address) does not speak HTTP.")
        }
        if response.statusCode == 401 { throw .invalidAdminToken }
        return Answer(status: response.statusCode, body: data)
    }
}
