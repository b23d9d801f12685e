internal import GRDB
internal import PaymentQueueKit
package import Storage

/// The tables of the device's database: the queue's journal, the replica of the account, books and filters.
/// `OpenStore` opens the file with them.
package enum DeviceDatabase {
    package static var migrations: [DatabaseFile.Migration] {
        PaymentJournal.migrations + AccountReplica.migrations
            + PhotoFilterTable.migrations + DownloadJournal.migrations + BookTable.migrations
    }
}

extension DatabaseFile {
    /// Whether a device's database holds nothing that anybody would miss: nothing was bought, used, chosen or
    /// read.
    package func isUnusedDevice() throws -> Bool {
        let tables = [
            "payment_journal", "replica_purchase", "replica_use", "photo_filter", "download", "reading_place",
        ]
        return try read { database in
            try tables.allSatisfy { try Row.fetchOne(database, sql: "SELECT 1 FROM \($0) LIMIT 1") == nil }
        }
    }
}
