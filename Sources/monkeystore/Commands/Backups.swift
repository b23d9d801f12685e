internal import ArgumentParser
internal import Backup
internal import DeviceStorage
internal import FileSystem
internal import FoundationEssentials
internal import Glibc
internal import StoreApplication
internal import StoreModel

/// The command `monkeystore backup`, which puts all purchases of this device into one encrypted file. Below are
/// `restore-backup`, which brings them back, and the passphrase options of both.
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

struct PassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file whose first line is the passphrase; without one it is asked for, or read from standard input.",
            valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    func passphrase() throws -> String {
        let passphrase = try fromFile() ?? PasswordPrompt.read("Passphrase of the backup: ")
        guard let passphrase, !passphrase.isEmpty else { throw Self.refusal("There is no passphrase") }
        return passphrase
    }

    /// The passphrase of a new backup. Who types it types it twice.
    func newPassphrase() throws -> String {
        let passphrase = try fromFile() ?? PasswordPrompt.read("Passphrase for the backup: ")
        guard let passphrase, passphrase.count >= CredentialLengths.password.lowerBound else {
            throw Self.refusal(
                "The passphrase has fewer than \(CredentialLengths.password.lowerBound) characters")
        }
        if passphraseFile == nil, isatty(STDIN_FILENO) == 1, PasswordPrompt.read("The same again: ") != passphrase {
            throw Self.refusal("The second passphrase is not the first")
        }
        return passphrase
    }

    private func fromFile() throws -> String? {
        guard let passphraseFile else { return nil }
        guard let file = fopen(passphraseFile, "re") else {
            throw fail(
                .noInput, "Cannot read \(passphraseFile) (\(String(cString: strerror(errno)))); nothing was changed.")
        }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, file) > 0, let line else { return "" }
        return String(cString: line).split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
    }

    private static func refusal(_ what: String) -> ExitCode {
        fail(.badUsage, "\(what); nothing was changed. Type one, or name a file that holds one with --passphrase-file.")
    }
}
