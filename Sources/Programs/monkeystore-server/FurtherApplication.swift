internal import FoundationEssentials
internal import Logging
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import StoreServer

/// A second or later application of a server, as its `--app` file describes it.
/// `Serve` reads it and opens its store.
struct FurtherApplication {
    let file: ApplicationFile
    private let path: String
    private let bundleIdentifier: BundleIdentifier
    private let catalogue: Catalogue

    /// Reads the files of `--app`, if there are several, and compares them. Returns all but the first. Throws
    /// `ApplicationFile.Failure` and `CatalogueError`.
    static func read(_ paths: [String]) throws -> [FurtherApplication] {
        guard paths.count > 1 else { return [] }
        let applications = try paths.map(FurtherApplication.init)
        var known: [BundleIdentifier: String] = [:]
        for (path, application) in zip(paths, applications) {
            if let other = known.updateValue(path, forKey: application.bundleIdentifier) {
                throw ApplicationFile.Failure.sameApplication(path: path, other: other)
            }
            if let key = application.file.signingKey, applications[0].file.signingKey.map(key.signsAs) != true
            {
                throw ApplicationFile.Failure.anotherSigningKey(path: path, first: paths[0])
            }
        }
        return Array(applications.dropFirst())
    }

    private init(path: String) throws {
        let file = try ApplicationFile(path: path)
        // The identifier becomes the name of a folder.
        guard let bundleIdentifier = file.bundleIdentifier, !bundleIdentifier.rawValue.hasPrefix(".") else {
            throw ApplicationFile.Failure.badField(
                path: path, field: "bundleIdentifier",
                reason:
                    "is needed if a server sells for several applications, and does not begin with a period"
            )
        }
        (self.file, self.path) = (file, path)
        self.bundleIdentifier = bundleIdentifier
        catalogue = try ApplicationFailure.inFile(path, isFirst: false) { try file.productsOnSale() }
    }

    private func folder(in directory: DataDirectory) -> String {
        Self.folder(of: bundleIdentifier.rawValue, in: directory.path)
    }

    /// Where the store of an application is that a server sells for besides the first one.
    static func folder(of bundle: String, in directory: String) -> String { directory + "/apps/" + bundle }

    /// The bundle identifiers of the applications that have a store there. Most commands work on the first
    /// application only.
    static func bundles(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/apps")) ?? []
        return names.sorted().filter {
            FileStatus(at: folder(of: $0, in: directory) + "/store.sqlite") != nil
        }
    }

    /// If the certificates of the first application's store were lost, takes them from another application's
    /// store. The first one would make a new root, and the others would not be opened beside it.
    static func putBackCertificates(
        in directory: DataDirectory, from applications: [FurtherApplication], logger: Logger
    ) throws(StorageError) {
        for folder in applications.map({ $0.folder(in: directory) }) where FileStatus(at: folder) != nil {
            guard try directory.takeLostCertificates(from: DataDirectory(path: folder)) else { continue }
            logger.notice(
                "The certificates in \(directory.file("keys")) were missing. The store has them again from \(folder)."
            )
        }
    }

    /// Opens the store in a data directory of its own, inside that of the first application. It signs as the
    /// first application's store.
    func open(
        in directory: DataDirectory, signingAs first: AppStore, options: ServerOptions, logger: Logger
    ) throws -> ServedApplication {
        let own = try DataDirectory(path: folder(in: directory))
        let lock = try ServingLock(directory: own)
        let log: @Sendable (String) -> Void = { [bundleIdentifier] in
            logger.notice("\(bundleIdentifier.rawValue): \($0)")
        }
        for oddity in catalogue.warnings { log("\(oddity)") }
        let loss = try DataOptions.loss(in: own)
        try SigningKeyFile(pem: first.signingKeyPEM(withAuthorities: true), path: directory.file("keys"))?
            .install(
                in: own)
        let store = try ApplicationFailure.inFile(path, isFirst: false) {
            try AppStore(
                directory: own, catalogue: catalogue,
                application: WantedApplication(
                    bundleIdentifier: bundleIdentifier, appleIdentifier: file.appleIdentifier,
                    version: file.version),
                followers: AppleServing.followers, isServed: true, log: log)
        }
        if let loss { log(loss) }
        return ServedApplication(
            file: file, served: try ServedStore(store, key: file.serverAPIKey, options: options), lock: lock)
    }
}

/// A further application with its store, which no other server can open at the same time.
final class ServedApplication: Sendable {
    let file: ApplicationFile
    let served: ServedStore
    private let lock: ServingLock

    var store: AppStore { served.store }

    init(file: ApplicationFile, served: ServedStore, lock: consuming ServingLock) {
        self.file = file
        self.served = served
        self.lock = lock
    }

    func greet(at address: String) {
        let bundle = store.application.bundleIdentifier.rawValue
        printLine("  \(bundle):")
        printLine("                \(store.storefrontCommand(at: address + "/apps/" + bundle))")
        #if AppleServices
        printLine(
            "                issuer \(served.key.issuerIdentifier), key \(served.key.keyIdentifier) in \(served.key.path)"
        )
        #endif
        printLine("                secret in \(store.sharedSecretPath)")
    }
}

extension AppStore {
    /// The command that opens a storefront of the store, which is served at an address.
    func storefrontCommand(at address: String) -> String {
        let bundle = application.bundleIdentifier
        let option = bundle == .standard ? "" : " --bundle-id \(bundle.rawValue)"
        return "monkeystore --store \(address)\(option)"
    }
}
