import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite struct AppReceiptTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test(arguments: ReceiptEncoding.allCases)
    func `A receipt says the same after it was written and read, in both encodings`(
        encoding: ReceiptEncoding
    ) throws {
        var subscription = SigningFixture.purchase("18446744073709551615")
        subscription.originalTransactionIdentifier = "1"
        subscription.expiresDate = SigningFixture.december
        subscription.kind = .autoRenewable
        subscription.promotionalOffer = "half"
        subscription.productIdentifier = "ein \"Äffchen\" \u{1F412}"
        let many = (1...300).map { SigningFixture.purchase(TransactionIdentifier(rawValue: String($0))) }
        var refunded = SigningFixture.purchase("2", cancelled: SigningFixture.december)
        // As an earlier build wrote it.
        refunded.kind = nil
        for purchases in [[], [SigningFixture.purchase("1")], [refunded, subscription], many] {
            for environment in [StoreEnvironment.sandbox, .production] {
                var receipt = SigningFixture.receipt(purchases, environment: environment)
                receipt.appItemIdentifier = .max
                let bytes = try #require(Data(base64Encoded: fixture.sign(receipt, as: encoding)))
                #expect(try AppReceipt(Array(bytes), signedBy: fixture.certificates) == receipt)
            }
        }
    }

    @Test(
        "OpenSSL verifies a receipt by the root, and finds the content", arguments: ReceiptEncoding.allCases)
    func openssl(encoding: ReceiptEncoding) throws {
        let text = try fixture.sign(SigningFixture.receipt(), as: encoding)
        let bytes = Array(try #require(Data(base64Encoded: text)))
        let root = try fixture.root()
        let receipt = try fixture.write(bytes, to: "receipt")
        let content = fixture.folder.path + "/content"
        let result = try SigningFixture.openssl(
            "cms", "-verify", "-inform", "DER", "-in", receipt, "-CAfile", root, "-purpose", "any", "-binary",
            "-out",
            content)
        #expect(result.end == .status(0), "\(result.output)")
        let found = try AppReceipt(content: Array(Data(contentsOf: URL(filePath: content))))
        #expect(found == SigningFixture.receipt())

        let other = try SigningFixture()
        let refused = try SigningFixture.openssl(
            "cms", "-verify", "-inform", "DER", "-in", receipt, "-CAfile", other.root(), "-purpose", "any")
        #expect(refused.end != .status(0))
    }

    @Test
    func `The text is standard base64 in one line, and the encodings are told apart by their first bytes`()
        throws
    {
        for (encoding, start) in [(ReceiptEncoding.appStore, [0x30, 0x82]), (.xcode, [0x30, 0x80])] {
            let text = try fixture.sign(SigningFixture.receipt(), as: encoding)
            let alphabet = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
            #expect(text.unicodeScalars.allSatisfy(alphabet.contains))
            #expect(text.utf8.count % 4 == 0)
            #expect(Data(base64Encoded: text)?.prefix(2).map(Int.init) == start)
        }
    }

    @Test(
        "The attributes are Apple's numbers, the device's hash is over what Apple says, and 1703 comes before 1705"
    )
    func attributes() throws {
        let content = try SigningFixture.receipt().content(for: SigningFixture.device)
        let attributes = try ReceiptAttribute.all(in: content)
        #expect(attributes.map(\.type) == [0, 1, 2, 3, 4, 5, 12, 17, 18, 19])
        #expect(attributes[2].value == [0x0C, 28] + Array("com.xamarin.storekit.testing".utf8))
        #expect(attributes[6].value == [0x16, 20] + Array("2026-12-01T12:00:00Z".utf8))
        let purchase = try ReceiptAttribute.all(in: attributes[7].value)
        #expect(purchase.map(\.type) == [1701, 1702, 1703, 1704, 1705, 1706, 1707])
        #expect(purchase[0].value == [0x02, 1, 3])
        let path = try fixture.write(
            SigningFixture.device + attributes[4].value + attributes[2].value, to: "hashed")
        let digest = try SigningFixture.openssl("dgst", "-sha1", "-r", path).output.prefix(40)
        #expect(digest == attributes[5].value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    @Test func `A purchase of a receipt is what the signed transaction says, to the second`() {
        var payload = SigningFixture.payload(revocationDate: 1_795_000_001_999)
        payload.purchaseDate = Timestamp(milliseconds: 1_795_000_000_001)
        payload.originalTransactionId = "7"
        payload.originalPurchaseDate = Timestamp(milliseconds: -1)
        #expect(
            InAppPurchase(payload)
                == InAppPurchase(
                    quantity: 3, productIdentifier: StoreFixture.five, kind: .consumable,
                    transactionIdentifier: "2000000000000001",
                    originalTransactionIdentifier: "7",
                    purchaseDate: Timestamp(milliseconds: 1_795_000_000_000),
                    originalPurchaseDate: Timestamp(milliseconds: -1000),
                    cancellationDate: Timestamp(milliseconds: 1_795_000_001_000), cancellationReason: 0))
    }

    @Test(
        "A free period is a trial, also of an offer code; what an introductory offer has a price for is introductory",
        arguments: [
            (.introductory, .free, true, false), (.introductory, .payAsYouGo, false, true),
            (.code, .free, true, false), (.code, .payAsYouGo, false, false),
        ] as [(CatalogueOffer.Kind, OfferMode, Bool, Bool)])
    func offers(kind: CatalogueOffer.Kind, mode: OfferMode, isTrial: Bool, isIntroductory: Bool) {
        var payload = SigningFixture.payload()
        (payload.offerType, payload.offerDiscountType) = (kind.rawValue, mode)
        let purchase = InAppPurchase(payload)
        #expect(purchase.isTrial == isTrial && purchase.isIntroductory == isIntroductory)
    }

    @Test func `The attributes of a subscription's period are Apple's numbers, too`() throws {
        var period = SigningFixture.purchase("2")
        period.expiresDate = SigningFixture.december
        period.webOrderLineItem = 7
        period.isIntroductory = true
        period.isShared = true
        period.promotionalOffer = "half"
        let content = try SigningFixture.receipt([period]).content(for: SigningFixture.device)
        let purchase = try #require(ReceiptAttribute.all(in: content).first { $0.type == 17 })
        let values = Dictionary(
            uniqueKeysWithValues: try ReceiptAttribute.all(in: purchase.value).map { ($0.type, $0.value) })
        #expect(
            values.keys.sorted() == [
                1701, 1702, 1703, 1704, 1705, 1706, 1707, 1708, 1711, 1713, 1719, 1721, 1798,
            ])
        #expect(values[1708] == [0x16, 20] + Array("2026-12-01T12:00:00Z".utf8))
        #expect(
            values[1711] == [0x02, 1, 7] && values[1713] == [0x02, 1, 0] && values[1719] == [0x02, 1, 1])
        #expect(values[1721] == [0x0C, 4] + Array("half".utf8))
    }

    @Test(
        arguments: [(.nonConsumable, 0), (.consumable, 1), (.nonRenewing, 2), (.autoRenewable, 3)]
            as [(ProductKind, UInt8)])
    func `The kind of a product has Apple's number`(kind: ProductKind, number: UInt8) throws {
        var purchase = SigningFixture.purchase("1")
        purchase.kind = kind
        let content = try purchase.content()
        #expect(try ReceiptAttribute.all(in: content).find(1707)?.value == [0x02, 1, number])
        #expect(try InAppPurchase(content: content).kind == kind)
    }
}
