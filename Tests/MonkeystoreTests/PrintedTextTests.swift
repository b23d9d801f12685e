import Foundation
import StoreModel
import StoreWire
import Subprocess
import TestSupport
import Testing

/// Text comes from outside, from arguments, files, names and the environment. Whatever is printed of it, a
/// terminal only shows.
@Suite("Printed text", .timeLimit(.minutes(10)))
struct PrintedTextTests {
    private let program: Program

    init() throws { program = try Program() }

    /// Arguments with TEXT for hostile text, FILE for a file of that name which is not a folder, and CATALOGUE
    /// for a catalogue whose texts are hostile.
    @Test(arguments: [
        "TEXT", "--TEXT", "--color TEXT", "buy TEXT --yes", "buy consume5credits --yes --quantity TEXT",
        "read TEXT",
        "subscriptions TEXT", "subscriptions cancel TEXT", "products --catalogue TEXT",
        "products --catalogue CATALOGUE",
        "products --catalogue CATALOGUE --json", "buy TEXT --yes --json --catalogue CATALOGUE",
        "balance --store TEXT",
        "balance --store http://127.0.0.1:1 --admin-token-file TEXT",
        "sign-in TEXT --store http://127.0.0.1:1",
        "backup FILE/TEXT", "restore-backup TEXT", "restore-backup FILE",
        "backup backup --passphrase-file TEXT",
        "balance --data-dir FILE", "--plain --data-dir FILE",
    ])
    func `Nothing that steers a terminal comes out of a command`(line: String) async throws {
        let (file, catalogue) = (
            program.folder.path + "/" + hostileText, program.folder.path + "/Some.storekit"
        )
        try Data("no database".utf8).write(to: URL(filePath: file))
        try hostileCatalogue.write(to: URL(filePath: catalogue))
        let words = ["CATALOGUE": catalogue, "FILE": file]
        let arguments = line.split(separator: " ").map { word in
            words.reduce(String(word)) { $0.replacing($1.key, with: $1.value) }.replacing(
                "TEXT", with: hostileText)
        }
        let run = try await program.run(arguments)
        let log = program.expectPrintable(run)
        if line.contains("CATALOGUE") { #expect(log?.contains("the App Store takes only letters") == true) }
        // The part of it that can be shown is shown.
        if line.hasPrefix("products --catalogue CATALOGUE") {
            #expect(run.status == .exited(0) && run.output.contains("end"), "\(run.output)")
        }
    }

    @Test("What the environment says is only shown, too", arguments: ["--help", "balance", "help buy"])
    func environment(line: String) async throws {
        let variables = [
            "XDG_DATA_HOME": program.folder.path + "/" + hostileText, "MONKEYSTORE_STORE": hostileText,
        ]
        let run = try await program.run(line.split(separator: " ").map(String.init), environment: variables)
        run.expectPrintable()
    }

    @Test func `JSON keeps the texts as they are, and is printable`() async throws {
        let catalogue = program.folder.path + "/Some.storekit"
        try hostileCatalogue.write(to: URL(filePath: catalogue))
        let run = try await program.run("products", "--json", "--catalogue", catalogue)
        #expect(run.output.unprintable.isEmpty)
        let products = try run.array()
        #expect(products.map { $0["localizedTitle"] as? String } == [hostileText])
        #expect(products.map { $0["productIdentifier"] as? String } == [hostileIdentifier])
    }
}

/// A store that has its key, and puts text that controls a terminal into every answer.
@Suite("Text from a hostile store", .timeLimit(.minutes(10)))
struct HostileStoreTests {
    /// What an identifier may have in it: format characters, but no control characters.
    private static let identifier = "\u{202E}\u{2066}\u{200F}\u{2028}unasked"
    private static let error = StoreError(
        domain: StoreErrorDomain(rawValue: hostileText), code: 77, message: hostileText)

    private func product(_ identifier: ProductIdentifier) -> Product {
        Product(
            identifier: identifier, kind: .consumable, localizedTitle: hostileText,
            localizedDescription: hostileText,
            price: Money(milliunits: 990, currency: "USD"),
            priceLocale: PriceLocale(
                identifier: hostileText, prefix: hostileText, suffix: hostileText,
                decimalSeparator: hostileText,
                groupingSeparator: hostileText, primaryGroupingSize: 3, secondaryGroupingSize: 3,
                fractionDigits: 2))
    }

