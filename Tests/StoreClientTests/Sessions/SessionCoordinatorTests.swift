import StoreApplication
import StoreEvents
import StoreModel
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

    /// Opens the storefront of a visitor at a store.
    private func open(at server: LoopbackServer) throws -> SessionCoordinator {
        var location = StoreLocation()
        (location.dataDirectory, location.content) = (folder.path, server.address)
        location.adminTokenFile = nil
        location.visitor = VouchedVisitor(
            name: "visitor", shortName: "visitor", voucher: "voucher", hasAnsweredSockets: false)
        let coordinator = SessionCoordinator(
            store: try RemoteStore(at: server.address, location: location), bus: bus, threadGuard: { $0() }
        ) { Issue.record("The storefront gave up: \($0)") }
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
}
