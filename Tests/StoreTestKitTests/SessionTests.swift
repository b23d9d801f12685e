import FoundationEssentials
import StoreModel
import TestSupport
import Testing

@testable import StoreTestKit

@Suite("A session", .timeLimit(.minutes(5))) struct SessionTests {
    static let credits: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    static let filter: ProductIdentifier = "com.xamarin.storekit.testing.sepia"
    static let bunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
    static let bigBunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybigbunch"

    let time = ManualTime()
    let session: StoreTestSession

    init() throws { session = try StoreTestSession(path: nil, bundleIdentifier: nil, time: time.source) }

    private func transaction(_ identifier: TransactionIdentifier) throws -> StoreTestTransaction {
        try #require(session.allTransactions().first { $0.identifier == identifier })
    }

    // MARK: Purchases

    @Test func `sells, and lists what was sold with what was signed about it`() async throws {
        let token = UUID()
        let bought = try await session.buy(Self.credits, .quantity(3), .appAccountToken(token))
        let other = try await session.buy(Self.filter)
        #expect(session.allTransactions() == [bought, other])
        #expect(bought.state == .purchased)
        #expect(bought.quantity == 3)
        #expect(bought.originalTransactionIdentifier == bought.identifier)
        #expect(bought.purchaseDate == Date(timeIntervalSince1970: 1_795_000_000))
        #expect(bought.expirationDate == nil)
        #expect(!bought.autoRenewingEnabled)
        let payload = try #require(bought.signedTransaction?.unverifiedPayload)
        #expect(payload.transactionId == bought.identifier)
        #expect(payload.storefront == "USA")
        #expect(bought.price?.milliunits == payload.price && bought.price?.currency == "USD")
        #expect(bought.appAccountToken == token && other.appAccountToken == nil)
    }

    @Test func `sells what is sold once a second time for nothing`() async throws {
        let first = try await session.buy(Self.filter)
        let second = try await session.buy(Self.filter)
        #expect(second.identifier != first.identifier)
        #expect(second.originalTransactionIdentifier == first.identifier)
        // Only the first one was paid.
        expectRefusal(.invalidAction, of: session.refundTransaction, second.identifier)
    }

    @Test("does not sell so many", arguments: [Int.min, -1, 0, 11, Int.max])
    func quantity(_ quantity: Int) async throws {
        await #expect(throws: StoreTestError.invalidQuantity(1...10)) {
            try await session.buy(Self.credits, .quantity(quantity))
        }
        #expect(session.allTransactions().isEmpty)
    }

    @Test func `refuses what cannot be bought like that`() async throws {
        await #expect(throws: StoreTestError.invalidQuantity(1...1)) {
            try await session.buy(Self.filter, .quantity(2))
        }
        await #expect(throws: StoreTestError.conflictingOptions) {
            try await session.buy(Self.credits, .quantity(1), .quantity(2))
        }
        await #expect(throws: StoreTestError.invalidOffer("none")) {
            try await session.buy(Self.bunch, .offer("none"))
        }
        await #expect(throws: StoreTestError.invalidOffer("none")) {
            try await session.buy(Self.credits, .offer("none"))
        }
        for product: ProductIdentifier in ["", "com.example.nothing", "\u{0}", "a\u{1b}[2J"] {
            let error = await #expect(throws: StoreTestError.invalidProductIdentifier(product)) {
                try await session.buy(product)
            }
            #expect(error?.description.unicodeScalars.contains { $0.value < 32 } == false)
        }
        #expect(session.allTransactions().isEmpty)
    }

    // MARK: Ask to Buy

    @Test func `lets a purchase wait until it is approved, once`() async throws {
        session.askToBuyEnabled = true
        let asked = try await session.buy()
        #expect(asked.state == .deferred)
        #expect(asked.pendingAskToBuyConfirmation)
        #expect(asked.purchaseDate == nil && asked.signedTransaction == nil)
        expectRefusal(.invalidAction, of: session.refundTransaction, asked.identifier)
        // A waiting purchase does not go through because the next one needs no approval.
        session.askToBuyEnabled = false
        #expect(try transaction(asked.identifier).pendingAskToBuyConfirmation)
        try session.approveAskToBuyTransaction(identifier: asked.identifier)
        let approved = try transaction(asked.identifier)
        #expect(approved.state == .purchased)
        #expect(!approved.pendingAskToBuyConfirmation)
        expectRefusal(.invalidAction, of: session.approveAskToBuyTransaction, asked.identifier)
        expectRefusal(.invalidAction, of: session.declineAskToBuyTransaction, asked.identifier)
    }

    @Test func `declines for good`() async throws {
        session.askToBuyEnabled = true
        let asked = try await session.buy()
        try session.declineAskToBuyTransaction(identifier: asked.identifier)
        #expect(try transaction(asked.identifier).state == .failed)
        expectRefusal(.invalidAction, of: session.approveAskToBuyTransaction, asked.identifier)
        #expect(session.allTransactions().count == 1)
    }

    // MARK: Faults

    @Test func `interrupts a purchase until it is resolved, as a new transaction`() async throws {
        session.interruptedPurchasesEnabled = true
        let error = await #expect(throws: StoreTestError.self) { try await session.buy() }
        #expect(error == .purchaseFailed(.interrupted))
        let interrupted = try #require(session.allTransactions().first)
        #expect(interrupted.state == .failed && interrupted.hasPurchaseIssue)
        try session.resolveIssueForTransaction(identifier: interrupted.identifier)
        #expect(session.allTransactions().map(\.state) == [.failed, .purchased])
        #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false, false])
        expectRefusal(.invalidAction, of: session.resolveIssueForTransaction, interrupted.identifier)
    }

    @Test func `fails purchases with the error that is set, however it is set`() async throws {
        #expect(session.failureError == .cannotConnect)
        session.failureError = StoreError(domain: .storeKit, code: 12)
        #expect(!session.failTransactionsEnabled)
        try await session.buy()
        session.failTransactionsEnabled = true
        await #expect(throws: StoreTestError.purchaseFailed(StoreError(domain: .storeKit, code: 12))) {
            try await session.buy()
        }
        session.failureError = .paymentNotAllowed
        await #expect(throws: StoreTestError.purchaseFailed(.paymentNotAllowed)) { try await session.buy() }
        session.setSimulatedError(.networkDown, forAPI: .purchase)
        #expect(session.simulatedError(forAPI: .purchase) == .networkDown)
        await #expect(throws: StoreTestError.purchaseFailed(.networkDown)) { try await session.buy() }
        session.setSimulatedError(nil, forAPI: .purchase)
        #expect(!session.failTransactionsEnabled)
        try await session.buy()
        #expect(
            session.allTransactions().map(\.state) == [.purchased, .failed, .failed, .failed, .purchased])
    }

    @Test func `has the faults that Apple's has no word for`() async throws {
        session.settings.network = .down
        await #expect(throws: StoreTestError.purchaseFailed(.networkDown)) { try await session.buy() }
        #expect(session.allTransactions().isEmpty)
        session.settings.network = .answersLost
        let error = await #expect(throws: StoreTestError.purchaseFailed(.connectionLost)) {
            try await session.buy()
        }
        #expect(error?.description.contains("or its answer was lost") == true)
        #expect(session.allTransactions().map(\.state) == [.purchased])
    }

    // MARK: Refunds

    @Test func `gives money back once, and only for what there is`() async throws {
        let bought = try await session.buy()
        time.advance(by: .seconds(60))
        try session.refundTransaction(identifier: bought.identifier)
        let refunded = try transaction(bought.identifier)
        #expect(refunded.cancelDate == Date(timeIntervalSince1970: 1_795_000_060))
        #expect(refunded.state == .purchased)
        expectRefusal(.invalidAction, of: session.refundTransaction, bought.identifier)
        for identifier: TransactionIdentifier in [
            "", "0", "-1", "1", "2000000000000001", "9223372036854775808", "x",
        ] {
            expectRefusal(.noTransactionFound, of: session.refundTransaction, identifier)
            expectRefusal(.noTransactionFound, of: session.resolveIssueForTransaction, identifier)
            expectRefusal(.noTransactionFound, of: session.disableAutoRenewForTransaction, identifier)
        }
    }

    // MARK: Settings

    /// How many seconds a month has. It begins on 18 November, so it has 30 days.
    static let months: [(StoreTestSession.TimeRate, Double)] = [
        (.realTime, 2_592_000), (.oneHourIsOneDay, 108_000), (.thirtyMinutesIsOneDay, 54_000),
        (.fiveMinutesIsOneDay, 9000), (.oneMinuteIsOneDay, 1800), (.thirtySecondsIsOneDay, 900),
        (.oneSecondIsOneDay, 30), (.monthlyRenewalEveryHour, 3600),
        (.monthlyRenewalEveryThirtyMinutes, 1800), (.monthlyRenewalEveryFifteenMinutes, 900),
        (.monthlyRenewalEveryFiveMinutes, 300), (.monthlyRenewalEveryThirtySeconds, 30),
        (.oneRenewalEveryFifteenMinutes, 900), (.oneRenewalEveryFiveMinutes, 300),
        (.oneRenewalEveryMinute, 60), (.oneRenewalEveryThirtySeconds, 30),
        (.oneRenewalEveryTenSeconds, 10), (.oneRenewalEveryTwoSeconds, 2),
    ]

    @Test("passes a month at each rate", arguments: months)
    func timeRate(_ rate: StoreTestSession.TimeRate, seconds: Double) async throws {
        session.timeRate = rate
        let bought = try await session.buy(Self.bigBunch)
        let end = try #require(bought.expirationDate)
        #expect(end.timeIntervalSince(try #require(bought.purchaseDate)).rounded() == seconds)
    }

    @Test func `has a month for each rate`() {
        #expect(Self.months.map(\.0) == StoreTestSession.TimeRate.allCases)
    }

    @Test func `sells in another country, in its currency, and in another language`() async throws {
        let before = try await session.buy()
        try session.setStorefront("FRA")
        try session.setLocale(Locale(identifier: "fr"))
        #expect(session.storefront == "FRA")
        #expect(session.locale.identifier == "fr_FR")
        let after = try await session.buy()
        #expect(before.price?.currency == "USD")
        #expect(after.price?.currency == "EUR")
        #expect(after.signedTransaction?.unverifiedPayload?.storefront == "FRA")
        let product = try await session.paymentService.store.products(for: [Self.credits]).products.first
        #expect(product?.localizedTitle == "5 crédits de singe")
        #expect(session.allTransactions() == [before, after])
        for country in ["", "US", "usa", "XXX", "FRAN", "F\u{0}A"] {
            #expect(throws: StoreTestError.invalidStorefront(country)) { try session.setStorefront(country) }
        }
        #expect(throws: StoreTestError.self) {
            try session.setLocale(Locale(identifier: "en_US@currency=EUR"))
        }
        #expect(session.storefront == "FRA")
    }

    @Test func `goes on telling its payment queue what happens when the storefront changes`() async throws {
        var updates = session.paymentService.store.updates().makeAsyncIterator()
        try session.setStorefront("FRA")
        session.askToBuyEnabled = true
        // Nothing else has changed.
        #expect(await updates.next() == .settingsChanged(session.settings))
    }

    @Test func `gives a language the region of the country, whichever of the two is set first`() throws {
        try session.setLocale(Locale(identifier: "pt"))
        #expect(session.locale.identifier == "pt_US")
        try session.setStorefront("BRA")
        #expect(session.locale.identifier == "pt_BR")
        session.resetToDefaultState()
        #expect(session.locale.identifier == "en_US")
        try session.setStorefront("BRA")
        try session.setLocale(Locale(identifier: "pt"))
        #expect(session.locale.identifier == "pt_BR")
    }

    @Test func `has a clock that runs, and is moved and stopped until the settings are reset`() async throws {
        func date() async throws -> Double? { try await session.buy().purchaseDate?.timeIntervalSince1970 }
        try session.advanceClock(by: .seconds(60))
        time.advance(by: .seconds(1))
        #expect(try await date() == 1_795_000_061)
        session.freezeClock()
        time.advance(by: .seconds(1))
        #expect(try await date() == 1_795_000_061)
        try session.advanceClock(by: .seconds(-60))
        for duration in [Duration.seconds(Int64.max), .seconds(-30 * 365 * 86_400)] {
            #expect(throws: StoreTestError.clockTooFar) { try session.advanceClock(by: duration) }
        }
        time.advance(by: .seconds(1))
        #expect(try await date() == 1_795_000_001)
        session.resetToDefaultState()
        #expect(try await date() == 1_795_000_003)
    }

    @Test func `keeps its clock and what has a property of its own when other settings are set`()
        async throws
    {
        try session.advanceClock(by: .seconds(60))
        session.timeRate = .oneMinuteIsOneDay
        session.shouldEnterBillingRetryOnRenewal = true
        session.askToBuyEnabled = true
        session.settings = StoreSettings()
        #expect(session.timeRate == .oneMinuteIsOneDay && session.shouldEnterBillingRetryOnRenewal)
        #expect(!session.askToBuyEnabled)
        #expect(try await session.buy().purchaseDate == Date(timeIntervalSince1970: 1_795_000_060))
    }

    @Test func `comes back to the settings of the file, and keeps what was bought`() async throws {
        let file = try ConfigurationFile()
        let session = try StoreTestSession(contentsOf: file.url, bundleIdentifier: "com.example.app")
        #expect(session.askToBuyEnabled)
        #expect(session.storefront == "JPN")
        #expect(session.timeRate == .oneSecondIsOneDay)
        session.askToBuyEnabled = false
        let bought = try await session.buy("one")
        #expect(bought.signedTransaction?.unverifiedPayload?.bundleId == "com.example.app")
        session.interruptedPurchasesEnabled = true
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        session.failTransactionsEnabled = true
        session.failureError = .networkDown
        session.timeRate = .realTime
        session.settings.delayMilliseconds = 5
        try session.setStorefront("USA")
        session.resetToDefaultState()
        #expect(session.askToBuyEnabled)
        #expect(session.storefront == "JPN")
        #expect(session.timeRate == .oneSecondIsOneDay)
        #expect(!session.interruptedPurchasesEnabled && !session.failTransactionsEnabled)
        #expect(!session.billingGracePeriodIsEnabled && !session.shouldEnterBillingRetryOnRenewal)
        #expect(session.failureError == .cannotConnect)
        #expect(session.settings.delayMilliseconds == 0)
        #expect(session.allTransactions() == [bought])
    }

    // MARK: Clearing

    @Test func `forgets what was bought, keeps its settings, and gives no number twice`() async throws {
        session.timeRate = .oneRenewalEveryTwoSeconds
        var seen: Set<TransactionIdentifier> = []
        // The clock stands still, so only what the store remembers keeps the numbers apart.
        for _ in 0..<3 {
            for product in [Self.credits, Self.filter, Self.bunch] {
                let bought = try await session.buy(product)
                #expect(bought.originalTransactionIdentifier == bought.identifier)
                #expect(seen.insert(bought.identifier).inserted)
            }
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            #expect(session.timeRate == .oneRenewalEveryTwoSeconds)
        }
        let old = try #require(seen.first)
        expectRefusal(.noTransactionFound, of: session.refundTransaction, old)
        expectRefusal(.noSubscriptionFound, of: session.expireSubscription, Self.bunch)
    }

    @Test func `has its payment queue ask and send again after all was forgotten`() async throws {
        var updates = session.paymentService.store.updates().makeAsyncIterator()
        session.clearTransactions()
        #expect(await updates.next() == .accountChanged(revision: 0))
        // The new store is followed by now. Before that, the network may have come back.
        session.askToBuyEnabled = true
        #expect(await updates.next() == .networkChanged(isUp: true))
    }

    @Test func `does not see what another one sells, which has other numbers`() async throws {
        let other = try StoreTestSession(path: nil, bundleIdentifier: nil, time: time.source)
        other.askToBuyEnabled = true
        let bought = try await session.buy()
        let asked = try await other.buy()
        #expect(bought.state == .purchased && asked.state == .deferred)
        #expect(bought.identifier != asked.identifier)
        expectRefusal(.noTransactionFound, of: other.refundTransaction, bought.identifier)
    }

    @Test func `takes changes of its settings from many at once, and loses none`() async throws {
        let session = session
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { session.askToBuyEnabled = true }
                group.addTask { session.interruptedPurchasesEnabled = true }
                group.addTask { session.billingGracePeriodIsEnabled = true }
                group.addTask { session.timeRate = .oneMinuteIsOneDay }
            }
        }
        #expect(
            session.askToBuyEnabled && session.interruptedPurchasesEnabled
                && session.billingGracePeriodIsEnabled)
        #expect(session.timeRate == .oneMinuteIsOneDay)
    }

    @Test func `can be used, cleared and moved by many at once`() async throws {
        let session = session
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    // If a purchase is cleared while it is being made, it cannot be found any more.
                    _ = try? await session.buy(number.isMultiple(of: 2) ? Self.credits : Self.bunch)
                }
                group.addTask { session.clearTransactions() }
                group.addTask { #expect(throws: Never.self) { try session.setStorefront("FRA") } }
                group.addTask { session.resetToDefaultState() }
                group.addTask { _ = session.allTransactions() }
            }
        }
        session.resetToDefaultState()
        session.clearTransactions()
        let bought = try await session.buy()
        #expect(session.allTransactions() == [bought])
    }

    // MARK: Opening

    @Test func `says in its log what is not on sale, also in another country`() async throws {
        let lines = Recorder<String>()
        let session = try StoreTestSession { lines.note([$0]) }
        for name in ["two", "three"] {
            _ = try await session.paymentService.store.products(for: [ProductIdentifier(rawValue: name)])
            #expect(lines.calls.contains { $0.contains(name) })
            try session.setStorefront("FRA")
        }
    }

    @Test func `says what is odd about its configuration file, also in its log`() throws {
        let file = try ConfigurationFile(
            #"{"version": {}, "products": [{"productID": "one", "type": "Consumable", "displayPrice": ""}]}"#)
        let lines = Recorder<String>()
        let session = try StoreTestSession(contentsOf: file.url) { lines.note([$0]) }
        #expect(session.warnings.map { $0.contains("\"one\" has no price; it is sold for 0") } == [true])
        #expect(Set(session.warnings).isSubset(of: lines.calls))
        let plain = try ConfigurationFile()
        #expect(try StoreTestSession(contentsOf: plain.url).warnings.isEmpty)
    }

    @Test func `is not opened on what is not a configuration file, or for what is not an application`() throws
    {
        let folder = try TemporaryDirectory()
        let nothing = URL(fileURLWithPath: folder.path + "/a b%20c.storekit")
        #expect(throws: StoreTestError.fileNotFound(path: folder.path + "/a b%20c.storekit")) {
            try StoreTestSession(contentsOf: nothing)
        }
        #expect(throws: StoreTestError.invalidURL) {
            try StoreTestSession(contentsOf: #require(URL(string: "https://example.com/a.storekit")))
        }
        try "{".write(toFile: folder.path + "/bad", atomically: false, encoding: .utf8)
        for path in [folder.path, folder.path + "/bad"] {
            let error = #expect(throws: StoreTestError.self) {
                try StoreTestSession(contentsOf: URL(fileURLWithPath: path))
            }
            guard case .invalidConfiguration(let sentence) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(sentence.contains(path))
        }
        for identifier in ["", "a b", "ä", String(repeating: "a", count: 156)] {
            #expect(throws: StoreTestError.invalidBundleIdentifier(identifier)) {
                try StoreTestSession(bundleIdentifier: identifier)
            }
        }
    }
}

