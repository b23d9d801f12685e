import Dispatch
import Foundation
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("A visitor for whom a host vouches", .timeLimit(.minutes(5)))
struct SessionCoordinatorTests {
    private let bus = EventBus()
    private let recorder: BusRecorder
    private let folder: TemporaryDirectory

    init() throws {
        recorder = BusRecorder(bus)
        folder = try TemporaryDirectory()
    }

    /// Opens the storefront at a store: a visitor's, or that of somebody who would sign in.
    private func open(
        at server: LoopbackServer, isVisitors: Bool = true,
        giveUp: @escaping @Sendable (any Error) -> Void = { Issue.record("The storefront gave up: \($0)") }
    ) throws -> SessionCoordinator {
        var location = StoreLocation()
        (location.dataDirectory, location.content) = (folder.path, server.address)
        location.adminTokenFile = nil
        location.visitor =
            isVisitors
            ? VouchedVisitor(
                name: "visitor", shortName: "visitor", voucher: "voucher", hasAnsweredSockets: false) : nil
        let coordinator = SessionCoordinator(
            store: try RemoteStore(at: server.address, location: location), bus: bus, threadGuard: { $0() },
            giveUp: giveUp)
        coordinator.open()
        return coordinator
    }

    @Test(arguments: [StorefrontCommand.purchase(MonkeyCredits.five, quantity: 1), .restore])
    func `is told that the store is not reached if it lets nobody in`(command: StorefrontCommand) async throws
    {
        let server = try LoopbackServer { _, client in client.answer(503) }
        let coordinator = try open(at: server)
        try await recorder.first(StorefrontEvent.storeOpened)
        bus.send(command)
        #expect(try await recorder.first(StorefrontEvent.actionFailed) == .storeNotReached)
        await coordinator.close()
    }

    @Test(
        "whose device knows no store is told what is wrong if what answers proves nothing, as others are",
        arguments: [true, false])
    func nothingProved(isVisitors: Bool) async throws {
        let server = try LoopbackServer(isStore: false) { _, client in client.answer(404) }
        let troubles = Recorder<String>()
        let coordinator = try open(at: server, isVisitors: isVisitors) { troubles.note(["\($0)"]) }
        let trouble = try await troubles.first { $0 }
        #expect(trouble == TrustError.noProof(store: server.address).description)
        await coordinator.close()
    }

    /// A store that lets the visitor in after `visit`, and sells nothing. With another status than 200, it
    /// has no prices either.
    private static func store(
        prices status: Int = 200, visit: @escaping @Sendable () -> Void
    ) throws -> LoopbackServer {
        let certificates = asJSON(
            StoreWire.Certificates(
                bundleIdentifier: BundleIdentifier.standard.rawValue,
                chain: LoopbackServer.store.certificates.map { Data($0).base64EncodedString() }))
        let session = asJSON(
            StoreWire.Session(
                account: AccountTests.session.account, name: "visitor", environment: .sandbox,
                appTransactionIdentifier: "704000000000000001", token: "token"))
        let prices = asJSON(ProductsResponse(products: [], invalidProductIdentifiers: []))
        let content = asJSON(ContentWire.Products(products: []))
        return try LoopbackServer { request, client in
            switch request.path {
            case StoreWire.customerPrefix + "/certificates": client.answer(200, certificates)
            case StoreWire.customerPrefix + "/products": client.answer(status, prices)
            case ContentWire.prefix + "/products":
                client.answer(200, content, headers: "ETag: \"1\"\r\n")
            case StoreWire.customerPrefix + "/visits":
                visit()
                client.answer(200, session)
            default: client.answer(404)
            }
        }
    }

    /// How many purchases were refused, because nothing is sold here, and how many restores have begun.
    private var answers: [Int] {
        [
            recorder.all(StorefrontEvent.paymentRefused).count,
            recorder.all(StorefrontEvent.restoreProgressed).count,
        ]
    }

    @Test func `gets all that was asked for while the store let them in, once`() async throws {
        let buying = StorefrontCommand.purchase(MonkeyCredits.five, quantity: 1)
        let server = try Self.store { [bus] in
            // The application is not open yet.
            bus.send(buying)
            bus.send(.restore)
        }
        let commands = Recorder<StorefrontCommand>()
        let observation = bus.observe(.purchase, .restore) { commands.note([$0]) }
        let coordinator = try open(at: server)
        try await recorder.first(StorefrontEvent.paymentRefused)
        try await recorder.first(StorefrontEvent.restoreProgressed)
        await coordinator.close()
        observation.cancel()
        #expect(commands.calls == [buying, .restore, buying, .restore])
        #expect(answers == [1, 1])
    }

    @Test func `gets a restore that was asked for while the store let them in, also if there are no prices`()
        async throws
    {
        let server = try Self.store(prices: 503) { [bus] in bus.send(.restore) }
        let coordinator = try open(at: server)
        try await recorder.first(StorefrontEvent.restoreProgressed)
        await coordinator.close()
    }

    @Test func `gets once what was on its way while the application opened`() async throws {
        let (underWay, isOpen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Hears it before the coordinator does, and holds it up.
        let observation = bus.observe(.purchase, .restore) { (_: StorefrontCommand) in
            underWay.signal()
            if isOpen.wait(timeout: .now() + .seconds(60)) == .success { isOpen.signal() }
        }
        let server = try Self.store { [bus] in
            for command in [StorefrontCommand.purchase(MonkeyCredits.five, quantity: 1), .restore] {
                Thread.detachNewThread { bus.send(command) }
                _ = underWay.wait(timeout: .now() + .seconds(60))
            }
        }
        let coordinator = try open(at: server)
        try await recorder.first(StorefrontEvent.storeOpened)
        isOpen.signal()
        try await recorder.first(StorefrontEvent.paymentRefused)
        try await recorder.first(StorefrontEvent.restoreProgressed)
        await coordinator.close()
        observation.cancel()
        #expect(answers == [1, 1])
    }
}
