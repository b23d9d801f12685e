import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

/// Files that are no catalogue: each gets one line that says what is wrong, and where.
@Suite struct CatalogueErrorTests {
    private static let product = #"{"productID": "a", "type": "Consumable", "displayPrice": "1"}"#

    @Test(arguments: [
        // The missing comma before a second list that somebody committed.
        ("{\n  \"a\" : [\n    1\n  ]\n  \"b\" : [ ]\n}", "5:3: not JSON: expected ',' or '}', found '\"'"),
        ("{\"a\": [1 2]}", "1:10: not JSON: expected ',' or ']', found '2'"),
        ("{\"a\": }", "1:7: not JSON: expected a value, found '}'"),
        ("{\"ключ\": nul}", "1:10: not JSON: expected a value, found 'n'"),
        ("{\"a\" 1}", "1:6: not JSON: expected ':', found '1'"),
        ("{\"a\": 1,}", "1:9: not JSON: expected '\"' and a name, found '}'"),
        (
            "{\"a\": \"b\nc\"}",
            "1:9: not JSON: expected '\"' before the end of the line or a control character"
        ),
        ("{\"a\": \"\\x\"}", "1:9: not JSON: unknown escape in a text, found 'x'"),
        ("{\"a\": \"\\u12g4\"}", "1:10: not JSON: expected four hexadecimal digits, found '1'"),
        ("{\"a\": 1.}", "1:9: not JSON: expected a digit, found '}'"),
        ("{\"a\": 01}", "1:8: not JSON: expected ',' or '}', found '1'"),
        ("{\"a\": [", "1:8: not JSON: expected a value, and the file ends here"),
        ("{}\n{}", "2:1: not JSON: expected the end of the file, found '{'"),
        ("hello", "1:1: not JSON: expected a value, found 'h'"),
    ])
    func `What is not JSON is pointed at by line and column`(json: String, expected: String) {
        #expect(line(json) == "Some.storekit:" + expected + ".")
    }

    @Test func `JSON that is nested without end is refused, not followed until the stack is full`() {
        let json = String(repeating: "[", count: 1_000_000)
        #expect(line(json).hasPrefix("Some.storekit:1:101: not JSON: more than 100 levels of nesting"))
    }

    @Test(arguments: [
        ("[]", "1:1: a catalogue is a JSON object"),
        ("{\"products\": {}}", "1:14: \"products\" is not an array"),
        ("{\"products\": [\n{\"type\": \"Consumable\"}]}", "2:1: this product has no \"productID\""),
        ("{\"products\": [\n{\"productID\": 7}]}", "2:1: this product has no \"productID\""),
        (
            "{\"products\": [\n{\"productID\": \"a\\u001b\", \"type\": \"Gift\"}]}",
            "2:34: the type \"Gift\" of the product \"a\\u{1B}\" is unknown"
        ),
        ("{\"products\": [\n{\"productID\": \"a\"}]}", "2:1: the type \"\" of the product \"a\" is unknown"),
        (
            "{\"products\": [\n{\"productID\": \"a\\u0000\", \"type\": \"Consumable\", \"price\": 1}]}",
            "2:15: the identifier \"a\\0\" is too long, or has a control character"
        ),
        ("{\"products\": [\n7]}", "2:1: an entry of \"products\" is not an object"),
        ("{\"subscriptionGroups\": [{}, 7]}", "1:29: an entry of \"subscriptionGroups\" is not an object"),
        (
            "{\"subscriptionGroups\": [{\"subscriptions\": [null]}]}",
            "1:44: an entry of \"subscriptions\" is not an object"
        ),
        (
            "{\"products\": [{\"productID\": \"a\", \"type\": \"Consumable\", \"displayPrice\": \"1\",\n\"localizations\": [true]}]}",
            "2:19: an entry of \"localizations\" is not an object"
        ),
        ("{\"settings\":\n7}", "2:1: \"settings\" is not an object"),
    ])
    func `JSON that cannot be a catalogue is pointed at`(json: String, expected: String) {
        #expect(line(json) == "Some.storekit:" + expected + ".")
    }

