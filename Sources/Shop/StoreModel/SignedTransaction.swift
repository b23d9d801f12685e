internal import FoundationEssentials

/// A transaction as the store signed it: a compact JWS (RFC 7515, ES256) over a `TransactionPayload`. Check
/// it with a `TransactionVerifier` before you credit it, as the replica of the account does.
public struct SignedTransaction: RawRepresentable, Hashable, Sendable, Codable {
    /// `header.payload.signature`, each part base64url without padding.
    public let rawValue: String

    /// Takes the text as the store sent it. Nothing is checked until a `TransactionVerifier` does.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its own signing date. Nothing is checked.
    package var signedDate: Timestamp? {
        struct Dated: Decodable { var signedDate: Timestamp }
        return unverified(Dated.self)?.signedDate
    }

    package var unverifiedPayload: TransactionPayload? { unverified(TransactionPayload.self) }

    /// Header, payload and signature.
    var parts: [Substring] {
        // Not `split`: each transaction is read several times, and `split` goes over it value by value, which
        // costs more than the signature.
        let bytes = rawValue.utf8
        var parts: [Substring] = []
        var start = bytes.startIndex
        while let length = bytes[start...].length(before: UInt8(ascii: ".")) {
            let end = bytes.index(start, offsetBy: length)
            parts.append(rawValue[start..<end])
            start = bytes.index(after: end)
        }
        return parts + [rawValue[start...]]
    }

    /// The payload, with the signature ignored; nil if this is not a JWS.
    package var payloadBytes: [UInt8]? {
        let parts = parts
        return parts.count == 3 ? Base64URL.decode(parts[1]) : nil
    }

    /// The content, with the signature ignored; nil if it cannot be read.
    private func unverified<Content: Decodable>(_: Content.Type) -> Content? {
        payloadBytes.flatMap { try? ReceivedJSON.decode(Content.self, from: $0) }
    }
}

extension Substring.UTF8View {
    /// How many bytes come before the first byte with a value; nil if there is no such byte.
    fileprivate func length(before value: UInt8) -> Int? {
        withContiguousStorageIfAvailable {
            UnsafeRawBufferPointer($0).length(before: value)
        } ?? firstIndex(of: value).map { distance(from: startIndex, to: $0) }
    }
}
