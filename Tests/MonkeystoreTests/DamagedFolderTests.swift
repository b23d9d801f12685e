import Foundation
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("A file of a device's folder", .timeLimit(.minutes(15)))
struct DamagedFolderTests {
    /// What happened to a file. The last two only happen to write-ahead logs.
    enum Damage: CaseIterable, Sendable {
        case removed, emptied, older, anothers, cut, oneFrame

        /// Does it to a file of a folder; false if that is impossible. `earlier` is an earlier copy of the
        /// folder, and `other` is the folder of another account.
        func happen(to file: String, in folder: String, earlier: String, other: String) throws -> Bool {
            let (path, files) = (folder + "/" + file, FileManager.default)
            switch self {
            case .removed: try files.removeItem(atPath: path)
            case .emptied: try Data().write(to: URL(fileURLWithPath: path))
            case .older, .anothers:
                let source = (self == .older ? earlier : other) + "/" + file
                guard files.fileExists(atPath: source), !files.contentsEqual(atPath: source, andPath: path)
                else {
                    return false
                }
                try files.removeItem(atPath: path)
                try files.copyItem(atPath: source, toPath: path)
            case .cut, .oneFrame:
                guard file.hasSuffix("-wal"), var bytes = files.contents(atPath: path), bytes.count > 3 * 4096
                else {
                    return false
                }
                if self == .cut {
                    bytes = bytes.prefix(bytes.count / 2)
                } else {
                    bytes[bytes.count / 2] ^= 0xFF
                }
                try bytes.write(to: URL(fileURLWithPath: path))
            }
            return true
        }
    }

