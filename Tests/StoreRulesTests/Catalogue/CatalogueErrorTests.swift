import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

/// Files that are not a catalogue: each gets one line that says what is wrong, and where.
@Suite struct CatalogueErrorTests {
    private static let product = #"{"productID": "a", "type": "Consumable", "displayPrice": "1"}"#

    @Test(arguments: [
        // The missing comma before a second list that somebody committed.
        ("{\n  \"a\" : [\n    1\n  ]\n  \"b\" : [ ]\n}", "line 5, column 3"),
        ("{\"a\": [1 2]}", "line 1, column 10"), ("{\"a\": }", "line 1, column 7"),
        ("{\"ключ\": nul}", "line 1, column 10"), ("{\"a\" 1}", "line 1, column 6"),
        ("{\"a\": \"b\\\"}", "line 1, column 7"),
        ("{\"a\": [}]", "line 1, column 8"), ("{\"a\": [", "line 1, column 8"),
        ("{\"a\": {\"b\": []}, 7}", "line 1, column 18"),
        ("[{\"\": [[], 1, true]}, , 2]", "line 1, column 23"),
        ("{}\n{}", "line 2, column 1"), ("hello", "line 1, column 1"), ("\u{FEFF}\n{]", "line 2, column 2"),
    ])
    func `What is not JSON is pointed at by line and column`(json: String, place: String) {
        #expect(line(json) == "Some.storekit: \(place): not JSON from here on.")
    }

    @Test func `JSON that is nested without end is refused, not followed until the stack is full`() {
        for end in ["", String(repeating: "]", count: 1_000_000)] {
            let json = String(repeating: "[", count: 1_000_000) + end
            #expect(line(json).hasPrefix("Some.storekit: "))
        }
    }

    @Test(arguments: [
        ("[]", "not an object"), ("{\"products\": {}}", "products: not an array"),
        (
            "{\"products\": [{\"type\": \"Consumable\"}]}",
            "products[0]: this product has no \"productID\""
        ),
        ("{\"products\": [{\"productID\": 7}]}", "products[0].productID: not a text"),
        (
            "{\"products\": [{\"productID\": \"a\\u001b\", \"type\": \"Gift\"}]}",
            "products[0].type: the type \"Gift\" of the product \"a\\u{1B}\" is unknown"
        ),
        (
            "{\"products\": [{\"productID\": \"a\"}]}",
            "products[0].type: the type \"\" of the product \"a\" is unknown"
        ),
        (
            "{\"products\": [{\"productID\": \"a\\u0000\", \"type\": \"Consumable\", \"price\": 1}]}",
            "products[0].productID: the identifier \"a\\0\" is too long, or has a control character"
        ),
        ("{\"products\": [7]}", "products[0]: not an object"),
        ("{\"subscriptionGroups\": [{}, 7]}", "subscriptionGroups[1]: not an object"),
        (
            "{\"subscriptionGroups\": [{\"subscriptions\": [null]}]}",
            "subscriptionGroups[0].subscriptions[0]: not an object"
        ),
        (
            "{\"products\": [{\"productID\": \"a\", \"localizations\": [true]}]}",
            "products[0].localizations[0]: not an object"
        ),
        ("{\"settings\": 7}", "settings: not an object"),
    ])
    func `JSON that cannot be a catalogue is pointed at`(json: String, expected: String) {
        #expect(line(json) == "Some.storekit: " + expected + ".")
    }

    @Test func `What sells nothing may be of any type`() throws {
        let catalogue = try Catalogue(
            """
            {"version": [], "appPolicies": {"eula": "x", "policies": [7, {"locale": 7}]}, "subscriptionSuiteGroups": 7,
             "settings": {"_storefront": 7, "_locale": [], "_askToBuyEnabled": 1, "_storeKitErrors": [7, {"enabled": "yes"}]},
             "products": [{"productID": "a", "type": "Consumable", "displayPrice": "1", "price": [], "id": 7,
               "referenceName": 7, "internalID": {}, "familyShareable": "yes", "localizations": [{"locale": 7}]}]}
            """)
        #expect(catalogue.version == "0.0")
        #expect(catalogue.policies?.licence == "x")
        #expect(catalogue.settings.initial == StoreSettings())
        #expect(catalogue.products.map(\.referenceName) == [nil])
        #expect(catalogue.products.map { $0.localizations.map(\.locale) } == [[""]])
        #expect(catalogue.warnings.isEmpty, "\(catalogue.warnings)")
    }

