internal import FoundationEssentials

// What `ReceivedJSON.decodeKnown` is made of: a decoder that notes which fields a type asks for. Any other
// field in a text is a mistake of its author, who is told at once.

/// A field of a text that its reader does not use.
package struct UnknownField: Error, Hashable, Sendable {
    /// Where it is, such as `accounts[0].pasword`.
    package let place: String
    package let name: String
    /// The fields that may be there, in the order in which the reader asks for them.
    package let known: [String]
}

/// The objects in a text, with the fields that they have and those that were asked for.
final class FieldRecord {
    /// An object in the text.
    final class Object {
        private let container: KeyedDecodingContainer<AnyKey>
        /// The fields that were asked for, and whether the reader has found them.
        private var asked: [(name: String, isFound: Bool)] = []
        /// All its fields are read, because its author names them.
        private var isWhole = false

        fileprivate init(_ container: KeyedDecodingContainer<AnyKey>) { self.container = container }

        private var names: [String] { container.allKeys.map(\.stringValue) }

        /// How many of its fields the reader has found.
        fileprivate var found: Int { isWhole ? names.count : asked.count { $0.isFound } }

        fileprivate func ask(for name: String, isFound: Bool) {
            guard !isWhole else { return }
            if let index = asked.firstIndex(where: { $0.name == name }) {
                asked[index].isFound = asked[index].isFound || isFound
            } else {
                asked.append((name, isFound))
            }
        }

        fileprivate func askForAll() -> [String] {
            isWhole = true
            return names
        }

        /// The first field that nobody asked for.
        fileprivate var unknown: UnknownField? {
            let (path, known) = (container.codingPath, asked.map(\.name))
            guard !isWhole, let name = names.filter({ !known.contains($0) }).min() else { return nil }
            return UnknownField(
                place: path.isEmpty ? name : "\(path.place).\(name)", name: name, known: known)
        }
    }

    private let fieldsInText: Int
    private var objects: [Object] = []

    init(fieldsInText: Int) { self.fieldsInText = fieldsInText }

    fileprivate func add(_ object: Object) { objects.append(object) }

    /// The first field that nobody asked for.
    fileprivate var unknown: UnknownField? {
        // To ask an object for its names takes as long as to decode it. If all fields were found, they are known.
        objects.reduce(0) { $0 + $1.found } == fieldsInText
            ? nil : objects.lazy.compactMap(\.unknown).first
    }
}

extension [any CodingKey] {
    /// The path of a field in a text, such as `accounts[0].password`.
    package var place: String {
        let place = map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
        return place.hasPrefix(".") ? String(place.dropFirst()) : place
    }
}

/// A value that is decoded while a record takes notes. Throws `UnknownField`, too.
struct Recorded<Value: Decodable>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration record: FieldRecord) throws {
        value = try RecordingDecoder(base: decoder, record: record).value()
        if let unknown = record.unknown { throw unknown }
    }
}

/// The decoder of one value in the text.
private final class RecordingDecoder: Decoder {
    let base: any Decoder
    private let record: FieldRecord
    /// A type may ask for the same object more than once.
    private var object: FieldRecord.Object?

    init(base: any Decoder, record: FieldRecord) { (self.base, self.record) = (base, record) }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func value<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
        try Self.namingWords { try Value(from: self) }
    }

    static func namingWords<Value>(_ decode: () throws -> Value) throws -> Value {
        do { return try decode() } catch let error as DecodingError {
            // A word that the enumeration does not have.
            guard case .dataCorrupted(let context) = error, let words = words(of: Value.self) else {
                throw error
            }
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: context.codingPath,
                    debugDescription: "not one of these: \(words.joined(separator: ", "))"))
        }
    }

    private static func words(of type: any Any.Type) -> [String]? {
        func words<Words: CaseIterable & RawRepresentable>(_: Words.Type) -> [String] {
            Words.allCases.map { "\($0.rawValue)" }
        }
        guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
        return words(type)
    }

    /// The decoder of a value in this one.
    func inner(_ base: any Decoder) -> RecordingDecoder { RecordingDecoder(base: base, record: record) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try base.container(keyedBy: AnyKey.self)
        let object = object ?? FieldRecord.Object(container)
        if self.object == nil { record.add(object) }
        self.object = object
        return KeyedDecodingContainer(Fields(base: container, decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Elements(base: try base.unkeyedContainer(), decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        Single(base: try base.singleValueContainer(), decoder: self)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<AnyKey>
    let decoder: RecordingDecoder
    let object: FieldRecord.Object

    var codingPath: [any CodingKey] { base.codingPath }

    var allKeys: [Key] { object.askForAll().compactMap(Key.init(stringValue:)) }

    private func read<Value>(_ key: Key, _ decode: (AnyKey) throws -> Value) throws -> Value {
        object.ask(for: key.stringValue, isFound: false)
        let value = try decode(AnyKey(stringValue: key.stringValue))
        object.ask(for: key.stringValue, isFound: true)
        return value
    }

    func contains(_ key: Key) -> Bool {
        let isFound = base.contains(AnyKey(stringValue: key.stringValue))
        object.ask(for: key.stringValue, isFound: isFound)
        return isFound
    }

    func decodeNil(forKey key: Key) throws -> Bool { try read(key) { try base.decodeNil(forKey: $0) } }

    // These four are the values of most fields, and need no decoder of their own.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try read(key) { try base.decode(type, forKey: $0) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try read(key) { try base.decode(type, forKey: $0) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try read(key) { try base.decode(type, forKey: $0) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try read(key) { try base.decode(type, forKey: $0) }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try read(key) { key in
            guard base.contains(key) else {
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: codingPath, debugDescription: "missing"))
            }
            // A value without fields of its own.
            if Value.self is any RawRepresentable.Type {
                return try RecordingDecoder.namingWords { try base.decode(type, forKey: key) }
            }
            return try decoder.inner(try base.superDecoder(forKey: key)).value()
        }
    }

    // If a type reads an object in this way, as `StoreError.Detail` reads the values of its cases, the fields
    // in that object are not noted.
    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> {
        _ = contains(key)
        return try base.nestedContainer(keyedBy: type, forKey: AnyKey(stringValue: key.stringValue))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        _ = contains(key)
        return try base.nestedUnkeyedContainer(forKey: AnyKey(stringValue: key.stringValue))
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        try base.superDecoder(forKey: AnyKey(stringValue: key.stringValue))
    }
}

private struct Elements: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let decoder: RecordingDecoder

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.inner(try base.superDecoder()).value()
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
        Key
    > {
        try base.nestedContainer(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}

private struct Single: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: RecordingDecoder

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }
    func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    func decode(_ type: Double.Type) throws -> Double { try base.decode(type) }
    func decode(_ type: Float.Type) throws -> Float { try base.decode(type) }
    func decode(_ type: Int.Type) throws -> Int { try base.decode(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try base.decode(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try base.decode(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try base.decode(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try base.decode(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try base.decode(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try base.decode(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try base.decode(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try base.decode(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try base.decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value() }
}
