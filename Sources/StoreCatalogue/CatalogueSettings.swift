package import StoreModel

/// The settings of a catalogue's file: the storefront, and the store settings to begin with.
package struct CatalogueSettings: Hashable, Sendable {
    /// The storefront's country, ISO 3166-1 alpha-3; `USA` unless the file names another.
    package let storefront: String
    /// The locale of texts and prices, for example `en_US`, with the storefront's region where the file gives none.
    package let locale: String
    /// The storefront's currency, ISO 4217.
    package let currency: String
    /// The faults and the time rate that the file asks for; see `AppStore.adoptSettings`.
    package let initial: StoreSettings
}