    @Test(
        "A price that is missing, null, a list, an object or a boolean is an error with its place, of a product and of an offer",
        arguments: [
            ("", "2:3"), (#", "displayPrice": null"#, "2:60"), (#", "displayPrice": []"#, "2:60"),
            (#", "displayPrice": {}"#, "2:60"), (#", "displayPrice": true"#, "2:60"),
            (#", "price": [0.99]"#, "2:53"), (#", "price": false"#, "2:53"),
        ])
    func noPrice(field: String, place: String) {
        let product = #""productID": "a", "type": "Consumable"\#(field)"#
        let ofProduct = line("{\"products\": [\n  {\(product)}]}")
        #expect(
            ofProduct.hasPrefix("Some.storekit:\(place): the price of the product \"a\" is "), "\(ofProduct)")
        let offer = #""offerID": "b", "paymentMode": "payUpFront"\#(field)"#
        let ofOffer = line(
            """
            {"subscriptionGroups": [{"id": "G", "subscriptions": [{"productID": "a", "type": "RecurringSubscription",
              "displayPrice": "1", "groupNumber": 1, "recurringSubscriptionPeriod": "P1M", "adHocOffers": [{\(offer)}]}]}]}
            """)
        #expect(ofOffer.contains(": the price of an offer for the subscription \"a\" is "), "\(ofOffer)")
    }

    @Test(arguments: [#""0.9999""#, "0.9999", #""1.00001""#])
    func `A price finer than the store can charge is an error with its place`(price: String) {
        let product = #""productID": "a", "type": "Consumable", "displayPrice": \#(price)"#
        let text = line("{\"products\": [\n  {\(product)}]}")
        #expect(text.hasPrefix("Some.storekit:2:60: the price \""), "\(text)")
    }

    @Test(
        "A storefront that does not exist, or has no currency, is an error with its place: nobody knows what would be charged",
        arguments: ["ATA", "XXX", "QQQ", "US", "840", "usa", "\\u001b[2J"])
    func noCurrency(storefront: String) {
        let text = line(
            "{\"products\": [\(Self.product)],\n \"settings\": {\"_storefront\": \"\(storefront)\"}}")
        #expect(text.hasPrefix("Some.storekit:2:30: "), "\(text)")
    }

    @Test func `Two products with one identifier are named, with both places`() {
        let json =
            "{\"products\": [\n  \(Self.product)\n],\n \"nonRenewingSubscriptions\": [\(Self.product)]}"
        #expect(
            line(json) == "Some.storekit:4:31: the product \"a\" is already at 2:3. Remove one of the two.")
    }

    @Test("A file without products says so", arguments: ["{}", "{\"products\": []}", "{\"products\": null}"])
    func noProducts(json: String) {
        #expect(line(json) == "The catalogue Some.storekit has no products.")
    }

    @Test("An empty file says so", arguments: ["", " \n\t\n", "\u{FEFF}"])
    func empty(json: String) {
        #expect(line(json) == "The catalogue Some.storekit is empty.")
    }

    @Test func `Text in another encoding is refused with the line`() {
        let error = #expect(throws: CatalogueError.self) {
            try Catalogue(
                json: Array("{\n\"a\": \"".utf8) + [0xE9] + Array("\"}".utf8), name: "Some.storekit")
        }
        #expect(error?.description == "Some.storekit:2: the catalogue is not UTF-8 text.")
    }

    @Test func `A file that is missing or is a folder is named`() throws {
        let folder = try TemporaryDirectory()
        let missing = folder.path + "/None.storekit"
        #expect(throws: CatalogueError.missing(file: missing)) { try Catalogue(contentsOfFile: missing) }
        #expect(throws: CatalogueError.missing(file: missing + "/x")) {
            try Catalogue(contentsOfFile: missing + "/x")
        }
        #expect(throws: CatalogueError.folder(file: folder.path)) {
            try Catalogue(contentsOfFile: folder.path)
        }
    }

    @Test func `A file is read from disk, with a byte order mark, too`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/A & B.storekit"
        try Data([0xEF, 0xBB, 0xBF] + Array("{\"products\": [\(Self.product)]}".utf8)).write(
            to: URL(filePath: path))
        #expect(try Catalogue(contentsOfFile: path).products.map(\.identifier) == ["a"])
    }

    private func line(_ json: String) -> String {
        let error = #expect(throws: CatalogueError.self) { try Catalogue(json) }
        let line = error?.description ?? ""
        #expect(!line.contains { $0.isNewline })
        return line
    }
}
