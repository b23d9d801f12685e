import Subprocess
import TestSupport
import Testing

@Suite("The storefront in lines, from a script", .timeLimit(.minutes(10)))
struct PlainTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test(
        "buys, feeds and lists, without one control character, on any terminal and none",
        arguments: [["TERM": "dumb", "LANG": "C.UTF-8"], ["LANG": "C"], [:], ["TERM": "xterm-256color"]])
    func buying(environment: [String: String]) async throws {
        let run = try await program.plain(
            "buy 1", "yes", "buy 2 3", "yes", "feed", "transactions", "balance", environment: environment)
        let times = environment["LANG"] == "C" ? "x" : "×"
        try run.expect(
            "Monkey Store", "Sandbox: no real money", "1. 5 Monkey Credits, $0.99.",
            "2. 10 Monkey Credits, $1.99.", "Buy 5 Monkey Credits for $0.99?",
            "5 monkey credits", "You bought 5 Monkey Credits. The credits are yours.",
            "Buy 3 \(times) 10 Monkey Credits at $1.99 each, $5.97 in all?", "35 monkey credits",
            "34 monkey credits", "purchased, 3 \(times) 10 Monkey Credits, $5.97 [refund 1]",
            "purchased, 5 Monkey Credits, $0.99 [refund 2]", "34 monkey credits")
        #expect(
            run.output.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
                .isEmpty)
        #expect(try await program.run("balance").output == "34 monkey credits\n")
    }

    @Test(
        "speaks the locale's language, takes the same commands, and finds the alphabet as before",
        arguments: [
            (
                ["LC_ALL": "es_MX.UTF-8", "LANG": "fr_FR.UTF-8"], "1. 5 créditos de mono, 0,99 US$.",
                "5 créditos de mono"
            ),
            (
                ["LC_MESSAGES": "fr_FR", "LANG": "C.UTF-8"], "1. 5 crédits de singe, 0,99 $US.",
                "5 crédits de singe"
            ),
            (["LC_MESSAGES": "es", "LANG": "C"], "1. 5 creditos de mono, 0,99 US$.", "5 creditos de mono"),
            (["LANG": "it_IT.UTF-8"], "1. 5 crediti scimmia, 0,99 USD.", "5 crediti scimmia"),
            (["LC_ALL": "C", "LANG": "it_IT.UTF-8"], "1. 5 Monkey Credits, $0.99.", "5 monkey credits"),
        ])
    func languages(environment: [String: String], price: String, credits: String) async throws {
        try await program.plain("buy 1", "yes", "balance", environment: environment).expect(price, credits)
    }

    @Test(
        "says in the locale's language why it cannot open, and what is wrong with the disk during a purchase",
        arguments: [
            (
                "C.UTF-8", "Can't use ", "); nothing was changed. Choose another place with --data-dir.",
                "). The payment is kept, goes on by itself, and is charged once."
            ),
            (
                "it_IT.UTF-8", "Non si può usare ",
                "); non è stato modificato nulla. Scegli un altro posto con --data-dir.",
                "). Il pagamento è conservato, riparte da solo e viene addebitato una sola volta."
            ),
            (
                "fr_FR.UTF-8", "Impossible d'utiliser ",
                ") ; rien n'a changé. Choisis un autre endroit avec --data-dir.",
                "). Le paiement est gardé, reprend tout seul et est débité une seule fois."
            ),
            (
                "es_ES.UTF-8", "No se puede usar ",
                "); no se ha cambiado nada. Elige otro lugar con --data-dir.",
                "). El pago se guarda, luego sigue solo y se cobra una sola vez."
            ),
        ])
    func trouble(locale: String, what: String, money: String, kept: String) async throws {
        let environment = ["LC_ALL": locale]
        let nowhere = try Program(data: "/proc/monkeystore/data")
        let place = "/proc/monkeystore (No such file or directory"
        let run = try await nowhere.plain("balance", environment: environment)
        #expect(run.status == .exited(74))
        #expect(run.error == "monkeystore: \(what)\(place)\(money)\n")
        let command = try await nowhere.run("balance", environment: environment)
        #expect(command.status == .exited(74))
        #expect(
            command.error
                == "monkeystore: Can't use \(place)); nothing was changed. Choose another place with --data-dir.\n"
        )

        _ = try await program.run("balance")
        try await program.edit("ALTER TABLE replica_purchase RENAME COLUMN digest TO hidden")
        try await program.plain("buy 1", "yes", environment: environment)
            .expect("\(what)\(program.data)/device.sqlite (", kept)
    }

    @Test(arguments: [["buy 1"], ["buy 1", "no"]])
    func `buys nothing when the input ends at the question, or the answer is no`(
        lines: [String]
    ) async throws {
        try await program.plain(lines).expect("Type yes to buy or no to cancel.")
        try await expectClosedBooks(program, charges: 0)
    }

    @Test func `refuses a line that is longer than any command, and does the next one`() async throws {
        try await program.plain(String(repeating: "x", count: 70_000), "buy 1", "yes", "balance").expect(
            "Type help for the commands.", "That line is longer than 64 KiB. Nothing was done or charged.",
            "Buy 5 Monkey Credits for $0.99?", "5 monkey credits")
    }

    @Test func `says that purchases are not allowed, and buys when they are`() async throws {
        let run = try await program.plain(
            "settings purchases off", "buy 1", "settings purchases on", "buy 1", "yes", "balance")
        try run.expect(
            "In-app purchases: off", "In-app purchases are off. Nothing was charged.",
            "In-app purchases: on", "Buy 5 Monkey Credits for $0.99?", "You bought 5", "5 monkey credits")
        try await expectClosedBooks(program, charges: 1)
    }

    @Test("says that the network is down; a purchase waits over a start, and is credited when it is up")
    func networkDown() async throws {
        let run = try await program.plain("settings network down", "buy 1", "yes")
        try run.expect("Network: down", "Buy 5 Monkey Credits for $0.99?")
        try run.expect("Network: down", "5 Monkey Credits: waiting for the network")
        #expect(try Books(program.data).charges == 0)
        try await program.plain("buy 1", "settings network up").expect(
            "No network. Nothing is charged", "There are no prices without the network. Nothing was charged.",
            "Network: up")
        try await expectClosedBooks(program, charges: 1)
    }

    @Test func `approves and refunds a purchase that waited`() async throws {
        try await program.plain("settings ask on", "buy 1", "yes", "transactions", "approve 1").expect(
            "waiting for approval", "deferred, 5 Monkey Credits [approve 1, decline 1, lapse 1]")
        try await expectClosedBooks(program, charges: 1)
        try await program.plain("transactions", "refund 1").expect(
            "5 monkey credits", "purchased, 5 Monkey Credits, $0.99 [refund 1]")
        #expect(try await program.run("balance").output == "0 monkey credits\n")
        try await program.plain("transactions", "refund 1").expect(
            "refunded", "Not possible for this transaction: refund.")
    }

    @Test func `says what an action took or brought before it answers the next line`() async throws {
        try await program.plain(
            "buy 1", "yes", "transactions", "refund 1", "balance", "reverse-refund 1", "balance"
        ).expect(
            "[refund 1]", "0 monkey credits", "0 monkey credits", "5 monkey credits", "5 monkey credits")
        try await program.plain("buy 6", "yes", "subscriptions", "subscription refund 1", "balance").expect(
            "55 monkey credits", "5 monkey credits", "5 monkey credits")
    }
}

extension Program {
    /// Runs the storefront in lines; the last line of input has no line break.
    fileprivate func plain(_ lines: String..., environment: [String: String] = [:]) async throws -> Run {
        try await plain(lines, environment: environment)
    }

    fileprivate func plain(_ lines: [String], environment: [String: String] = [:]) async throws -> Run {
        try await run(["--plain"], input: lines.joined(separator: "\n"), environment: environment)
    }
}

extension FinishedProgram {
    /// Expects that it came to its end, and said these things in this order.
    fileprivate func expect(_ texts: String..., location: SourceLocation = #_sourceLocation) throws {
        #expect(status == .exited(0) && error.isEmpty, "\(status) \(error)", sourceLocation: location)
        var rest = output[...]
        for text in texts {
            let found = rest.firstRange(of: text)
            let end = try #require(found, "“\(text)” is missing in\n\(output)", sourceLocation: location)
                .upperBound
            rest = rest[end...]
        }
    }
}
