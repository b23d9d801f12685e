import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension EventBus {
    /// Asks for settings one after another, each made from those before, as a screen does.
    fileprivate func send(_ wanted: [StorefrontSettings], from known: StorefrontSettings) {
        for (known, wanted) in zip([known] + wanted, wanted) { send(.settings(wanted, from: known)) }
    }
}

@Suite("Settings", .timeLimit(.minutes(5)))
struct SettingsManagerTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    private func failing(with code: Int, allowsPayments: Bool = true) -> StorefrontSettings {
        var settings = StorefrontSettings(allowsPayments: allowsPayments)
        settings.store.nextFailure = StoreError(domain: .storeKit, code: code)
        return settings
    }

    @Test(
        "that are changed ten times at once are put in force in that order, though not all, and the last ones stay"
    )
    func order() async throws {
        await device.queue.settle()
        let wanted = (1...10).map { failing(with: $0, allowsPayments: $0.isMultiple(of: 2)) }
        device.bus.send(wanted, from: StorefrontSettings())
        try await device.recorder.first(Event.settingsChanged) { $0 == wanted.last }
        // The store announces its change, too, so the same settings may be told twice in a row.
        let told = device.recorder.all(Event.settingsChanged)
        let places = told.map { wanted.firstIndex(of: $0) ?? -1 }
        #expect(places == places.sorted() && places.first != -1)
        #expect(try await device.settings.current() == wanted.last)
        #expect(try await device.restart().recorder.all(Event.storeOpened).map(\.settings) == [wanted[9]])
    }

    @Test(
        "that are changed a thousand times while earlier ones are put in force are put in force once: the last ones"
    )
    func flood() async throws {
        await device.queue.settle()
        let bus = device.bus
        let wanted = (1...1000).map { failing(with: $0) }
        // Observers run on the thread that puts settings in force, so no others take effect meanwhile.
        let flood = bus.observe(.settingsChanged) { event in
            guard event == .settingsChanged(wanted[0]) else { return }
            bus.send(Array(wanted[1...]), from: wanted[0])
        }
        bus.send(.settings(wanted[0], from: StorefrontSettings()))
        try await device.recorder.first(Event.settingsChanged) { $0 == wanted[999] }
        #expect(Set(device.recorder.all(Event.settingsChanged)) == [wanted[0], wanted[999]])
        flood.cancel()
    }

    @Test func `that are changed back at once are as before`() async throws {
        await device.queue.settle()
        var wanted = StorefrontSettings(allowsPayments: false)
        wanted.store.asksToBuy = true
        device.bus.send(
            [wanted, StorefrontSettings(), wanted, StorefrontSettings()], from: StorefrontSettings())
        try await device.recorder.first(Event.settingsChanged) { $0 == StorefrontSettings() }
        #expect(try await device.restart().settings.current() == StorefrontSettings())
    }

    @Test func `that somebody else changes meanwhile stay: only what the screen has changed is put in force`()
        async throws
    {
        await device.queue.settle()
        let (bus, store) = (device.bus, try device.appStore())
        func withOther(_ settings: StorefrontSettings) -> StorefrontSettings {
            var settings = settings
            settings.store.allowsGracePeriod = true
            return settings
        }
        var first = StorefrontSettings()
        first.store.asksToBuy = true
        var second = first
        second.store.disablesDialogs = true
        // Observers run on the thread that puts settings in force, so the screen changes the next one before
        // it hears of the other.
        let other = bus.observe(.settingsChanged) { [first, second] event in
            guard event == .settingsChanged(first) else { return }
            _ = try? store.change { $0.allowsGracePeriod = true }
            bus.send(.settings(second, from: first))
        }
        bus.send(.settings(first, from: StorefrontSettings()))
        try await device.recorder.first(Event.settingsChanged) { $0 == withOther(second) }
        // The screen makes a change from what it wanted before, if that is not what is in force.
        var third = second
        third.store.failsRenewals = true
        bus.send(.settings(third, from: second))
        try await device.recorder.first(Event.settingsChanged) { $0 == withOther(third) }
        // A screen that was opened anew makes it from what is in force. Here it takes the other change back.
        bus.send(.settings(third, from: withOther(third)))
        try await device.recorder.first(Event.settingsChanged) { $0 == third }
        other.cancel()
    }

    @Test func `that the screen forgot to have asked for are put in force, whatever it asks for next`()
        async throws
    {
        await device.queue.settle()
        let (bus, before) = (device.bus, StorefrontSettings())
        var first = before
        first.store.asksToBuy = true
        var second = before
        second.store.disablesDialogs = true
        var third = before
        third.store.failsRenewals = true
        // Observers run on the thread that puts settings in force. The screen was closed, and makes the others
        // from what it shows: it has not heard of the first one yet. Then it is closed again.
        let screen = bus.observe(.settingsChanged) { [first, second, third] event in
            guard event == .settingsChanged(first) else { return }
            bus.send(.settings(second, from: before))
            bus.send(.settings(third, from: before))
        }
        bus.send(.settings(first, from: before))
        let told = try await device.recorder.first(Event.settingsChanged) { $0.store.failsRenewals }
        var all = third
        (all.store.asksToBuy, all.store.disablesDialogs) = (true, true)
        #expect(told == all)
        screen.cancel()
    }

    @Test(
        "that forbid purchases refuse a payment without a sheet, still show prices, and end without a restart"
    )
    func restriction() async throws {
        #expect(device.queue.canMakePayments)
        try await device.set { $0.allowsPayments = false }
        #expect(!device.queue.canMakePayments)
        let key = try await device.buy()
        #expect(
            device.recorder.all(Event.productsFetched).first?.products.count
                == BuiltInProducts.identifiers.count)
        let failed = try await device.failure(of: key)
        #expect(failed.error == .paymentNotAllowed && failed.isFinished)
        #expect(device.recorder.all(Event.confirmationRequested).isEmpty)
        #expect(try await device.store.unsettledPurchases(including: [key]).isEmpty)

        try await device.set { $0.allowsPayments = true }
        #expect(device.queue.canMakePayments)
        try await device.bought()
        #expect(device.recorder.all(Event.confirmationRequested).count == 1)
    }

    @Test func `that forbid purchases do so for each account on the device, and its screens follow`()
        async throws
    {
        let other = try await device.otherAccount()
        try await device.set { $0.allowsPayments = false }
        try await other.recorder.first(Event.settingsChanged) { !$0.allowsPayments }
        #expect(!other.queue.canMakePayments)
    }

    @Test func `that leave out the sheet are obeyed by the next purchase, at the price that was shown`()
        async throws
    {
        let device = try await ApplicationHarness(user: .leavesOpen)
        try await device.set { $0.store.disablesDialogs = true }
        let products = try await device.fetchProducts().productsByIdentifier
        #expect(try await device.bought().priceLimit == products[MonkeyCredits.five]?.price)
        #expect(products[MonkeyCredits.five] != nil)
        #expect(device.recorder.all(Event.confirmationRequested).isEmpty)
    }

    @Test func `that leave out the sheet count for nothing if the money is real`() async throws {
        let device = try await ApplicationHarness(environment: .production)
        try await device.set { $0.store.disablesDialogs = true }
        try await device.bought()
        #expect(device.recorder.all(Event.confirmationRequested).count == 1)
    }

    @Test func `that close and open the way to the store are told as the state of the network`() async throws
    {
        try await device.set { $0.store.network = .down }
        try await device.recorder.first(Event.networkChanged)
        try await device.set { $0.store.network = .up }
        try await device.recorder.first(Event.networkChanged) { $0 }
        #expect(device.recorder.all(Event.networkChanged) == [false, true])
    }

    @Test func `that another program changes are told here`() async throws {
        let other = try device.sibling()
        var settings = StoreSettings()
        settings.asksToBuy = true
        try await other.apply(settings)
        #expect(try await device.recorder.first(Event.settingsChanged).store == settings)
    }

    @Test func `that cannot be written are told in a sentence`() async throws {
        try device.block("purchases")
        device.bus.send(.settings(StorefrontSettings(allowsPayments: false), from: StorefrontSettings()))
        #expect(try await device.recorder.first(Event.actionFailed).isAbout("purchases"))
        // If the restriction of a device cannot be read, the device may not buy.
        #expect(!device.queue.canMakePayments)
    }

    @Test func `that leave out the sheet agree to an offer that costs more at once than a period does`()
        async throws
    {
        let catalogue = try Catalogue(
            """
            {"version": {}, "subscriptionGroups": [{"id": "G", "name": "G", "subscriptions": [
              {"productID": "season", "type": "RecurringSubscription", "displayPrice": "1.99", "groupNumber": 1,
               "recurringSubscriptionPeriod": "P1M", "introductoryOffer":
                 {"paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "displayPrice": "4.99"}}]}]}
            """)
        let device = try await ApplicationHarness(catalogue: catalogue, user: .leavesOpen)
        try await device.set { $0.store.disablesDialogs = true }
        let bought = try await device.bought("season")
        #expect(bought.priceLimit?.milliunits == 4990 && bought.charge?.price.milliunits == 4990)
    }
}
