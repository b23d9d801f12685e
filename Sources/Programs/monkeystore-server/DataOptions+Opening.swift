internal import Glibc
internal import Logging
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import StoreServer

// How the commands open their store.
extension DataOptions {
    /// Opens the store, for a command that needs nothing else. Makes a missing one, and says so.
    func store() throws -> AppStore {
        // Another user's folder is refused as such.
        let directory = try directory()
        let isNew = !hasStore
        if isNew, isFolderOfDatabase { throw StoreElsewhere(folder: folder) }
        let loss = try isNew ? Self.loss(in: directory) : nil
        let store = try store(
            in: directory, selling: productsOnSale(), logger: Logger(label: "monkeystore-server"))
        if isNew { complain(loss ?? "There was no store in \(folder), so a new one was made.") }
        return store
    }

    /// Opens a store that is there, for a command that only reads.
    func existingStore() throws -> AppStore {
        guard app.count < 2 else { throw ApplicationFile.Failure.several }
        // Another user's folder is refused as such, and so is a home that is not there.
        if folder.isEmpty || access(folder, F_OK) == 0 { _ = try directory() }
        guard hasStore || isFolderOfDatabase else {
            throw StorageError.unusable(path: folder, reason: "there is no store in it")
        }
        return try store()
    }

    /// Whether the options name a database, or there is a store in the folder.
    private var hasStore: Bool { address != nil || Self.hasStore(in: folder) }

    /// Whether there is a store in a folder. An empty file counts as missing: all that was in it is lost, or
    /// the first start was killed.
    static func hasStore(in folder: String) -> Bool {
        FileStatus(at: folder + "/store.sqlite").map { $0.size > 0 } ?? false
    }

    /// What the operator is told of a store that is made in a folder now; nil if there is one. Also nil if no
    /// store was ever opened there, as far as its keys show.
    static func loss(in directory: DataDirectory) throws(StorageError) -> String? {
        guard !hasStore(in: directory.path), try AppStore.wasOpened(with: directory) else { return nil }
        return
            "There was no store in \(directory.path), though its keys are there; an empty one was made. "
            + "If that is a mistake, put store.sqlite back while no server runs."
    }

    /// If there is no store in the folder, whether a server with its store in a database uses it. The secret
    /// of a database is there, or the token that a server makes when it has opened its store, or a server
    /// runs. A server that could not open its store leaves only its lock, which nobody holds; a token without
    /// a lock was put there by somebody.
    private var isFolderOfDatabase: Bool {
        isThere("sealing-key") || (isThere("server.lock") && isThere("admin-token"))
            || ServingLock.isHeld(file: folder + "/server.lock")
    }

    private func isThere(_ file: String) -> Bool { access(folder + "/" + file, F_OK) == 0 }

    /// Opens the first application's store. Only a server sells for several applications (`isServing`): a
    /// command works on one. Only a server, which holds the lock, makes new certificates for those that were
    /// lost. `followers` follow what happens there, besides Apple's services.
    func store(
        in directory: DataDirectory, selling catalogue: Catalogue, followers: [any FactFollower] = [],
        isServing: Bool = false, logger: Logger
    ) throws -> AppStore {
        guard app.count < 2 || isServing else { throw ApplicationFile.Failure.several }
        for oddity in catalogue.warnings { logger.notice("\(oddity)") }
        let log: @Sendable (String) -> Void = { logger.notice("\($0)") }
        let application = try application()
        let wanted = WantedApplication(
            bundleIdentifier: bundleId ?? application.bundleIdentifier,
            appleIdentifier: appAppleId ?? application.appleIdentifier, version: application.version)
        let isOfFile = bundleId == nil && appAppleId == nil
        return try ApplicationFailure.inFile(isOfFile ? app.first : nil, isFirst: true) {
            guard let address else {
                let loss = try isServing ? Self.loss(in: directory) : nil
                try application.signingKey?.install(in: directory)
                let store = try AppStore(
                    directory: directory, catalogue: catalogue, application: wanted,
                    renewsCertificates: isServing, followers: AppleServing.followers + followers,
                    isServed: true, log: log)
                if let loss { log(loss) }
                return store
            }
            let (engine, keys) = try Self.sharedDatabase(address, directory)
            try application.signingKey?.install(in: keys)
            return try AppStore(
                database: engine, keys: keys, catalogue: catalogue, application: wanted,
                renewsCertificates: isServing, followers: AppleServing.followers + followers, log: log)
        }
    }

    /// A command was given the folder of a server whose store is in a database, and no database.
    struct StoreElsewhere: Error, CustomStringConvertible {
        let folder: String

        var description: String {
            "A server uses \(folder), and there is no store in it; nothing was made. If its store is in a database, give that with "
                + "--database; if its store.sqlite is lost, put that back; otherwise start the server first."
        }
    }
}
