import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    private static let failures: [(StoreError, String)] = [
        (.cannotConnect, "Can't connect to the store (0)."),
        (.unknownServerError, "Unknown error in the store (5002)."),
        (.forgottenPassword, "Forgotten password (5020)."),
    ]

    @Test(arguments: Place.all)
    func `C5: of errors 0, 5002 and 5020 the user reads what happened`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        for (error, sentence) in Self.failures {
            try shop.store.set { $0.nextFailure = error }
            try await device.buy(1)
            try await device.shows("\(sentence) Nothing was charged.")
        }
        // The screen hears of an event before the recorder does.
        try await device.recorder.first(Event.transactionFailed, skipping: Self.failures.count - 1)
        #expect(device.recorder.all(Event.transactionFailed).map(\.error) == Self.failures.map(\.0))
        #expect(try shop.store.audit().accounts.isEmpty)
    }

    @Test(arguments: Place.all)
    func `C5: on a cancel, error 2, nothing more is shown`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.order(1)
        let before = device.screen
        device.press("n")
        try await device.recorder.first(Event.transactionFailed) { $0.error == .paymentCancelled }
        #expect(before.contains("Confirm purchase") && !device.screen.contains("Nothing was charged"))

        try shop.store.set { $0.nextFailure = .paymentCancelled }
        try await device.buy(1)
        try await device.recorder.first(Event.transactionFailed, skipping: 1) {
            $0.error == .paymentCancelled
        }
        #expect(!device.screen.contains("Nothing was charged"))
        #expect(try shop.store.audit().accounts.isEmpty)
    }
}
