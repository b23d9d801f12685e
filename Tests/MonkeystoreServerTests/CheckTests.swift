import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("monkeystore-server check", .timeLimit(.minutes(10)))
struct CheckTests {
    private static let file = """
        {"version": {"major": 4, "minor": 0}, "settings": {"_storefront": "DEU", "_locale": "de", "_askToBuyEnabled": true},
         "products": [{"productID": "a\\u202e[2J", "type": "Consumable", "displayPrice": "0.99"}],
         "subscriptionGroups": [{"id": "G", "name": "Keeper's", "subscriptions": [
          {"productID": "month", "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": 1,
           "recurringSubscriptionPeriod": "P1M",
           "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W"},
           "codeOffers": [
            {"referenceName": "WELCOME", "paymentMode": "free", "subscriptionPeriod": "P1M", "eligibility": ["expired", "new"]},
            {"referenceName": "ALL", "paymentMode": "free", "subscriptionPeriod": "P1M"}],
           "winbackOffers": [
            {"offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1M", "isEligible": false}]}]}]}
        """

    private func check(_ json: String, _ words: String...) async throws -> (
        run: ServerProgram.Run, path: String
    ) {
        let program = try ServerProgram()
        let path = program.folder.path + "/Some.storekit"
        try Data(json.utf8).write(to: URL(filePath: path))
        return (try await program.run(["check", path] + words), path)
    }

    @Test("a file's products, groups, offers and settings are said, and what is odd with its place")
    func report() async throws {
        let (run, path) = try await check(Self.file, "month")
        #expect(run.status == .exited(0))
        for text in [
            "version 4.0; 1 × Consumable, 1 × Auto-Renewable Subscription", "Consumable, 0,99\u{a0}€",
            "Subscription group \"Keeper's\" (G)", "level 1, P1M  month",
            "introductory offer: free for P1W\n",
            "offer code \"WELCOME\": free for P1M, for new and expired subscribers\n",
            "offer code \"ALL\": free for P1M\n", "win-back offer \"back\": free for P1M, for nobody\n",
            "storefront DEU, EUR, in de_DE", "asks to buy",
            "\(path): products[0].productID: the App Store takes only letters",
        ] {
            #expect(run.output.contains(text), "\(text) is missing in:\n\(run.output)")
        }
        #expect(!run.output.contains("\u{202e}"))
    }

    @Test func `an identifier that is not on sale ends in 1 and says why`() async throws {
        let (run, _) = try await check(Self.file, "month", "Month")
        #expect(run.status == .exited(1))
        #expect(run.output.contains("INVALID  \"Month\" differs from \"month\" in capital letters."))
    }

    @Test(arguments: [
        "{\n  \"a\" 1}", "",
        #"{"products": [{"productID": "a\u001b[2J", "type": "Consumable", "price": 1}]}"#,
    ])
    func `a file that cannot be read ends in 65, in one sentence`(json: String) async throws {
        let (run, _) = try await check(json)
        #expect(run.status == .exited(65) && run.output.isEmpty)
        #expect(run.error.split(separator: "\n").count == 1)
    }
}
