internal import Crypto
internal import Foundation
internal import StoreModel
internal import Testing

@Suite struct TransactionVerifierTests {
    private typealias Failure = TransactionVerifier.Failure

    private let key = P256.Signing.PrivateKey()
    private let account = AccountIdentifier.random()
    private let bundle = "com.example.monkey"

    private var payload: TransactionPayload {
        TransactionPayload(
            transactionId: "2000000000000001", originalTransactionId: "2000000000000001", bundleId: bundle,
            productId: "com.xamarin.storekit.testing.consume5credits", type: .consumable, quantity: 3,
            purchaseDate: Timestamp(milliseconds: 1_795_000_000_000),
            originalPurchaseDate: Timestamp(milliseconds: 1_795_000_000_000),
            signedDate: Timestamp(milliseconds: 1_795_000_000_001),
            environment: .sandbox, appAccountToken: nil, storefront: "USA", price: 2970, currency: "USD",
            appTransactionId: account.rawValue)
    }

    private func verifier(
        account: AccountIdentifier? = nil, bundle: String? = nil, environment: StoreEnvironment = .sandbox
    ) throws -> TransactionVerifier {
        try TransactionVerifier(
            publicKey: Array(key.publicKey.x963Representation), bundleIdentifier: bundle ?? self.bundle,
            appTransaction: (account ?? self.account).rawValue, environment: environment)
    }

    private func sign(
        header: String = #"{"alg":"ES256"}"#, body: Data? = nil, with signer: P256.Signing.PrivateKey? = nil
    ) throws -> SignedTransaction {
        let body = try body ?? JSONEncoder().encode(payload)
        let text = Base64URL.encode(header.utf8) + "." + Base64URL.encode(body)
        let signature = try (signer ?? key).signature(for: Data(text.utf8))
        return SignedTransaction(rawValue: text + "." + Base64URL.encode(signature.rawRepresentation))
    }

    @Test func `The store's own word is accepted, and says what was signed`() throws {
        #expect(try verifier().verify(sign()) == payload)
    }

