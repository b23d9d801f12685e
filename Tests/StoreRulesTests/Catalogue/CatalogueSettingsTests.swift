import Storage
import StoreModel
import StoreRules
import StoreSQLite
import TestSupport
import Testing

/// The settings of StoreKit configuration files: how the store behaves until somebody changes it.
@Suite(.timeLimit(.minutes(5))) struct CatalogueSettingsTests {
    private func read(_ settings: String) throws(CatalogueError) -> Catalogue {
        try Catalogue(
            """
            {"version": {}, "products": [{"productID": "a", "type": "Consumable", "displayPrice": "1"}],
             "settings": {\(settings)}}
            """)
    }

    private func initial(_ settings: String) throws -> StoreSettings { try read(settings).settings.initial }

    @Test func `Each setting of a file has its effect, and only its own`() throws {
        func expect(_ settings: String, _ change: (inout StoreSettings) -> Void) throws {
            var expected = StoreSettings()
            change(&expected)
            #expect(try initial(settings) == expected, "\(settings)")
        }
        try expect("") { _ in }
        try expect(#""_askToBuyEnabled": true"#) { $0.asksToBuy = true }
        try expect(#""_billingIssuesEnabled": true"#) { $0.interruptsPurchases = true }
        try expect(#""_disableDialogs": true"#) { $0.disablesDialogs = true }
        try expect(#""_renewalBillingIssuesEnabled": true"#) { $0.failsRenewals = true }
        try expect(#""_billingGracePeriodEnabled": true"#) { $0.allowsGracePeriod = true }
        try expect(#""_timeRate": 1005, "_compatibilityTimeRate": {"3": 6}"#) {
            $0.timeRate = .oneRenewalEveryTwoSeconds
        }
        try expect(#""_failTransactionsEnabled": true, "_storeKitError": 0"#) {
            $0.everyFailure = .cannotConnect
        }
        try expect(#""_storeKitErrors": [{"name": "Purchase", "enabled": false, "current": null}]"#) { _ in }
        try expect(
            #""_storeKitErrors": [{"name": "Purchase", "enabled": true, "current": {"type": "purchase", "index": 1}}]"#
        ) { $0.everyFailure = .productNotAvailable }
        try expect(
            #""_storeKitErrors": [{"name": "Purchase", "enabled": true, "current": {"type": "generic", "index": 2}}]"#
        ) { $0.everyFailure = .networkDown }
    }

    @Test(arguments: [
        #""_timeRate": 14"#, #""_timeRate": "fast""#,
        #""_failTransactionsEnabled": true, "_storeKitError": 2"#,
        #""_storeKitErrors": [{"name": "Refund Request Sheet", "enabled": true}]"#,
        #""_storeKitErrors": [{"name": "Purchase", "enabled": true, "current": {"type": "generic", "index": 99}}]"#,
    ])
    func `A setting that cannot be honoured is said with its place`(settings: String) throws {
        let warnings = try read(settings).warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("Some.storekit: settings._") == true)
    }

    @Test(
        "A file's settings hold at first, and what a person changes outlives the next start and the next file"
    )
    func adoption() async throws {
        let folder = try TemporaryDirectory()
        func open(_ settings: String) throws -> AppStore {
            let store = try AppStore(testedIn: folder.path, catalogue: read(settings))
            try store.adoptSettings()
            return store
        }
        var store = try open(#""_askToBuyEnabled": true, "_timeRate": 6"#)
        #expect(try store.settings().asksToBuy)
        #expect(try store.settings().timeRate == .oneSecondIsOneDay)

        try store.set {
            $0.asksToBuy = false
            $0.delayMilliseconds = 7
        }
        let changed = try store.settings()
        store = try open(#""_askToBuyEnabled": true, "_timeRate": 6"#)
        #expect(try store.settings() == changed)

        // With another file the person's choice stays, and the rest comes from the new file.
        store = try open(#""_askToBuyEnabled": true, "_disableDialogs": true"#)
        #expect(try !store.settings().asksToBuy)
        #expect(try store.settings().disablesDialogs)
        #expect(try store.settings().timeRate == .realTime)
        #expect(try store.settings().delayMilliseconds == 7)
    }

    @Test func `A store that is only looked into keeps its settings, whatever catalogue it is opened with`()
        throws
    {
        let folder = try TemporaryDirectory()
        let directory = try DataDirectory(path: folder.path)
        try AppStore(directory: directory, catalogue: read(#""_askToBuyEnabled": true"#)).adoptSettings()
        #expect(try AppStore(directory: directory, catalogue: .bundled()).settings().asksToBuy)
    }

    @Test func `If every purchase fails, none is charged`() async throws {
        let fixture = try await StoreFixture { $0.everyFailure = .paymentNotAllowed }
        for key in ["a", "b"] as [IdempotencyKey] {
            #expect(try await fixture.buy(key).result == .failed(.paymentNotAllowed))
        }
    }
}
