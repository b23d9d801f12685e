import Testing

@testable import StoreClient

@Suite("A stream of server-sent events")
struct ServerSentEventParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var events: [ServerSentEvent]
        var lastEventID: String?

        init(_ name: String, _ text: String, _ events: [ServerSentEvent], id: String? = nil) {
            (testDescription, self.text, self.events, lastEventID) = (name, text, events, id)
        }
    }

    static let cases = [
        Case("one event", "event: a\ndata: 1\n\n", [.init(name: "a", data: "1")]),
        Case("no name", "data: 1\n\n", [.init(name: "message", data: "1")]),
        Case("a name and nothing else", "event: a\n\n", [.init(name: "a")]),
        Case("not complete", "event: a\ndata: 1\n", []),
        Case("carriage returns and line feeds", "event: a\r\ndata: 1\r\n\r\n", [.init(name: "a", data: "1")]),
        Case("carriage returns", "event: a\rdata: 1\r\r", [.init(name: "a", data: "1")]),
        Case("all ends of lines", "data: 1\r\ndata: 2\rdata: 3\n\r\n", [.init(data: "1\n2\n3")]),
        Case("comments", ": still here\n\n: more\ndata: 1\n\n", [.init(data: "1")]),
        Case("data in lines", "data: 1\ndata:\ndata:  2\n\n", [.init(data: "1\n\n 2")]),
        Case("empty data", "data\n\n", [.init(data: "")]),
        Case(
            "an identifier that stays", "id: 7\ndata: 1\n\ndata: 2\n\n", [.init(data: "1"), .init(data: "2")], id: "7"),
        Case("an identifier alone", "id: 7\n\n", [], id: "7"),
        Case("an identifier that is taken back", "id: 7\nid\n\n", [], id: ""),
        Case("an identifier with a zero", "id: 7\nid: 8\u{0}\n\n", [], id: "7"),
        Case("a byte order mark", "\u{FEFF}data: 1\n\ndata: 2\n\n", [.init(data: "1"), .init(data: "2")]),
        Case("fields of another time", "retry: 1\nfuture: 2\nDATA: 3\ndata: 4\n\n", [.init(data: "4")]),
        Case("names do not stay", "event: a\n\ndata: 1\n\n", [.init(name: "a"), .init(data: "1")]),
        Case("more than ASCII", "data: žluťoučký 🐒\n\n", [.init(data: "žluťoučký 🐒")]),
    ]

    @Test("is the same in whatever pieces it comes", arguments: cases, [1, 2, 3, 7, 1000])
    func pieces(example: Case, size: Int) {
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        var rest = Array(example.text.utf8)[...]
        while !rest.isEmpty {
            events += parser.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(events == example.events)
        #expect(parser.lastEventID == example.lastEventID)
    }

    @Test(arguments: [
        "data: " + String(repeating: "x", count: ServerSentEventParser.limit) + "\n\n",
        String(repeating: "x", count: 3 * ServerSentEventParser.limit) + "\n\n",
        String(repeating: "data: " + String(repeating: "x", count: 999) + "\n", count: 70) + "\n",
        String(repeating: "data\n", count: ServerSentEventParser.limit + 2) + "\n",
    ])
    func `leaves an event out that is too large, and goes on with the next`(text: String) {
        var parser = ServerSentEventParser()
        #expect(parser.take(text.utf8).isEmpty)
        #expect(parser.take("data: 1\n\n".utf8) == [ServerSentEvent(data: "1")])
    }
}
