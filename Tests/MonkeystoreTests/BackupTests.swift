import DeviceStorage
import Foundation
import StoreModel
import Subprocess
import Synchronization
import TestSupport
import Testing

@Suite("A backup of the embedded store", .timeLimit(.minutes(15)))
struct BackupTests {
    @Test(
        "of a device that was killed during a purchase goes on with it elsewhere, charged once and credited once"
    )
    func duringPurchase() async throws {
        let prepared = try Program()
        try await prepared.succeed("balance")
        let calls = try await KillTests.calls(of: prepared)
        // At the first call, and after each commit.
        let commits = calls.indices.filter { calls[$0].hasPrefix("fdatasync") && calls[$0].hasSuffix("-wal") }
        let stages = Mutex<Set<Books.Stage>>([])
        try await inParallel([1] + commits.map { $0 + 2 }) { call in
            let program = try prepared.copy()
            try await program.run("buy", "consume5credits", "--yes", under: .killBefore(call: call))
            let stage = try Books(program.data).stage
            _ = stages.withLock { $0.insert(stage) }
            let restored = try Program.restored(from: program.backUp())
            for machine in [restored, program] {
                try await machine.succeed("history")
                let books = try Books(machine.data)
                #expect(
                    books.areClosed && books.charges == (stage == .beforeJournal ? 0 : 1),
                    "killed at call \(call), \(stage): \(books)")
            }
        }
        // The number of calls differs a little from run to run, so that a step may be missed.
        #expect(stages.withLock { $0.count } >= 4)
    }

    @Test func `is made while a storefront waits for the store's answer, and while others buy`() async throws
    {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        let storefront = try await LiveProgram(storefrontOf: program)
        #expect(await storefront.wait(for: "$0.99"))
        try program.set { $0.delayMilliseconds = 60_000 }
        try await storefront.type("buy 1", "yes")
        #expect(await storefront.wait(for: "Purchasing"))
        try await Books.waitForPayment(in: program.data)
        let restored = try Program.restored(from: program.backUp())
        await storefront.kill()
        for machine in [program, restored] { try machine.set { $0 = StoreSettings() } }
        try await restored.succeed("history")
        #expect(try await restored.run("balance").output == "10 monkey credits\n")

        async let purchases: Void = Self.buy(15, on: program)
        for _ in 1...3 {
            let copy = try Program.restored(from: program.backUp())
            #expect(try await copy.run("history").error.isEmpty)
            let books = try Books(copy.data)
            #expect(books.credited == books.charges && books.balance == 5 * books.charges, "\(books)")
            #expect(books.unfinished == 0 && books.unsettled == 0, "\(books)")
        }
        try await purchases
        #expect(try await program.run("balance").output == "85 monkey credits\n")
    }

    private static func buy(_ count: Int, on program: Program) async throws {
        for _ in 1...count { try await program.succeed("buy", "consume5credits", "--yes") }
    }

    @Test func `brings filters, books and credits back, and is a store of its own`() async throws {
        let program = try Program()
        for product in ["consume10credits", "sepia", "firstbanana"] {
            try await program.succeed("buy", product, "--yes")
        }
        try await program.succeed("spend", "3")
        let restored = try Program.restored(from: program.backUp())
        #expect(try await restored.run("balance").output == "7 monkey credits\n")
        #expect(try await restored.run("history").output == program.run("history").output)
        #expect(
            try await restored.run("read", "firstbanana").output == program.run("read", "firstbanana").output)
        let plain = try await restored.run(["--plain"], input: "filter sepia\nquit\n")
        #expect(plain.output.contains("Sepia Filter: Owned."))
        try await restored.succeed("buy", "consume5credits", "--yes")
        #expect(try await program.run("balance").output == "7 monkey credits\n")
    }

    @Test func `is restored although it has files where the program makes only folders`() async throws {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        let stores = program.data + "/stores"
        try FileManager.default.createDirectory(atPath: stores, withIntermediateDirectories: true)
        for file in [stores + "/.directory", program.data + "/store"] {
            #expect(FileManager.default.createFile(atPath: file, contents: Data("[Desktop]".utf8)))
        }
        let restored = try Program.restored(from: program.backUp())
        #expect(try await restored.run("balance").output == "5 monkey credits\n")
    }

    @Test(.ownThreads)
    func `is not made if Ctrl-C is pressed at the question for the passphrase: the terminal is as before`()
        async throws
    {
        let program = try Program()
        try await program.succeed("balance")
        let terminal = try Pseudoterminal(
            [BuiltProgram.path, "backup", program.folder.path + "/new", "--data-dir", program.data],
            environment: ["HOME": program.folder.path])
        try terminal.wait(for: "Passphrase for the backup:")
        #expect(terminal.modes != terminal.initialModes)
        try terminal.write("\u{3}")
        #expect(try terminal.waitForEnd() == .signal(SIGINT))
        #expect(terminal.modes == terminal.initialModes)
    }

    @Test(
        "is restored entirely or not at all, wherever the restoring program is killed; the next attempt succeeds"
    )
    func killedWhileRestoring() async throws {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        let file = try await program.backUpByCommand()
        let counted = try Program()
        let calls = try await counted.calls(of: "restore-backup", file, input: Program.passphrase + "\n")
            .count
        let isWhole = Mutex<Set<Bool>>([])
        // The last one is the rename. Each attempt derives the key from the passphrase, which takes long.
        try await inParallel([calls / 2, calls - 1, calls]) { call in
            let machine = try Program()
            let action = KillSwitch.Action.killAfter(call: call)
            let run = try await machine.restore(
                file, environment: KillSwitch(action, files: machine.data).environment)
            #expect(run.status == .signaled(SIGKILL), "call \(call): \(run.status)")
            let isThere = FileManager.default.fileExists(atPath: machine.data)
            _ = isWhole.withLock { $0.insert(isThere) }
            if !isThere {
                #expect(try await machine.restore(file).status == .exited(0), "killed at call \(call)")
            }
            #expect(try await machine.run("balance").output == "5 monkey credits\n", "killed at call \(call)")
            #expect(try machine.drafts().isEmpty)
        }
        #expect(isWhole.withLock { $0 } == [true, false])
    }

    @Test func `on a full disk is neither made nor restored, and leaves nothing; a sentence says so`()
        async throws
    {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        for (write, place) in [(1, "backup-draft"), (1, "/new"), (3, "/new")] {
            let run = try await program.run(
                ["backup", program.folder.path + "/new"], input: Program.passphrase + "\n",
                environment: KillSwitch(.diskFull(fromWrite: write), files: place).environment)
            #expect(run.status == .exited(place == "/new" ? 73 : 74), "\(place) \(write): \(run.error)")
            #expect(run.error.contains("space"), "\(run.error)")
            let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
            #expect(!left.contains { $0.hasPrefix("new") })
            #expect(!FileManager.default.fileExists(atPath: program.data + "/backup-draft"))
        }
        let file = try await program.backUpByCommand()
        for write in [1, 7] {
            let machine = try Program()
            let run = try await machine.restore(
                file, environment: KillSwitch(.diskFull(fromWrite: write), files: machine.data).environment)
            #expect(run.status == .exited(74) && run.error.contains("space"), "write \(write): \(run.error)")
            #expect(try !FileManager.default.fileExists(atPath: machine.data) && machine.drafts().isEmpty)
        }
    }

    @Test
    func `that cannot be made or restored is one sentence, an exit of its own, and changes nothing`()
        async throws
    {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        let file = try await program.backUpByCommand()
        let before = try program.content()
        func expect(
            _ arguments: [String], _ status: Int32, _ words: String, at program: Program, input: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            try await program.run(arguments, input: input).expectRefusal(
                status, words, sourceLocation: sourceLocation)
        }
        let (elsewhere, secret) = (try Program(), Program.passphrase + "\n")
        try await expect(["backup", file], 73, "There is a file", at: program, input: secret)
        try await expect(["backup", file + "2"], 64, "fewer than 8", at: program, input: "short\n")
        try await expect(["backup", file + "2"], 64, "There is no passphrase", at: program)
        try await expect(["backup", "/nowhere/file"], 73, "Cannot write", at: program, input: secret)
        try await expect(["backup", file + "2"], 74, "nothing to back up", at: elsewhere, input: secret)
        let server = try Program()
        try FileManager.default.createDirectory(atPath: server.data, withIntermediateDirectories: true)
        try "".write(toFile: server.data + "/server.lock", atomically: false, encoding: .utf8)
        try await expect(
            ["backup", file + "2"], 74, "see BACKUP in monkeystore-store(7)", at: server, input: secret)
        try await expect(["restore-backup", file], 74, "There is something in", at: program, input: secret)
        try await expect(
            ["restore-backup", file], 65, "does not open", at: elsewhere, input: "bananas for once\n")
        try await expect(["restore-backup", file + "2"], 66, "Cannot open", at: elsewhere, input: secret)
        try await expect(
            ["restore-backup", program.data + "/device.sqlite"], 65, "is not a backup", at: elsewhere)
        try await expect(
            ["restore-backup", file, "--passphrase-file", "/nowhere/file"], 66, "Cannot read", at: elsewhere)
        #expect(try program.content() == before)
        #expect(!FileManager.default.fileExists(atPath: elsewhere.data))
        #expect(!FileManager.default.fileExists(atPath: file + "2"))
        // The first line of a file works like a line that is typed.
        let line = try program.file("passphrase", secret + "and more\n")
        try await elsewhere.succeed(["restore-backup", file, "--passphrase-file", line])
    }

    @Test func `is not restored to a mount point, and the sentence names a folder in it`() async throws {
        let program = try Program()
        try await program.succeed("balance")
        let file = try await program.backUpByCommand()
        let disk = program.folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        // The mount is seen by this program alone.
        let run = try ChildProcess.run([
            "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c",
            #"mount -t tmpfs none "$1" && exec "$0" restore-backup "$2" --data-dir "$1""#,
            BuiltProgram.path, disk, file,
        ])
        #expect(run.end == .status(74))
        #expect(run.output.contains("/disk/monkeystore."), "\(run.output)")
    }

    @Test func `has the passphrase of a file's first line, whatever ends the line`() async throws {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        let line = try program.file("line", Program.passphrase + "\r\nand more\r\n")
        let file = program.folder.path + "/new"
        try await program.succeed("backup", file, "--passphrase-file", line)
        let restored = try await Program.restoredByCommand(from: file)
        #expect(try await restored.run("balance").output == "5 monkey credits\n")
    }

    @Test(arguments: [
        (UInt8(0xFF), 16, "not UTF-8 text"), (UInt8(ascii: "a"), 70_000, "longer than 64 KiB"),
        (
            UInt8(ascii: "a"), 7,
            "line has fewer than 8 characters; nothing was changed. Write one in the file's"
        ),
        (UInt8(ascii: "\n"), 1, "There is no passphrase in "),
    ])
    func `is not made with a file whose first line can be no passphrase`(
        byte: UInt8, count: Int, words: String
    ) async throws {
        let program = try Program()
        try await program.succeed("balance")
        let line = try program.file("line", "")
        try Data(repeating: byte, count: count).write(to: URL(filePath: line))
        let file = program.folder.path + "/new"
        try await program.run("backup", file, "--passphrase-file", line).expectRefusal(64, words)
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
