package import StoreRules

/// The outcome of a purchase that an administrator made, with its notification. In JSON it is one object.
package struct OrderAnswer: Sendable, Encodable {
    package let report: PurchaseReport
    package let notification: SignedNotification?

    private enum CodingKeys: String, CodingKey { case notification }

    package func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(notification, forKey: .notification)
    }
}

extension AppStore {
    /// Makes a purchase in a customer's name, as `make` does. The same key gets the same notification.
    package func answer(to order: PurchaseOrder, for account: String) async throws -> OrderAnswer {
        let report = try await make(order, for: account)
        let notification = try afterPurchase {
            try database.read { database -> NotificationTable.Entry? in
                let occasion = order.request.occasion(of: report.account)
                if let named = try DeveloperNotifications.notifications(of: occasion, database).first {
                    return named
                }
                // A purchase that waited was charged on another occasion.
                return try purchaseTable.find(report.key, of: report.account, database)
                    .flatMap { try NotificationTable.first(about: $0.number, database) }
            }
        }
        return OrderAnswer(report: report, notification: notification.map(SignedNotification.init))
    }
}
