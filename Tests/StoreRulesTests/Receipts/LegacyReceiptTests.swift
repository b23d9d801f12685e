import Foundation
import StoreModel
import Testing

@testable import StoreRules

@Suite struct LegacyReceiptTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test(arguments: [StoreEnvironment.sandbox, .production])
    func `A legacy receipt says what its transaction says`(environment: StoreEnvironment) throws {
        for expires in [nil, SigningFixture.december] {
            let bytes = try #require(
                Data(base64Encoded: fixture.legacyReceipt(environment: environment, expires: expires)))
            let receipt = try LegacyReceipt(Array(bytes), signedBy: fixture.certificates)
            var purchase = SigningFixture.purchase("2000000000000001")
            purchase.expiresDate = expires
            #expect(receipt.purchase == purchase && receipt.environment == environment)
            #expect(receipt.bundleIdentifier == BundleIdentifier.standard.rawValue)
        }
    }

    @Test func `The list has the lines of Apple's, with white space around the sign of equality`() throws {
        let text = try fixture.legacyReceipt()
        let outer = String(decoding: try #require(Data(base64Encoded: text)), as: UTF8.self).split(
            separator: "\n")
        #expect(outer.first == "{" && outer.last == "}")
        #expect(outer[1].hasPrefix("\t\"signature\" = \""))
        #expect(
            outer[3...5] == [
                "\t\"environment\" = \"Sandbox\";", "\t\"pod\" = \"100\";", "\t\"signing-status\" = \"0\";",
            ])
        let info = try #require(outer[2].split(separator: "\"").dropFirst(3).first)
        let inner = String(decoding: try #require(Data(base64Encoded: String(info))), as: UTF8.self)
        #expect(
            inner == """
                {
                \t"original-transaction-id" = "2000000000000001";
                \t"transaction-id" = "2000000000000001";
                \t"product-id" = "com.xamarin.storekit.testing.consume5credits";
                \t"quantity" = "3";
                \t"bid" = "com.xamarin.storekit.testing";
                \t"purchase-date-ms" = "1782907200000";
                \t"original-purchase-date-ms" = "1782907200000";
                }
                """)
    }

    @Test func `A production receipt does not name its environment`() throws {
        let bytes = Array(try #require(Data(base64Encoded: fixture.legacyReceipt(environment: .production))))
        let list = try #require(PropertyListText(bytes))
        #expect(list.entries.map(\.key) == ["signature", "purchase-info", "pod", "signing-status"])
    }

    @Test(
        "A list that is not written just so does not count",
        arguments: [
            "", "{", "}", "{}", "{\n", "{\n}x", "{\n\"a\" = \"b\";\n}", "{\n\t\"a\"=\"b\";\n}",
            "{\n\t\"a\" = \"b\"\n}",
            "{\n\t\"a\" = \"b;\n}", "{\n\t\"a\" = \"b\\", "{\n\t\"a\" = {};\n}", "\u{feff}{\n}",
        ])
    func rubbish(text: String) { #expect(PropertyListText(Array(text.utf8)) == nil) }
}
