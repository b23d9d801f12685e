package import StoreModel

extension StoreAdministration {
    /// Puts settings in force, over those that are known here.
    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) {
        try await apply(settings, over: self.settings())
    }
}
