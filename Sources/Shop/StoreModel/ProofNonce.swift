internal import FoundationEssentials

/// Random bytes that the client (`ProvenClient`) has a store sign, once. With them, the store proves that it
/// has the key of its certificates. In JSON they are base64.
package struct ProofNonce: Hashable, Sendable, Codable {
    package static let length = 32
    private static let label = Array("Monkey Store: the store proves that it has this key.\0".utf8)

    private let bytes: [UInt8]

    package init() { bytes = (0..<Self.length).map { _ in UInt8.random(in: 0 ... .max) } }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let data = Data(base64Encoded: try container.decode(String.self)), data.count == Self.length
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no nonce of 32 bytes in base64")
        }
        bytes = Array(data)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }

    /// The message that the store signs. Nothing else that a store signs begins like this: a JWS has no space
    /// before its first period, and the first byte of a receipt is not a letter.
    package var message: [UInt8] { Self.label + bytes }
}
