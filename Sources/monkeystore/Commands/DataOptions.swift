internal import ArgumentParser
internal import StoreApplication

/// Where the data is.
struct DataOptions: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("The folder that holds purchases, credits and keys.", valueName: "folder"),
        completion: .directory)
    var directory = StoreLocation().dataDirectory
}
