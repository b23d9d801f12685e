/// Why a `StoreLocation` cannot be opened.
package enum LocationError: Error, Hashable {
    case noAddress
    case badAddress(String)
    case catalogueElsewhere
    case appleIdentifierElsewhere
    case badAdminToken(path: String)
    /// The program was built without the trait `Remote`.
    case builtWithoutRemote
}
