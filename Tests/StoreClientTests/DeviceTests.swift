import StoreModel
import StoreWire
import Synchronization
import TestSupport
import Testing

@testable import StoreClient

@Suite("A client on a device that was restored, or that moved away", .timeLimit(.minutes(5)))
struct DeviceTests {
    private final class Device: StoreDevice {
        let state: Mutex<DeviceIdentity>
        let moves = Counter()
        /// The ledger's ends, oldest first, and those that it was compared with.
        let ledger = Mutex<(heads: [SealedLedgerHead], compared: [SealedLedgerHead], restored: Int)>(([], [], 0))

        init(_ identity: DeviceIdentity) { state = Mutex(identity) }

        func identity() -> DeviceIdentity { state.withLock { $0 } }
        func tookOver(_ identity: DeviceIdentity) {
            state.withLock { $0 = DeviceIdentity(identifier: identity.identifier) }
        }
        func ledgerHead() -> SealedLedgerHead? { ledger.withLock { $0.heads.last } }
        func compareLedger(with known: SealedLedgerHead, isRestored: Bool) {
            ledger.withLock { ledger in
                ledger.compared.append(known)
                if isRestored { ledger.restored += 1 }
                // An older copy goes on behind what the store knows.
                if !ledger.heads.contains(known) { ledger.heads += [known, DeviceTests.head("put right")] }
            }
        }
        func movedAway(_ identity: DeviceIdentity) {
            _ = moves.next()
            state.withLock { $0 = DeviceIdentity(identifier: "anew") }
        }
    }

    private func client(of server: LoopbackServer, _ device: Device) -> HTTPStore {
        HTTPStore(connection: connection(to: server.address), session: AccountTests.session, device: device)
    }

    @Test func `takes over before it asks for anything else, and until the store has said yes`() async throws {
        let server = try LoopbackServer { [count = Counter()] request, client in
            if count.next() == 1 { return client.answer(503) }
            request.path.hasSuffix("take-over") ? client.answer(204) : client.answer(200, asJSON(outcome))
        }
        let device = Device(DeviceIdentity(identifier: "new", origin: "old"))
        let store = client(of: server, device)
        await #expect(throws: StoreError.connectionLost) { try await store.purchase(request) }
        for _ in 1...2 { #expect(try await store.purchase(request) == outcome) }
        let paths = ["devices/take-over", "devices/take-over", "purchases", "purchases"].map { "/store/v1/" + $0 }
        #expect(server.requests.map(\.path) == paths)
        #expect(server.requests.allSatisfy { $0.headers["store-device"] == "new" })
        #expect(server.requests.first?.body == asJSON(StoreWire.TakeOver(device: "old")))
        #expect(device.moves.count == 0)
    }

    private static func head(_ name: String) -> SealedLedgerHead {
        SealedLedgerHead(rawValue: Base64URL.encode(Array(name.utf8)))!
    }

    @Test("shows the end of its ledger, and compares the ledger with what the store knows before it asks again")
    func showsLedger() async throws {
        // The store has `b`, and takes whatever comes after what it has.
        let known = Mutex(Self.head("b").rawValue)
        let server = try LoopbackServer { request, client in
            let heads = (request.headers["store-ledger"] ?? "").split(separator: " ").map(String.init)
            let answer = known.withLock { known -> StoreError? in
                if heads[0] != known, heads.count == 1 || heads[1] != known {
                    return SealedLedgerHead(rawValue: known).map(StoreError.ledgerHeadKnown)
                }
                known = heads[0]
                return nil
            }
            if let answer { client.answer(409, asJSON(answer)) } else { client.answer(200, asJSON(outcome)) }
        }
        let device = Device(DeviceIdentity(identifier: "d"))
        device.ledger.withLock { $0.heads = [Self.head("a")] }
        let store = client(of: server, device)
        #expect(try await store.purchase(request) == outcome)
        #expect(device.ledger.withLock { $0.compared } == [Self.head("b"), Self.head("b")])
        #expect(known.withLock { $0 } == Self.head("put right").rawValue)
        // A new end of the ledger is sent with the next request, and the store accepts it.
        device.ledger.withLock { $0.heads.append(Self.head("c")) }
        let count = server.requests.count
        #expect(try await store.purchase(request) == outcome)
        #expect(server.requests.count == count + 1 && known.withLock { $0 } == Self.head("c").rawValue)
        // The files are replaced by an older copy while the program runs.
        device.ledger.withLock { $0.heads = [Self.head("a")] }
        #expect(try await store.purchase(request) == outcome)
        #expect(device.ledger.withLock { $0.heads } == [Self.head("a"), Self.head("c"), Self.head("put right")])
    }

    @Test func `that is a copy compares its ledger as one, until the store has taken it`() async throws {
        let server = try LoopbackServer { request, client in
            if request.path.hasSuffix("take-over") { return client.answer(204) }
            let isTaken = request.headers["store-ledger"]?.hasSuffix(" " + Self.head("theirs").rawValue) == true
            if isTaken { return client.answer(200, asJSON(outcome)) }
            client.answer(409, asJSON(StoreError.ledgerHeadKnown(Self.head("theirs"))))
        }
        let device = Device(DeviceIdentity(identifier: "new", origin: "old"))
        device.ledger.withLock { $0.heads = [Self.head("a")] }
        #expect(try await client(of: server, device).purchase(request) == outcome)
        #expect(device.ledger.withLock { $0.restored == $0.compared.count && $0.restored > 0 })
        #expect(device.identity().origin == nil)
    }

    @Test
    func `gives up what it has when the store says that it moved, and sends nothing again by itself`() async throws {
        let server = try LoopbackServer { request, client in
            if request.headers["store-device"] == "anew" { return client.answer(200, asJSON(outcome)) }
            client.answer(410, asJSON(StoreError.deviceMoved))
        }
        let device = Device(DeviceIdentity(identifier: "old"))
        let store = client(of: server, device)
        await #expect(throws: StoreError.deviceMoved) { try await store.purchase(request) }
        #expect(device.moves.count == 1 && server.requests.count == 1)
        #expect(try await store.purchase(request) == outcome)
        #expect(device.moves.count == 1)
    }

    @Test func `takes no answer that was meant for the device that it no longer is`() async throws {
        let device = Device(DeviceIdentity(identifier: "old"))
        let server = try LoopbackServer { _, client in
            // Another program on the same data hears of the move while this answer is on its way.
            device.state.withLock { if $0.identifier == "old" { $0 = DeviceIdentity(identifier: "anew") } }
            client.answer(200, asJSON(outcome))
        }
        let store = client(of: server, device)
        await #expect(throws: StoreError.deviceMoved) { try await store.purchase(request) }
    }

    @Test func `says what is wrong with its own files where it cannot give up what it has`() async throws {
        struct Trouble: StoreDevice {
            func identity() -> DeviceIdentity { DeviceIdentity(identifier: "old") }
            func tookOver(_: DeviceIdentity) {}
            func ledgerHead() -> SealedLedgerHead? { nil }
            func compareLedger(with _: SealedLedgerHead, isRestored _: Bool) {}
            func movedAway(_: DeviceIdentity) throws { throw ToolError(description: "disk full") }
        }
        let server = try LoopbackServer { _, client in client.answer(410, asJSON(StoreError.deviceMoved)) }
        let store = HTTPStore(
            connection: connection(to: server.address), session: AccountTests.session, device: Trouble())
        await #expect(throws: StoreError.deviceTrouble("disk full")) { try await store.purchase(request) }
    }
}
