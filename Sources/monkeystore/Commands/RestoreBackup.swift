internal import ArgumentParser
internal import Backup

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
            try backup.restore(to: data.directory, passphrase: passphrase, progress: line.show) { _ in }
        }
        print("The purchases in \(file) are in \(data.directory).")
    }
}
