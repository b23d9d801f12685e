import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(
    "An account whose data on the device was edited by hand between two starts", .ownThreads,
    .timeLimit(.minutes(10)))
struct EditedDataStories {
    /// One way to change the data of an account with a purchase of 5, a purchase of 20 and a use of 3.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sentence: String
        let happens: @Sendable (Program) async throws -> Void

        /// Damage that each start looks for.
        static let sums = [
            Damage(testDescription: "the balance raised", sentence: "Another program has changed the balance")
            {
                try await $0.edit(
                    "UPDATE replica_sums SET sums = replace(sums, '\"bought\":25', '\"bought\":1000')")
            },
            Damage(testDescription: "the balance removed", sentence: "The balance was missing") {
                try await $0.edit("DELETE FROM replica_sums")
            },
            Damage(testDescription: "the key removed", sentence: "The key that seals the balance") {
                try FileManager.default.removeItem(atPath: $0.data + "/keys/replica.key")
            },
            Damage(testDescription: "the key cut in half", sentence: "The key that seals the balance") {
                let key = try FileHandle(forWritingTo: URL(fileURLWithPath: $0.data + "/keys/replica.key"))
                try key.truncate(atOffset: 16)
            },
            Damage(
                testDescription: "the high-water mark removed",
                sentence: "The high-water mark that protects the balance"
            ) {
                try FileManager.default.removeItem(atPath: $0.data + "/keys/replica.mark")
            },
        ]

