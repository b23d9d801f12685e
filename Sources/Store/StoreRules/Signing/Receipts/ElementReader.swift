internal import SwiftASN1

/// Reads the elements of a receipt (`SignedData`, `ReceiptAttribute`) one after another: BER (X.690) with lengths,
/// or constructed elements without. It passes over what nobody asks for. `BER.parse` would read everything at
/// once, and three certificates are most of a receipt.
struct ElementReader {
    /// These bytes are not BER, or not what was expected.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over bytes that have to be these.
    mutating func expect(_ bytes: [UInt8]) throws(Malformed) {
        guard rest.starts(with: bytes) else { throw Malformed() }
        rest = rest.dropFirst(bytes.count)
    }

    /// The content of the next element, which has to begin with this byte.
    mutating func content(of first: UInt8) throws(Malformed) -> ArraySlice<UInt8> {
        guard rest.first == first else { throw Malformed() }
        return try next().content
    }

    /// The next element, whatever it is: its first byte and its content.
    mutating func next() throws(Malformed) -> (first: UInt8, content: ArraySlice<UInt8>) {
        guard let first = rest.popFirst(), let length = try length() else { throw Malformed() }
        return (first, try take(length))
    }

    /// Reads what is in the next element, which has to be this constructed one. `body` reads all of it.
    mutating func inside<Value>(
        _ identifier: ASN1Identifier, _ body: (inout ElementReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value {
        guard rest.popFirst() == constructed(identifier) else { throw Malformed() }
        guard let length = try length() else {
            // It has no length, and ends with two zeros.
            let value = try body(&self)
            try expect([0, 0])
            return value
        }
        var reader = ElementReader(try take(length))
        let value = try body(&reader)
        guard reader.isAtEnd else { throw Malformed() }
        return value
    }

    /// The bytes of the next octet string, which may be made of octet strings.
    mutating func octets() throws(Malformed) -> [UInt8] {
        guard rest.first == constructed(.octetString) else { return Array(try content(of: 0x04)) }
        return try inside(.octetString) { reader throws(Malformed) in
            var bytes: [UInt8] = []
            while reader.rest.first == 0x04 { bytes += try reader.content(of: 0x04) }
            return bytes
        }
    }

    /// The next element, a whole number of up to 64 bits.
    mutating func integer() throws(Malformed) -> Int64 {
        let bytes = try content(of: 0x02)
        guard let first = bytes.first, bytes.count <= 8 else { throw Malformed() }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    private mutating func take(_ length: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard length <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    /// A length; nil if the element has none. Receipts need at most three bytes for it.
    private mutating func length() throws(Malformed) -> Int? {
        guard let first = rest.popFirst() else { throw Malformed() }
        guard first >= 0x80 else { return Int(first) }
        guard first <= 0x83 else { throw Malformed() }
        return first == 0x80 ? nil : try take(Int(first & 0x7F)).reduce(0) { $0 << 8 | Int($1) }
    }
}
