internal import ArgumentParser

/// The options that every command has.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("The folder that holds purchases, credits and keys.", valueName: "folder"),
        completion: .directory)
    var dataDirectory = StoreLocation().dataDirectory

    @Option(
        help: ArgumentHelp("The store's catalogue, an Xcode StoreKit configuration file.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var catalogue: String?

    var location: StoreLocation { StoreLocation(dataDirectory: dataDirectory, catalogue: catalogue) }
}
