import StoreModel
import StoreRules
import TestSupport
import Testing

/// StoreKit configuration files as they are found in the world, in all their versions.
@Suite struct CatalogueTests {
    @Test("The built-in catalogue sells each product that the application knows as the kind that it is there")
    func bundledCatalogue() throws {
        let catalogue = try Catalogue.bundled()
        let kinds = Dictionary(uniqueKeysWithValues: catalogue.products.map { ($0.identifier, $0.kind) })
        for product in BuiltInProducts.identifiers {
            #expect(kinds[product] == BuiltInProducts.kind(of: product), "\(product)")
        }
        for book in ContentCatalog().list().products {
            #expect(kinds[book.productIdentifier] == .nonConsumable, "\(book.productIdentifier)")
        }
        let ten = try #require(catalogue.products.first { $0.identifier == StoreFixture.ten })
        #expect(ten.priceMilliunits == 1990)
        #expect(catalogue.products.compactMap(\.subscription?.level) == [1, 2, 1])
        #expect(catalogue.groups.map(\.products.count) == [2, 1])
        #expect(catalogue.warnings.isEmpty)
    }

    @Test func `A file of version 1.0 has neither identifier nor other arrays, and sells in dollars`() throws
    {
        let catalogue = try Catalogue(
            """
            {
              "products" : [
                { "displayPrice" : "4.99", "familyShareable" : true, "internalID" : "0", "localizations" : [
                    { "description" : "All of it", "displayName" : "Everything", "locale" : "en_US" }
                  ], "productID" : "all", "referenceName" : null, "type" : "NonConsumable" }
              ],
              "settings" : { },
              "subscriptionGroups" : [ ],
              "version" : { "major" : 1, "minor" : 0 }
            }
            """)
        let product = try #require(catalogue.products.first)
        #expect(product.identifier == "all")
        #expect(product.kind == .nonConsumable)
        #expect(product.priceMilliunits == 4990)
        #expect(product.isFamilyShareable)
        #expect(product.referenceName == nil)
        #expect(product.localizations.map(\.title) == ["Everything"])
        #expect(catalogue.settings.storefront == "USA")
        #expect(catalogue.settings.locale == "en_US")
        #expect(catalogue.settings.currency == "USD")
        #expect(catalogue.warnings.isEmpty)
    }

    @Test(
        "A file of version 6.3 is read past its policies, keys, offers and suites, and its subscriptions are products"
    )
    func newestVersion() throws {
        let catalogue = try Catalogue(
            """
            {
              "appPolicies" : { "eula" : "", "policies" : [ { "locale" : "en_US", "policyText" : "" } ] },
              "identifier" : "A1B2C3D4",
              "nonRenewingSubscriptions" : [
                { "displayPrice" : "2.5", "localizations" : [ ], "productID" : "summer", "referenceName" : "Summer",
                  "type" : "NonRenewingSubscription" }
              ],
              "products" : [ ],
              "settings" : { "_locale" : "en_US", "_storefront" : "USA", "_timeRate" : 1004, "_unheardOf" : [ 1e-3 ] },
              "subscriptionBundleGroups" : [ ],
              "subscriptionGroups" : [
                { "id" : "1", "localizations" : [ ], "name" : "Keepers", "subscriptions" : [
                    { "adHocOffers" : [ { "displayPrice" : "" } ], "billingPlans" : [ ], "displayPrice" : "9.99",
                      "familyShareable" : false, "groupNumber" : 1, "introductoryOffer" : null, "localizations" : [
                        { "description" : "", "displayName" : "", "locale" : "en_US" }
                      ], "productID" : "month", "recurringSubscriptionPeriod" : "P1M", "referenceName" : "A month",
                      "type" : "RecurringSubscription", "winbackOffers" : [ ] }
                  ] }
              ],
              "subscriptionOffersKeyPair" : { "id" : "K", "privateKey" : "very secret" },
              "subscriptionSuiteGroups" : [ ],
              "version" : { "major" : 6, "minor" : 3 }
            }
            """)
        #expect(catalogue.products.map(\.identifier) == ["summer", "month"])
        #expect(catalogue.products.map(\.kind) == [.nonRenewing, .autoRenewable])
        #expect(catalogue.products.map(\.priceMilliunits) == [2500, 9990])
        #expect(!catalogue.warnings.contains { $0.contains("version") })
    }

