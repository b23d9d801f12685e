import Foundation
import PaymentQueueKit
import Storage
import StoreApplication
import StoreEvents
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("While nobody is signed in", .timeLimit(.minutes(5)))
struct AnonymousStorefrontTests {
    private typealias Answers = [(command: StorefrontCommand, event: StorefrontEvent)]

    private static let product: ProductIdentifier = "product"
    private static let storesOwn: StorefrontSettings = {
        var settings = StorefrontSettings()
        settings.store.asksToBuy = true
        return settings
    }()
    private let bus = EventBus()
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// The commands that are answered here at once, and their answers.
    private static func answers(_ refusal: Trouble, _ settings: Trouble) -> Answers {
        let refused: [StorefrontCommand] = [
            .use(product), .action(.refund, on: "key"), .inspect("key"), .scenario(.renewal),
            .subscriptionAction(.cancel, on: "1"), .download(.start, of: product), .book(product),
            .book(BuiltInProducts.keepersLetter),
        ]
        let answered: Answers = [
            (.settings(storesOwn, from: StorefrontSettings()), .actionFailed(settings)),
            (.transactions(.oldest), .transactionsListed(TransactionsListed(.oldest, entries: []))),
            (.subscriptions, .subscriptionsListed(SubscriptionsListed(subscriptions: []))),
            (.filter(.sepia), .filterRefused(.sepia)), (.clearFilters, .filtersChanged([])),
        ]
        return refused.map { (command: $0, event: StorefrontEvent.actionFailed(refusal)) } + answered
    }

    /// The `SessionCoordinator` answers the first ones, by asking who the person is. Prices come later. Nobody
    /// waits for the last two.
    private static let answeredElsewhere: [StorefrontCommand] = [
        .purchase(product, quantity: 1), .answer(key: "key", isConfirmed: true), .spend(credits: 1),
        .signIn(.cancelled), .signOut, .restore, .products, .readingPlace(ReadingPlace(), in: product),
        .picture,
    ]

    /// The storefront of a store that is not asked here, because nobody listens at its address.
    private func open(for visitor: VouchedVisitor? = nil) async throws -> AnonymousStorefront {
        var location = StoreLocation()
        (location.dataDirectory, location.visitor) = (folder.path, visitor)
        (location.content, location.adminTokenFile) = (nil, nil)
        let storefront = AnonymousStorefront(
            try RemoteStore(at: "http://127.0.0.1:1", location: location), bus: bus)
        try await storefront.open()
        return storefront
    }

    private func expect(_ answers: Answers, for visitor: VouchedVisitor? = nil) async throws {
        let storefront = try await open(for: visitor)
        let recorder = BusRecorder(bus)
        for (command, event) in answers {
            recorder.forget()
            bus.send(command)
            #expect(recorder.events == [event], "\(command)")
        }
        await storefront.close()
    }

    @Test func `every command is answered that somebody waits for`() async throws {
        let answers = Self.answers(.signInForSubscriptions, .notEntitled)
        try await expect(answers)
        let names = (answers.map(\.command) + Self.answeredElsewhere).map(\.name)
        #expect(Set(names) == Set(StorefrontCommand.Name.allCases))
    }

    @Test func `a visitor, who cannot sign in, is told that the store is not reached`() async throws {
        let visitor = VouchedVisitor(
            name: "visitor", shortName: "visitor", voucher: "voucher", hasAnsweredSockets: false)
        let recorder = BusRecorder(bus)
        try await expect(Self.answers(.storeNotReached, .storeNotReached), for: visitor)
        #expect(recorder.all(StorefrontEvent.storeOpened).map(\.storeName) == [nil])
    }

    @Test func `purchases are on or off as this device says, and anybody may switch them`() async throws {
        let (storefront, recorder) = (try await open(), BusRecorder(bus))
        let off = StorefrontSettings(allowsPayments: false)
        bus.send(.settings(off, from: StorefrontSettings()))
        #expect(try await recorder.first(StorefrontEvent.settingsChanged) == off)
        await storefront.close()
        let next = try await open()
        let opened = recorder.all(StorefrontEvent.storeOpened)
        #expect(opened.map(\.settings) == [off] && opened.map(\.storeName) == ["http://127.0.0.1:1"])
        // Another program on the same data.
        try Restrictions(in: DataDirectory(path: folder.path)).setAllowsPayments(true)
        try await recorder.first(StorefrontEvent.settingsChanged) { $0.allowsPayments }
        await next.close()
    }

    @Test func `an administrator hears the store's settings with the prices, as soon as it sends them`()
        async throws
    {
        let settings = asJSON(Self.storesOwn.store), questions = Counter()
        let prices = asJSON(ProductsResponse(products: [], invalidProductIdentifiers: []))
        let content = asJSON(ContentWire.Products(products: []))
        let server = try LoopbackServer { request, client in
            switch request.path {
            case StoreWire.customerPrefix + "/products": client.answer(200, prices)
            case ContentWire.prefix + "/products":
                client.answer(200, content, headers: "ETag: \"1\"\r\n")
            case "/admin/v1/settings": client.answer(questions.next() == 1 ? 500 : 200, settings)
            default: client.answer(404)
            }
        }
        let tokenFile = folder.path + "/token"
        try "secret\n".write(toFile: tokenFile, atomically: false, encoding: .utf8)
        var location = StoreLocation()
        (location.dataDirectory, location.content) = (folder.path, server.address)
        location.adminTokenFile = tokenFile
        let storefront = AnonymousStorefront(
            try RemoteStore(at: server.address, location: location), bus: bus)
        let recorder = BusRecorder(bus)
        try await storefront.open()
        try await recorder.first(StorefrontEvent.hostedProductsListed)
        #expect(questions.count == 1 && recorder.all(StorefrontEvent.settingsChanged).isEmpty)
        bus.send(.products)
        try await recorder.first(StorefrontEvent.settingsChanged) { $0 == Self.storesOwn }
        await storefront.close()
    }

    @Test func `nothing is answered after the end`() async throws {
        let storefront = try await open()
        await storefront.close()
        let recorder = BusRecorder(bus)
        for (command, _) in Self.answers(.signInForSubscriptions, .notEntitled) { bus.send(command) }
        #expect(recorder.events.isEmpty && bus.commands.observerCount == 0)
    }

    @Test func `a command that is under way at the end asks for no prices any more`() async throws {
        weak var storefront: AnonymousStorefront?
        let recorder: BusRecorder
        do {
            let closed = try await open()
            await closed.close()
            recorder = BusRecorder(bus)
            closed.fetchPrices()
            storefront = closed
        }
        // While it fetches prices, it is not released.
        while storefront != nil { try await pause() }
        #expect(recorder.events.isEmpty)
    }
}
