internal import ArgumentParser
internal import Glibc
internal import ProgramSupport
internal import StoreApplication
internal import StoreModel
internal import StoreRules

/// The entry point of `monkeystore`. If it is started only with options for the storefront, it opens the
/// screen (`StorefrontRun`). Everything else goes through the commands (`Monkeystore`).
@main
enum Program {
    static func main() {
        if let shortage = OpenFileLimit.shortage() { exit(fail(.dataUnusable, shortage).rawValue) }
        EngineThread.install()
        if let location = StoreLocation(plainArguments: CommandLine.arguments.dropFirst()) {
            exit(StorefrontRun(location: location).run())
        }
        Monkeystore.runPrintably()
    }
}

extension StoreLocation {
    /// The location that the arguments name, if they are `StoreOption`s and nothing else. Setting up the
    /// parser takes as long as everything else before the first frame. What it has to refuse is left to it.
    init?(plainArguments: some Collection<String>) {
        self.init()
        var rest = plainArguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), let option = StoreOption(rawValue: String(argument.dropFirst(2))),
                let value = rest.popFirst(), !value.hasPrefix("-"), set(option, to: value)
            else { return nil }
        }
    }

    /// Returns false if the option cannot have the value.
    private mutating func set(_ option: StoreOption, to value: String) -> Bool {
        switch option {
        case .dataDirectory:
            dataDirectory = value
            return !value.isEmpty
        case .catalogue: catalogue = value
        case .bundleIdentifier:
            bundleIdentifier = BundleIdentifier(rawValue: value)
            return bundleIdentifier != nil
        case .appleIdentifier:
            appleIdentifier = try? AppleIdentifier(written: value)
            return appleIdentifier != nil
        case .store: store = value
        case .content: content = value
        case .adminTokenFile: adminTokenFile = value
        }
        return true
    }
}
