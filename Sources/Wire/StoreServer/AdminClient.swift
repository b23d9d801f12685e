internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import StoreModel

/// Asks the routes of a running server as an administrator, for the command `notifications`.
package struct AdminClient: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case noAnswer(address: String)
        /// What answers does not speak TLS, or its certificate is not trusted.
        case noTLS(address: String)
        case noStore(address: String)
        case refused(String)

        package var description: String {
            switch self {
            case .noAnswer(let address):
                "No store answers at \(address). Start one, or say with --server where it is."
            case .noTLS(let address):
                "What answers at \(address) does not speak TLS, or this machine does not trust its certificate; nothing was sent."
            case .noStore(let address):
                "What answers at \(address) is not a store. Say with --server where one is."
            case .refused(let sentence): sentence
            }
        }
    }

    private struct Refusal: Decodable {
        var message: String
    }

    private static let longestAnswer = 64 << 20

    private let address: String
    private let token: String

    /// A client of the server at `address`, or of a test's store: `…/stores/ID`.
    package init(address: String, token: String) {
        self.address = address
        self.token = token
    }

    /// Sends a request to one of the routes under `/admin/v1`. Throws `Failure`.
    package func ask<Answer: Decodable>(_ method: String, _ path: String) async throws(Failure) -> Answer {
        var request = HTTPClientRequest(url: address + "/admin/v1/" + path)
        request.method = .RAW(value: method)
        request.headers.add(name: "Authorization", value: "Bearer " + token)
        let status: HTTPResponseStatus
        let body: Data
        do {
            (status, body) = try await HTTPClient.toStores.send(request, within: .seconds(30)) { response in
                let body = try await response.body.collect(upTo: Self.longestAnswer)
                return (response.status, Data(body.readableBytesView))
            }
        } catch {
            throw withoutAnswer(because: error)
        }
        guard 200...299 ~= status.code else {
            let refusal = try? ReceivedJSON.decode(Refusal.self, from: body)
            throw .refused(refusal?.message ?? "The server answered with status \(status.code).")
        }
        do { return try ReceivedJSON.decode(from: body) } catch {
            throw .noStore(address: address)
        }
    }

    private func withoutAnswer(because error: any Error) -> Failure {
        switch error {
        case NIOSSLError.handshakeFailed, is NIOSSLExtraError: .noTLS(address: address)
        default: .noAnswer(address: address)
        }
    }
}
