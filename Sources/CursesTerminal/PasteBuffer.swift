/// The bytes of a paste for `InputDecoder`. It keeps the beginning and drops the rest.
struct PasteBuffer {
    private static let end = Array("\u{1B}[201~".utf8)
    private static let limit = 4096

    private var bytes: [UInt8] = []
    private var matched = 0

    /// Takes a byte; true when it was the last one of the mark that ends a paste.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // The matched bytes were text. Only the first byte of the mark can start it again.
        keep(Self.end[..<matched])
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return false
    }

    /// The text, without bytes that are not UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" } }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more.prefix(max(0, Self.limit - bytes.count)))
    }
}
