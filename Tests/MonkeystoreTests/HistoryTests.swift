import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("The history of many transactions")
struct HistoryTests {
    /// A program whose journal has `count` rows; see `journalRows`.
    private func program(withRows count: Int) async throws -> Program {
        let program = try Program()
        try await program.succeed("balance")
        try await program.edit(journalRows(count))
        return program
    }

    /// The numbers of the rows that were printed, by their transaction identifiers.
    private func rows(_ run: Program.Run) -> [Int] {
        run.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").last.flatMap { Int($0) }.map { $0 - 9_000_000 }
        }
    }

    @Test
    func `is the newest hundred, oldest first, with a sentence that says how to see the older ones`() async throws {
        let program = try await program(withRows: 10_000)
        let run = try await program.succeed("history")
        #expect(rows(run) == Array(9901...10_000))
        #expect(run.error == "monkeystore: Older transactions: monkeystore history --before 9009901\n")
        let older = try await program.run("history", "--before", "9009901")
        #expect(rows(older) == Array(9801...9900))
    }

    @Test("is of the length that is asked for, before a transaction that is named by its number or its key")
    func pages() async throws {
        let program = try await program(withRows: 8)
        for name in ["9000006", "key 6"] {
            let run = try await program.run("history", "--limit", "3", "--before", name)
            #expect(rows(run) == [3, 4, 5])
            #expect(run.error.contains("--before 9000003"))
        }
        let last = try await program.run("history", "--before", "key 4", "--json", "--limit", "\(Int.max)")
        let array = try last.array()
        #expect(array.map { $0["idempotencyKey"] as? String } == ["key 1", "key 2", "key 3"])
        #expect(last.error.isEmpty)
        #expect(try await program.run("history", "--before", "key 1").output.isEmpty)
        #expect(try await program.run("history", "--before", "key 1", "--json").output == "[\n\n]\n")
    }

    @Test func `is everything with --all, oldest first, in one table or one array`() async throws {
        let program = try await program(withRows: 1234)
        let table = try await program.run("history", "--all")
        #expect(rows(table) == Array(1...1234))
        #expect(table.error.isEmpty)
        let columns = Set(
            table.output.split(separator: "\n").map { $0.distance(from: $0.startIndex, to: $0.lastIndex(of: " ")!) })
        #expect(columns.count == 1)
        let array = try await program.run("history", "--all", "--json")
        let keys = try array.array().map { $0["idempotencyKey"] as? String }
        #expect(keys == (1...1234).map { "key \($0)" })
        let page = try await program.run("history", "--limit", "1234", "--json")
        #expect(page.output == array.output)
    }

    @Test(arguments: [
        ("--limit 0", "1 or a larger number"), ("--limit=-1", "1 or a larger number"), ("--limit x", "invalid"),
        ("--limit 99999999999999999999", "invalid"), ("--before nobody's", "no transaction 'nobody's'"),
        ("--before 9000009", "no transaction '9000009'"), ("--all --limit 3", "leave out"),
        ("--all --before 9000001", "leave out"),
    ])
    func `is not shown where what is asked for makes no sense`(arguments: String, words: String) async throws {
        let program = try await program(withRows: 2)
        let run = try await program.run(["history"] + arguments.split(separator: " ").map(String.init))
        #expect(run.status == .exited(64) && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
    }
}
