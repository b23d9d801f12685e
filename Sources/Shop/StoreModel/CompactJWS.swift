/// A signed text in its three parts (RFC 7515): a transaction, a notification, or what a developer's server
/// signs. Only the points are looked for: no signature is checked, and nothing is decoded before somebody
/// asks for it.
package struct CompactJWS: Sendable {
    /// Base64url without padding, like the other two, if it is a JWS.
    package let header: Substring
    package let payload: Substring
    package let signature: Substring
    /// What the signature is for: header, point and payload.
    package let signedText: Substring

    /// Nil if the text does not have exactly two points. Parts may be empty.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard let headerEnd = bytes[...].place(of: point) else { return nil }
        let payloadStart = bytes.index(after: headerEnd)
        guard let payloadEnd = bytes[payloadStart...].place(of: point) else { return nil }
        let signatureStart = bytes.index(after: payloadEnd)
        guard bytes[signatureStart...].place(of: point) == nil else { return nil }
        header = text[..<headerEnd]
        payload = text[payloadStart..<payloadEnd]
        signature = text[signatureStart...]
        signedText = text[..<payloadEnd]
    }

    /// The decoded payload; nil if it is not base64url.
    package var payloadBytes: [UInt8]? { Base64URL.decode(payload) }
}

private let point = UInt8(ascii: ".")

extension Substring.UTF8View {
    /// The place of the first byte with a value; nil if there is no such byte.
    fileprivate func place(of value: UInt8) -> Index? {
        // Not byte by byte: each transaction is read several times, and that costs more than the signature.
        let length = withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).length(before: value) }
        guard let length else { return firstIndex(of: value) }
        return length.map { index(startIndex, offsetBy: $0) }
    }
}
