// The identifiers that the store, its clients, the payment queue and the screens share: of products,
// transactions, accounts and payments. Each is checked when it is decoded.

internal import Crypto

/// The name of something on sale, as the application and the store both know it, for example
/// `com.xamarin.storekit.testing.consume5credits`.
public struct ProductIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The identifier's text.
    public let rawValue: String

    /// Takes any text. Whether the product exists is for the store to say.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A literal is an identifier.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    package static let mostBytes = 255

    /// The part after the last dot, with which people name the product.
    package var lastPart: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    /// Whether both have the same bytes: the database of a store knows no other equality.
    public static func == (left: ProductIdentifier, right: ProductIdentifier) -> Bool {
        left.rawValue.hasBytes(of: right.rawValue)
    }

    /// The opposite of `==`. The standard library's would compare the texts.
    public static func != (left: ProductIdentifier, right: ProductIdentifier) -> Bool { !(left == right) }

    /// An identifier from a catalogue; nil if the clients that receive it would refuse it.
    package init?(written text: String) {
        guard isIdentifier(text, ofAtMost: Self.mostBytes) else { return nil }
        self.init(rawValue: text)
    }

    /// An identifier from outside. Throws `DecodingError` if it is longer than 255 bytes or
    /// has a control character.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.identifier(ofAtMost: Self.mostBytes))
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

/// The store's number for one transaction: a decimal string of up to 64 bits.
public struct TransactionIdentifier: RawRepresentable, Hashable, Sendable, Codable,
    ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The identifier's text.
    public let rawValue: String

    /// Takes the text as the store sent it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A literal is an identifier.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// An identifier from outside. Throws `DecodingError` if it is longer than 64 bytes or
    /// has a control character.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.identifier(ofAtMost: 64))
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

/// The account that a purchase belongs to: a lower-case UUID.
package struct AccountIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(stringLiteral value: String) { self.init(rawValue: value) }

    /// An identifier from outside. Throws `DecodingError` if it is longer than 64 bytes or
    /// has a control character.
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.identifier(ofAtMost: 64))
    }

    package static func random() -> AccountIdentifier { AccountIdentifier(rawValue: randomUUID()) }

    package var description: String { rawValue }
}

/// What an administrator calls an account by: its identifier or its name.
package struct AccountOrName: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// A text from outside. Throws `DecodingError` if it is longer than 256 bytes, the most that a name has,
    /// or has a control character.
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.identifier(ofAtMost: 256))
    }
}

/// Names one payment on both sides of the wire. The store always answers the same key with the same
/// transaction, and charges for it once. So a request that may or may not have arrived can be sent again.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    package static let mostBytes = 128

    /// The key's text.
    public let rawValue: String

    /// Takes a key that was made before.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A literal is a key.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Whether both have the same bytes: a store charges two keys as two payments if they differ in a byte.
    public static func == (left: IdempotencyKey, right: IdempotencyKey) -> Bool {
        left.rawValue.hasBytes(of: right.rawValue)
    }

    /// The opposite of `==`. The standard library's would compare the texts.
    public static func != (left: IdempotencyKey, right: IdempotencyKey) -> Bool { !(left == right) }

    /// A key from outside: the size of a UUID or a little more, because it is kept for ever. Throws
    /// `DecodingError` if it is longer than 128 bytes or has a control character.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.identifier(ofAtMost: Self.mostBytes))
    }

    /// A new key, made at `date`: a version 7 UUID (RFC 9562), a time followed by random bits. Keys in the
    /// order of time lie side by side in the store's index; random ones would each rewrite a page of it.
    package static func random(at date: Timestamp) -> IdempotencyKey {
        IdempotencyKey(rawValue: uuid(at: date))
    }

    /// The key of the purchase that resolves an interrupted payment. It follows from the payment's key. So a
    /// store that was restored from an earlier copy makes the same key again, and the device knows whose
    /// purchase it is.
    package static func resolving(_ key: IdempotencyKey) -> IdempotencyKey {
        IdempotencyKey(
            rawValue: uuid(SHA256.hash(data: Array("resolved \(key)".utf8)).prefix(16), version: 8))
    }

    /// The key's text.
    public var description: String { rawValue }
}

/// Names one use of credits, or of pieces of a product, on all devices and at the store: a UUID in lower
/// case. The device makes it before it asks, so a use that was sent twice counts once.
package struct UseIdentifier: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// An identifier from outside. Throws `DecodingError` if it is not a UUID in lower case.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        rawValue = try container.decode(String.self)
        guard rawValue.isUUID else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a UUID in lower case")
        }
    }

    /// A new one, made at `date` (version 7, RFC 9562).
    package static func random(at date: Timestamp) -> UseIdentifier {
        UseIdentifier(rawValue: uuid(at: date))
    }

    package static func < (a: UseIdentifier, b: UseIdentifier) -> Bool {
        a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }

    package var description: String { rawValue }
}

extension String {
    /// Whether both have the same bytes. For `==`, texts are also equal if they differ in Unicode's normal form
    /// only, and the Kelvin sign is a K.
    package func hasBytes(of other: String) -> Bool {
        let ours = utf8.span
        let theirs = other.utf8.span
        guard ours.count == theirs.count else { return false }
        for place in ours.indices where ours[place] != theirs[place] { return false }
        return true
    }

    /// Whether it is a UUID in lower case.
    package var isUUID: Bool {
        let bytes = utf8.span
        guard bytes.count == 36 else { return false }
        for place in bytes.indices {
            let byte = bytes[place]
            switch place {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
            default: guard 0x30...0x39 ~= byte || 0x61...0x66 ~= byte else { return false }
            }
        }
        return true
    }
}

extension Decoder {
    /// The text of an identifier. Text from outside is checked here, before anything can be done with it: a
    /// database may end a text at a NUL, and a terminal obeys control characters.
    fileprivate func identifier(ofAtMost length: Int) throws -> String {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard isIdentifier(text, ofAtMost: length) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not an identifier of at most \(length) bytes")
        }
        return text
    }
}

private func isIdentifier(_ text: String, ofAtMost length: Int) -> Bool {
    // The control characters of Unicode. Looking them up in its tables would take 1 % of a
    // purchase at a server.
    text.utf8.count <= length && !text.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
}

/// A random (version 4) UUID in lower case. It is written here because only this would
/// need all of Foundation.
package func randomUUID() -> String { uuid(high: .random(in: .min ... .max), version: 4) }

/// A version 7 UUID in lower case: a time, followed by random bits.
private func uuid(at date: Timestamp) -> String {
    let time = UInt64(clamping: date.milliseconds) << 16
    return uuid(high: time | UInt64.random(in: 0...0xFFF), version: 7)
}

/// A UUID in lower case: `high` gives its upper 64 bits, except for the version's, and the
/// lower ones are random.
private func uuid(high: UInt64, version: UInt8) -> String {
    let low = UInt64.random(in: .min ... .max)
    let bytes: [UInt8] = [high, low].flatMap { number in
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    return uuid(bytes, version: version)
}

/// Sixteen bytes as a UUID of a version, in lower case.
package func uuid(_ bytes: some Sequence<UInt8>, version: UInt8) -> String {
    var bytes = Array(bytes)
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    let groups = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
    return groups.map { Hexadecimal.encode($0) }.joined(separator: "-")
}
