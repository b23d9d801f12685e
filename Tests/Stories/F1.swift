import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(
        arguments: Place.all,
        [
            #"UPDATE replica_sums SET sums = replace(sums, '"bought":5', '"bought":1000')"#,
            #"UPDATE replica_sums SET sums = replace(sums, '"bought":5', '"bought":0')"#,
            "DELETE FROM replica_purchase",
            "UPDATE replica_purchase SET kind = 'Non-Consumable', signedTransaction = signedTransaction || 'A'",
        ])
    func `F1: the balance and the purchased flags are not the user's to edit`(
        place: Place, statement: String
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(1)
        try await device.has(5)
        try await shop.hasClosedBooks(charges: 1)
        let next = try await device.restart { try device.edit(statement) }
        try await next.shows("Your account")
        next.press(.enter)
        try await next.has(5)
        #expect(!next.screen.contains("[ Sepia"))
        try await shop.hasClosedBooks(charges: 1)
    }
}
