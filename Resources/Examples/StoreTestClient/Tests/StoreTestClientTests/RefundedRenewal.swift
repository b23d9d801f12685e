import Foundation
import StoreTestClient

/// Has somebody subscribe, renews, and gives the money back: the server under test hears of each.
func refundedRenewal(
    at server: URL, adminToken: String, notifying listener: URL?
) async throws -> [StoreTestTransaction] {
    try await StoreTestSession.run(at: server, adminToken: adminToken, notificationURL: listener) { session in
        try await session.set(\.timeRate, to: .monthlyRenewalEveryHour)
        let product = "com.xamarin.storekit.testing.monthlybunch"
        try await session.buyProduct(identifier: product)
        try await session.forceRenewalOfSubscription(productIdentifier: product)
        let renewal = try await session.allTransactions().last
        if let renewal { try await session.refundTransaction(identifier: renewal.identifier) }
        return try await session.allTransactions()
    }
}
