internal import ArgumentParser
internal import Glibc
internal import StoreApplication
internal import StoreModel
internal import StoreRules

/// The entry point of `monkeystore`. If it is started only with options for the storefront, it opens the
/// screen (`Visit`). Everything else goes through the commands (`Monkeystore`).
@main
enum Program {
    static func main() {
        EngineThread.install()
        if let location = StoreLocation(plainArguments: CommandLine.arguments.dropFirst()) {
            exit(Visit(location: location).run())
        }
        Monkeystore.runPrintably()
    }
}

extension StoreLocation {
    /// The location that the arguments name, if they do nothing else. Setting up a parser for all commands
    /// takes as long as everything else before the first frame.
    fileprivate init?(plainArguments: ArraySlice<String>) {
        self.init()
        var rest = plainArguments
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch option {
            case "--data-dir": dataDirectory = value
            case "--catalogue": catalogue = value
            case "--bundle-id":
                guard let identifier = BundleIdentifier(rawValue: value) else { return nil }
                bundleIdentifier = identifier
            case "--store": store = value
            case "--content": content = value
            case "--admin-token-file": adminTokenFile = value
            default: return nil
            }
        }
    }
}
