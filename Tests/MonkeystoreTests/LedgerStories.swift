import Foundation
import GRDB
import Subprocess
import TestSupport
import Testing

extension EndToEnd {
    @Suite("A credit ledger that was edited by hand between two starts")
    struct LedgerStories {
        /// One way to edit a ledger of a purchase of 5, a purchase of 20 and a spend of 3.
        struct Edit: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let statement: String
            let sentence: String
            let balance: Int

            static let all = [
                Edit(
                    testDescription: "the balance raised", statement: "UPDATE credit_head SET balance = 1000",
                    sentence: "The balance of the credit ledger was edited", balance: 22),
                Edit(
                    testDescription: "the head set back",
                    statement: "UPDATE credit_head SET sequence = 2, balance = 25, entrySeal = "
                        + "(SELECT seal FROM credit_ledger WHERE sequence = 2)",
                    sentence: "The balance of the credit ledger was edited", balance: 22),
                Edit(
                    testDescription: "the credits of a purchase raised",
                    statement: "UPDATE credit_ledger SET amount = 500, balance = 500 WHERE sequence = 1",
                    sentence: "Entry 1 of the credit ledger was edited", balance: 22),
                Edit(
                    testDescription: "a credit copied",
                    statement: """
                        INSERT INTO credit_ledger SELECT 4, kind, transactionIdentifier || '0', amount, recordedAt,
                            signedTransaction, balance, withheld, newestDate, doubtfulUntil, correctedFrom,
                            correctedBefore, previousSeal, seal
                        FROM credit_ledger WHERE sequence = 2
                        """,
                    sentence: "Entry 4 of the credit ledger is a copy of entry 2", balance: 22),
                Edit(
                    testDescription: "the spend removed", statement: "DELETE FROM credit_ledger WHERE sequence = 3",
                    sentence: "Entry 3 of the credit ledger is missing", balance: 22),
                Edit(
                    testDescription: "a purchase removed", statement: "DELETE FROM credit_ledger WHERE sequence = 2",
                    sentence: "Entry 2 of the credit ledger is missing", balance: 2),
            ]
        }

        @Test("is named by the next command, brings no free credits, and is put right", arguments: Edit.all)
        func command(edit: Edit) async throws {
            let program = try await Self.edited(by: edit)
            let run = try await program.run("balance")
            #expect(run.status == .exited(6))
            #expect(run.output == "\(edit.balance) monkey credits\n")
            #expect(run.error.hasPrefix("monkeystore: \(edit.sentence)"))
            #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
            let again = try await program.run("balance")
            #expect(again.output == run.output && again.error.isEmpty, "\(again.error)")
        }

        @Test("is exit 6 where it cannot be put right, and nothing counts")
        func hopeless() async throws {
            let statement = """
                CREATE TABLE loose AS SELECT * FROM credit_ledger; DROP TABLE credit_ledger;
                ALTER TABLE loose RENAME TO credit_ledger; UPDATE credit_ledger SET sequence = 'one' WHERE sequence = 1;
                UPDATE credit_head SET balance = 1000
                """
            let program = try await Self.edited(
                by: Edit(testDescription: "", statement: statement, sentence: "", balance: 0))
            for arguments in [["balance"], ["spend", "1"]] {
                let run = try await program.run(arguments)
                #expect(run.status == .exited(6) && run.output.isEmpty)
                #expect(run.error.contains("The credit ledger was changed by another program"), "\(run.error)")
            }
        }

        @Test("is named on the screen, once", arguments: [Edit.all[0], Edit.all[3]])
        func notice(edit: Edit) async throws {
            let program = try await Self.edited(by: edit)
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

        private static func edited(by edit: Edit) async throws -> Program {
            let program = try await whole.value.copy()
            try await DatabaseQueue(path: program.data + "/device.sqlite").write {
                try $0.execute(sql: edit.statement)
            }
            return program
        }
    }
}
