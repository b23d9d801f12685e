internal import Crypto
internal import DurableStorage
internal import FoundationEssentials
internal import StoreModel

/// The store's hand: signs transactions as compact JWS (RFC 7515) with ES256.
struct TransactionSigner: Sendable {
    private static let keyName = "store-signing"

    /// The store's public key in X9.63 form (65 bytes).
    let publicKey: [UInt8]
    private let key: P256.Signing.PrivateKey
    /// The encoded header and the dot after it, the same for every signature.
    private let header: String

    /// Takes the store's key from `directory`; a store at its first run makes one.
    ///
    /// - Throws: `StorageError.keyMissing` where the key is gone although the store has signed with it before, because a
    ///   new one would make every earlier purchase worthless.
    init(directory: DataDirectory, isFirstRun: Bool) throws(StorageError) {
        let file = directory.file("keys/" + Self.keyName)
        let bytes: [UInt8]
        if isFirstRun {
            bytes = try directory.key(named: Self.keyName) { Array(P256.Signing.PrivateKey().rawRepresentation) }
        } else if let found = try directory.key(named: Self.keyName) {
            bytes = found
        } else {
            throw .keyMissing(path: file)
        }
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { throw .damaged(path: file) }
        self.key = key
        publicKey = Array(key.publicKey.x963Representation)
        let identifier = Base64URL.encode(SHA256.hash(data: publicKey).prefix(8))
        header = Base64URL.encode(#"{"alg":"ES256","kid":"\#(identifier)"}"#.utf8) + "."
    }

    /// Signs what `payload` says.
    func sign(_ payload: TransactionPayload) throws -> SignedTransaction {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = header + Base64URL.encode(try encoder.encode(payload))
        let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
        return SignedTransaction(rawValue: text + "." + Base64URL.encode(signature))
    }

    /// What a transaction says that this store signed itself.
    static func payload(of signed: SignedTransaction) throws -> TransactionPayload {
        let parts = signed.rawValue.split(separator: ".")
        let body = parts.count == 3 ? Base64URL.decode(parts[1]) : nil
        return try JSONDecoder().decode(TransactionPayload.self, from: Data(body ?? []))
    }
}
