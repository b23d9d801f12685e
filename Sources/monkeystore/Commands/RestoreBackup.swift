internal import ArgumentParser
internal import Backup
internal import DurableStorage
internal import FoundationEssentials
internal import Glibc
internal import Purchasing

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
                to: data.directory, passphrase: passphrase, progress: line.show, prepare: Self.becomeCopies)
        }
        say("The purchases in \(file) are in \(data.directory).")
    }

    /// Makes each account of a store at an address, in restored data, a device of its own there.
    private static func becomeCopies(in folder: String) throws {
        let stores = folder + "/stores"
        for store in try folders(in: stores) {
            for account in try folders(in: stores + "/" + store) {
                let path = stores + "/" + store + "/" + account
                guard access(path + "/device.sqlite", F_OK) == 0 else { continue }
                let directory = try DataDirectory(path: path)
                try DeviceRecord.becomeCopy(in: directory, database: OpenStore.deviceFile(in: directory))
            }
        }
    }

    private static func folders(in folder: String) throws -> [String] {
        guard access(folder, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }
}
