/// Why there cannot be such a store location. Each has one sentence for the person outside.
package enum LocationError: Error, Hashable, CustomStringConvertible {
    case noAddress
    case badAddress(String)
    case catalogueElsewhere
    case appleIdentifierElsewhere
    case badAdminToken(path: String)
    /// The program was built without the trait `Remote`.
    case builtWithoutRemote

    package var description: String {
        switch self {
        case .noAddress:
            "The store in this program has no accounts; nothing was sent. Name a store with --store."
        case .badAddress(let text):
            "\(text.debugDescription) is no address of a store; nothing was sent. Give https://host:port, or http://host:port on "
                + "this machine."
        case .catalogueElsewhere:
            "A store at an address sells from its own catalogue; nothing was sent. Leave out --catalogue, or --store."
        case .appleIdentifierElsewhere:
            "A store at an address knows its application's number; nothing was sent. Leave out --app-apple-id, or --store."
        case .badAdminToken(let path):
            "\(path) does not hold an administrator's token; nothing was sent. Give the file that the store's server wrote."
        case .builtWithoutRemote:
            "This program was built for the store in it alone; nothing was sent. Build it with the package's default traits, or leave "
                + "out --store."
        }
    }
}
