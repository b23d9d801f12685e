import Foundation
import StoreModel
import Subprocess
import TestSupport
import Testing

@Suite("Commands", .timeLimit(.minutes(10)))
struct CommandTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `buy, balance, spend and history tell the same story, in StoreKit's words`() async throws {
        let five = try await program.run(
            "buy", "com.xamarin.storekit.testing.consume5credits", "--yes", "--json")
        #expect(five.status == .exited(0) && five.error.isEmpty)
        let transaction = try five.object()
        #expect(transaction["productIdentifier"] as? String == "com.xamarin.storekit.testing.consume5credits")
        #expect(transaction["quantity"] as? Int == 1)
        #expect(transaction["state"] as? String == "purchased")
        #expect((transaction["transactionIdentifier"] as? String).flatMap(UInt64.init) != nil)
        #expect(transaction["error"] == nil)

        let ten = try await program.succeed("buy", "consume10credits", "--quantity", "3", "-y")
        let lines = ten.output.split(separator: "\n")
        #expect(
            lines.count == 2
                && lines.first == "You bought 3 x com.xamarin.storekit.testing.consume10credits.",
            "\(ten.output)")
        #expect(try await program.run("balance", "--json").json() as? [String: Int] == ["balance": 35])
        #expect(try await program.run("spend", "2", "--json").json() as? [String: Int] == ["balance": 33])
        #expect(try await program.run("balance").output == "33 monkey credits\n")

        let history = try await program.run("history", "--json").array()
        #expect(history.map { $0["quantity"] as? Int } == [1, 3])
        let number = try #require(history.last?["transactionIdentifier"] as? String)
        #expect(lines.last?.contains("  \(number)  5.97 USD") == true, "\(ten.output)")
        #expect(history.map { $0["isFinished"] as? Bool } == [true, true])
        #expect(
            history.first?["transactionIdentifier"] as? String == transaction["transactionIdentifier"]
                as? String)

        #expect(try await program.run("spend", "32").output == "1 monkey credit\n")
        #expect(try await program.run("balance").output == "1 monkey credit\n")
        try await program.run("spend", "2").expectRefusal(4, "You have 1 monkey credit, not 2")
        try await program.run("use", "consume5credits").expectRefusal(
            64, "Monkey credits are used with spend")
    }

    @Test func `products lists what is sold, with prices as numbers and as text`() async throws {
        let run = try await program.run("products", "--json")
        let products = try run.array()
        let identifiers = products.map { $0["productIdentifier"] as? String }
        let builtIn = BuiltInProducts.identifiers.map(\.rawValue)
        #expect(Array(identifiers.prefix(builtIn.count)) == builtIn)
        let books = identifiers.suffix(3)
        #expect(books.allSatisfy { $0?.hasPrefix(BuiltInProducts.bookPrefix) == true })
        func product(_ word: String) -> [String: Any]? {
            products.first { ($0["productIdentifier"] as? String)?.hasSuffix(word) == true }
        }
        for (word, localizedPrice, price, kind) in [
            ("consume5credits", "$0.99", 0.99, "Consumable"),
            ("sepia", "$0.99", 0.99, "Non-Consumable"),
            ("monthlybigbunch", "$5.99", 5.99, "Auto-Renewable Subscription"),
            ("keepersletter", "$0.00", 0, "Auto-Renewable Subscription"),
            ("nightferry", "$1.99", 1.99, "Non-Consumable"),
        ] {
            #expect(product(word)?["localizedPrice"] as? String == localizedPrice)
            #expect(product(word)?["price"] as? Double == price)
            #expect(product(word)?["type"] as? String == kind)
        }
        #expect(products.allSatisfy { $0["currencyCode"] as? String == "USD" })
    }

    @Test(
        "subscriptions says where each stands, and does to one what it is told; what cannot be done is one sentence"
    )
    func subscriptions() async throws {
        #expect(try await program.run("subscriptions", "--json").output == "[\n\n]\n")
        try await program.succeed("buy", "monthlybigbunch", "--yes")
        try await program.succeed("buy", "keepersletter", "--yes")
        let change = try await program.run("buy", "monthlybunch", "--yes")
        #expect(change.status == .exited(0) && change.output.hasPrefix("You switch to com.xamarin"))
        #expect(change.output.hasSuffix("Nothing was charged.\n"))
        let again = try await program.run("buy", "keepersletter", "--yes")
        #expect(
            again.status == .exited(0)
                && again.output.contains("You are subscribed to The Keeper's Letter already."))
        try await program.succeed("subscriptions", "cancel", "keepersletter")
        let run = try await program.run("subscriptions", "renew", "monthlybigbunch", "--json")
        let list = try run.array()
        #expect(list.map { $0["status"] as? String } == ["active", "active"])
        #expect(list.map { $0["isAutoRenewing"] as? Bool } == [true, false])
        #expect(list[0]["productIdentifier"] as? String == "com.xamarin.storekit.testing.monthlybunch")
        #expect(try await program.run("balance").output == "70 monkey credits\n")
        for action in ["cancel", "fix-billing"] {
            try await program.run("subscriptions", action, "keepersletter").expectRefusal(
                64, "Not possible for this subscription: \(action). Nothing was changed.")
        }
        for arguments in [["renew", "keepersletter"], ["cancel"], ["cancel", "nothing"], ["juggle"]] {
            let run = try await program.run(["subscriptions"] + arguments)
            #expect(run.status == .exited(64) && run.output.isEmpty && !run.error.isEmpty, "\(arguments)")
        }
    }

    /// Arguments, exit status, and words of the one sentence on standard error.
    private static let badInputs: [(arguments: String, status: Int32, words: String)] = [
        ("buy consume5credits --quantity 0 --yes", 64, "1 to 10"),
        ("buy consume5credits --quantity 11 --yes", 64, "1 to 10"),
        ("buy consume5credits --quantity=-1 --yes", 64, "1 to 10"),
        ("buy consume5credits --quantity x --yes", 64, "'x' is invalid"),
        ("buy greyscale --quantity 2 --yes", 64, "one of this at a time. Nothing was charged."),
        ("buy monthlybunch --quantity 2 --yes --json", 64, "one of this at a time. Nothing was charged."),
        ("buy nobody.sells.this --yes", 64, "is not sold here; nothing was charged"),
        ("buy CONSUME5CREDITS --yes", 64, "Did you mean 'consume5credits'? "),
        ("buy consume5credits", 64, "Add --yes"),
        ("buy", 64, "Missing expected argument"),
        ("spend 0", 64, "1 or a larger number"),
        ("spend 1", 4, "nothing was spent"),
        ("juggle", 64, "juggle"), ("help juggle", 64, "There is no command 'juggle'."),
        ("balance --catalogue /nowhere.storekit", 65, "/nowhere.storekit. Give --catalogue the path"),
        ("balance --catalogue /", 65, "Give --catalogue the path"),
        ("sign-in jane", 64, "Name a store with --store."),
        ("--plain --picture photo.png", 64, "Leave out --picture"),
        ("--plain --color never", 64, "Leave out --color"), ("--plain --mouse", 64, "Leave out --mouse"),
        ("--plain --no-animation", 64, "Leave out --no-animation"),
        ("balance --bundle-id com_example", 64, "1 to 155 characters"),
        ("--bundle-id com_example", 64, "1 to 155 characters"),
        ("balance --app-apple-id 0", 64, "1 to 9223372036854775807"),
        ("balance --store http://127.0.0.1:1 --app-apple-id 7", 64, "Leave out --app-apple-id"),
        ("--kiosk --app-apple-id 7", 64, "nothing else"), ("--kiosk", 64, "leave out --data-dir"),
        ("--idle 0", 64, "--idle is 1 or more"), ("--visitors here", 64, "add --kiosk"),
        ("--visitor-limit 7", 64, "add --kiosk"),
        ("--idle 7", 64, "add --kiosk"), ("--visit-channel 3", 64, "add --kiosk"),
        (
            "--bundle-id com.example balance", 64,
            "'balance' is a command, so it comes first: monkeystore balance --bundle-id com.example --data-dir"
        ),
        ("--yes buy consume5credits", 64, "comes first: monkeystore buy --yes consume5credits --data-dir"),
        ("--mouse juggle", 64, "Unexpected argument 'juggle'"), ("", 2, "Start the program with --plain."),
    ]

    @Test(
        "bad input is one sentence, a non-zero exit, and changes nothing: an empty history, and a balance of 0"
    )
    func badInput() async throws {
        #expect((try await program.run("history", "--json").json() as? [Any])?.isEmpty == true)
        for (arguments, status, words) in Self.badInputs {
            let run = try await program.run(arguments.split(separator: " ").map(String.init))
            #expect(run.status == .exited(status), "\(arguments): \(run.error)")
            #expect(run.error.contains(words), "\(arguments): \(run.error)")
            #expect(run.output.isEmpty, "\(arguments)")
        }
        #expect(try await program.run("balance", "--json").json() as? [String: Int] == ["balance": 0])
        #expect((try await program.run("history", "--json").json() as? [Any])?.isEmpty == true)
    }

    @Test(
        "an answer that cannot be written is exit 74 and one sentence, which says that a purchase was made",
        .ownThreads,
        arguments: [
            ("history --json", "the command changes nothing"),
            ("balance --help", "the command changes nothing"),
            ("settings", "the command changes nothing"),
            ("settings ask on", "what the command changes is changed"),
            ("--plain", "purchases that were confirmed are kept"),
            ("buy consume5credits --yes", "the purchase was made"),
            ("buy consume5credits --yes --json", "the purchase was made"),
        ])
    func lostAnswer(line: String, words: String) async throws {
        try await expectLost(line, words, to: ">/dev/full", "No space left on device")
    }

    @Test(
        "without a standard output, an answer is exit 74 and the same sentence", .ownThreads,
        arguments: [
            ("history --json", "the command changes nothing"),
            ("buy consume5credits --yes", "the purchase was made"),
        ], [">&-", "<&- >&-"])
    func answerToNobody(command: (line: String, words: String), place: String) async throws {
        try await expectLost(command.line, command.words, to: place, "Bad file descriptor")
    }

    private func expectLost(_ line: String, _ words: String, to place: String, _ error: String) async throws {
        let run = try ChildProcess.run(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" \(place)", BuiltProgram.path]
                + line.split(separator: " ").map(String.init) + ["--data-dir", program.data],
            environment: ["HOME": program.folder.path])
        #expect(run.end == .status(74))
        #expect(run.output.contains(error) && run.output.contains(words), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
        #expect(
            try await program.run("balance").output == "\(line.hasPrefix("buy") ? 5 : 0) monkey credits\n")
    }

    @Test func `a broken catalogue is named with the place where it breaks`() async throws {
        let text = "{\n  \"products\" : [\n    {\n    }\n    {\n    }\n  ]\n}\n"
        let file = try program.file("broken.storekit", text)
        try await program.run("products", "--catalogue", file).expectRefusal(
            65, "broken.storekit: line 5, column 5: ")
    }
}

