import Foundation
import LocalStoreKit
import StoreModel
import TestSupport
import Testing

@testable import PaymentQueueKit

/// The local store as other packages use it.
@Suite("A local store", .timeLimit(.minutes(5))) struct LocalStoreTests {
    private let folder: TemporaryDirectory
    private let credits: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"

    init() throws { folder = try TemporaryDirectory() }

    /// A queue that has an observer and knows the price of the credits.
    private func queue(at store: LocalStore) async throws -> (PaymentQueue, RecordingObserver) {
        let queue = try PaymentQueue(directory: folder.path, service: store.paymentService) { _, _ in
            .given(priceLimit: nil)
        }
        let (observer, delegate) = (RecordingObserver(), RecordingDelegate())
        queue.add(observer)
        ProductsRequest(productIdentifiers: [credits], queue: queue, delegate: delegate).start()
        _ = try await delegate.answer()
        return (queue, observer)
    }

    @Test func `whose purchases wait for approval lets one through when it is approved`() async throws {
        let store = try LocalStore(directory: folder.path)
        try store.change { $0.asksToBuy = true }
        let (queue, observer) = try await queue(at: store)
        let key = try queue.add(Payment(product: credits))
        try await observer.transaction(key, in: .deferred)
        try store.perform(.approve, on: key)
        let bought = try await observer.transaction(key, in: .purchased)
        let other = try LocalStore(directory: folder.path + "/other")
        #expect(store.verifier.verifies(bought) && !other.verifier.verifies(bought))
        try queue.finishTransaction(bought)
        #expect(try queue.transactions().isEmpty)
        #expect(throws: StoreAdministrationError.invalidAction) { try store.perform(.approve, on: key) }
        await queue.close()
    }

    @Test func `sells nothing to a device that may not buy, until it may`() async throws {
        let store = try LocalStore(directory: folder.path)
        let (queue, observer) = try await queue(at: store)
        try queue.setCanMakePayments(false)
        #expect(!queue.canMakePayments)
        let refused = try queue.add(Payment(product: credits))
        #expect(try await observer.transaction(refused, in: .failed).error == .paymentNotAllowed)
        try queue.setCanMakePayments(true)
        #expect(queue.canMakePayments)
        try await observer.transaction(queue.add(Payment(product: credits)), in: .purchased)
        await queue.close()
    }

    @Test func `takes back a purchase that is named by its restored transaction`() async throws {
        let store = try LocalStore(directory: folder.path)
        let queue = try PaymentQueue(directory: folder.path, service: store.paymentService) { _, _ in
            .given(priceLimit: nil)
        }
        let (observer, delegate) = (RecordingObserver(), RecordingDelegate())
        queue.add(observer)
        ProductsRequest(productIdentifiers: [RestoreTests.sepia], queue: queue, delegate: delegate).start()
        _ = try await delegate.answer()
        let key = try queue.add(Payment(product: RestoreTests.sepia))
        try queue.finishTransaction(await observer.transaction(key, in: .purchased))
        queue.restoreCompletedTransactions()
        let restored = try await observer.first { call in
            call.updated.flatMap { $0.state == .restored ? $0 : nil }
        }
        try store.perform(.refund, onPurchaseOf: restored)
        #expect(try await observer.first(\.revoked).key == key)
        await queue.close()
    }

    @Test func `has the faults from its first run that its catalogue's file asks for`() throws {
        let file = folder.path + "/Products.storekit"
        let product =
            #"{"productID": "one", "type": "Consumable", "displayPrice": "0.99", "localizations": []}"#
        let json =
            #"{"version": {"major": 4, "minor": 0}, "settings": {"_askToBuyEnabled": true}, "products": [\#(product)]}"#
        try json.write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try LocalStore(directory: folder.path, catalogue: file).settings().asksToBuy)
    }

    @Test func `keeps settings without a name in Swift, and no failure that was used, when others change`()
        async throws
    {
        let file = folder.path + "/Products.storekit"
        let product =
            #"{"productID": "one", "type": "Consumable", "displayPrice": "0.99", "localizations": []}"#
        let json =
            #"{"version": {"major": 4, "minor": 0}, "settings": {"_timeRate": 6}, "products": [\#(product)]}"#
        try json.write(toFile: file, atomically: false, encoding: .utf8)
        let store = try LocalStore(directory: folder.path, catalogue: file)
        try store.change { settings in
            settings = StoreSettings()
            settings.nextFailure = .unknownServerError
        }
        #expect(try store.settings().nextFailure == .unknownServerError)
        let outcome = try await store.paymentService.store.buy("key", "one")
        #expect(outcome.result == .failed(.unknownServerError))
        try store.change { $0.asksToBuy = true }
        let settings = try store.settings()
        #expect(settings.asksToBuy && settings.nextFailure == nil)
        #expect(settings.timeRate == .oneSecondIsOneDay)
        // Nobody has changed the rate by hand, so that of the next file holds.
        try json.replacing("6", with: "0").write(toFile: file, atomically: false, encoding: .utf8)
        let next = try LocalStore(directory: folder.path, catalogue: file)
        #expect(try next.settings().timeRate == .realTime)
    }

    @Test func `says in its log what is odd about its catalogue, and what it does not sell`() async throws {
        let file = folder.path + "/Products.storekit"
        let product =
            #"{"productID": "one", "type": "Consumable", "displayPrice": "0.99", "localizations": []}"#
        try #"{"products": [\#(product)]}"#.write(toFile: file, atomically: false, encoding: .utf8)
        let lines = Recorder<String>()
        let store = try LocalStore(directory: folder.path, catalogue: file) { lines.note([$0]) }
        #expect(lines.calls.contains { $0.contains("version") })
        let response = try await store.paymentService.store.products(for: ["one", "two"])
        #expect(response.invalidProductIdentifiers == ["two"])
        #expect(lines.calls.contains { $0.contains("\"two\"") })
    }

    @Test func `keeps whose application it sells for, and is not another one's`() throws {
        _ = try LocalStore(directory: folder.path, bundleIdentifier: "com.example.app", appleIdentifier: 7)
        _ = try LocalStore(directory: folder.path)
        let error = #expect(throws: LocalStoreError.self) {
            try LocalStore(directory: folder.path, bundleIdentifier: "com.example.other")
        }
        #expect(error?.description.contains("com.example.app") == true)
    }

    @Test(
        "is not opened for what is not an application, or on what is not a catalogue",
        arguments: ["", "a b", "ä"])
    func refused(identifier: String) throws {
        #expect(throws: LocalStoreError.badIdentifier) {
            try LocalStore(directory: folder.path, bundleIdentifier: identifier)
        }
        #expect(throws: LocalStoreError.badIdentifier) {
            try LocalStore(directory: folder.path, appleIdentifier: 0)
        }
        let error = #expect(throws: LocalStoreError.self) {
            try LocalStore(directory: folder.path, catalogue: folder.path + "/nothing")
        }
        #expect(error?.description.contains("/nothing") == true)
    }

    @Test(
        "says why it is not opened without an option of a program, which its users do not have",
        arguments: ["another application", "no catalogue", "bad catalogue", "file", "no path", "damaged"])
    func sentences(trouble: String) throws {
        let file = folder.path + "/file"
        try "{".write(toFile: file, atomically: false, encoding: .utf8)
        let error = #expect(throws: LocalStoreError.self) {
            switch trouble {
            case "another application":
                _ = try LocalStore(directory: folder.path, bundleIdentifier: "com.example.app")
                _ = try LocalStore(directory: folder.path, bundleIdentifier: "com.example.other")
            case "no catalogue":
                _ = try LocalStore(directory: folder.path, catalogue: folder.path + "/nothing")
            case "bad catalogue": _ = try LocalStore(directory: folder.path, catalogue: file)
            case "file": _ = try LocalStore(directory: file)
            case "no path": _ = try LocalStore(directory: "")
            default:
                try String(repeating: "no database ", count: 100).write(
                    toFile: folder.path + "/store.sqlite", atomically: false, encoding: .utf8)
                _ = try LocalStore(directory: folder.path)
            }
        }
        let sentence = error?.description ?? ""
        let place = trouble == "no path" ? "\"\" (the path is empty)" : folder.path
        #expect(
            sentence.contains(place) && sentence.hasSuffix(".") && !sentence.contains("--"), "\(sentence)")
    }
}
