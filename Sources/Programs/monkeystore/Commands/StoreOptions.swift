internal import ArgumentParser
internal import ProgramSupport
internal import StoreApplication
internal import StoreModel
internal import StoreRules

/// The names of the options that say which store to open. Both ways to read arguments know these options:
/// `StoreOptions`, and `Program` if there are no others.
enum StoreOption: String, CaseIterable {
    case dataDirectory = "data-dir"
    case catalogue
    case bundleIdentifier = "bundle-id"
    case appleIdentifier = "app-apple-id"
    case store
    case content
    case adminTokenFile = "admin-token-file"

    fileprivate var name: NameSpecification { .customLong(rawValue) }
}

/// The option `--data-dir`, which is all that the backup commands have.
struct DataOptions: ParsableArguments {
    @Option(
        name: StoreOption.dataDirectory.name, help: .dataDirectory, completion: .directory,
        transform: folder(written:))
    var directory = StoreLocation().dataDirectory
}

extension ArgumentHelp {
    fileprivate static let dataDirectory = ArgumentHelp(
        "The folder that holds purchases, credits and keys.", valueName: "folder")
}

/// The options of every command that opens a store. They are not made of smaller groups: the parser takes
/// longer over each level than over all options of one.
struct StoreOptions: ParsableArguments {
    @Option(
        name: StoreOption.dataDirectory.name, help: .dataDirectory, completion: .directory,
        transform: folder(written:))
    var directory = StoreLocation().dataDirectory

    @Option(
        name: StoreOption.catalogue.name,
        help: ArgumentHelp("The store's catalogue, an Xcode StoreKit configuration file.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var catalogue: String?

    @Option(
        name: StoreOption.bundleIdentifier.name,
        help: ArgumentHelp(
            "The bundle identifier of the application that the store sells for (default: the store's; of a store at an address, "
                + "\(BundleIdentifier.standard.rawValue)).", valueName: "id"),
        transform: BundleIdentifier.init(written:))
    var bundleId: BundleIdentifier?

    @Option(
        name: StoreOption.appleIdentifier.name,
        help: ArgumentHelp(
            "That application's number in the production store; for the store in this program (default: the store's).",
            valueName: "number"),
        transform: AppleIdentifier.init(written:))
    var appAppleId: AppleIdentifier?

    @Option(
        name: StoreOption.store.name,
        help: ArgumentHelp(
            "The address of a store, such as http://127.0.0.1:8080; without one the store is in this program. (Also: "
                + "MONKEYSTORE_STORE.)", valueName: "address"))
    var store: String?

    @Option(
        name: StoreOption.content.name,
        help: ArgumentHelp(
            "The address of that store's content server (default: the next port after the store's). (Also: "
                + "MONKEYSTORE_CONTENT.)", valueName: "address"))
    var content: String?

    @Option(
        name: StoreOption.adminTokenFile.name,
        help: ArgumentHelp(
            "The file with the token of that store's administrator, who may do what the settings and the transactions offer. "
                + "(Also: MONKEYSTORE_ADMIN_TOKEN_FILE.)", valueName: "file"),
        completion: .file())
    var adminTokenFile: String?

    var location: StoreLocation {
        var location = StoreLocation()
        location.dataDirectory = directory
        location.catalogue = catalogue
        location.bundleIdentifier = bundleId
        location.appleIdentifier = appAppleId
        if let store { location.store = store }
        if let content { location.content = content }
        if let adminTokenFile { location.adminTokenFile = adminTokenFile }
        return location
    }
}
