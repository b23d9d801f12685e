#if AppleServices
import StoreModel
import TestSupport

@testable import AppleServices
@testable import StoreRules

extension SubscriptionFixture {
    /// The types and subtypes of all notifications, oldest first.
    func notices() throws -> [String] {
        try store.database.read { database in
            try NotificationTable.history(
                in: .sandbox, of: nil, after: 0, limit: .max, where: { _ in true }, database)
        }.map { [$0.type, $0.subtype].compactMap(\.self).joined(separator: " ") }
    }
}
#endif
