import Testing

@testable import StoreClient

@Suite("A stream of server-sent events")
struct ServerSentEventParserTests {
    /// The text that is sent, by name, and the events in it with the last identifier.
    static let cases: [(name: String, text: String, events: [ServerSentEvent], lastEventID: String?)] = [
        ("one event", "event: a\ndata: 1\n\n", [.init(name: "a", data: "1")], nil),
        ("no name", "data: 1\n\n", [.init(name: "message", data: "1")], nil),
        ("a name and nothing else", "event: a\n\n", [.init(name: "a")], nil),
        ("not complete", "event: a\ndata: 1\n", [], nil),
        (
            "carriage returns and line feeds", "event: a\r\ndata: 1\r\n\r\n", [.init(name: "a", data: "1")],
            nil
        ),
        ("carriage returns", "event: a\rdata: 1\r\r", [.init(name: "a", data: "1")], nil),
        ("all ends of lines", "data: 1\r\ndata: 2\rdata: 3\n\r\n", [.init(data: "1\n2\n3")], nil),
        ("comments", ": still here\n\n: more\ndata: 1\n\n", [.init(data: "1")], nil),
        ("data in lines", "data: 1\ndata:\ndata:  2\n\n", [.init(data: "1\n\n 2")], nil),
        ("empty data", "data\n\n", [.init(data: "")], nil),
        (
            "an identifier that stays", "id: 7\ndata: 1\n\ndata: 2\n\n",
            [.init(data: "1"), .init(data: "2")], "7"
        ),
        ("an identifier alone", "id: 7\n\n", [], "7"),
        ("an identifier of an event that is cut off", "id: 7\n\nid: 8\nevent: a\n", [], "7"),
        ("an identifier that is taken back", "id: 7\nid\n\n", [], ""),
        ("an identifier with a zero", "id: 7\nid: 8\u{0}\n\n", [], "7"),
        ("a byte order mark", "\u{FEFF}data: 1\n\ndata: 2\n\n", [.init(data: "1"), .init(data: "2")], nil),
        ("fields of another time", "retry: 1\nfuture: 2\nDATA: 3\ndata: 4\n\n", [.init(data: "4")], nil),
        ("names do not stay", "event: a\n\ndata: 1\n\n", [.init(name: "a"), .init(data: "1")], nil),
        ("more than ASCII", "data: žluťoučký 🐒\n\n", [.init(data: "žluťoučký 🐒")], nil),
    ]

    @Test("is the same in whatever pieces it comes", arguments: cases, [1, 2, 3, 7, 1000])
    func pieces(
        example: (name: String, text: String, events: [ServerSentEvent], lastEventID: String?), size: Int
    ) {
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
