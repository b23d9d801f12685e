import Foundation
import StoreEvents
import StoreModel
import StoreRules
import Storefront
import Subprocess
import TestSupport
import Testing

@testable import monkeystore

@Suite("Commands for scripts", .timeLimit(.minutes(10)))
struct ScriptTests {
    private let program: Program

    init() throws { program = try Program() }

    private func transaction(_ run: Program.Run) throws -> [String: Any] {
        #expect(run.status == .exited(0), "\(run.error)")
        return try run.object()
    }

    @Test("settings shows each, and takes each value that it shows")
    func settings() async throws {
        let rows = try #require(try await program.succeed("settings", "--json").json() as? [String: String])
        #expect(Set(rows.keys) == Set(SettingsRow.allCases.map(\.word)))
        for row in SettingsRow.allCases {
            for value in row.exampleChoices {
                let set = row.settings(StorefrontSettings(), with: value)
                #expect(set.map(row.typed) == value, "\(row.word) \(value)")
            }
        }
        for (name, value) in [("ask", "on"), ("fail", "5020"), ("rate", "5"), ("purchases", "off")] {
            let set = try await program.succeed("settings", name, value, "--json").json()
            #expect(set as? [String: String] == [name: value])
            #expect(
                try await program.succeed("settings", name, "--json").json() as? [String: String] == [
                    name: value
                ])
        }
        let list = try await program.run("settings").output.split(separator: "\n")
        #expect(list.contains { $0.split(separator: " ").starts(with: ["ask", "on", "on|off"]) })
        try await program.run("settings", "aks").expectRefusal(64, "Did you mean 'ask'?")
        try await program.run("settings", "ask", "perhaps").expectRefusal(64, "ask takes on|off")
    }

    @Test func `settings switches this device's purchases with nobody signed in, no token, and no store`()
        async throws
    {
        let store = ["--store", "http://127.0.0.1:1"]
        for value in ["off", "on"] {
            try await program.succeed(["settings", "purchases", value] + store)
            let shown = try await program.succeed(["settings", "purchases", "--json"] + store).json()
            #expect(shown as? [String: String] == ["purchases": value])
            // It is the same device with the store in the program.
            #expect(
                try await program.succeed("settings", "purchases", "--json").json() as? [String: String] == [
                    "purchases": value
                ])
        }
    }

    @Test(
        "approve, decline and lapse end a purchase that waits; the transaction is named, or is the only one")
    func approval() async throws {
        try await program.succeed("settings", "ask", "on")
        for (action, state) in [("approve", "purchased"), ("decline", "failed")] {
            let bought = try await program.run("buy", "consume5credits", "--yes", "--json")
            #expect(bought.status == .exited(3))
            let key = try #require(try bought.object()["idempotencyKey"] as? String)
            let done = try transaction(await program.run(action, key, "--json"))
            #expect(done["state"] as? String == state && done["idempotencyKey"] as? String == key)
        }
        for _ in 0..<2 { _ = try await program.run("buy", "consume10credits", "--yes") }
        let several = try await program.run("lapse")
        several.expectRefusal(64, "Say which transaction to lapse; nothing was changed.")
        try await program.run("lapse", "consume10credits").expectRefusal(
            64, "Say which transaction to lapse; nothing was changed.")
        try await program.run("lapse", "12345").expectRefusal(
            64, "There is no transaction '12345' to lapse; nothing was changed. Choose one of: ")
        try await program.run("lapse", "consume10credit").expectRefusal(
            64, "to lapse; nothing was changed. Did you mean 'consume10credits'? Choose one of: ")
        let keys = try await program.run("history", "--json").array().filter {
            $0["state"] as? String == "deferred"
        }
        .compactMap { $0["idempotencyKey"] as? String }
        #expect(keys.count == 2)
        let ten = "com.xamarin.storekit.testing.consume10credits"
        for key in keys { #expect(several.error.contains("\(key) (\(ten), 2")) }
        try await program.succeed("lapse", keys[0])
        #expect(
            try await program.run("history").output.split(separator: "\n").last?.contains("  lapsed  ") != nil
        )
        try await program.succeed("approve", "consume10credits")
        #expect(try await program.run("balance").output == "15 monkey credits\n")
        try await program.run("approve").expectRefusal(
            64, "There is no transaction to approve; nothing was changed.")
        let known = try #require(
            try await program.run("history", "--json").array().first?["idempotencyKey"] as? String)
        let refused = try await program.run("approve", known, "--json")
        #expect(refused.status == .exited(64) && refused.output.isEmpty)
    }

    @Test
    func `refund takes the credits back, reverse-refund brings them again, and resolve makes a purchase`()
        async throws
    {
        let bought = try transaction(await program.run("buy", "consume5credits", "--yes", "--json"))
        let identifier = try #require(bought["transactionIdentifier"] as? String)
        let refunded = try transaction(await program.run("refund", identifier, "--json"))
        #expect(refunded["revocationDate"] != nil)
        #expect(try await program.run("balance").output == "0 monkey credits\n")
        #expect(try transaction(await program.run("reverse-refund", "--json"))["revocationDate"] == nil)
        #expect(try await program.run("balance").output == "5 monkey credits\n")

        try await program.succeed("settings", "interrupted", "on")
        let interrupted = try await program.run("buy", "consume10credits", "--yes", "--json")
        #expect(interrupted.status == .exited(1))
        let resolved = try transaction(await program.run("resolve", "--json"))
        #expect(resolved["state"] as? String == "purchased")
        let asked = try interrupted.object()["idempotencyKey"] as? String
        #expect(resolved["idempotencyKey"] as? String != asked)
        #expect(try await program.run("balance").output == "15 monkey credits\n")
    }

    @Test(arguments: ["down", "lost"])
    func `an action prints what the store has, if the network keeps the news from this device`(
        network: String
    ) async throws {
        try await program.succeed("buy", "sepia", "--yes")
        try await program.succeed("settings", "ask", "on")
        let deferred = try await program.run("buy", "consume5credits", "--yes")
        #expect(deferred.status == .exited(3))
        try await program.succeed("settings", "ask", "off")
        try await program.succeed("settings", "interrupted", "on")
        let interrupted = try await program.run("buy", "consume10credits", "--yes", "--json")
        try await program.succeed("settings", "interrupted", "off")
        try await program.succeed("settings", "network", network)
        let sentence =
            "The store has done it, but could not tell this device; it will when the network is back."
        func act(_ action: String) async throws -> [String: Any] {
            let run = try await program.run(action, "--json")
            #expect(run.error.contains(sentence), "\(run.error)")
            return try transaction(run)
        }
        let refunded = try await act("refund")
        #expect(refunded["revocationDate"] != nil && refunded["state"] as? String == "purchased")
        let approved = try await act("approve")
        #expect(approved["state"] as? String == "purchased" && approved["price"] as? Double == 0.99)
        let resolved = try await act("resolve")
        #expect(resolved["state"] as? String == "purchased" && resolved["error"] == nil)
        #expect(resolved["transactionIdentifier"] != nil)
        let asked = try interrupted.object()["idempotencyKey"] as? String
        #expect(resolved["idempotencyKey"] as? String != asked)
        // The device did not hear of them, so it has no credits yet.
        #expect(try await program.run("balance").output == "0 monkey credits\n")
        try await program.succeed("settings", "network", "up")
        #expect(try await program.run("balance").output == "15 monkey credits\n")
    }

    /// Arguments, exit status, domain and code, and words of the sentence.
    private static let failures:
        [(arguments: String, status: Int32, domain: String, code: Int, words: String)] = [
            ("buy consume5credit --yes --json", 64, "monkeystore", 64, "Did you mean 'consume5credits'?"),
            ("subscriptions cancle --json", 64, "monkeystore", 64, "Did you mean 'cancel'?"),
            ("histry --json", 64, "monkeystore", 64, "Did you mean 'history'?"),
            ("balance --jsn --json", 64, "monkeystore", 64, "Did you mean '--json'?"),
            ("buy consume5credits --quantity 11 --yes --json", 64, "monkeystore", 64, "1 to 10"),
            ("spend 7 --json", 4, "monkeystore", 4, "nothing was spent"),
            ("balance --catalogue /nowhere.storekit --json", 65, "monkeystore", 65, "Give --catalogue"),
            ("products --store http://127.0.0.1:1 --json", 5, "monkeystore", 5, "can't be reached"),
        ]

    @Test("An error is one line in plain words after the program's name, and with --json one object")
    func errors() async throws {
        for (arguments, status, domain, code, sentence) in Self.failures {
            let words = arguments.split(separator: " ").map(String.init)
            let run = try await program.run(words)
            #expect(run.status == .exited(status) && run.output.isEmpty, "\(arguments): \(run)")
            #expect(run.error.split(separator: "\n").count == 1, "\(arguments): \(run.error)")
            let object = try JSONSerialization.jsonObject(with: Data(run.error.utf8)) as? [String: Any]
            let error = try #require(object?["error"] as? [String: Any], "\(arguments): \(run.error)")
            #expect(error["domain"] as? String == domain && error["code"] as? Int == code, "\(error)")
            #expect((error["message"] as? String)?.contains(sentence) == true, "\(error)")
            let plain = try await program.run(words.filter { $0 != "--json" })
            #expect(
                plain.error.hasPrefix("monkeystore: ") && plain.error.contains(sentence), "\(plain.error)")
        }
        try program.set { $0.nextFailure = .forgottenPassword }
        let run = try await program.run("buy", "consume5credits", "--yes", "--json")
        let state = try run.object()["state"] as? String
        #expect(run.status == .exited(1) && state == "failed")
        #expect(run.error.contains(#""code":5020,"domain":"SSServerErrorDomain""#), "\(run.error)")
        try program.set { $0.network = .down }
        for command in ["products", "restore"] {
            let run = try await program.run(command, "--json")
            #expect(run.status == .exited(5), "\(run.error)")
            #expect(run.error.contains(#""code":5,"domain":"monkeystore""#), "\(run.error)")
        }
    }

    @Test(.ownThreads) func `the help says of each command what it does, and what happens without one`()
        throws
    {
        let help = try ChildProcess.run(
            [BuiltProgram.path, "--help"], environment: ["HOME": program.folder.path]
        ).output
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("opens the screen; monkeystore screen --help lists the options."), "\(help)")
        let list = help.split(separator: "SUBCOMMANDS:\n").last
        let lines = try #require(list).split(separator: "\n").filter {
            $0.wholeMatch(of: #/  [a-z].*/#) != nil
        }
        #expect(lines.count > 20)
        for line in lines {
            #expect(line.wholeMatch(of: #/  [a-z-]+( \(default\))? +[A-Z].*/#) != nil, "\(line)")
        }
    }

    @Test(.ownThreads, arguments: ["balance --help", "buy -h", "help settings"])
    func `the help of a command says how to type it`(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let help = try ChildProcess.run(
            [BuiltProgram.path] + words, environment: ["HOME": program.folder.path])
        let command = words[0] == "help" ? words[1] : words[0]
        #expect(help.end == .status(0) && help.output.contains("USAGE: monkeystore \(command) ["))
    }

    @Test(.ownThreads)
    func `bash completes products, books, subscriptions and settings, without a store`() throws {
        func complete(_ words: String...) throws -> [Substring] {
            // What bash does when Tab is pressed after a blank.
            let script = """
                source <("$0" --generate-completion-script bash)
                COMP_WORDS=("$0" "$@" "") COMP_CWORD=$(($# + 1)) COMP_LINE="$0 $* " COMP_POINT=$((${#0} + 2 + $(echo -n "$*" | wc -c)))
                _monkeystore
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let run = try ChildProcess.run(
                ["/bin/bash", "-c", script, BuiltProgram.path] + words,
                environment: ["HOME": program.folder.path, "PATH": "/usr/bin:/bin"])
            return run.output.split(separator: "\n")
        }
        #expect(try complete("buy").contains("consume5credits"))
        let books = try complete("read")
        #expect(books.contains("nightferry") && !books.contains("sepia"))
        #expect(try Set(complete("settings")) == Set(SettingsRow.allCases.map { Substring($0.word) }))
        #expect(try Set(complete("settings", "network")) == ["up", "down", "lost"])
        #expect(try complete("subscriptions", "cancel").contains("monthlybunch"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/.local"))
    }
}

@Suite("What buy says of what is owned", .ownThreads, .timeLimit(.minutes(10)))
struct OwnedTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test(
        "is since when it is owned: no price, no question, no purchase and no charge",
        arguments: ["sepia", "nightferry"])
    func owned(product: String) async throws {
        let bought = try await program.succeed("buy", product, "--yes", "--json").object()
        let again = try await program.succeed("buy", product, "--yes")
        #expect(again.output.hasPrefix("You have owned ") && !again.output.contains("$"), "\(again.output)")
        #expect(again.output.hasSuffix("Nothing was charged.\n"))
        let asJSON = try await program.succeed("buy", product, "--yes", "--json")
        #expect(
            try asJSON.object()["transactionIdentifier"] as? String
                == bought["transactionIdentifier"] as? String)
        #expect(asJSON.error.hasPrefix(#"{"message":"You have owned "#), "\(asJSON.error)")
        #expect(asJSON.error.contains("Nothing was charged."), "\(asJSON.error)")
        let terminal = try Pseudoterminal(
            [BuiltProgram.path, "buy", product, "--data-dir", program.data],
            environment: ["HOME": program.folder.path], columns: 200)
        #expect(try terminal.waitForEnd() == .status(0), "\(terminal.screen.text)")
        let text = terminal.screen.text
        #expect(
            text.contains("Nothing was charged.") && !text.contains("[y/N]") && !text.contains("$"), "\(text)"
        )
        #expect(try await program.run("history", "--json").array().count == 1)
        // After a refund it is for sale again.
        try await program.succeed("refund")
        #expect(try await program.succeed("buy", product, "--yes").output.hasPrefix("You bought 1 x "))
    }

    @Test func `of a subscription that renews is until when it is paid; one that does not renew is bought`()
        async throws
    {
        let bought = try await program.succeed("buy", "monthlybunch", "--yes", "--json").object()
        let again = try await program.succeed("buy", "monthlybunch", "--yes")
        #expect(
            again.output.hasPrefix(
                "You are subscribed to Monthly Bunch already. Nothing was charged. Paid until "))
        let asJSON = try await program.succeed("buy", "monthlybunch", "--yes", "--json")
        #expect(
            try asJSON.object()["transactionIdentifier"] as? String
                == bought["transactionIdentifier"] as? String)
        #expect(
            asJSON.error.hasPrefix(#"{"message":"You are subscribed to Monthly Bunch already. "#),
            "\(asJSON.error)")
        #expect(try await program.run("history", "--json").array().count == 1)
        try await program.succeed("subscriptions", "cancel")
        #expect(
            !(try await program.run("buy", "monthlybunch", "--yes").output.hasPrefix("You are subscribed")))
    }
}