    @Test(
        "A price that is missing, null, a list, an object or a boolean is an error with its place, of a product and of an offer",
        arguments: [
            ("", "displayPrice"), (#", "displayPrice": null"#, "displayPrice"),
            (#", "displayPrice": []"#, "displayPrice"), (#", "displayPrice": {}"#, "displayPrice"),
            (#", "displayPrice": true"#, "displayPrice"), (#", "price": [0.99]"#, "price"),
            (#", "price": false"#, "price"),
        ])
    func noPrice(field: String, name: String) {
        let ofProduct = line(
            "{\"products\": [{\"productID\": \"a\", \"type\": \"Consumable\"\(field)}]}")
        #expect(
            ofProduct.hasPrefix("Some.storekit: products[0].\(name): the price of the product \"a\" is "),
            "\(ofProduct)")
        let offer = #""offerID": "b", "paymentMode": "payUpFront"\#(field)"#
        let ofOffer = line(
            """
            {"subscriptionGroups": [{"id": "G", "subscriptions": [{"productID": "a", "type": "RecurringSubscription",
              "displayPrice": "1", "groupNumber": 1, "recurringSubscriptionPeriod": "P1M", "adHocOffers": [{\(offer)}]}]}]}
            """)
        let place = "subscriptionGroups[0].subscriptions[0].adHocOffers[0].\(name)"
        #expect(
            ofOffer.contains("\(place): the price of an offer for the subscription \"a\" is "), "\(ofOffer)")
    }

    @Test(arguments: [#""0.9999""#, "0.9999", #""1.00001""#])
    func `A price finer than the store can charge is an error with its place`(price: String) {
        let product = #""productID": "a", "type": "Consumable", "displayPrice": \#(price)"#
        let text = line("{\"products\": [\n  {\(product)}]}")
        #expect(text.hasPrefix("Some.storekit: products[0].displayPrice: the price \""), "\(text)")
    }

    @Test(
        "A storefront that the App Store does not have is an error with its place: nobody knows what would be charged",
        arguments: ["ATA", "IRN", "XXX", "QQQ", "US", "840", "usa", "\\u001b[2J"])
    func noStorefront(storefront: String) {
        let text = line(
            "{\"products\": [\(Self.product)],\n \"settings\": {\"_storefront\": \"\(storefront)\"}}")
        #expect(text.hasPrefix("Some.storekit: settings._storefront: "), "\(text)")
    }

    @Test func `Two products with one identifier are named, with both places`() {
        let json =
            "{\"products\": [\n  \(Self.product)\n],\n \"nonRenewingSubscriptions\": [\(Self.product)]}"
        #expect(
            line(json)
                == "Some.storekit: nonRenewingSubscriptions[0]: the product \"a\" is already at products[0]. Remove one of the two."
        )
    }

    @Test("A file without products says so", arguments: ["{}", "{\"products\": []}", "{\"products\": null}"])
    func noProducts(json: String) {
        #expect(line(json) == "Some.storekit has no products.")
    }

    @Test("An empty file says so", arguments: ["", " \n\t\n", "\u{FEFF}"])
    func empty(json: String) {
        #expect(line(json) == "Some.storekit is empty.")
    }

    @Test func `Text in another encoding is refused with its place`() {
        let error = #expect(throws: CatalogueError.self) {
            try Catalogue(
                json: Array("{\n\"a\": \"".utf8) + [0xE9] + Array("\"}".utf8), name: "Some.storekit")
        }
        #expect(error?.description == "Some.storekit: line 2, column 7: not UTF-8 text.")
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