    @Test(arguments: [Int64.min, -62_135_596_800_001, 253_402_300_800_000, .max])
    func `A date that no calendar has is refused`(milliseconds: Int64) throws {
        let date = Timestamp(milliseconds: milliseconds)
        let changes: [(inout TransactionPayload) -> Void] = [
            { $0.purchaseDate = date }, { $0.originalPurchaseDate = date }, { $0.signedDate = date },
            { $0.revocationDate = date }, { $0.expiresDate = date },
        ]
        for (index, change) in changes.enumerated() {
            var payload = payload
            change(&payload)
            #expect(throws: Failure.malformed, "change \(index)") {
                try verifier().verify(sign(body: JSONEncoder().encode(payload)))
            }
        }
    }

    @Test func `A change of any one character of header, payload or signature is refused`() throws {
        let verifier = try verifier()
        let original = Array(try sign().rawValue.utf8)
        for position in original.indices {
            // The next character of the alphabet, a more distant one, and one that is not in it.
            for replacement in [original[position] ^ 1, original[position] ^ 3, UInt8(ascii: "!")] {
                var changed = original
                changed[position] = replacement
                let text = String(decoding: changed, as: UTF8.self)
                #expect(throws: Failure.self, "position \(position)") {
                    try verifier.verify(SignedTransaction(rawValue: text))
                }
            }
        }
    }

    @Test("A change of any one byte under the encoding is refused, every bit of it", arguments: 0..<3)
    func changedByte(part: Int) throws {
        let verifier = try verifier()
        let parts = try sign().rawValue.split(separator: ".")
        let bytes = try #require(Base64URL.decode(parts[part]))
        for position in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[position] ^= 1 << bit
                var texts = parts.map(String.init)
                texts[part] = Base64URL.encode(changed)
                #expect(throws: Failure.self, "byte \(position), bit \(bit)") {
                    try verifier.verify(SignedTransaction(rawValue: texts.joined(separator: ".")))
                }
            }
        }
    }

    @Test func `Another key's signature is refused`() throws {
        let forged = try sign(with: P256.Signing.PrivateKey())
        #expect(throws: Failure.wrongSignature) { try verifier().verify(forged) }
    }

    @Test(
        "A header that names another algorithm is refused, signed or not",
        arguments: ["none", "HS256", "es256", ""])
    func anotherAlgorithm(name: String) throws {
        let signed = try sign(header: #"{"alg":"\#(name)"}"#)
        #expect(throws: Failure.wrongSignature) { try verifier().verify(signed) }
        let unsigned = signed.rawValue.prefix(through: signed.rawValue.lastIndex(of: ".")!)
        #expect(throws: Failure.malformed) {
            try verifier().verify(SignedTransaction(rawValue: String(unsigned)))
        }
    }

    @Test func `A transaction of another application, account or environment is refused by its name`() throws
    {
        let signed = try sign()
        #expect(throws: Failure.wrongApplication(bundle)) {
            try verifier(bundle: "com.example.other").verify(signed)
        }
        #expect(throws: Failure.wrongAccount) { try verifier(account: .random()).verify(signed) }
        #expect(throws: Failure.wrongEnvironment(.sandbox)) {
            try verifier(environment: .production).verify(signed)
        }
    }

    @Test func `A transaction without an account is nobody's`() throws {
        var payload = payload
        payload.appTransactionId = nil
        let signed = try sign(body: JSONEncoder().encode(payload))
        #expect(throws: Failure.wrongAccount) { try verifier().verify(signed) }
    }

    @Test(
        "A signed payload that is not a transaction is malformed",
        arguments: ["", "{}", "[]", "null", "\u{1b}[2J"])
    func notATransaction(body: String) throws {
        let signed = try sign(body: Data(body.utf8))
        #expect(throws: Failure.malformed) { try verifier().verify(signed) }
    }

    @Test func `Parts that are missing or too many are malformed`() throws {
        let parts = try sign().rawValue.split(separator: ".").map(String.init)
        let texts = [
            "", ".", "..", "...", parts[0], parts[0] + "." + parts[1], parts[0] + "." + parts[1] + ".",
            "." + parts[1] + "." + parts[2], parts.joined(separator: ".") + ".",
            "." + parts.joined(separator: "."), parts.joined(), parts.reversed().joined(separator: "."),
        ]
        for text in texts {
            #expect(throws: Failure.malformed, "\(text)") {
                try verifier().verify(SignedTransaction(rawValue: text))
            }
        }
    }

    @Test func `A transaction whose payload was taken out does not have its signature any more`() throws {
        let parts = try sign().rawValue.split(separator: ".")
        #expect(throws: Failure.wrongSignature) {
            try verifier().verify(SignedTransaction(rawValue: parts[0] + ".." + parts[2]))
        }
    }

    @Test(arguments: [
        "rubbish", "a.b.c", "e30.e30.e30", "\u{0}.\u{0}.\u{0}", "é.é.é", ".\u{301}.",
        String(repeating: "A.", count: 2) + "A",
    ])
    func `Rubbish is malformed`(text: String) throws {
        #expect(throws: Failure.malformed) { try verifier().verify(SignedTransaction(rawValue: text)) }
    }

    @Test("What is not a P-256 key makes no verifier", arguments: [0, 1, 64, 65, 66, 1000])
    func notAKey(length: Int) {
        #expect(throws: Failure.malformed) {
            try TransactionVerifier(
                publicKey: [UInt8](repeating: 4, count: length), bundleIdentifier: bundle,
                appTransaction: account.rawValue,
                environment: .sandbox)
        }
    }

    private func payment(
        _ product: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits", quantity: Int
    ) -> Payment {
        Payment(product: product, quantity: quantity)
    }

    @Test func `A transaction is what the store signed only if all that it says is signed`() throws {
        let transaction = PaymentTransaction(
            key: "a", payment: payment(quantity: 3), state: .purchased,
            transactionIdentifier: "2000000000000001",
            signedTransaction: try sign(),
            addedDate: Timestamp(milliseconds: 0))
        #expect(try verifier().verifies(transaction))
        let changes: [(inout PaymentTransaction) throws -> Void] = [
            { $0.signedTransaction = nil },
            { $0.signedTransaction = try sign(with: P256.Signing.PrivateKey()) },
            { $0.transactionIdentifier = "2000000000000002" },
            { $0.transactionIdentifier = nil },
            { $0.payment = payment("com.xamarin.storekit.testing.consume10credits", quantity: 3) },
            { $0.payment = payment(quantity: 4) },
            { $0.revocationDate = Timestamp(milliseconds: 1) },
        ]
        for (index, change) in changes.enumerated() {
            var changed = transaction
            try change(&changed)
            #expect(try !verifier().verifies(changed), "change \(index)")
        }
        var refund = payload
        refund.revocationDate = Timestamp(milliseconds: 1)
        var refunded = transaction
        refunded.signedTransaction = try sign(body: JSONEncoder().encode(refund))
        #expect(try !verifier().verifies(refunded))
        refunded.revocationDate = Timestamp(milliseconds: 1)
        #expect(try verifier().verifies(refunded))
    }
}
