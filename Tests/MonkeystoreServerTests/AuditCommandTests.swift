import Foundation
import Glibc
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

@Suite("monkeystore-server audit", .timeLimit(.minutes(10)))
struct AuditCommandTests {
    /// A store with two accounts, only the first of which has paid for something, and the identifier of
    /// that one.
    private func program() async throws -> (ServerProgram, account: String, number: Int64) {
        let program = try ServerProgram()
        let store = try AppStore.bundled(in: program.data)
        let (account, token) = try await store.createAccount(name: "anna", password: "correct horse")
        _ = try await store.createAccount(name: "bob", password: "correct horse")
        let session = try #require(try store.session(for: token, device: nil))
        _ = try await session.purchase(PurchaseRequest())
        return (program, account.identifier.rawValue, try #require(try store.purchases().first).number)
    }

    @Test func `shows what is not delivered, which is nothing wrong, also beside a server`() async throws {
        let (program, account, _) = try await program()
        try await program.serve { _ in
            let run = try await program.run(["audit"])
            #expect(run.status == .exited(0) && run.error.isEmpty)
            #expect(
                run.output == """
                    open   \(account): 1 charge, 1 transaction, 0 delivered
                    1 account: 1 charge, 1 transaction, 0 delivered, 0 refunded; nothing is wrong

                    """)
        }
    }

    @Test func `makes no new certificates beside a server and signs nothing anew, nor do other commands`()
        async throws
    {
        let (program, _, _) = try await program()
        let certificates = program.data + "/keys/store-certificates"
        func signed() throws -> [String] {
            try SQLiteFile(program.data + "/store.sqlite").values("SELECT signed FROM purchase")
        }
        let before = try signed()
        let kept = try Data(contentsOf: URL(filePath: certificates))
        try await program.serve { _ in
            try FileManager.default.removeItem(atPath: certificates)
            for command in [["audit"], ["account", "list"], ["root"], ["signing-key"], ["shared-secret"]] {
                let run = try await program.run(command)
                #expect(run.status == .exited(74) && run.output.isEmpty, "\(command)")
                #expect(run.error.contains(certificates + " is missing"), "\(run.error)")
            }
            #expect(!FileManager.default.fileExists(atPath: certificates))
        }
        #expect(try signed() == before)
        try await program.serve { _ in
            let audit = try await program.run(["audit"])
            #expect(audit.status == .exited(0))
        }
        #expect(try signed() != before)
        // They are put back, and no server has signed with them yet.
        try kept.write(to: URL(filePath: certificates))
        let early = try await program.run(["audit"])
        #expect(early.status == .exited(74) && early.output.isEmpty)
        #expect(
            early.error.contains("start the server once") && early.error.hasSuffix("nothing was changed.\n"),
            "\(early.error)")
        try await program.serve { _ in
            let audit = try await program.run(["audit"])
            #expect(audit.status == .exited(0))
        }
    }

    @Test func `finds a store in order that is restored as the manual says, from a copy of SQLite's`()
        async throws
    {
        let (program, _, _) = try await program()
        let (file, copy) = (program.data + "/store.sqlite", program.folder.path + "/copy")
        try await program.serve { server in
            try SQLiteFile(file).copy(to: copy)
            let jane = #"{"account": "jane", "password": "bananas for ever"}"#
            #expect(try await server.send("POST", "/store/v1/accounts", body: jane).status == 201)
            kill(server.processID, SIGKILL)
        }
        for name in [file, file + "-wal", file + "-shm"] {
            try FileManager.default.removeItem(atPath: name)
        }
        try FileManager.default.copyItem(atPath: copy, toPath: file)
        let audit = try await program.run(["audit"])
        #expect(audit.status == .exited(0))
        #expect(audit.output.contains("1 account: 1 charge, 1 transaction, "), "\(audit.output)")
        #expect(try await !program.run(["account", "list"]).output.contains("jane"))
    }

    @Test(
        "finds no store if its file is lost or empty, and asks for it; the server says that it made an empty one",
        arguments: [false, true])
    func lostStore(isEmpty: Bool) async throws {
        let (program, _, _) = try await program()
        let notice =
            "There was no store in \(program.data), though its keys are there; an empty one was made."
        try await program.serve { server in
            let log = try String(contentsOfFile: server.log, encoding: .utf8)
            #expect(!log.contains("There was no store"))
        }
        let file = program.data + "/store.sqlite"
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
        if isEmpty { try Data().write(to: URL(filePath: file)) }
        let audit = try await program.run(["audit"])
        #expect(audit.status == .exited(74) && audit.output.isEmpty)
        #expect(audit.error.contains("if its store.sqlite is lost, put that back"), "\(audit.error)")
        try await program.serve { server in
            let log = try String(contentsOfFile: server.log, encoding: .utf8)
            #expect(log.contains(notice))
        }
    }

    @Test func `finds a damaged page of a table that it does not read itself, and exits with 2`() async throws
    {
        let (program, account, _) = try await program()
        let path = program.data + "/store.sqlite"
        let file = try SQLiteFile(path)
        try file.checkpoint()
        let root: Int? = try file.value("SELECT rootpage FROM sqlite_schema WHERE name = 'consumption'")
        let size: Int? = try file.value("PRAGMA page_size")
        let (page, length) = (try #require(root), try #require(size))
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(
            (page - 1) * length..<page * length, with: Data(repeating: 0xAA, count: length))
        try bytes.write(to: URL(filePath: path))
        let run = try await program.run(["audit"])
        #expect(run.status == .exited(2))
        #expect(run.output.hasPrefix("WRONG  The database is damaged. SQLite says: "), "\(run.output)")
        #expect(run.output.contains("open   \(account): 1 charge, 1 transaction, 0 delivered\n"))
        #expect(!run.output.contains("nothing is wrong"))
    }

    @Test func `names the account whose books are wrong, and exits with 2`() async throws {
        let (program, account, number) = try await program()
        try SQLiteFile(program.data + "/store.sqlite").run(
            "UPDATE purchase SET signed = NULL, isFinished = 1")
        let run = try await program.run(["audit"])
        #expect(run.status == .exited(2))
        #expect(
            run.output == """
                WRONG  Payment \(number) of \(account): charged, and nothing was signed for it.
                open   \(account): 1 charge, 0 transactions, 1 delivered
                1 account: 1 charge, 0 transactions, 1 delivered, 0 refunded; 1 wrong

                """)
        let json = try await program.run(["audit", "--json"])
        #expect(json.status == .exited(2))
        let audit = try JSONDecoder().decode(StoreAudit.self, from: Data(json.output.utf8))
        #expect(audit.findings.count == 1 && audit.accounts.map(\.account.rawValue) == [account])
    }
}
