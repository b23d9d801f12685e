import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@Suite("Pushed updates", .server, .timeLimit(.minutes(5)))
struct UpdateRouteTests {
    private let server = RunningServer.current

    @Test func `tell an account what it does and what happens to it, with its revision, and nobody else's`()
        async throws
    {
        try server.store.set { $0.asksToBuy = true }
        let jane = try await Customer()
        let joe = try await Customer("joe")
        let (janes, joes) = (try await EventListener(jane), try await EventListener(joe))
        #expect(try await janes.next() == "id: 0.0")
        #expect(try await joes.next() == "id: 0.0")
        #expect(try await jane.buy("key").decode(PurchaseOutcome.self).state == "deferred")
        #expect(try await janes.next() == "id: 1.0\nevent: account\ndata: 1")
        _ = try server.store.perform(.approve, on: "key")
        #expect(try await janes.next() == "id: 2.0\nevent: account\ndata: 2")
        try server.store.set { $0.network = .down }
        let news = try #require(try await joes.next())
        #expect(news.hasPrefix("event: settings\ndata: {") && news.contains(#""network":"down""#))
        #expect(try await joes.next() == "event: network\ndata: false")
    }

    @Test(
        "begin with what was missed since the last one seen, if something was",
        arguments: [
            (nil, false), ("2.0", false), ("1.0", true), ("2.1", true), ("garbage", true), ("-1", true),
            ("99.0", true),
        ])
    func resumption(lastEventID: String?, hasMissed: Bool) async throws {
        let jane = try await Customer()
        _ = try await jane.buy("key")
        _ = try server.store.perform(.refund, on: "key")
        let listener = try await EventListener(jane, lastEventID: lastEventID)
        // An identifier alone would count as received, whatever is cut off after it.
        let beginning = try await listener.next()
        #expect(beginning == (hasMissed ? "id: 2.0\nevent: account\ndata: 2" : "id: 2.0"))
        // Whatever was missed, the next change comes.
        _ = try await jane.buy("other")
        #expect(try await listener.next() == "id: 3.0\nevent: account\ndata: 3")
    }

    @Test func `end when their session is signed out, and go on for the account's other sessions`()
        async throws
    {
        let jane = try await Customer()
        let other = try await server.signIn()
        let (ending, lasting) = (
            try await EventListener(jane), try await EventListener(jane, token: other.token)
        )
        #expect(try await ending.next() == "id: 0.0")
        #expect(try await lasting.next() == "id: 0.0")
        #expect(try await jane.send("DELETE", "sessions/current").status == 204)
        #expect(try await ending.next() == nil)
        #expect(try await lasting.next() == "id: 0.1\nevent: account\ndata: 0")
    }

    @Test func `have a heartbeat, and end when the server stops`() async throws {
        let listener = try await EventListener(Customer())
        #expect(try await listener.next() == "id: 0.0")
        for _ in 0..<2 {
            await server.time.waitForSleepers()
            server.time.advance(by: .seconds(15))
            #expect(try await listener.next() == ": still here")
        }
        await server.stop()
        #expect(try await listener.next() == nil)
    }
}

/// Listens to the store's updates, as a client does.
final class EventListener {
    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var text = ""

    /// - Parameter token: another session of the customer's.
    init(_ customer: Customer, token: String? = nil, lastEventID: String? = nil) async throws {
        var request = HTTPClientRequest(url: customer.server.address + "/store/v1/updates")
        request.headers.add(name: "Authorization", value: "Bearer " + (token ?? customer.session.token))
        if let lastEventID { request.headers.add(name: "Last-Event-ID", value: lastEventID) }
        parts = try await HTTPClient.patient.execute(request, timeout: .minutes(5)).body.makeAsyncIterator()
    }

    /// The next block of lines, up to an empty one; nil if the stream has ended.
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
