internal import ArgumentParser
internal import StoreApplication

/// The options that every command has.
struct StoreOptions: ParsableArguments {
    @OptionGroup var data: DataOptions

    @Option(
        help: ArgumentHelp("The store's catalogue, an Xcode StoreKit configuration file.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var catalogue: String?

    @Option(
        help: ArgumentHelp(
            "The address of a store, such as http://127.0.0.1:8080; without one the store is in this program. (Also: "
                + "MONKEYSTORE_STORE.)", valueName: "address"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The address of that store's content server (default: the next port after the store's). (Also: "
                + "MONKEYSTORE_CONTENT.)", valueName: "address"))
    var content: String?

    @Option(
        help: ArgumentHelp(
            "The file with the token of that store's administrator, who may do what the settings and the transactions offer. "
                + "(Also: MONKEYSTORE_ADMIN_TOKEN_FILE.)", valueName: "file"),
        completion: .file())
    var adminTokenFile: String?

    var location: StoreLocation {
        var location = StoreLocation()
        location.dataDirectory = data.directory
        location.catalogue = catalogue
        if let store { location.store = store }
        if let content { location.content = content }
        if let adminTokenFile { location.adminTokenFile = adminTokenFile }
        return location
    }
}
