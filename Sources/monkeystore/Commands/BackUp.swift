internal import ArgumentParser
internal import Backup

struct BackUp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Put all purchases of this device, with their keys, into one encrypted file.",
        discussion: "The storefront may be in use meanwhile. The file opens with the passphrase only.")

    @OptionGroup var data: DataOptions
    @OptionGroup var secret: PassphraseOptions
    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file()) var file: String

    func run() throws {
        try Session.work {
            let backup = BackupFile(path: file)
            try backup.check(data.directory)
            let passphrase = try secret.newPassphrase()
            let line = ProgressLine("Backing up")
            defer { line.end() }
            try backup.write(from: data.directory, passphrase: passphrase, progress: line.show)
        }
        printLine("The purchases in \(data.directory) are in \(file).")
    }
}
