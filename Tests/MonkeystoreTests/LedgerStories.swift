import DeviceStorage
import Foundation
import StoreApplication
import Subprocess
import TestSupport
import Testing

@testable import monkeystore

@Suite("A credit ledger that was edited by hand between two starts", .ownThreads)
struct LedgerStories {
    /// One way to edit a ledger of a purchase of 5, a purchase of 20 and a spend of 3.
    struct Edit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let statement: String
        let sentence: String
        var balance = 22

        static let all = [
            Edit(
                testDescription: "the balance raised", statement: "UPDATE credit_head SET balance = 1000",
                sentence: "The balance of the credit ledger was edited"),
            Edit(
                testDescription: "the head set back",
                statement: "UPDATE credit_head SET sequence = 2, balance = 25, entrySeal = "
                    + "(SELECT seal FROM credit_ledger WHERE sequence = 2)",
                sentence: "The balance of the credit ledger was edited"),
            Edit(
                testDescription: "the credits of a purchase raised",
                statement: "UPDATE credit_ledger SET amount = 500, balance = 500 WHERE sequence = 1",
                sentence: "Entry 1 of the credit ledger was edited"),
            Edit(
                testDescription: "a credit copied",
                statement: """
                    INSERT INTO credit_ledger SELECT 4, kind, transactionIdentifier || '0', amount, recordedAt,
                        signedTransaction, balance, withheld, newestDate, doubtfulUntil, correctedFrom,
                        correctedBefore, previousSeal, seal, header
                    FROM credit_ledger WHERE sequence = 2
                    """,
                sentence: "Entry 4 of the credit ledger is a copy of entry 2"),
            Edit(
                testDescription: "the spend removed", statement: "DELETE FROM credit_ledger WHERE sequence = 3",
                sentence: "Entry 3 of the credit ledger is missing"),
            Edit(
                testDescription: "a purchase removed", statement: "DELETE FROM credit_ledger WHERE sequence = 2",
                sentence: "Entry 2 of the credit ledger is missing", balance: 2),
        ]
    }

    @Test("is named by the next command, brings no free credits, and is put right", arguments: Edit.all)
    func command(edit: Edit) async throws {
        let program = try await Self.edited(by: edit.statement)
        let run = try await program.run("balance")
        #expect(run.status == .exited(6))
        #expect(run.output == "\(edit.balance) monkey credits\n")
        #expect(run.error.hasPrefix("monkeystore: \(edit.sentence)"))
        #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
        let again = try await program.run("balance")
        #expect(again.output == run.output && again.error.isEmpty, "\(again.error)")
    }

    @Test func `is exit 6 where it cannot be put right, and nothing counts`() async throws {
        let statement = """
            CREATE TABLE loose AS SELECT * FROM credit_ledger; DROP TABLE credit_ledger;
            ALTER TABLE loose RENAME TO credit_ledger; UPDATE credit_ledger SET sequence = 'one' WHERE sequence = 1;
            UPDATE credit_head SET balance = 1000
            """
        let program = try await Self.edited(by: statement)
        for arguments in [["balance"], ["spend", "1"]] {
            let run = try await program.run(arguments)
            #expect(run.status == .exited(6) && run.output.isEmpty)
            #expect(run.error.contains("The credit ledger was changed by another program"), "\(run.error)")
        }
    }

    @Test(
        "is named where an earlier copy of it was put back and the mark of its end removed; what was spent is spent"
    )
    func setBack() async throws {
        let program = try await Self.whole.value.copy()
        let putBack = try await program.keep("device.sqlite")
        #expect(try await program.run("spend", "22").output == "0 monkey credits\n")
        try putBack()
        try FileManager.default.removeItem(atPath: program.data + "/keys/ledger.mark")
        let run = try await program.run("balance")
        #expect(run.status == .exited(6) && run.output == "0 monkey credits\n", "\(run.output)")
        #expect(run.error.hasPrefix("monkeystore: The mark of the credit ledger's end is missing"), "\(run.error)")
        let again = try await program.run("balance")
        #expect(again.status == .exited(0) && again.output == run.output && again.error.isEmpty, "\(again.error)")
    }

    @Test func `is left as it is where its mark cannot be read, and the program says so`() async throws {
        let program = try await Self.whole.value.copy()
        let mark = program.data + "/keys/ledger.mark"
        try FileManager.default.moveItem(atPath: mark, toPath: mark + ".away")
        try FileManager.default.createSymbolicLink(atPath: mark, withDestinationPath: mark)
        let run = try await program.run("balance")
        #expect(run.status == .exited(74) && run.output.isEmpty)
        #expect(run.error.hasPrefix("monkeystore: Cannot use "), "\(run.error)")
        #expect(run.error.contains("/keys/ledger.mark (") && run.error.contains("nothing was changed"), "\(run.error)")
        try FileManager.default.removeItem(atPath: mark)
        try FileManager.default.moveItem(atPath: mark + ".away", toPath: mark)
        #expect(try await program.run("balance").output == "22 monkey credits\n")
    }

    /// A ledger with a purchase of 100 before its checkpoint, and 120 spends.
    private static func long() async throws -> Program {
        let program = try Program()
        for product in ["consume10credits", "consume5credits"] {
            try await program.succeed("buy", product, "--quantity", "10", "--yes")
        }
        var location = StoreLocation()
        location.dataDirectory = program.data
        let credits = try OpenStore.embedded(at: location).credits
        for _ in 1...120 { _ = try credits.spend(1) }
        #expect(try credits.audit().findings.isEmpty)
        return program
    }

    @Test func `long ago is named by an audit, which says so where nothing was edited`() async throws {
        let program = try await Self.long()
        let whole = try await program.run("audit")
        #expect(whole.status == .exited(0) && whole.error.isEmpty, "\(whole.error)")
        #expect(whole.output == "Nothing was edited: 122 entries, 30 monkey credits.\n")
        try await program.edit("DELETE FROM credit_ledger WHERE sequence = 2")
        let before = try await program.run("balance")
        #expect(before.status == .exited(0) && before.output == "30 monkey credits\n" && before.error.isEmpty)
        let found = try await program.run("audit", "--json")
        #expect(found.status == .exited(6))
        #expect(found.error.contains("\"message\":\"Entry 2 of the credit ledger is missing"), "\(found.error)")
        let record = try found.object()
        #expect(record["balance"] as? Int == -20 && record["entries"] as? Int == 121)
        #expect((record["findings"] as? [String])?.count == 1)
        try await program.succeed("audit", "--json")
    }

    @Test("long ago, by a purchase that was removed and is delivered again, brings nothing before anybody has looked")
    func deliveredAgain() async throws {
        let program = try await Self.long()
        try await program.edit(
            """
            UPDATE payment_journal SET isFinished = 0, owesFinish = 0, signedTransaction =
                (SELECT (SELECT text || '.' FROM signed_header WHERE id = header) || signedTransaction
                 FROM credit_ledger WHERE sequence = 1)
            WHERE transactionIdentifier = (SELECT transactionIdentifier FROM credit_ledger WHERE sequence = 1);
            DELETE FROM credit_ledger WHERE sequence = 1
            """)
        try await program.succeed("history")
        let run = try await program.run("balance")
        #expect(run.status == .exited(6), "\(run.output)")
        #expect(run.error.hasPrefix("monkeystore: Entry 1 of the credit ledger is missing"), "\(run.error)")
        // Out of what is withheld, and no further: as much as there was.
        #expect(try await program.run("balance").output == "30 monkey credits\n")
    }

    @Test func `long ago is named by the storefront, which looks in the background`() async throws {
        let program = try await Self.long()
        try await program.edit("UPDATE credit_ledger SET amount = 500 WHERE sequence = 1")
        let window = try StoreWindow(starting: program)
        try window.terminal.wait("the finding in the notice") {
            $0.screen.text.contains("─ Credit ledger ─")
                && $0.screen.text.contains("Entry 1 of the credit ledger was edited")
        }
        try window.terminal.write("\r")
        try window.wait(forCredits: 30)
        #expect(try window.quit() == .status(0))
    }

    @Test("is named on the screen, once", arguments: [Edit.all[0], Edit.all[3]])
    func notice(edit: Edit) async throws {
        let program = try await Self.edited(by: edit.statement)
        let window = try StoreWindow(starting: program)
        try window.terminal.wait("the finding in the notice") {
            $0.screen.text.contains("─ Credit ledger ─") && $0.screen.text.contains(edit.sentence.prefix(40))
                && $0.screen.text.contains("the balance that counts is \(edit.balance).")
        }
        try window.terminal.write("\r")
        try window.wait(forCredits: edit.balance)
        #expect(try window.quit() == .status(0))

        let again = try StoreWindow(program)
        try again.feed()
        try again.wait(forCredits: edit.balance - 1)
        try again.repaint()
        #expect(!again.terminal.screen.text.contains("Credit ledger"))
    }

    /// A program with a whole ledger, made once.
    private static let whole = Task {
        let program = try Program()
        for command in ["buy consume5credits --yes", "buy consume10credits --quantity 2 --yes", "spend 3"] {
            let run = try await program.run(command.split(separator: " ").map(String.init))
            #expect(run.status == .exited(0) && run.error.isEmpty)
        }
        return program
    }

    private static func edited(by statement: String) async throws -> Program {
        let program = try await whole.value.copy()
        try await program.edit(statement)
        return program
    }
}
