package import StoreModel
package import StoreRules

extension ProductIdentifier {
    package static let sepia = PhotoFilter.sepia.productIdentifier
    package static let greyscale = PhotoFilter.greyscale.productIdentifier
    /// A book of the store's own.
    package static let nightFerry: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"
    /// A consumable that the application does not know.
    package static let fifty: ProductIdentifier = "com.xamarin.storekit.testing.consume50credits"
}

extension Catalogue {
    /// The two built-in consumables, and one that the application does not know.
    package static func withFifty() throws -> Catalogue {
        try Catalogue.selling([MonkeyCredits.five, MonkeyCredits.ten, .fifty])
    }

    /// Nothing but these products, all of one kind.
    package static func selling(
        _ identifiers: [ProductIdentifier], as type: String = "Consumable"
    ) throws -> Catalogue {
        let products = identifiers.map { identifier in
            """
            { "displayPrice": "9.99", "familyShareable": false, "internalID": "0", "localizations": [],
              "productID": "\(identifier)", "referenceName": null, "type": "\(type)" }
            """
        }
        let json = """
            { "products": [\(products.joined(separator: ","))], "settings": {}, "subscriptionGroups": [],
              "version": { "major": 1, "minor": 0 } }
            """
        return try Catalogue(json: Array(json.utf8), name: "Test.storekit")
    }
}
