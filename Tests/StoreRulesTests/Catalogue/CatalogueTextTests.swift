import StoreModel
import StoreRules
import TestSupport
import Testing

/// What a catalogue says about its products besides the texts of its storefront.
@Suite struct CatalogueTextTests {
    private func read(locale: String) throws -> Product {
        let json = """
            {
              "settings" : { "_locale" : "\(locale)", "_storefront" : "CHE" },
              "subscriptionGroups" : [ { "id" : "g", "name" : "Plans", "subscriptions" : [ {
                "adHocOffers" : [ { "displayPrice" : "0.50", "offerID" : "back", "paymentMode" : "payUpFront",
                  "subscriptionPeriod" : "P3M" } ],
                "codeOffers" : [ { "displayPrice" : "0.10", "referenceName" : "code", "paymentMode" : "payUpFront",
                  "subscriptionPeriod" : "P1M" } ],
                "displayPrice" : "2.00", "familyShareable" : true, "groupNumber" : 2,
                "localizations" : [
                  { "displayName" : "Alles", "description" : "Das ganze Werk", "locale" : "de" },
                  { "displayName" : "Tout", "description" : "", "locale" : "fr_CH" },
                  { "displayName" : "Tout, ailleurs", "description" : "x", "locale" : "fr_CA" },
                  { "displayName" : "", "description" : "", "locale" : "it-CH" },
                  { "displayName" : "x", "description" : "x" }
                ],
                "productID" : "all", "recurringSubscriptionPeriod" : "P1M", "type" : "RecurringSubscription"
              } ] } ],
              "version" : { "major" : 4, "minor" : 0 }
            }
            """
        return try #require(Catalogue(json).productsOnSale.first)
    }

    @Test
    func `A product has the texts of its other languages, each once, and keeps what a language leaves empty`()
        throws
    {
        let product = try read(locale: "de_CH")
        #expect(product.localizedTitle == "Alles")
        #expect(product.otherTexts?.map(\.language) == ["fr", "it"])
        #expect(product.localized(for: "fr").localizedTitle == "Tout")
        #expect(product.localized(for: "fr").localizedDescription == "Das ganze Werk")
        for language in ["de", "it", "es", ""] {
            #expect(product.localized(for: language).localizedTitle == "Alles")
        }
        #expect(try read(locale: "fr_CH").otherTexts?.map(\.language) == ["de", "it"])
    }

    @Test
    func `Offers for customers whom the developer chooses come with a subscription, and codes stay secret`()
        throws
    {
        let offers = try #require(try read(locale: "de_CH").subscription?.promotionalOffers)
        #expect(offers.map(\.identifier) == ["back"])
        #expect(offers[0].terms.mode == .payUpFront)
        #expect(offers[0].terms.price == Money(milliunits: 500, currency: "CHF"))
        #expect(offers[0].terms.period == SubscriptionPeriod(3, .month))
    }

    @Test(
        "The bundled products have all their texts in the storefront's languages",
        arguments: ["de", "es", "fr", "it"])
    func bundledTexts(language: String) throws {
        for product in try Catalogue.bundled().productsOnSale {
            let text = try #require(product.otherTexts?.first { $0.language == language })
            #expect(
                text.title != "" && text.description != "" && text.description != product.localizedDescription
            )
            // What a window of 80 columns shows beside the button.
            #expect(text.description.count <= 52)
        }
    }
}
