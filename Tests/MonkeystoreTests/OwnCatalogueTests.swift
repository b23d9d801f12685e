import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("The products of another application's catalogue", .timeLimit(.minutes(10)))
struct OwnCatalogueTests {
    private let program: Program
    private let catalogue: String

    init() throws {
        program = try Program()
        func product(_ identifier: String, _ type: String, _ price: String) -> String {
            """
            {"displayPrice": "\(price)", "internalID": "\(identifier)", "localizations": [], "productID": "\(identifier)",
             "referenceName": "\(identifier)", "type": "\(type)"}
            """
        }
        let products = [
            product("com.example.coins", "Consumable", "0.99"),
            product("com.example.other.coins", "Consumable", "1.99"),
            product("coins", "Consumable", "2.99"), product("com.example.map", "NonConsumable", "3.99"),
            product("com.example.season", "NonRenewingSubscription", "4.99"),
        ]
        let period =
            #"{"displayPrice": "5.99", "groupNumber": 1, "internalID": "9", "localizations": [], "#
            + #""productID": "com.example.club", "recurringSubscriptionPeriod": "P1M", "referenceName": "club", "#
            + #""subscriptionGroupID": "8", "type": "RecurringSubscription"}"#
        catalogue = try program.file(
            "own.storekit",
            """
            {"products": [\(products.joined(separator: ","))], "settings": {"_locale": "en_US", "_storefront": "USA"},
             "subscriptionGroups": [{"id": "8", "localizations": [], "name": "Club", "subscriptions": [\(period)]}],
             "version": {"major": 3, "minor": 0}}
            """)
    }

    private func run(_ arguments: String...) async throws -> Program.Run {
        try await program.run(arguments + ["--catalogue", catalogue])
    }

    @Test func `are listed alone, each is bought at its price, and what was bought is kept and used up`()
        async throws
    {
        let listed = try await run("products", "--json").array()
        let identifiers = listed.compactMap { $0["productIdentifier"] as? String }
        #expect(
            identifiers == [
                "com.example.coins", "com.example.other.coins", "coins", "com.example.map",
                "com.example.season",
                "com.example.club",
            ])
        for identifier in identifiers {
            let run = try await run("buy", identifier, "--yes", "--json")
            #expect(run.status == .exited(0), "\(run.error)")
            #expect(try run.object()["productIdentifier"] as? String == identifier)
        }
        let history = try await run("history", "--json").array()
        #expect(history.map { $0["price"] as? Double } == listed.map { $0["price"] as? Double })
        #expect(history.allSatisfy { $0["currencyCode"] as? String == "USD" })
        #expect(history.map { $0["expiresDate"] != nil } == [false, false, false, false, false, true])
        #expect(try await run("history").output.contains("  5.99 USD, until 2"))
        #expect(try await run("buy", "season", "--quantity", "2", "--yes").status == .exited(0))
        let owned = try await run("owned", "--json").array()
        #expect(owned.map { $0["left"] as? Int } == [1, nil, 1, nil, 1, 3])
        #expect(owned.map { $0["expiresDate"] != nil } == [false, true, false, false, false, false])
        #expect(try await run("balance").output == "0 monkey credits\n")
        #expect(try await run("use", "season", "2", "--json").json() as? [String: Int] == ["left": 1])
        #expect(try await run("use", "com.example.map").status == .exited(4))
        try await run("use", "seasn").expectRefusal(64, "Did you mean 'season'?")
        let tooMany = try await run("use", "season", "2")
        #expect(tooMany.status == .exited(4) && tooMany.error.contains("nothing was used"))
        #expect(try await run("owned").output.contains("com.example.season       1\n"))
    }

    @Test func `are not mistaken for each other if their names end alike`() async throws {
        #expect(
            try await run("buy", "coins", "--yes", "--json").object()["productIdentifier"] as? String
                == "coins")
        try FileManager.default.removeItem(atPath: program.data)
        let text = try String(contentsOfFile: catalogue, encoding: .utf8)
        try text.replacing("\"coins\"", with: "\"gold\"").write(
            toFile: catalogue, atomically: false, encoding: .utf8)
        let end = try await run("buy", "coins", "--yes")
        #expect(
            end.status == .exited(64) && end.error.contains("com.example.coins, com.example.other.coins."))
        #expect(end.error.contains("nothing was charged"))
    }

    @Test(.ownThreads)
    func `of a store at an address are listed by the store, bought and used up`() async throws {
        let shop = try await RemoteShop()
        let server = try await shop.serve(options: ["--catalogue", catalogue])
        let listed = try await shop.run("products", "--json").array()
        #expect(listed.count == 6)
        for identifier in listed.compactMap({ $0["productIdentifier"] as? String }) {
            try await shop.succeed("buy", identifier, "--yes")
        }
        let storefront = try await shop.storefront()
        try await storefront.type("buy 5", "yes")
        #expect(await storefront.wait(for: "You bought com.example.season."))
        await storefront.kill()
        #expect(try await shop.run("use", "season", "2").output == "0 x com.example.season\n")
        await server.kill()
        let audit = try shop.audit()
        #expect(
            audit.end == .status(0) && audit.output.contains(" 7 charges, 7 transactions, 7 delivered"),
            "\(audit)")
    }

    @Test func `are all that is on the screen, in lines`() async throws {
        let run = try await program.run(
            ["--plain", "--catalogue", catalogue],
            input: "products\nbuy 2 2\nyes\nproducts\nuse 2\nuse 1\nuse 77\nuse\nquit\n")
        #expect(run.status == .exited(0), "\(run.error)")
        let lines = run.output
        #expect(
            !lines.contains("Monkey Credits") && lines.contains("You bought 2 × com.example.other.coins."))
        #expect(lines.contains(": you have 1 left.\n"), "\(lines)")
    }
}
