internal import FoundationEssentials

/// A transaction as the store signed it: a compact JWS (RFC 7515, ES256) over a `TransactionPayload`. Whoever credits
/// it, as the replica of the account does, checks it with a `TransactionVerifier` first.
public struct SignedTransaction: RawRepresentable, Hashable, Sendable, Codable {
    /// `header.payload.signature`, each part base64url without padding.
    public let rawValue: String

    /// Takes the text as the store sent it; nothing is checked before a `TransactionVerifier` has seen it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the store signed this after `other`, as both say themselves: of two about the same transaction the later one
    /// counts. Nothing is checked; false where one of them does not say it.
    package func isLater(than other: SignedTransaction) -> Bool {
        guard let signedDate, let otherDate = other.signedDate else { return false }
        return signedDate > otherDate
    }

    /// Its own signing date; nothing is checked.
    package var signedDate: Timestamp? {
        struct Dated: Decodable { var signedDate: Timestamp }
        return unverified(Dated.self)?.signedDate
    }

    package var unverifiedPayload: TransactionPayload? { unverified(TransactionPayload.self) }

    /// Header, payload and signature.
    var parts: [Substring] {
        // Bytes, not characters: looking for the bounds of characters costs more than the signature.
        rawValue.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// The content, with the signature ignored; nil where it cannot be read.
    private func unverified<Content: Decodable>(_: Content.Type) -> Content? {
        guard parts.count == 3, let body = Base64URL.decode(parts[1]) else { return nil }
        return try? ReceivedJSON.decode(Content.self, from: body)
    }
}