        /// Damage that is found when all rows are counted.
        static let rows = [
            "the use removed": "DELETE FROM replica_use",
            "the use lowered": "UPDATE replica_use SET amount = 1",
            "a purchase removed":
                "DELETE FROM replica_purchase WHERE number = (SELECT max(number) FROM replica_purchase)",
            "a purchase changed": "UPDATE replica_purchase SET signedTransaction = signedTransaction || 'A'",
        ].map { name, statement in
            Damage(testDescription: name, sentence: "Another program has changed, added or removed purchases")
            {
                try await $0.edit(statement)
            }
        }
    }

    @Test(
        "says so with the next command, has the balance that it had, and is put right", arguments: Damage.sums
    )
    func command(damage: Damage) async throws {
        let program = try await Self.damaged(by: damage)
        let run = try await program.run("balance")
        #expect(run.status == .exited(6))
        #expect(run.output == "22 monkey credits\n")
        let said = run.error.split(separator: "\n")
        #expect(said.count == 2 && run.error.hasPrefix("monkeystore: \(damage.sentence)"), "\(run.error)")
        #expect(
            said.last?.contains("What it has comes back, and what you used stays used.") == true,
            "\(run.error)"
        )
        try await Self.expectSound(program)
    }

    @Test("says so with an audit, and is put right: the store has the rest", arguments: Damage.rows)
    func audit(damage: Damage) async throws {
        let program = try await Self.damaged(by: damage)
        let before = try await program.run("balance")
        #expect(before.status == .exited(0) && before.output == "22 monkey credits\n" && before.error.isEmpty)
        let found = try await program.run("audit", "--json")
        #expect(found.status == .exited(6))
        let record = try found.object()
        let findings = try #require(record["findings"] as? [String])
        #expect(findings.count == 1 && findings[0].hasPrefix(damage.sentence), "\(findings)")
        #expect(found.error.contains("\"message\":\"\(damage.sentence)"), "\(found.error)")
        try await Self.expectSound(program)
    }

    @Test func `is audited with how much there is, if nothing was edited`() async throws {
        let program = try await Self.whole.value.copy()
        let run = try await program.succeed("audit")
        #expect(
            run.output == "Nothing was changed from outside. Purchases: 2, uses: 1, monkey credits: 22.\n"
                && run.error.isEmpty)
        let record = try await program.succeed("audit", "--json").object()
        #expect(
            record["purchases"] as? Int == 2 && record["uses"] as? Int == 1 && record["balance"] as? Int == 22
        )
        #expect((record["findings"] as? [String])?.isEmpty == true)
    }

    @Test("gets no used credits back from earlier copies", arguments: [false, true])
    func setBack(isStoreToo: Bool) async throws {
        let program = try await Self.whole.value.copy()
        let putBack = try await program.keep("device.sqlite")
        let putStoreBack = try await program.keep("store.sqlite")
        try await program.succeed("spend", "22")
        try putBack()
        if isStoreToo { try putStoreBack() }
        let run = try await program.run("balance")
        #expect(run.status == .exited(6) && run.output == "0 monkey credits\n", "\(run.output)")
        #expect(
            run.error.hasPrefix("monkeystore: Somebody put an older copy of your purchases back"),
            "\(run.error)")
        try await Self.expectSound(program, credits: 0)
        // If the store has the uses, it has told them again.
        let audit = try await program.succeed("audit").output
        let words = "Uses that are no longer here took 22 monkey credits;"
        #expect(audit.contains(words) == isStoreToo, "\(audit)")
        #expect(try await program.run("spend", "1").status == .exited(4))
    }

    @Test func `is left as it is if the high-water mark cannot be read, and the program says so`()
        async throws
    {
        let program = try await Self.whole.value.copy()
        let mark = program.data + "/keys/replica.mark"
        try FileManager.default.moveItem(atPath: mark, toPath: mark + ".away")
        try FileManager.default.createSymbolicLink(atPath: mark, withDestinationPath: mark)
        let run = try await program.run("balance")
        #expect(run.status == .exited(74) && run.output.isEmpty)
        #expect(run.error.hasPrefix("monkeystore: Can't use "), "\(run.error)")
        #expect(
            run.error.contains("/keys/replica.mark (") && run.error.contains("nothing was changed"),
            "\(run.error)")
        try FileManager.default.removeItem(atPath: mark)
        try FileManager.default.moveItem(atPath: mark + ".away", toPath: mark)
        try await Self.expectSound(program)
    }

    @Test(
        "says so on the screen, once: what each start sees, and what is counted in the background",
        arguments: [Damage.sums[0], Damage.rows[0]])
    func notice(damage: Damage) async throws {
        let program = try await Self.damaged(by: damage)
        let window = try StoreWindow(starting: program)
        try window.terminal.wait("the finding in the notice") {
            $0.screen.text.contains("─ Your account ─") && $0.screen.text.contains(damage.sentence.prefix(40))
                && $0.screen.text.contains("What it has comes back")
        }
        try window.terminal.closeNotice()
        try window.wait(forCredits: 22)
        #expect(try window.quit() == .status(0))

        let again = try StoreWindow(program)
        try again.feed()
        try again.wait(forCredits: 21)
        try again.repaint()
        #expect(!again.terminal.screen.text.contains("Your account"))
    }

    /// Expects that no damage is found any more, and that the balance is as it was.
    private static func expectSound(
        _ program: Program, credits: Int = 22, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for command in ["balance", "audit"] {
            let run = try await program.succeed(command, sourceLocation: sourceLocation)
            #expect(run.error.isEmpty, "\(run.error)", sourceLocation: sourceLocation)
            #expect(run.output.contains("\(credits)"), "\(run.output)", sourceLocation: sourceLocation)
        }
    }

    /// A program whose data is intact, made once. The last command asks the store for what happened since the one
    /// before, so that nothing is beyond the mark of the exchange, to be told again.
    private static let whole = Task {
        let program = try Program()
        for command in [
            "buy consume5credits --yes", "buy consume10credits --quantity 2 --yes", "spend 3", "balance",
        ] {
            let run = try await program.run(command.split(separator: " ").map(String.init))
            #expect(run.status == .exited(0) && run.error.isEmpty)
        }
        return program
    }

    private static func damaged(by damage: Damage) async throws -> Program {
        let program = try await whole.value.copy()
        try await damage.happens(program)
        return program
    }
}
