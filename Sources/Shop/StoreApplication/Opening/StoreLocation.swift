internal import Storage
package import StoreModel

/// Which data `monkeystore` works on and which store it buys from, by its options and environment: the
/// embedded store in that data, which `EmbeddedStore.swift` of `monkeystore` opens, or a store at an address,
/// which `RemoteStore` opens. A visitor of an SSH host buys from a store at an address.
package struct StoreLocation: Sendable {
    /// The data directory: `$XDG_DATA_HOME/monkeystore`, or its default if that is not set.
    package var dataDirectory = EnvironmentVariables.folder(
        of: "monkeystore", in: "XDG_DATA_HOME", else: ".local/share")
    /// The embedded store's catalogue, a StoreKit configuration file; nil for the one in the program.
    package var catalogue: String?
    /// The application that the store sells for. If it is nil, the embedded store keeps the one that it has,
    /// and for a store at an address it is the standard one.
    package var bundleIdentifier: BundleIdentifier?
    /// That application's number in the production store; nil for the one that the embedded store has.
    package var appleIdentifier: AppleIdentifier?
    /// The address of a store: `$MONKEYSTORE_STORE`; nil for the embedded one.
    package var store = EnvironmentVariables.value(of: "MONKEYSTORE_STORE")
    /// The address of that store's content server: `$MONKEYSTORE_CONTENT`; nil for
    /// the next port after the store's.
    package var content = EnvironmentVariables.value(of: "MONKEYSTORE_CONTENT")
    /// The file that holds the token of that store's administrator: `$MONKEYSTORE_ADMIN_TOKEN_FILE`.
    package var adminTokenFile = EnvironmentVariables.value(of: "MONKEYSTORE_ADMIN_TOKEN_FILE")
    /// Where the log goes: `$XDG_STATE_HOME/monkeystore`.
    package var logDirectory = EnvironmentVariables.folder(
        of: "monkeystore", in: "XDG_STATE_HOME", else: ".local/state")
    /// The log's descriptor, if the log is already open.
    package var log: Int32?
    /// The customer, if a host vouches for one; nil if people sign in.
    package var visitor: VouchedVisitor?

    /// The location that the environment gives.
    package init() {}
}

/// A visitor of an SSH host, for whom the host vouches at the store.
package struct VouchedVisitor: Sendable {
    /// The store's name for the visitor.
    package let name: String
    /// A short name, for people to read.
    package let shortName: String
    /// What the host vouches with. A secret, which only works for this visitor.
    package let voucher: String
    /// Whether the host connects the visitor's process to the store, because the process can
    /// open no socket itself.
    package let hasAnsweredSockets: Bool

    package init(name: String, shortName: String, voucher: String, hasAnsweredSockets: Bool) {
        self.name = name
        self.shortName = shortName
        self.voucher = voucher
        self.hasAnsweredSockets = hasAnsweredSockets
    }
}
