import Crypto
import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite struct TransactionSignerTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test func `The header names ES256 and the chain, in standard base64`() throws {
        let signed = try fixture.signer.sign(SigningFixture.payload())
        let header = try object(signed, part: 0)
        #expect(header.names == ["alg", "x5c"])
        #expect(header["alg"] == "ES256")
        #expect(
            header["x5c"] == .array(fixture.certificates.der.map { .string(Data($0).base64EncodedString()) }))
    }

    @Test
    func `The payload says what was bought, with Apple's names and types, and leaves out what is not there`()
        throws
    {
        var payload = SigningFixture.payload()
        let expected: JSONValue = [
            "transactionId": "2000000000000001", "originalTransactionId": "2000000000000001",
            "bundleId": "com.xamarin.storekit.testing",
            "productId": "com.xamarin.storekit.testing.consume5credits",
            "type": "Consumable", "quantity": 3, "purchaseDate": 1_795_000_000_000,
            "originalPurchaseDate": 1_795_000_000_000, "signedDate": 1_795_000_000_000,
            "environment": "Sandbox",
            "appAccountToken": "6f0c2a54-7c0b-4b2e-9d4f-0e7d4f0a1b2c", "inAppOwnershipType": "PURCHASED",
            "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441", "price": 990,
            "currency": "USD", "appTransactionId": "704000000000000001",
        ]
        #expect(try object(fixture.signer.sign(payload), part: 1) == expected)

        payload.appAccountToken = nil
        payload.appTransactionId = nil
        payload.storefront = "ATA"
        payload.revocationDate = Timestamp(milliseconds: 1_795_000_001_000)
        payload.revocationReason = 1
        let changed = try object(fixture.signer.sign(payload), part: 1)
        for name in ["appAccountToken", "appTransactionId", "storefrontId"] { #expect(changed[name] == nil) }
        #expect(changed["revocationDate"] == 1_795_000_001_000)
        #expect(changed["revocationReason"] == 1)
        #expect(changed["revocationType"] == "REFUND_FULL")
        #expect(changed["revocationPercentage"] == 100_000)
    }

    @Test func `A catalogue sells in each country that has a number of Apple's, in its currency`() {
        #expect(StorefrontIdentifier.identifiers.count == 174)
        for country in StorefrontIdentifier.identifiers.keys {
            let place = CataloguePlace(storefront: country, locale: "en_US")
            #expect(place?.currency.utf8.count == 3 && place?.currency != "XXX", "\(country)")
        }
    }

    @Test func `Texts of any kind come out of a payload as they went in`() throws {
        for text in [
            "", "\"", "\\", "a\"b\\c", "\u{0}\u{1}\n\r\t\u{1f}\u{7f}", "é \u{1F412} \u{2028}", "</script>",
        ] {
            var payload = SigningFixture.payload()
            payload.bundleId = text
            payload.currency = text
            #expect(try TransactionSigner.payload(of: fixture.signer.sign(payload)) == payload)
        }
    }

    @Test(
        "Numbers of any size come out of a payload as they went in",
        arguments: [0, -1, .max, .min] as [Int64])
    func numbers(number: Int64) throws {
        var payload = SigningFixture.payload(revocationDate: number)
        payload.price = number
        #expect(try TransactionSigner.payload(of: fixture.signer.sign(payload)) == payload)
    }

    @Test func `Any other payload is signed by the same key, with r and s bare`() throws {
        let text = try fixture.signer.sign(json: Array(#"{"receiptType":"Sandbox"}"#.utf8))
        let parts = text.split(separator: ".")
        #expect(Base64URL.decode(parts[1]) == Array(#"{"receiptType":"Sandbox"}"#.utf8))
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(signature.count == 64)
        let key = try P256.Signing.PublicKey(x963Representation: fixture.signer.publicKey)
        let signedText = Data((parts[0] + "." + parts[1]).utf8)
        #expect(
            key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: signedText))
    }

    private func object(_ signed: SignedTransaction, part: Int) throws -> JSONValue {
        let bytes = try #require(Base64URL.decode(signed.rawValue.split(separator: ".")[part]))
        return try JSONValue(json: bytes)
    }
}
