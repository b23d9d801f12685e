internal import ArgumentParser
internal import Backup
internal import DeviceStorage
internal import FileSystem
internal import FoundationEssentials
internal import Glibc
internal import StoreApplication

struct RestoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Bring back the purchases that are in a backup, on this machine or another.",
        discussion: """
            The data directory must be empty. Credits are in one place at a time: those of a store at an address move here from \
            the machine that was backed up, at the next contact with the store.
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var secret: PassphraseOptions
    @Argument(help: ArgumentHelp("The file that backup made.", valueName: "file"), completion: .file()) var file: String

    func run() throws {
        try Session.work {
            let backup = BackupFile(path: file)
            try backup.checkRestoring(to: data.directory)
            let passphrase = try secret.passphrase()
            let line = ProgressLine("Restoring")
            defer { line.end() }
            try backup.restore(
                to: data.directory, passphrase: passphrase, progress: line.show, prepare: Self.prepare)
        }
        printLine("The purchases in \(file) are in \(data.directory).")
    }

    /// Gives each ledger in restored data a new mark, which no backup has, and makes each account of a store at an address a
    /// device of its own there.
    static func prepare(_ folder: String) throws {
        for path in try folders(in: folder) where access(path + "/device.sqlite", F_OK) == 0 {
            let directory = try DataDirectory(path: path)
            let file = try OpenStore.deviceFile(in: directory)
            let hasLedger = try CreditManager.renewMark(database: file, directory: directory)
            try Entitlements.renewMark(database: file, directory: directory)
            // The folder itself has what was bought from the embedded store, which is in the backup.
            if path != folder, hasLedger { try DeviceRecord.becomeCopy(in: directory, database: file) }
        }
    }

    /// A folder, and those in it that may hold an account's files: of a store at an address, or of the store of a host's visitor.
    private static func folders(in folder: String) throws -> [String] {
        func inside(_ folder: String) throws -> [String] {
            guard access(folder, F_OK) == 0 else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
        }
        let stores = try inside(folder + "/stores") + [folder + "/store"]
        return try [folder] + stores.flatMap(inside)
    }
}
