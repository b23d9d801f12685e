import Foundation
import StoreTestClient
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The server that the tests use.
enum TestServer {
    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "MONKEYSTORE and MONKEYSTORE_ADMIN_TOKEN name a running monkeystore-server."
        }
    }

    static var url: URL {
        get throws {
            guard let url = ProcessInfo.processInfo.environment["MONKEYSTORE"].flatMap(URL.init(string:))
            else {
                throw Missing()
            }
            return url
        }
    }
    static var token: String {
        get throws {
            guard let token = ProcessInfo.processInfo.environment["MONKEYSTORE_ADMIN_TOKEN"] else {
                throw Missing()
            }
            return token
        }
    }

    static func session(
        contentsOf file: URL? = nil, _ body: (StoreTestSession) async throws -> Void
    ) async throws {
        try await StoreTestSession.run(
            at: url, adminToken: token, contentsOf: file, bundleIdentifier: "com.example.app", body)
    }

    /// A session that sells what a configuration file of this text holds.
    static func session(
        selling json: String, _ body: (StoreTestSession) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString + ".storekit")
        try json.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try await session(contentsOf: file, body)
    }
}

@Suite("A session") struct SessionTests {
    private let credits = "com.xamarin.storekit.testing.consume5credits"
    private let filter = "com.xamarin.storekit.testing.sepia"
    private let bunch = "com.xamarin.storekit.testing.monthlybunch"
    private let bigBunch = "com.xamarin.storekit.testing.monthlybigbunch"

    @Test func `The code of the README refunds a renewal`() async throws {
        let transactions = try await refundedRenewal(
            at: TestServer.url, adminToken: TestServer.token, notifying: nil)
        #expect(transactions.map { $0.cancelDate == nil } == [true, false])
        #expect(Set(transactions.map(\.originalTransactionIdentifier)) == [transactions[0].identifier])
    }

