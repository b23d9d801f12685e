internal import PaymentQueueKit
package import SQLiteStorage

/// The device's database: the queue's journal, the credit ledger, what is owned, books and filters.
package enum DeviceDatabase {
    /// All steps of its schema.
    package static var migrations: [DatabaseFile.Migration] {
        PaymentJournal.migrations + Restrictions.migrations + CreditManager.migrations + Entitlements.migrations
            + PhotoFilterTable.migrations + DownloadJournal.migrations + BookTable.migrations + DeviceRecord.migrations
    }
}
