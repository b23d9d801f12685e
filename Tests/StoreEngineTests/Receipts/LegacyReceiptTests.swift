import Foundation
import StoreModel
import Testing

@testable import StoreSigning

@Suite struct LegacyReceiptTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test(arguments: [StoreEnvironment.sandbox, .production])
    func `A legacy receipt says the same after it was written and read`(environment: StoreEnvironment) throws {
        for expires in [nil, SigningFixture.december] {
            let receipt = SigningFixture.legacyReceipt(environment: environment, expires: expires)
            let bytes = try #require(Data(base64Encoded: receipt.signed(by: fixture.signer)))
            #expect(try LegacyReceipt(Array(bytes), signedBy: fixture.certificates) == receipt)
        }
    }

    @Test func `The list has the lines of Apple's, with white space around the sign of equality`() throws {
        let text = try SigningFixture.legacyReceipt().signed(by: fixture.signer)
        let outer = String(decoding: try #require(Data(base64Encoded: text)), as: UTF8.self).split(separator: "\n")
        #expect(outer.first == "{" && outer.last == "}")
        #expect(outer[1].hasPrefix("\t\"signature\" = \"B"))
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
                \t"item-id" = "1001";
                \t"quantity" = "3";
                \t"bid" = "com.xamarin.storekit.testing";
                \t"bvrs" = "7";
                \t"unique-identifier" = "a \\"device\\"";
                \t"purchase-date" = "2026-07-01 12:00:00 Etc/GMT";
                \t"purchase-date-ms" = "1782907200000";
                \t"purchase-date-pst" = "2026-07-01 05:00:00 America/Los_Angeles";
                \t"original-purchase-date" = "2026-07-01 12:00:00 Etc/GMT";
                \t"original-purchase-date-ms" = "1782907200000";
                \t"original-purchase-date-pst" = "2026-07-01 05:00:00 America/Los_Angeles";
                }
                """)
    }

    @Test func `A production receipt does not name its environment`() throws {
        let text = try SigningFixture.legacyReceipt(environment: .production).signed(by: fixture.signer)
        let bytes = Array(try #require(Data(base64Encoded: text)))
        let list = try #require(PropertyListText(bytes))
        #expect(list.entries.map(\.key) == ["signature", "purchase-info", "pod", "signing-status"])
    }

    @Test(
        "A list that is not written just so is none",
        arguments: [
            "", "{", "}", "{}", "{\n", "{\n}x", "{\n\"a\" = \"b\";\n}", "{\n\t\"a\"=\"b\";\n}", "{\n\t\"a\" = \"b\"\n}",
            "{\n\t\"a\" = \"b;\n}", "{\n\t\"a\" = \"b\\", "{\n\t\"a\" = {};\n}", "\u{feff}{\n}",
        ])
    func rubbish(text: String) { #expect(PropertyListText(Array(text.utf8)) == nil) }
}
