/// Parses a stream of server-sent events (the HTML standard, "event stream interpretation") piece by piece,
/// for `EventStreamClient`. An event that is too large is left out, and takes up bounded memory.
struct ServerSentEventParser {
    /// The longest line, and the longest data of one event, in bytes.
    static let limit = 64 << 10

    private var line: [UInt8] = []
    private var isLineTooLong = false
    /// Whether the last byte was a carriage return. A line feed after it does not end another line.
    private var endsWithReturn = false
    private var isAtStart = true

    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var isTooLarge = false
    /// The last identifier of the stream. It counts from the end of its event.
    private var namedID: String?
    /// The last identifier that counts, with an event or alone.
    private(set) var lastEventID: String?

    /// Takes the next piece, and returns the events that are complete with it.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { endsWithReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where endsWithReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                if line.count < Self.limit { line.append(byte) } else { isLineTooLong = true }
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer {
            line.removeAll(keepingCapacity: true)
            isLineTooLong = false
            isAtStart = false
        }
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard !isLineTooLong else {
            isTooLarge = true
            return nil
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        take(field: String(decoding: line[..<colon], as: UTF8.self), value: value)
        return nil
    }

    private mutating func take(field: String, value: ArraySlice<UInt8>) {
        switch field {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + 1 + value.count <= Self.limit else { return isTooLarge = true }
            if hasData { data.append(UInt8(ascii: "\n")) }
            data += value
            hasData = true
        case "id": if !value.contains(0) { namedID = String(decoding: value, as: UTF8.self) }
        // A comment (which begins with the colon), `retry`, or an unknown field.
        default: break
        }
    }

    /// Ends an event. One with a name but no data counts too; a browser would leave it out.
    private mutating func endEvent() -> ServerSentEvent? {
        lastEventID = namedID
        defer {
            name = ""
            data.removeAll(keepingCapacity: true)
            (hasData, isTooLarge) = (false, false)
        }
        guard hasData || !name.isEmpty, !isTooLarge else { return nil }
        return ServerSentEvent(
            name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self))
    }
}

struct ServerSentEvent: Hashable, Sendable {
    /// The kind of the event; `message` if the stream does not name it.
    var name = "message"
    var data = ""
}
