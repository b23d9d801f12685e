import Foundation
import Subprocess
import Synchronization
import TestSupport
import Testing

@Suite(
    "A purchase by a program that is killed, or whose disk is full, at any of its writes",
    .timeLimit(.minutes(10)))
struct KillTests {
    @Test
    func `is charged at most once and credited exactly once if charged, and a start empties the queue`()
        async throws
    {
        let prepared = try Program()
        try await prepared.succeed("balance")
        let calls = try await Self.calls(of: prepared)
        let stages = Mutex<Set<Books.Stage>>([])
        let kills = Kills()
        // One call more than there are, too.
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let program = try prepared.copy()
            let run = try await program.run("buy", "consume5credits", "--yes", under: .killBefore(call: call))
            kills.note(run, call)
            let stage = try Books(program.data).stage
            _ = stages.withLock { $0.insert(stage) }

            try await program.succeed("history")
            let books = try Books(program.data)
            #expect(books.areClosed, "killed at call \(call), \(stage): \(books)")
            #expect(
                books.charges == (stage == .beforeJournal ? 0 : 1),
                "killed at call \(call), \(stage): \(books)")
        }
        // The kills have hit every step of a purchase.
        #expect(stages.withLock { $0 } == Set(Books.Stage.allCases))
        #expect(kills.count > 0)
    }

    @Test
    func `can be the very first thing on the device, and the next start goes on from whatever is there`()
        async throws
    {
        let calls = try await Self.calls(of: Program())
        // A database is made and migrated in many transactions in a row. What a start finds between two of
        // them is tested elsewhere (DatabaseFileTests).
        func file(_ call: Int) -> String {
            let path = String(calls[call - 1].drop { $0 != " " })
            return ["-journal", "-wal"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) }
                ?? path
        }
        let points = KillSwitch.turningPoints(of: calls)
        let edges = points.indices.filter { $0 == 0 || file(points[$0]) != file(points[$0 - 1]) }.map {
            points[$0]
        }
        #expect(edges.count > 20)
        let kills = Kills()
        try await inParallel(edges) { call in
            let program = try Program()
            let run = try await program.run(
                "buy", "consume10credits", "--yes", under: .killBefore(call: call))
            kills.note(run, call)
            let again = try await program.run("buy", "consume10credits", "--yes", "--json")
            #expect(again.status == .exited(0), "killed at call \(call): \(again.error)")
            let books = try Books(program.data)
            #expect(
                (1...2).contains(books.charges) && books.credited == books.charges,
                "killed at call \(call): \(books)")
            #expect(books.balance == 10 * books.charges && books.unfinished == 0 && books.unsettled == 0)
        }
        #expect(kills.count > 0)
    }

    @Test func `with a full disk ends in a sentence, and goes on when there is space again`() async throws {
        let prepared = try Program()
        try await prepared.succeed("balance")
        let writes = try await Self.calls(of: prepared).filter {
            $0.hasPrefix("write") || $0.hasPrefix("pwrite")
        }
        let failures = Mutex(0)
        try await inParallel([1] + KillSwitch.turningPoints(of: writes)) { write in
            let program = try prepared.copy()
            let run = try await program.run(
                "buy", "consume5credits", "--yes", under: .diskFull(fromWrite: write))
            if run.status != .exited(0) {
                failures.withLock { $0 += 1 }
                #expect(run.error.contains("space"), "write \(write): \(run.status) \(run.error)")
            }
            try await program.succeed("history")
            let books = try Books(program.data)
            #expect(books.areClosed, "full from write \(write): \(books)")
        }
        #expect(failures.withLock { $0 } > 0)
    }

    @Test(arguments: [false, true])
    func `whose disk does not flush says that nothing was charged only if that stays true`(
        isLasting: Bool
    ) async throws {
        let prepared = try Program()
        try await prepared.succeed("balance")
        let flushes = try await Self.calls(of: prepared).count { $0.contains("sync ") }
        let failures = Mutex(0)
        let refusals = Mutex(0)
        try await inParallel(Array(1...flushes)) { flush in
            let program = try prepared.copy()
            let run = try await program.run(
                "buy", "consume5credits", "--yes", under: .flushFailure(flush: flush, isLasting: isLasting))
            try await program.succeed("history")
            let books = try Books(program.data)
            #expect(books.areClosed, "flush \(flush): \(books)")
            if run.status != .exited(0) { failures.withLock { $0 += 1 } }
            #expect(run.status != .exited(0) || books.charges == 1, "flush \(flush): \(books)")
            guard run.error.contains("Nothing was charged") else { return }
            refusals.withLock { $0 += 1 }
            #expect(books.charges == 0, "flush \(flush): \(run.error)")
        }
        #expect(failures.withLock { $0 } > 0)
        #expect(isLasting || refusals.withLock { $0 } > 0)
    }

    @Test func `whose disk does not flush a book keeps nothing of it, and fetches it again`() async throws {
        let program = try Program()
        try await program.succeed("buy", "nightferry", "--yes")
        let book = program.data + "/content/com.xamarin.storekit.testing.book.nightferry"
        try FileManager.default.removeItem(atPath: book)
        let run = try await program.run(
            "read", "nightferry", under: .flushFailure(flush: 1, isLasting: false), files: ".part")
        #expect(run.status != .exited(0))
        #expect(!FileManager.default.fileExists(atPath: book))
        #expect(try Data(contentsOf: URL(fileURLWithPath: book + ".part")).isEmpty)
        try await program.succeed("read", "nightferry")
    }

    /// What comes after a purchase of a book, credits and a filter. Each of them writes something, but the
    /// restore need not: it brings what is there.
    @Test(
        "is followed by commands that end in a sentence if the disk is full, and then do their work when it is not",
        arguments: [
            ["read", "nightferry"], ["spend", "1"], ["restore"], ["buy", "greyscale", "--yes"],
            ["buy", "firstbanana", "--yes"],
        ])
    func laterCommands(command: [String]) async throws {
        let isPurchase = command[0] == "buy"
        let prepared = try Program()
        for product in ["nightferry", "consume5credits", "sepia"] {
            try await prepared.succeed("buy", product, "--yes")
        }
        let book = prepared.data + "/content/com.xamarin.storekit.testing.book.nightferry"
        try FileManager.default.removeItem(atPath: book)
        let counting = try prepared.copy()
        let log = counting.folder.path + "/calls"
        let counted = try KillSwitch(.countOnly, files: counting.data, log: log)
        #expect(try await counting.run(command, environment: counted.environment).status == .exited(0))
        let writes = try KillSwitch.calls(in: log).filter { $0.hasPrefix("write") || $0.hasPrefix("pwrite") }
        let failures = Mutex(0)
        try await inParallel([1] + KillSwitch.turningPoints(of: writes)) { write in
            let program = try prepared.copy()
            let full = try KillSwitch(.diskFull(fromWrite: write), files: program.data)
            let run = try await program.run(command, environment: full.environment)
            if run.status != .exited(0) {
                failures.withLock { $0 += 1 }
                #expect(
                    run.error.contains("space") && (isPurchase || run.status == .exited(74)),
                    "write \(write): \(run.status) \(run.error)")
            }
            let again = try await program.run(command)
            // What is bought for good is bought only once.
            #expect(
                again.status == .exited(0) || again.error.contains("already"),
                "write \(write): \(again.error)")
        }
        #expect(failures.withLock { $0 } > 0 || command == ["restore"])
    }

    /// The calls that a purchase makes to the disk if nothing happens to it, each as its function and file.
    static func calls(of program: Program) async throws -> [Substring] {
        try await program.copy().calls(of: "buy", "consume5credits", "--yes")
    }
}
