import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import StoreModel
import StoreWire
import TestSupport

/// Listens to the store's updates, as a client does.
final class EventListener {
    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var text = ""

    /// Opens the stream.
    init(_ customer: Customer, lastEventID: String? = nil) async throws {
        var request = HTTPClientRequest(url: customer.server.address + "/store/v1/updates")
        request.headers.add(name: "Authorization", value: "Bearer " + customer.session.token)
        if let lastEventID { request.headers.add(name: "Last-Event-ID", value: lastEventID) }
        parts = try await HTTPClient.patient.execute(request, timeout: .minutes(5)).body.makeAsyncIterator()
    }

    /// The next block of lines, up to an empty one; nil where the stream has ended.
    func next() async throws -> String? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return String(text[..<end.lowerBound])
            }
            guard let part = try await parts.next() else { return nil }
            text += String(buffer: part)
        }
    }
}
