/// Base64 with the alphabet of URLs and without padding (RFC 4648, 5), for signed texts (JWS) and tokens.
/// `TransactionSigner` writes it; `TransactionVerifier`, and the Server API for developers' tokens, read it.
package enum Base64URL {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        append(Array(bytes), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        var bits: UInt32 = 0
        var count: UInt32 = 0
        alphabet.withUnsafeBufferPointer { alphabet in
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    text.append(alphabet[Int(bits >> count & 63)])
                }
            }
            // The last character's other bits are zero.
            if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
        }
    }

    /// Decodes text; nil for another alphabet, padding, an impossible length, or bits left over.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8 { text in values.withUnsafeBufferPointer { decode(text, $0) } }
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // The bits left over must be zero: each value has only one text.
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    /// Whether a byte is a character of the alphabet.
    static func isCharacter(_ byte: UInt8) -> Bool { values[Int(byte)] < 64 }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each character; 255 if it is not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
