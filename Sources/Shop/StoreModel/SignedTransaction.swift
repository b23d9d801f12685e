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

    /// The payload, with the signature ignored; nil if this is not a JWS.
    package var payloadBytes: [UInt8]? { CompactJWS(rawValue)?.payloadBytes }

    /// The content, with the signature ignored; nil if it cannot be read.
    private func unverified<Content: Decodable>(_: Content.Type) -> Content? {
        payloadBytes.flatMap { try? ReceivedJSON.decode(Content.self, from: $0) }
    }
}
