internal import FoundationEssentials

/// Random bytes that the client (`ProvenClient`) has a store sign, once, so that the store proves that it has
/// the key of its certificates. JSON has them in base64.
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

    /// The message that the store signs. Nothing else that a store signs begins like it: a JWS has no blank
    /// in front of its first dot, a receipt begins with a byte that is no letter.
    package var message: [UInt8] { Self.label + bytes }
}
