#if AppleServices
import StoreModel
import TestSupport

@testable import AppleServices
@testable import StoreRules

extension SubscriptionFixture {
    /// The types and subtypes of all notifications, oldest first.
    func notices() throws -> [String] {
        try entries().map { [$0.type, $0.subtype].compactMap(\.self).joined(separator: " ") }
    }

    /// All notifications for which `isWanted` holds, oldest first.
    func entries(
        where isWanted: (NotificationTable.Entry) -> Bool = { _ in true }
    ) throws -> [NotificationTable.Entry] {
        try store.database.read { database in
            try NotificationTable.history(
                in: .sandbox, of: nil, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
                after: nil, limit: .max, NotificationTable.Filter(), database)
        }
        .filter(isWanted)
    }
}
#endif
