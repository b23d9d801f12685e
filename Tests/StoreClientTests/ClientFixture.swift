import Storage
import StoreModel
import StoreRules
import StoreWire
import Synchronization
import TestSupport

@testable import StoreClient

/// The device that the tests' receipts are for.
let device = "00000000-0000-4000-8000-00000000d001"

/// The folder with the trust in the tests' store.
private let trusted = try! TemporaryDirectory()

func connection(
    to address: String, trust folder: TemporaryDirectory = trusted, time: TimeSource = ManualTime().source
) -> StoreConnection {
    let address = StoreAddress(address)!
    let trust = StoreTrust(
        in: try! DataDirectory(path: folder.path), store: address,
        bundleIdentifier: BundleIdentifier.standard.rawValue)
    return StoreConnection(address: address, trust: trust, time: time)
}

/// A client of a server on this machine, signed in with the token `secret`.
func client(
    of server: LoopbackServer, token: String? = "secret", adminToken: String? = nil,
    trust folder: TemporaryDirectory = trusted, time: TimeSource = ManualTime().source,
    onSignInNeeded: @escaping @Sendable (String) -> Void = { _ in },
    listen: @escaping ListenToKernel = { _ in nil }
) -> HTTPStore {
    HTTPStore(
        connection: connection(to: server.address, trust: folder, time: time),
        session: token.map {
            StoreWire.Session(
                account: AccountTests.session.account, name: "Anna", environment: .sandbox,
                appTransactionIdentifier: "704000000000000001", token: $0)
        },
        device: device, adminToken: adminToken, listen: listen,
        onSignInNeeded: onSignInNeeded)
}

/// JSON as the store writes it.
func asJSON(_ value: some Encodable) -> String {
    try! SentJSON.text(value)
}

let outcome = PurchaseOutcome(
    key: "key-1", productIdentifier: "com.example.five", quantity: 2,
    result: .purchased(
        SignedTransaction(rawValue: "a.b.c"), "1000000001", Timestamp(milliseconds: 1_795_000_000_000)))
let request = PurchaseRequest(key: "key-1", productIdentifier: "com.example.five", quantity: 2)

/// A counter that any thread may use.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .sequentiallyConsistent) }

    /// The next number: 1, 2, 3, …
    func next() -> Int { value.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// A clock that a test moves, and that records how long its users sleep.
struct RecordedTime {
    let source: TimeSource
    private let time = ManualTime()
    private let naps: AsyncStream<Duration>

    init() {
        let (naps, continuation) = AsyncStream.makeStream(of: Duration.self)
        self.naps = naps
        source = TimeSource(
            now: time.source.now,
            sleep: { [time] duration in
                continuation.yield(duration)
                try await time.source.sleep(duration)
            },
            random: time.source.random)
    }

    /// Waits until a user sleeps for `duration`.
    func begun(_ duration: Duration) async {
        for await nap in naps where nap == duration { break }
        // A nap is recorded before it begins.
        await time.waitForSleeper(dueIn: duration)
    }

    func advance(by duration: Duration) { time.advance(by: duration) }

    /// Waits until a user sleeps for `duration`, runs `body`, and lets that time pass.
    func pass(_ duration: Duration, after body: () async -> Void = {}) async {
        await begun(duration)
        await body()
        time.advance(by: duration)
    }
}
