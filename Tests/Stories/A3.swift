import StoreEvents
import StoreModel
import StoreRules
import Storefront
import Synchronization
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A3: sign in if needed, confirm, pay, get the receipt, deliver durably, and only then finish`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device(isSignedIn: false)
        /// How many purchases the store holds for unfinished, when the credits are there.
        let unfinished = Mutex<Int?>(nil)
        let token = device.bus.observe(.balanceChanged) { event in
            guard case .balanceChanged(let change) = event, change.cause == .purchase else { return }
            let books = try? shop.store.audit().accounts.first
            unfinished.withLock { $0 = books.map { $0.transactions - $0.deliveries } }
        }
        try await device.shows("$0.99", insteadOf: "loading…")
        device.press("1", .enter)
        if place != .embedded {
            try await device.shows("Sign in to")
            device.type(Shop.account.rawValue)
            device.press(.enter)
            device.type(Shop.password)
            device.press(.enter)
        }
        try await device.shows("Confirm purchase")
        #expect(try shop.store.purchases().isEmpty)
        device.press("y")
        try await device.has(5)

        let bought = try await device.recorder.first(Event.transactionSucceeded)
        #expect(bought.isFinished && bought.transactionReceipt != nil)
        #expect(unfinished.withLock { $0 } == 1)
        try await shop.hasClosedBooks(charges: 1)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: Place.all.filter { $0 != .embedded })
    func `A3: whoever signs in when there are no prices is charged nothing, is told, and can try again`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device(isSignedIn: false)
        try await device.shows("$0.99", insteadOf: "loading…")
        try shop.store.set { $0.network = .down }
        device.press("1", .enter)
        try await device.shows("Sign in to")
        device.type(Shop.account.rawValue)
        device.press(.enter)
        device.type(Shop.password)
        device.press(.enter)
        try await device.shows("The store can't be reached; nothing was charged. Try again later.")
        let before = device.recorder.all(Event.productsFetched).count
        try shop.store.set { $0.network = .up }
        device.press("r")
        try await device.recorder.first(Event.productsFetched, skipping: before)
        device.press(.enter)
        try await device.shows("Confirm purchase")
        device.press("y")
        try await device.has(5)
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(arguments: Place.all.filter { $0 != .embedded })
    func `A3: a book that was chosen before the sign-in is confirmed after it, however late its list comes`(
        place: Place
    ) async throws {
        let books = try BookFixture()
        try books.add(.garden, bytes: Array("Call me a monkey.".utf8))
        let shop = try await Shop(
            at: place, catalogue: .selling([.garden], as: "NonConsumable"), books: books)
        let contentLine = try #require(shop.address).contentLine
        let device = try await shop.device(isSignedIn: false)
        try await device.shows("$9.99")
        device.bus.send(.purchase(.garden, quantity: 1))
        try await device.shows("Sign in to")
        contentLine.hold(at: contentLine.count)
        // A connection from before might still bring an answer.
        contentLine.cut()
        let before = device.recorder.all(Event.productsFetched).count
        device.type(Shop.account.rawValue)
        device.press(.enter)
        device.type(Shop.password)
        device.press(.enter)
        // The account's own prices, which are without the book's.
        try await device.recorder.first(Event.productsFetched, skipping: before)
        contentLine.hold(at: nil)
        try await device.shows("Confirm purchase")
        device.press("y")
        let bought = try await device.recorder.first(Event.transactionSucceeded)
        #expect(bought.payment.productIdentifier == .garden)
        try await shop.hasClosedBooks(charges: 1)
    }
}