extension StoreTestSession {
    /// Buys credits, or something else.
    @discardableResult
    func buy(
        _ product: ProductIdentifier = SessionTests.credits, _ options: PurchaseOption...
    ) async throws -> StoreTestTransaction {
        try await buyProduct(identifier: product, options: Set(options))
    }
}

/// Expects that a session refuses to do this to a transaction, or to the subscription to a product.
func expectRefusal<Identifier>(
    _ error: StoreTestError, of action: (Identifier) throws -> Void, _ identifier: Identifier,
    sourceLocation: SourceLocation = #_sourceLocation
) { #expect(throws: error, sourceLocation: sourceLocation) { try action(identifier) } }

/// A configuration file.
struct ConfigurationFile {
    private let folder: TemporaryDirectory
    let url: URL

    /// A file with settings of its own.
    init() throws {
        let product =
            #"{"productID": "one", "type": "Consumable", "displayPrice": "120", "localizations": []}"#
        let settings = #"{"_askToBuyEnabled": true, "_storefront": "JPN", "_timeRate": 6}"#
        try self.init(
            #"{"version": {"major": 4, "minor": 0}, "settings": \#(settings), "products": [\#(product)]}"#)
    }

    init(_ json: String) throws {
        folder = try TemporaryDirectory()
        url = URL(fileURLWithPath: folder.path + "/Products.storekit")
        try json.write(toFile: folder.path + "/Products.storekit", atomically: false, encoding: .utf8)
    }
}