@Suite("The history of many transactions", .timeLimit(.minutes(10)))
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
    func `is the newest hundred, oldest first, with a sentence that says how to see the older ones`()
        async throws
    {
        let program = try await program(withRows: 10_000)
        let run = try await program.succeed("history")
        #expect(rows(run) == Array(9901...10_000))
        #expect(run.error == "monkeystore: Older transactions: monkeystore history --before 9009901\n")
        #expect(try await rows(program.run("history", "--before", "9009901")) == Array(9801...9900))
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
        #expect(try last.array().map { $0["idempotencyKey"] as? String } == ["key 1", "key 2", "key 3"])
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
            table.output.split(separator: "\n").map {
                $0.distance(from: $0.startIndex, to: $0.lastIndex(of: " ")!)
            })
        #expect(columns.count == 1)
        let array = try await program.run("history", "--all", "--json")
        #expect(try array.array().map { $0["idempotencyKey"] as? String } == (1...1234).map { "key \($0)" })
        #expect(try await program.run("history", "--limit", "1234", "--json").output == array.output)
    }

    @Test(arguments: [
        ("--limit 0", "1 or a larger number"), ("--limit=-1", "1 or a larger number"),
        ("--limit x", "invalid"),
        ("--limit 99999999999999999999", "invalid"), ("--before nobody's", "no transaction 'nobody's'"),
        ("--before 9000009", "no transaction '9000009'"), ("--all --limit 3", "leave out"),
        ("--all --before 9000001", "leave out"),
    ])
    func `is not shown if what is asked for makes no sense`(
        arguments: String, words: String
    ) async throws {
        let program = try await program(withRows: 2)
        let run = try await program.run(["history"] + arguments.split(separator: " ").map(String.init))
        #expect(run.status == .exited(64) && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
    }
}
