#if AppleServices
import AppleServices
import Foundation
import StoreRules
import StoreModel
import TestSupport

/// A catalogue with everything that the scenarios need.
enum ScenarioCatalogue {
    static let gold: ProductIdentifier = "gold"
    static let silver: ProductIdentifier = "silver"

    static func full() throws -> Catalogue {
        try Catalogue(json(subscriptions: [subscription("gold", 1), subscription("silver", 2)]))
    }

    /// No subscription at all, or only one, without an offer.
    static func poor(subscriptions: Int) throws -> Catalogue {
        let only = (0..<subscriptions).map { subscription("gold\($0)", 1, offers: "") }
        return try Catalogue(json(subscriptions: only))
    }

    private static func json(subscriptions: [String]) -> String {
        """
        {"version": {}, "products": [{"productID": "coin", "type": "Consumable", "displayPrice": "1"},
          {"productID": "lamp", "type": "NonConsumable", "displayPrice": "2"}],
         "subscriptionGroups": [{"id": "METALS", "name": "Metals", "subscriptions": [
            \(subscriptions.joined(separator: ","))]}]}
        """
    }

    private static func subscription(
        _ name: String, _ level: Int,
        offers: String = """
        , "adHocOffers": [{"offerID": "half", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", \
        "numberOfPeriods": 2, "displayPrice": "4.5"}],
        "codeOffers": [{"referenceName": "SPRING", "paymentMode": "free", "subscriptionPeriod": "P1M"}],
        "winbackOffers": [{"offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1M"}]
        """
    ) -> String {
        """
        {"productID": "\(name)", "type": "RecurringSubscription", "displayPrice": "9",
         "groupNumber": \(level), "recurringSubscriptionPeriod": "P1M"\(offers)}
        """
    }
}

/// The answer to a scenario's request.
struct PlayedScenario: Decodable, Equatable {
    struct Step: Decodable, Equatable {
        var name: String
        var state: String
        var notifications: [MadeNotification]

        /// The step, its state and its notifications in one line, for tests to compare.
        var line: String {
            ([name, state]
                + notifications.map {
                    [$0.notificationType, $0.subtype].compactMap(\.self).joined(separator: " ")
                })
                .joined(separator: ", ")
        }
    }

    var id: String
    var account: AccountIdentifier
    var product: String
    var isOver: Bool
    var steps: [String]
    var done: [Step]
}

struct MadeNotification: Decodable, Equatable {
    var notificationType: String
    var subtype: String?
    var notificationUUID: String
    var signedPayload: String
}

/// The payload of a JWS as JSON.
func decoded(_ signed: String?) throws -> [String: any Sendable] {
    let parts = (signed ?? "").split(separator: ".")
    let bytes = parts.count == 3 ? Base64URL.decode(parts[1]) ?? [] : []
    return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: any Sendable] ?? [:]
}
#endif
