import FileSystem
import Foundation
import StoreEngine
import StoreModel
import StoreWire
import TestSupport

@testable import StoreClient

/// The device that the tests' requests come from.
let device = "00000000-0000-4000-8000-00000000d001"

/// Where the trust in the tests' store is kept.
private let trusted = try! TemporaryDirectory()

/// The way to a server on this machine.
func connection(
    to address: String, trust folder: TemporaryDirectory = trusted, time: TimeSource = ManualTime().source
) -> StoreConnection {
    let address = StoreAddress(address)!
    let trust = StoreTrust(
        in: try! DataDirectory(path: folder.path), store: address, bundleIdentifier: BundleIdentifier.standard.rawValue)
    return StoreConnection(address: address, trust: trust, time: time)
}

/// A client of a server on this machine, signed in with the token `secret`.
func client(
    of server: LoopbackServer, token: String? = "secret", adminToken: String? = nil,
    time: TimeSource = ManualTime().source, onSignInNeeded: @escaping @Sendable (String) -> Void = { _ in }
) -> HTTPStore {
    HTTPStore(
        connection: connection(to: server.address, time: time),
        session: token.map {
            StoreWire.Session(account: AccountTests.session.account, name: "Anna", environment: .sandbox, token: $0)
        },
        device: FixedDevice(device), adminToken: adminToken, jitter: { 0.5 }, onSignInNeeded: onSignInNeeded)
}

/// JSON as the store writes it.
func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try! encoder.encode(value), as: UTF8.self)
}

/// A purchase that was paid.
let outcome = PurchaseOutcome(
    key: "key-1", productIdentifier: "com.example.five", quantity: 2,
    result: .purchased(SignedTransaction(rawValue: "a.b.c"), "1000000001", Timestamp(milliseconds: 1_795_000_000_000)))
/// The payment for it.
let request = PurchaseRequest(key: "key-1", productIdentifier: "com.example.five", quantity: 2)

/// Lets others work while a test waits for a condition; ends with the test.
func pause() async throws {
    try Task.checkCancellation()
    await Task.yield()
}