    private func store(refusal: (status: Int, error: StoreError)? = nil) throws -> LoopbackServer {
        let certificates = try LoopbackServer.store.certificatesAnswer()
        let session = try SentJSON.text(
            StoreWire.Session(
                account: .random(), name: hostileText, environment: .sandbox, appTransactionIdentifier: "1",
                token: "token"))
        let products = try SentJSON.text(
            ProductsResponse(
                products: [product("com.xamarin.storekit.testing.consume5credits")],
                invalidProductIdentifiers: [
                    "com.xamarin.storekit.testing.consume10credits",
                    ProductIdentifier(rawValue: Self.identifier),
                ]))
        let books = try SentJSON.text(
            ContentWire.Products(products: [
                HostedProduct(
                    productIdentifier: "com.example.\u{202E}\u{2066}\u{200F}\u{2028}book", title: hostileText,
                    length: 1, digest: String(repeating: "0", count: 64))
            ]))
        let plan = ProductIdentifier(rawValue: "com.example.\u{202E}\u{2066}\u{200F}\u{2028}plan")
        let subscriptions = try SentJSON.text([
            SubscriptionSummary(
                originalTransactionIdentifier: "1", group: hostileText, productIdentifier: plan,
                renewalProductIdentifier: plan, status: .active, expires: Timestamp(milliseconds: 1),
                gracePeriodExpires: nil, isAutoRenewing: true, actions: [.cancel])
        ])
        let error = try SentJSON.text(Self.error)
        let denial = try refusal.map { ($0.status, try SentJSON.text($0.error)) }
        return try LoopbackServer { request, client in
            let route = request.path.split(separator: "/").dropFirst(2).joined(separator: "/")
            switch (route, denial) {
            case ("certificates", _): client.answer(200, certificates)
            case ("sessions", let (status, error)?), ("accounts", let (status, error)?):
                client.answer(status, error)
            case ("sessions", nil), ("accounts", nil): client.answer(200, session)
            case ("products", _) where request.path.hasPrefix("/content"):
                client.answer(200, books, headers: "ETag: \"books\"\r\n")
            case ("products", _): client.answer(200, products)
            case ("updates", _): client.beginEvents()
            case ("subscriptions", _): client.answer(200, subscriptions)
            case ("account/exchange", _):
                guard
                    let body = try? JSONDecoder().decode(ExchangeRequest.self, from: Data(request.body.utf8)),
                    let page = try? SentJSON.text(
                        ExchangePage(to: body, mark: body.since, newest: body.since))
                else { return client.answer(500) }
                client.answer(200, page)
            case ("purchases", _):
                guard
                    let body = try? JSONDecoder().decode(PurchaseRequest.self, from: Data(request.body.utf8)),
                    let outcome = try? JSONEncoder().encode(
                        PurchaseOutcome(
                            key: body.key, productIdentifier: body.productIdentifier, quantity: body.quantity,
                            result: .failed(Self.error)))
                else { return client.answer(500) }
                client.answer(200, String(decoding: outcome, as: UTF8.self))
            default: client.answer(400, error)
            }
        }
    }

    private func expectPrintable(_ run: Program.Run, _ program: Program) {
        program.expectPrintable(run)
        // Fields that nobody asked for are not passed on, either.
        #expect(!(run.output + run.error).contains("unasked"))
    }

    @Test(arguments: [
        "products", "products --json", "buy consume5credits --yes", "buy consume5credits --yes --json",
        "buy consume10credits --yes", "restore", "restore --json", "history", "history --json",
        "subscriptions",
        "subscriptions cancel 1", "balance", "sign-out",
    ])
    func `is only shown, whatever command it answers`(line: String) async throws {
        let (program, server) = (try Program(), try store())
        let options = ["--store", server.address, "--content", server.address]
        expectPrintable(
            try await program.run(["sign-in", "anna"] + options, input: "correct horse\n"), program)
        if line.hasPrefix("history") {
            _ = try await program.run(["buy", "consume5credits", "--yes"] + options)
        }
        let run = try await program.run(line.split(separator: " ").map(String.init) + options)
        expectPrintable(run, program)
        if line == "subscriptions" { #expect(run.output.contains("plan"), "\(run.output)") }
    }

    @Test func `is only shown by the storefront in lines`() async throws {
        let (program, server) = (try Program(), try store())
        let options = ["--store", server.address, "--content", server.address]
        _ = try await program.run(["sign-in", "anna"] + options, input: "correct horse\n")
        let lines = "products\nbuy 1\ny\nrestore\ntransactions\nsubscriptions\nbooks\nsign-out\nquit\n"
        expectPrintable(try await program.run(["--plain"] + options, input: lines), program)
    }

    @Test(arguments: [(401, 5020), (409, 409), (429, 429), (400, 3), (500, 77)])
    func `is only shown if it refuses a sign-in`(status: Int, code: Int) async throws {
        let domain: StoreErrorDomain =
            [5020: .storeServer, 409: .account, 429: .account, 3: .storeKit][code] ?? .storeServer
        let error = StoreError(domain: domain, code: code, message: hostileText)
        let (program, server) = (try Program(), try store(refusal: (status, error)))
        expectPrintable(
            try await program.run(["sign-in", "anna", "--store", server.address], input: "correct horse\n"),
            program)
    }
}
