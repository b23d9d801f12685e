internal import ArgumentParser
internal import Glibc

/// The options that every command has: which data, and which catalogue.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp(
            "The folder that holds purchases, credits and keys.", valueName: "folder"),
        completion: .directory)
    var dataDirectory = Self.defaultDataDirectory

    @Option(
        help: ArgumentHelp("The store's catalogue, an Xcode StoreKit configuration file.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var catalogue: String?

    /// `$XDG_DATA_HOME/monkeystore`, or what that stands for where it is not set.
    private static var defaultDataDirectory: String { folder(in: "XDG_DATA_HOME", else: ".local/share") }

    /// Where the log goes: `$XDG_STATE_HOME/monkeystore`.
    static var logDirectory: String { folder(in: "XDG_STATE_HOME", else: ".local/state") }

    private static func folder(in variable: String, else fallback: String) -> String {
        if let base = environment(variable) { return base + "/monkeystore" }
        return (environment("HOME") ?? ".") + "/" + fallback + "/monkeystore"
    }
}

/// An environment variable's value, unless it is missing or empty.
func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
