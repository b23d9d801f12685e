import Foundation
import GRDB
import Subprocess
import TestSupport
import Testing

@Suite("A data directory that cannot be used")
struct DataDirectoryTests {
    @Test("is one sentence and exit 74, and nothing in it is changed", arguments: DamagedData.all)
    func command(damaged: DamagedData) async throws {
        let program = try await damaged.program()
        let before = try program.content()
        for arguments in [["balance"], ["buy", "consume5credits", "--yes"]] {
            let run = try await program.run(arguments)
            #expect(run.status == .exited(74), "\(run.status)")
            #expect(run.output.isEmpty)
            #expect(run.error.hasPrefix("monkeystore: ") && run.error.contains(damaged.words), "\(run.error)")
            #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
        }
        #expect(try program.content() == before)
    }

    @Test("is exit 74 also where only the balance cannot be read")
    func damagedBalance() async throws {
        let program = try Program()
        #expect(try await program.run("buy", "consume5credits", "--yes").status == .exited(0))
        let file = program.data + "/device.sqlite"
        let page = try await DatabaseQueue(path: file).writeWithoutTransaction { database in
            _ = try database.checkpoint(.truncate)
            return try UInt64.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'credit_head'")
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seek(toOffset: (#require(page) - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
        for arguments in [["balance"], ["spend", "1"]] {
            let run = try await program.run(arguments)
            #expect(run.status == .exited(74) && run.output.isEmpty, "\(run)")
            #expect(run.error.contains("device.sqlite is damaged"), "\(run.error)")
        }
    }

    @Test("is one sentence where it cannot even be made")
    func belowProc() async throws {
        let run = try await Program(data: "/proc/monkeystore/data").run("balance")
        #expect(run.status == .exited(74))
        #expect(run.error.hasPrefix("monkeystore: Cannot ") && run.error.contains("/proc/monkeystore"), "\(run.error)")
    }
}

extension EndToEnd {
    @Suite("A storefront that cannot start")
    struct StartTests {
        @Test("gives the terminal back, says why in one sentence, and exits with 74", arguments: DamagedData.all)
        func data(damaged: DamagedData) async throws {
            let program = try await damaged.program()
            let before = try program.content()
            let window = try StoreWindow(starting: program)
            #expect(try window.terminal.waitForEnd() == .status(74))
            #expect(window.terminal.isAsBefore)
            let error = try window.standardError
            #expect(error.hasPrefix("monkeystore: ") && error.contains(damaged.words), "\(error)")
            #expect(error.split(separator: "\n").count == 1, "\(error)")
            #expect(try program.content() == before)
        }

        @Test("exits with 65 when it is the catalogue that is broken")
        func catalogue() throws {
            let program = try Program()
            let file = program.folder.path + "/broken.storekit"
            try "{\n  \"products\" : [ 1, ]\n}\n".write(toFile: file, atomically: true, encoding: .utf8)
            let window = try StoreWindow(starting: program, arguments: ["--catalogue", file])
            #expect(try window.terminal.waitForEnd() == .status(65))
            #expect(window.terminal.isAsBefore)
            let error = try window.standardError
            #expect(error.contains("broken.storekit:2:") && error.split(separator: "\n").count == 1, "\(error)")
        }
    }
}