    /// Expects a machine to refuse the damage with a sentence and to go on when the file is back, or else to
    /// have the right balance.
    private func expectSound(
        _ machine: Program, _ options: [String], credits: Int, _ what: Comment,
        repair: () async throws -> Void
    ) async throws {
        var run = try await machine.run(["balance"] + options)
        if run.status != .exited(0), run.status != .exited(6) {
            #expect(run.error.hasPrefix("monkeystore: ") && run.output.isEmpty, what)
            #expect(run.error.split(separator: "\n").count == 1, what)
            try await repair()
            run = try await machine.run(["balance"] + options)
        }
        #expect(run.output == "\(credits) monkey credits\n", "\(what): \(run.error)")
        run = try await machine.run(["balance"] + options)
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(what): \(run.error)")
        #expect(run.output == "\(credits) monkey credits\n", what)
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { file in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)
            return attributes[.type] as? FileAttributeType == .typeRegular && !file.hasSuffix("-shm")
        }.sorted()
    }

    @Test(
        "is removed, emptied, older, another account's or half there: nothing is lost or gained, with the store inside"
    )
    func embedded() async throws {
        let whole = try Program(), other = try Program()
        try await whole.succeed("buy", "consume5credits", "--yes")
        for file in ["device.sqlite", "store.sqlite"] { try await whole.checkpoint(file) }
        let earlier = try whole.copy()
        try await whole.succeed("buy", "consume10credits", "--quantity", "2", "--yes")
        try await whole.succeed("spend", "3")
        try await other.succeed("buy", "consume10credits", "--quantity", "9", "--yes")
        for file in ["device.sqlite", "store.sqlite"] { try await other.checkpoint(file) }
        try await other.succeed("buy", "consume5credits", "--yes")
        let files = try Self.files(in: whole.data)
        #expect(files.contains("device.sqlite-wal") && files.contains("store.sqlite-wal"), "\(files)")
        let cases = files.flatMap { file in Damage.allCases.map { (file, $0) } }
        try await inParallel(cases.indices) { index in
            let (file, damage) = cases[index]
            let machine = try whole.copy()
            guard try damage.happen(to: file, in: machine.data, earlier: earlier.data, other: other.data)
            else {
                return
            }
            try await expectSound(machine, [], credits: 22, "\(file) \(damage)") {
                try FileManager.default.removeItem(atPath: machine.data)
                try FileManager.default.copyItem(atPath: whole.data, toPath: machine.data)
            }
            try await machine.succeed("spend", "22")
            let more = try await machine.run("spend", "1")
            #expect(more.status == .exited(4), "\(file) \(damage): \(more.error)")
        }
    }

    @Test(
        "is removed, emptied, older, another account's or half there: nothing is lost or gained, of a store at an address",
        .ownThreads)
    func atAnAddress() async throws {
        let shop = try DirectedShop()
        let whole = try await shop.customer(), other = try await shop.customer("ben")
        try await shop.buy("consume5credits", on: whole)
        let folder = "stores/127.0.0.1-\(shop.server.port)"
        func account(_ program: Program) throws -> String {
            "\(try shop.server.session(of: program).account)"
        }
        try await whole.checkpoint(folder + "/" + account(whole) + "/device.sqlite")
        let earlier = try whole.copy()
        try await shop.buy("consume10credits", "consume10credits", on: whole)
        try await shop.spend(3, on: whole)
        try await shop.buy("consume10credits", on: other)
        // Ben's files, under Anna's names.
        let renamed = try other.copy()
        try FileManager.default.moveItem(
            atPath: renamed.data + "/\(folder)/" + account(other),
            toPath: renamed.data + "/\(folder)/" + account(whole)
        )
        let files = try Self.files(in: whole.data)
        #expect(files.contains { $0.hasSuffix("/device.sqlite-wal") }, "\(files)")
        let cases = files.flatMap { file in Damage.allCases.map { (file, $0) } }
        let options = shop.location
        for (file, damage) in cases {
            let machine = try whole.copy()
            guard try damage.happen(to: file, in: machine.data, earlier: earlier.data, other: renamed.data)
            else {
                continue
            }
            // A machine with Ben's session is signed in as Ben.
            let isBen = damage == .anothers && file.hasSuffix("session.json")
            try await expectSound(machine, options, credits: isBen ? 10 : 22, "\(file) \(damage)") {
                if try await machine.run(["balance"] + options).status == .exited(7) {
                    return try await shop.signIn(on: machine)
                }
                try FileManager.default.removeItem(atPath: machine.data)
                try FileManager.default.copyItem(atPath: whole.data, toPath: machine.data)
            }
        }
        #expect(try await shop.balance(whole) == 22)
        #expect(try await shop.balance(other) == 10)
        try shop.expectBooks(accounts: 2, charges: 4)
    }

    @Test(
        "is the write-ahead log of a server's database: what was lost with it comes back from the device",
        .ownThreads,
        arguments: [Damage.removed, .emptied, .cut, .oneFrame])
    func serversLog(damage: Damage) async throws {
        let shop = try DirectedShop()
        let a = try await shop.customer()
        try await shop.buy("consume5credits", on: a)
        shop.server.kill()
        try SQLiteFile(shop.home.data + "/store.sqlite").checkpoint()
        try shop.server.start()
        try await shop.buy("consume10credits", "consume10credits", on: a)
        try await shop.spend(3, on: a)
        shop.server.kill()
        #expect(try damage.happen(to: "store.sqlite-wal", in: shop.home.data, earlier: "", other: ""))
        try? FileManager.default.removeItem(atPath: shop.home.data + "/store.sqlite-shm")
        try shop.server.start()
        let b = try await shop.customer(isNew: false)
        try await shop.expectAgreement([b, a, b], credits: 22, charges: 3)
    }

    @Test(
        "has a row with a value of another type: a new one does not take it, and an earlier one is refused",
        arguments: ["quantity = 'many'", "state = x'00'", "key = x'ff'", "addedDate = 'today'"])
    func valueOfAnotherType(change: String) async throws {
        let machine = try Program()
        try await machine.succeed("buy", "consume5credits", "--yes")
        let (file, edit) = (
            try SQLiteFile(machine.data + "/device.sqlite"), "UPDATE payment_journal SET \(change)"
        )
        #expect(throws: (any Error).self) { try file.run(edit) }
        try await machine.succeed("history")
        try file.loosen()
        try file.run(edit)
        let run = try await machine.run("history")
        #expect(run.status == .exited(74) && run.output.isEmpty, "\(run.error)")
        let said = run.error.split(separator: "\n")
        #expect(!said.isEmpty, "\(run.error)")
        for line in said {
            #expect(line.hasPrefix("monkeystore: ") && line.contains("/device.sqlite is damaged"), "\(line)")
        }
    }

    @Test(
        "whose rows are copied into another account's, the journal's included, brings that account nothing",
        .ownThreads)
    func rows() async throws {
        let shop = try DirectedShop()
        let a = try await shop.customer(), b = try await shop.customer("ben")
        try await shop.buy("consume10credits", "sepia", on: a)
        try await shop.spend(1, on: a)
        // Asks the store once more: what only the device knows is given to the store, and costs what it says.
        #expect(try await shop.balance(a) == 9)
        try await shop.buy("consume5credits", on: b)
        func database(_ program: Program) throws -> String {
            let account = try shop.server.session(of: program).account
            return program.data + "/stores/127.0.0.1-\(shop.server.port)/\(account)/device.sqlite"
        }
        let source = try database(a)
        try await expectNothingGained(
            from: source, at: b, database: { try database($0) }, options: shop.location)
        #expect(try await shop.balance(a) == 9)
        try shop.expectBooks(accounts: 2, charges: 3)
    }

    @Test("whose rows are copied into another store's world, the journal's included, brings it nothing")
    func rowsOfEmbedded() async throws {
        let a = try Program(), b = try Program()
        for product in ["consume10credits", "sepia"] { try await a.succeed("buy", product, "--yes") }
        try await a.succeed("spend", "1")
        try await a.succeed("balance")
        try await b.succeed("buy", "consume5credits", "--yes")
        try await expectNothingGained(
            from: a.data + "/device.sqlite", at: b, database: { $0.data + "/device.sqlite" }, options: [])
    }

    /// Copies the rows of each table, and then of all tables, into copies of a machine's database.
    private func expectNothingGained(
        from source: String, at target: Program, database: (Program) throws -> String, options: [String]
    ) async throws {
        let tables: [String] = try SQLiteFile(source).values(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'
            """)
        #expect(tables.contains("payment_journal") && tables.contains("replica_purchase"), "\(tables)")
        for chosen in tables.map({ [$0] }) + [tables] {
            let machine = try target.copy()
            let file = try SQLiteFile(database(machine))
            try file.run("PRAGMA foreign_keys = OFF; ATTACH DATABASE ? AS other", [source])
            for table in chosen {
                try file.run("INSERT OR REPLACE INTO main.\(table) SELECT * FROM other.\(table)")
            }
            if chosen.contains("payment_journal") {
                try file.run("UPDATE main.payment_journal SET isFinished = 0")
            }
            let run = try await machine.run(["balance"] + options)
            #expect(run.status == .exited(0) || run.status == .exited(6), "\(chosen): \(run.error)")
            let audit = try await machine.run(["audit"] + options)
            #expect(audit.status == .exited(0) || audit.status == .exited(6), "\(chosen): \(audit.error)")
            for command in ["history", "balance"] {
                let run = try await machine.run([command] + options)
                #expect(run.status == .exited(0) && run.error.isEmpty, "\(chosen): \(run.error)")
                if command == "balance" { #expect(run.output == "5 monkey credits\n", "\(chosen)") }
            }
            let owned = try await machine.run(["owned"] + options)
            #expect(!owned.output.contains("sepia"), "\(chosen): \(owned.output)")
        }
    }
}
