/// Why a `StoreLocation` cannot be opened. The program adds what to do.
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
            "The store in this program has no accounts; nothing was sent."
        case .badAddress(let text):
            "\(text.debugDescription) is no address of a store; nothing was sent. Give https://host:port, or http://host:port on "
                + "this machine."
        case .catalogueElsewhere:
            "A store at an address sells from its own catalogue; nothing was sent."
        case .appleIdentifierElsewhere:
            "A store at an address knows its application's number; nothing was sent."
        case .badAdminToken(let path):
            "\(path) does not hold an administrator's token; nothing was sent. Give the file that the store's server wrote."
        case .builtWithoutRemote:
            "This program was built without the client for stores at an address; nothing was sent."
        }
    }
}