    @Test func `The README shows the code that is tested`() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let package = here.deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
        let code = try String(
            contentsOf: here.appendingPathComponent("RefundedRenewal.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(code)```\n"))
    }

    @Test func `sells, and lists what was sold with what was signed about it`() async throws {
        try await TestServer.session { session in
            #expect(session.bundleIdentifier == "com.example.app")
            #expect(session.rootCertificate.contains("BEGIN CERTIFICATE"))
            #expect(session.serverAPIKey.privateKey.contains("PRIVATE KEY"))
            #expect(session.sharedSecret.utf8.count == 32)
            let bought = try await session.buyProduct(
                identifier: credits, options: [.quantity(3), .appAccountToken(UUID())])
            let other = try await session.buyProduct(identifier: filter)
            #expect(try await session.allTransactions() == [bought, other])
            #expect(bought.state == .purchased && bought.quantity == 3)
            #expect(bought.purchaseDate != nil && bought.expirationDate == nil)
            #expect(bought.signedTransaction?.split(separator: ".").count == 3)
        }
    }

    @Test func `has its purchases in the sandbox, and production refers to it`() async throws {
        try await TestServer.session { session in
            let accounts = try await Self.ask(session.address, "admin/v1/accounts", as: [Account].self)
            let order = ["account": try #require(accounts.first).account, "product": credits]
            let bought = try await Self.ask(session.address, "admin/v1/purchases", order, as: Bought.self)
            for (address, status) in [(session.address, 21007), (session.sandboxAddress, 0)] {
                let receipt = ["receipt-data": bought.receiptData]
                let answer = try await Self.ask(address, "verifyReceipt", receipt, as: Verification.self)
                #expect(answer.status == status)
            }
        }
    }

    private struct Account: Decodable { var account: String }
    private struct Bought: Decodable { var receiptData: String }
    private struct Verification: Decodable { var status: Int }

    private static func ask<Answer: Decodable>(
        _ address: URL, _ path: String, _ body: [String: String]? = nil, as _: Answer.Type
    ) async throws -> Answer {
        var request = URLRequest(url: address.appendingPathComponent(path))
        request.setValue("Bearer \(try TestServer.token)", forHTTPHeaderField: "Authorization")
        if let body {
            request.httpMethod = "POST"
            request.httpBody = try JSONEncoder().encode(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    @Test func `refuses what cannot be bought like that`() async throws {
        try await TestServer.session { session in
            for quantity in [Int.min, -1, 0, 11, Int.max] {
                let error = await #expect(throws: StoreTestError.self) {
                    try await session.buyProduct(identifier: credits, options: [.quantity(quantity)])
                }
                guard case .invalidQuantity(let sentence) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(sentence.contains("1 to 10"))
            }
            await #expect(throws: StoreTestError.conflictingOptions) {
                try await session.buyProduct(identifier: credits, options: [.quantity(1), .quantity(2)])
            }
            for product in [credits, bunch] {
                await #expect(throws: StoreTestError.invalidOffer("none")) {
                    try await session.buyProduct(identifier: product, options: [.offer("none")])
                }
            }
            for product in ["", "com.example.nothing", "\u{0}", "a/../b"] {
                await #expect(throws: StoreTestError.invalidProductIdentifier(product)) {
                    try await session.buyProduct(identifier: product)
                }
            }
            let all = try await session.allTransactions()
            #expect(all.isEmpty)
        }
    }

    @Test func `lets a purchase wait until it is approved or declined, once`() async throws {
        try await TestServer.session { session in
            try await session.set(\.askToBuyEnabled, to: true)
            let asked = try await session.buyProduct(identifier: credits)
            let other = try await session.buyProduct(identifier: credits)
            #expect(
                asked.state == .deferred && asked.pendingAskToBuyConfirmation
                    && asked.signedTransaction == nil)
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.refundTransaction(identifier: asked.identifier)
            }
            try await session.approveAskToBuyTransaction(identifier: asked.identifier)
            try await session.declineAskToBuyTransaction(identifier: other.identifier)
            #expect(try await session.allTransactions().map(\.state) == [.purchased, .failed])
            for identifier in [asked.identifier, other.identifier] {
                await #expect(throws: StoreTestError.invalidAction) {
                    try await session.approveAskToBuyTransaction(identifier: identifier)
                }
            }
            try await session.refundTransaction(identifier: asked.identifier)
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.refundTransaction(identifier: asked.identifier)
            }
        }
    }

    @Test func `knows no other transactions than its own`() async throws {
        try await TestServer.session { other in
            let stranger = try await other.buyProduct(identifier: credits)
            try await TestServer.session { session in
                for identifier in [stranger.identifier, "", "0", "-1", "x", "../settings", "a b", "%2E%2E"] {
                    await #expect(throws: StoreTestError.noTransactionFound) {
                        try await session.refundTransaction(identifier: identifier)
                    }
                    await #expect(throws: StoreTestError.noTransactionFound) {
                        try await session.disableAutoRenewForTransaction(identifier: identifier)
                    }
                }
                let all = try await session.allTransactions()
                #expect(all.isEmpty)
            }
        }
    }

    @Test func `interrupts, and fails with the error that is set`() async throws {
        try await TestServer.session { session in
            try await session.set(\.interruptedPurchasesEnabled, to: true)
            await #expect(throws: StoreTestError.self) { try await session.buyProduct(identifier: credits) }
            let interrupted = try #require(try await session.allTransactions().first)
            #expect(interrupted.hasPurchaseIssue)
            try await session.resolveIssueForTransaction(identifier: interrupted.identifier)
            #expect(try await session.allTransactions().map(\.state) == [.failed, .purchased])
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.resolveIssueForTransaction(identifier: interrupted.identifier)
            }
            try await session.set(\.interruptedPurchasesEnabled, to: false)

            let error = StoreError(domain: "SKErrorDomain", code: 12)
            try await session.setSimulatedError(error, forAPI: .purchase)
            #expect(try await session.simulatedError(forAPI: .purchase) == error)
            await #expect(throws: StoreTestError.purchaseFailed(error)) {
                try await session.buyProduct(identifier: credits)
            }
            try await session.setSimulatedError(nil, forAPI: .purchase)
            #expect(try await session.simulatedError(forAPI: .purchase) == nil)
            try await session.buyProduct(identifier: credits)
        }
    }

    @Test func `renews, expires, turns off, and asks for more money`() async throws {
        try await TestServer.session { session in
            let first = try await session.buyProduct(identifier: bunch)
            try await session.disableAutoRenewForTransaction(identifier: first.identifier)
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.disableAutoRenewForTransaction(identifier: first.identifier)
            }
            try await session.enableAutoRenewForTransaction(identifier: first.identifier)
            try await session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
            try await session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
            #expect(try await session.allTransactions().last?.isPendingPriceIncreaseConsent == true)
            try await session.consentToPriceIncreaseForTransaction(identifier: first.identifier)
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.declinePriceIncreaseForTransaction(identifier: first.identifier)
            }
            try await session.forceRenewalOfSubscription(productIdentifier: bunch)
            #expect(try await session.allTransactions().map(\.autoRenewingEnabled) == [false, true])
            try await session.expireSubscription(productIdentifier: bunch)
            await #expect(throws: StoreTestError.invalidAction) {
                try await session.expireSubscription(productIdentifier: bunch)
            }
            await #expect(throws: StoreTestError.noSubscriptionFound) {
                try await session.expireSubscription(productIdentifier: bigBunch)
            }
            await #expect(throws: StoreTestError.invalidProductType(credits)) {
                try await session.forceRenewalOfSubscription(productIdentifier: credits)
            }
            await #expect(throws: StoreTestError.invalidProductIdentifier("none")) {
                try await session.forceRenewalOfSubscription(productIdentifier: "none")
            }
        }
    }

    @Test func `waits for the customer where a renewal is not paid`() async throws {
        try await TestServer.session { session in
            try await session.set(\.shouldEnterBillingRetryOnRenewal, to: true)
            try await session.set(\.billingGracePeriodIsEnabled, to: true)
            let first = try await session.buyProduct(identifier: bunch)
            try await session.forceRenewalOfSubscription(productIdentifier: bunch)
            #expect(try await session.allTransactions().map(\.hasPurchaseIssue) == [true])
            try await session.resolveIssueForTransaction(identifier: first.identifier)
            #expect(try await session.allTransactions().map(\.hasPurchaseIssue) == [false, false])
            #expect(try await session.settings.shouldEnterBillingRetryOnRenewal)
        }
    }

    @Test func `sells in another country, forgets what was bought, and comes back to the file`() async throws
    {
        let product =
            #"{"productID": "one", "type": "Consumable", "displayPrice": "120", "localizations": []}"#
        let settings = #"{"_askToBuyEnabled": true, "_storefront": "JPN", "_timeRate": 6}"#
        let file =
            #"{"version": {"major": 4, "minor": 0}, "settings": \#(settings), "products": [\#(product)]}"#
        try await TestServer.session(selling: file) { session in
            #expect(session.warnings.isEmpty)
            #expect(try await session.storefront == "JPN")
            #expect(try await session.settings.timeRate == .oneSecondIsOneDay)
            try await session.set(\.askToBuyEnabled, to: false)
            try await session.setLocale("fr")
            try await session.setStorefront("FRA")
            #expect(try await session.locale == "fr_FR")
            let before = try await session.buyProduct(identifier: "one")
            for country in ["", "US", "usa", "XXX"] {
                await #expect(throws: StoreTestError.invalidStorefront(country, locale: "fr_FR")) {
                    try await session.setStorefront(country)
                }
            }
            try await session.clearTransactions()
            let all = try await session.allTransactions()
            #expect(all.isEmpty)
            #expect(try await session.storefront == "FRA")
            try await session.setStorefront("CAN")
            #expect(try await session.locale == "fr_CA")
            #expect(try await !session.settings.askToBuyEnabled)
            let after = try await session.buyProduct(identifier: "one")
            #expect(after.identifier != before.identifier)
            try await session.resetToDefaultState()
            #expect(try await session.storefront == "JPN")
            #expect(try await session.settings.askToBuyEnabled)
            #expect(try await session.allTransactions() == [after])
        }
    }

    @Test func `has a clock that is stopped and moved until the settings are reset`() async throws {
        try await TestServer.session { session in
            try await session.freezeClock()
            let first = try await session.buyProduct(identifier: bunch)
            // A month later, and less than two.
            try await session.advanceClock(by: 32 * 86_400)
            let all = try await session.allTransactions()
            #expect(all.map(\.originalTransactionIdentifier) == [first.identifier, first.identifier])
            let tooFar: [TimeInterval] = [.infinity, .nan, -30 * 365 * 86_400]
            for seconds in tooFar {
                await #expect(throws: StoreTestError.clockTooFar) {
                    try await session.advanceClock(by: seconds)
                }
            }
            try await session.resetToDefaultState()
            let begun = try #require(first.purchaseDate)
            let later = try #require(try await session.buyProduct(identifier: credits).purchaseDate)
            #expect(later.timeIntervalSince(begun) < 86_400)
        }
    }

    @Test func `says what is odd about its configuration file`() async throws {
        let file =
            #"{"version": {}, "products": [{"productID": "one", "type": "Consumable", "displayPrice": ""}]}"#
        try await TestServer.session(selling: file) { session in
            #expect(session.warnings.count == 1)
            #expect(session.warnings.first?.contains("\"one\" has no price; it is sold for 0") == true)
        }
    }

    @Test func `is over when it ended`() async throws {
        let session = try await StoreTestSession(at: TestServer.url, adminToken: TestServer.token)
        let bought = try await session.buyProduct(identifier: credits)
        try await session.end()
        await #expect(throws: StoreTestError.sessionEnded) { try await session.end() }
        await #expect(throws: StoreTestError.sessionEnded) { try await session.allTransactions() }
        await #expect(throws: StoreTestError.sessionEnded) {
            try await session.buyProduct(identifier: credits)
        }
        await #expect(throws: StoreTestError.sessionEnded) { try await session.setStorefront("FRA") }
        await #expect(throws: StoreTestError.sessionEnded) {
            try await session.refundTransaction(identifier: bought.identifier)
        }
        await #expect(throws: StoreTestError.sessionEnded) {
            try await session.set(\.askToBuyEnabled, to: true)
        }
        await #expect(throws: StoreTestError.sessionEnded) { try await session.clearTransactions() }
    }

    @Test func `is removed where its test fails`() async throws {
        struct Failure: Error {}
        let holder = Holder()
        await #expect(throws: Failure.self) {
            try await TestServer.session { session in
                await holder.hold(session)
                throw Failure()
            }
        }
        let session = try #require(await holder.session)
        await #expect(throws: StoreTestError.sessionEnded) { try await session.allTransactions() }
    }

    @Test func `is not made at no server, with no token, or of no file`() async throws {
        let url = try TestServer.url
        await #expect(throws: StoreTestError.invalidAdminToken) {
            try await StoreTestSession(at: url, adminToken: "wrong")
        }
        let nothing = try #require(URL(string: "http://127.0.0.1:1"))
        let error = await #expect(throws: StoreTestError.self) {
            try await StoreTestSession(at: nothing, adminToken: TestServer.token)
        }
        #expect(error?.description.contains("127.0.0.1:1") == true)
        await #expect(throws: StoreTestError.fileNotFound(path: "/nothing.storekit")) {
            try await StoreTestSession(
                at: url, adminToken: TestServer.token, contentsOf: URL(fileURLWithPath: "/nothing.storekit"))
        }
        await #expect(throws: StoreTestError.invalidURL) {
            try await StoreTestSession(at: url, adminToken: TestServer.token, contentsOf: url)
        }
        for identifier in ["", "a b", "ä"] {
            let refusal = await #expect(throws: StoreTestError.self) {
                try await StoreTestSession(
                    at: url, adminToken: TestServer.token, bundleIdentifier: identifier)
            }
            guard case .invalidConfiguration = refusal else {
                Issue.record("\(String(describing: refusal))")
                continue
            }
        }
    }

    private actor Holder {
        var session: StoreTestSession?

        func hold(_ session: StoreTestSession) { self.session = session }
    }
}
