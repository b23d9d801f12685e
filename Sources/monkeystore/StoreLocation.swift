internal import Glibc
internal import StoreEngine

/// Which data a program works on, and which store it buys from.
struct StoreLocation: Sendable {
    /// The data directory: `$XDG_DATA_HOME/monkeystore`, or what that stands for where it is not set.
    var dataDirectory = folder(in: "XDG_DATA_HOME", else: ".local/share")
    /// The embedded store's catalogue, a StoreKit configuration file; nil for the one in the program.
    var catalogue: String?
    /// The application that the store sells for; nil for what the embedded store has, and the standard one of a store at an address.
    var bundleIdentifier: BundleIdentifier?
    /// That application's number in the production store; nil for what the embedded store has.
    var appleIdentifier: AppleIdentifier?
    /// The address of a store: `$MONKEYSTORE_STORE`; nil for the embedded one.
    var store = environment("MONKEYSTORE_STORE")
    /// The address of that store's content server: `$MONKEYSTORE_CONTENT`; nil for the next port after the store's.
    var content = environment("MONKEYSTORE_CONTENT")
    /// The file that holds the token of that store's administrator: `$MONKEYSTORE_ADMIN_TOKEN_FILE`.
    var adminTokenFile = environment("MONKEYSTORE_ADMIN_TOKEN_FILE")
    /// Where the log goes: `$XDG_STATE_HOME/monkeystore`.
    var logDirectory = folder(in: "XDG_STATE_HOME", else: ".local/state")
    /// The log's descriptor where that is open already.
    var log: Int32?
    /// Who buys, where a host vouches for that; nil where people sign in.
    var visitor: VouchedVisitor?

    private static func folder(in variable: String, else fallback: String) -> String {
        if let base = environment(variable) { return base + "/monkeystore" }
        return (environment("HOME") ?? ".") + "/" + fallback + "/monkeystore"
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