    @Test(arguments: [(6, 4), (7, 0)])
    func `A file of a newer version is read, and it is said that not all of it is`(
        major: Int, minor: Int
    ) throws {
        let catalogue = try Catalogue(
            """
            {"version": {"major": \(major), "minor": \(minor)},
             "products": [{"productID": "a", "type": "Consumable", "displayPrice": "1"}]}
            """)
        #expect(catalogue.version == "\(major).\(minor)")
        #expect(
            catalogue.warnings == [
                "Some.storekit: version: \(major).\(minor) is newer than this program; what is new in it is not read."
            ])
    }

    @Test func `A file written by hand, without version, with a float price, is read and its oddity named`()
        throws
    {
        let catalogue = try Catalogue(
            #"{"products": [{"id": "premium", "type": "nonConsumable", "price": 39.99, "displayName": "Premium"}]}"#
        )
        #expect(catalogue.products.map(\.identifier) == ["premium"])
        #expect(catalogue.products.map(\.kind) == [.nonConsumable])
        #expect(catalogue.products.map(\.priceMilliunits) == [39_990])
        #expect(catalogue.warnings == ["Some.storekit: version: missing."])
    }

    @Test func `A product without a price is sold for nothing, and that is said`() throws {
        let catalogue = try Catalogue(
            #"{"version": {}, "products": [{"productID": "a", "type": "Consumable", "displayPrice": ""}]}"#)
        #expect(catalogue.products.map(\.priceMilliunits) == [0])
        #expect(catalogue.warnings.count == 1)
        #expect(catalogue.warnings.first?.contains("\"a\" has no price") == true)
    }

    @Test(arguments: [
        ("\"0.99\"", 990), ("\"79\"", 79_000), ("\"4900\"", 4_900_000), ("\"0.5\"", 500),
        ("\"39.0\"", 39_000),
        ("\"19.8\"", 19_800), ("\"0.290\"", 290), ("1.1", 1100), ("4", 4000), ("1.10", 1100),
        ("999999999999.999", 999_999_999_999_999),
        ("0.29", 290), ("1e3", 1_000_000),
        ("\"999999999999\"", 999_999_999_999_000),
    ])
    func `Prices are exact, however many decimals they are written with`(
        text: String, milliunits: Int64
    ) throws {
        let catalogue = try Catalogue(
            #"{"products": [{"productID": "a", "type": "Consumable", "displayPrice": \#(text)}]}"#)
        #expect(catalogue.products.map(\.priceMilliunits) == [milliunits])
    }

    @Test(
        "What is not a price is an error that shows it",
        arguments: [
            "\"0,99\"", "\"-1\"", "-1", "\"free\"", "\".5\"", "\"1.\"", "\"1e3\"", "\"9999999999999\"",
        ])
    func badPrices(text: String) {
        let json =
            "{\"products\": [\n  {\"productID\": \"a\", \"type\": \"Consumable\", \"displayPrice\": \(text)}]}"
        let error = #expect(throws: CatalogueError.self) { try Catalogue(json) }
        #expect(error?.description.hasPrefix("Some.storekit: products[0].displayPrice: the price \"") == true)
    }

    @Test(
        "A price with more decimals than its currency is charged as it is written, and that is said, also of an offer",
        arguments: [("USA", "1.999", 1999), ("JPN", "199.99", 199_990), ("JPN", "0.5", 500)])
    func finePrices(storefront: String, price: String, milliunits: Int64) throws {
        let catalogue = try Catalogue(
            """
            {"version": {}, "settings": {"_storefront": "\(storefront)"}, "subscriptionGroups": [{"id": "G", "subscriptions": [
              {"productID": "a", "type": "RecurringSubscription", "displayPrice": "\(price)", "groupNumber": 1,
               "recurringSubscriptionPeriod": "P1M",
               "introductoryOffer": {"paymentMode": "payUpFront", "displayPrice": "\(price)"}}]}]}
            """)
        let product = try #require(catalogue.products.first)
        #expect(
            [product.priceMilliunits] + (product.subscription?.offers.map(\.priceMilliunits) ?? []) == [
                milliunits, milliunits,
            ])
        let subscription = "Some.storekit: subscriptionGroups[0].subscriptions[0]"
        #expect(
            catalogue.warnings
                == [
                    "\(subscription).displayPrice: the price \(price) of the product \"a\"",
                    "\(subscription).introductoryOffer.displayPrice: the price \(price) of an offer for the subscription \"a\"",
                ].map { $0 + " has more decimals than its currency; it is charged as it is." })
    }

    @Test(
        "The storefront gives the currency, and the region to a locale without one",
        arguments: [
            ("CHN", "zh_CN", "zh_CN", "CNY"), ("COL", "es", "es_CO", "COP"), ("JPN", "ja", "ja_JP", "JPY"),
            ("DEU", "de", "de_DE", "EUR"), ("CHN", "zh-Hans", "zh_Hans_CN", "CNY"),
            ("TUR", "tr_TR", "tr_TR", "TRY"),
            ("PRT", "pt_BR", "pt_BR", "EUR"), ("MEX", "", "en_US", "MXN"),
        ])
    func storefronts(storefront: String, locale: String, expected: String, currency: String) throws {
        let catalogue = try Catalogue(
            """
            {"products": [{"productID": "a", "type": "Consumable", "displayPrice": "1"}],
             "settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"}}
            """)
        #expect(catalogue.settings.storefront == storefront)
        #expect(catalogue.settings.locale == expected)
        #expect(catalogue.settings.currency == currency)
    }

    @Test(arguments: ["en US", "é", "a@b=c", "\\u001b"])
    func `An unknown locale speaks American English, and that is said`(locale: String) throws {
        let catalogue = try Catalogue(
            """
            {"version": {}, "products": [{"productID": "a", "type": "Consumable", "displayPrice": "1"}],
             "settings": {"_locale": "\(locale)"}}
            """)
        #expect(catalogue.settings.locale == "en_US")
        #expect(catalogue.warnings.count == 1)
        #expect(catalogue.warnings.first?.contains("\u{1b}") == false)
    }
}
