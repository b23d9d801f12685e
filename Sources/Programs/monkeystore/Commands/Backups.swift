internal import ArgumentParser
internal import DeviceStorage
internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import StoreApplication
internal import StoreModel

/// The command `monkeystore backup`, which puts all of this device's purchases into one encrypted file. Below
/// are `restore-backup`, which brings them back, and the passphrase options of both.
struct BackUp: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "backup",
        abstract: "Put all purchases of this device, with their keys, into one encrypted file.",
        discussion: "The storefront may be in use meanwhile. The file opens with the passphrase only.")

    @OptionGroup var data: DataOptions
    @OptionGroup var secret: PassphraseOptions
    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file()) var file:
        String

    func run() throws {
        try CommandRun.work {
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

struct RestoreBackup: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "restore-backup",
        abstract: "Bring back the purchases that are in a backup, on this machine or another.",
        discussion: """
            The data directory must be empty. Credits belong to the account: a store at an address gives what \
            the backup lacks at the next contact. Payments and uses that waited in the backup are sent again, also \
            those that the store has refused since. The backup also has who is signed in: signing out on one of the \
            machines signs out the others.
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var secret: PassphraseOptions
    @Argument(help: ArgumentHelp("The file that backup made.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        try CommandRun.work {
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

    /// Gives each account in restored data a high-water mark, because a backup contains none.
    static func prepare(_ folder: String) throws {
        for path in try folders(in: folder) where access(path + "/device.sqlite", F_OK) == 0 {
            let directory = try DataDirectory(path: path)
            try AccountReplica.renewHighWaterMark(
                database: OpenStore.deviceFile(in: directory), directory: directory)
        }
    }

    /// A folder, and the folders in it that may hold an account's files: those of a store at an address, or
    /// of a host's visitor.
    private static func folders(in folder: String) throws -> [String] {
        func inside(_ folder: String) throws -> [String] {
            // File managers leave files of their own among the folders, and those are in the backup, too.
            guard FileStatus(at: folder)?.isFolder == true else { return [] }
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

    /// The most bytes in the first line of a file.
    private static let longestLine = 64 << 10

    /// The passphrase that opens a backup.
    func passphrase() throws -> String {
        try givenPassphrase("Passphrase of the backup: ")
    }

    /// The passphrase of a new backup. A person at a terminal types it twice.
    func newPassphrase() throws -> String {
        let passphrase = try givenPassphrase("Passphrase for the backup: ")
        guard passphrase.count >= CredentialLengths.password.lowerBound else {
            throw refusal(
                "The passphrase\(place) has fewer than \(CredentialLengths.password.lowerBound) characters")
        }
        if passphraseFile == nil, isatty(STDIN_FILENO) == 1,
            PasswordPrompt.read("The same again: ") != passphrase
        {
            throw refusal("The two passphrases are not the same")
        }
        return passphrase
    }

    /// What the file says, or the person types.
    private func givenPassphrase(_ question: String) throws -> String {
        let passphrase: String?
        if let line = try firstLine() {
            passphrase = Self.text(of: line)
            if passphrase == nil { throw refusal("The passphrase\(place) is not UTF-8 text") }
        } else {
            passphrase = PasswordPrompt.read(question)
        }
        guard let given = passphrase, !given.isEmpty else { throw refusal("There is no passphrase\(place)") }
        return given
    }

    /// The file's first line, with its line break; nil if no file is named.
    private func firstLine() throws -> [UInt8]? {
        guard let passphraseFile else { return nil }
        func unreadable() -> ExitCode {
            fail(
                .noInput,
                "Cannot read \(passphraseFile) (\(String(cString: strerror(errno)))); nothing was changed.")
        }
        guard let file = fopen(passphraseFile, "re") else { throw unreadable() }
        defer { fclose(file) }
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), case let byte = fgetc(file), byte != EOF {
            guard line.count < Self.longestLine else {
                throw refusal("The first line of \(passphraseFile) is longer than 64 KiB")
            }
            line.append(UInt8(byte))
        }
        guard ferror(file) == 0 else { throw unreadable() }
        return line
    }

    /// A line without its line break; nil if it is not valid UTF-8.
    private static func text(of line: [UInt8]) -> String? {
        var bytes = line[...]
        if bytes.last == UInt8(ascii: "\n") {
            bytes.removeLast()
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Where the passphrase is, for a sentence; empty if it is typed.
    private var place: String { passphraseFile.map { " in \($0)" } ?? "" }

    private func refusal(_ what: String) -> ExitCode {
        let advice =
            passphraseFile == nil
            ? "Type one, or name a file that holds one with --passphrase-file."
            : "Write one in the file's first line, or name another file."
        return fail(.badUsage, "\(what); nothing was changed. \(advice)")
    }
}
