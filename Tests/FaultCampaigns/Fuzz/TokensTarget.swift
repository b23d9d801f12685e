internal import Crypto
internal import DeviceStorage
internal import Storage
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// Tokens: the store's signed transactions, as a device verifies and merges them, and the tokens of a
/// developer's server and of sessions, as the store takes them. Their payloads are also changed and signed
/// again with the right key. Those may be accepted, and must not crash the process.
final class TokensTarget: FuzzTarget {
    private let fixture: FuzzStore
    private let key = P256.Signing.PrivateKey()
    private let verifier: TransactionVerifier
    private let ownVerifier: TransactionVerifier
    /// The verifier of a device that trusts this key.
    private let replica: AccountReplica
    private let honest: SignedTransaction
    private let texts: Corpus
    private let valid: Set<String>
    private let payloads: Corpus

    init(folder: String) throws {
        let fixture = try FuzzStore(folder: folder)
        self.fixture = fixture
        verifier = fixture.customer.verifier()
        ownVerifier = try TransactionVerifier(
            publicKey: Array(key.publicKey.x963Representation),
            bundleIdentifier: BundleIdentifier.standard.rawValue,
            appTransaction: fixture.customer.account.appTransactionIdentifier, environment: .sandbox)
        replica = try AccountReplica(
            database: DatabaseFile(inMemory: AccountReplica.migrations),
            directory: DataDirectory(path: folder + "/device"), account: fixture.customer.account.identifier,
            verifier: ownVerifier, time: fixture.time.source)
        let signed = try fixture.transactions.map(fixture.signedTransaction)
        honest = signed[0]
        let texts = try signed.map(\.rawValue) + [fixture.developerToken(), fixture.token]
        self.texts = Corpus(inputs: texts.map { Array($0.utf8) })
        valid = Set(texts)
        payloads = Corpus(inputs: try (signed.map(\.rawValue) + [fixture.developerToken()]).map(Self.payload))
    }

    private static func payload(of text: String) throws -> [UInt8] {
        let parts = text.split(separator: ".")
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else {
            throw ToolError(description: text)
        }
        return payload
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        // A payload begins with a brace. A text does not, unless a change put one there.
        if Bool.random(using: &random) { return payloads.next(&random) }
        guard Bool.random(using: &random), let text = valid.sorted().randomElement(using: &random),
            case var parts = text.split(separator: ".").map(String.init), parts.count == 3,
            let index = (0..<3).randomElement(using: &random), let part = Base64URL.decode(parts[index])
        else { return texts.next(&random) }
        parts[index] = Base64URL.encode(Mutation.of(part, with: payloads.inputs[0], &random))
        return Array(parts.joined(separator: ".").utf8)
    }

    func take(_ input: [UInt8]) throws -> String? {
        if input.first == UInt8(ascii: "{") { return try takeSigned(input) }
        let text = String(decoding: input, as: UTF8.self)
        let signed = SignedTransaction(rawValue: text)
        _ = (signed.version, signed.unverifiedPayload)
        guard !valid.contains(text) else { return nil }
        if (try? verifier.verify(signed)) != nil { return "the transaction is verified" }
        if try fixture.isAuthorized("Bearer " + text) { return "the developer's token is accepted" }
        if try fixture.isAuthorized(text) { return "the developer's token is accepted without its scheme" }
        let session = try fixture.store.session(for: SessionToken(rawValue: text), device: FuzzStore.device)
        return session == nil ? nil : "the session's token is accepted"
    }

    private func takeSigned(_ payload: [UInt8]) throws -> String? {
        let text = try key.sign(#"{"alg":"ES256"}"#.utf8, payload)
        let signed = SignedTransaction(rawValue: text)
        _ = (signed.signedDate, signed.version)
        if let payload = try? ownVerifier.verify(signed) {
            try replica.merge(signed: [(signed, payload.transactionId)])
            _ = try replica.owned()
            if payload.bundleId != BundleIdentifier.standard.rawValue || payload.environment != .sandbox
                || payload.appTransactionId != fixture.customer.account.appTransactionIdentifier
            {
                return "the transaction is somebody else's"
            }
        }
        _ = try fixture.isAuthorized("Bearer " + (try fixture.developerToken(claims: payload)))
        return nil
    }

    func checkUp() throws -> String? {
        guard (try? verifier.verify(honest)) != nil,
            try fixture.isAuthorized("Bearer " + (try fixture.developerToken()))
        else { return "an honest token is refused" }
        _ = try replica.recount()
        let findings = replica.takeFindings()
        guard findings.isEmpty else { return "the replica's rows do not come to its sums: \(findings)" }
        return try fixture.audit()
    }
}
