internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The outbox: every notification, with what is still to be done about it. Their history can be asked for: a notification is
/// kept for 180 days of the store's clock, as Apple keeps it, and longer while it is still to be delivered.
enum NotificationTable {
    /// How long a notification is kept whose delivery is over.
    static let life = Duration.seconds(180 * 86_400)

    static let migration = DatabaseFile.Migration("notifications") { database in
        try database.execute(
            sql: """
                CREATE TABLE notification (
                    number INTEGER PRIMARY KEY,
                    uuid TEXT NOT NULL UNIQUE,
                    environment TEXT NOT NULL,
                    type TEXT NOT NULL,
                    purchase INTEGER REFERENCES purchase (number),
                    created INTEGER NOT NULL,
                    signed TEXT NOT NULL,
                    isDelivered INTEGER NOT NULL,
                    nextAttempt INTEGER
                ) STRICT;
                CREATE INDEX notificationDue ON notification (environment, nextAttempt) WHERE nextAttempt IS NOT NULL;
                CREATE INDEX notificationHistory ON notification (environment, number);
                """)
    }

    static let subtypesMigration = DatabaseFile.Migration("notification subtypes") { database in
        try database.execute(sql: "ALTER TABLE notification ADD COLUMN subtype TEXT")
    }

    static let lifeMigration = DatabaseFile.Migration("life of notifications") { database in
        try database.execute(sql: "CREATE INDEX notificationOver ON notification (created) WHERE nextAttempt IS NULL")
    }

    /// A notification as it is kept.
    struct Entry: Sendable {
        let number: Int64
        let uuid: String
        let type: String
        let subtype: String?
        let purchase: Int64?
        let created: Timestamp
        let signed: String
        let isDelivered: Bool
    }

    /// Adds a notification; its first attempt is due at once.
    static func insert(
        _ notification: StoreNotification, signed: String, purchase: Int64?, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO notification
                    (uuid, environment, type, purchase, created, signed, isDelivered, nextAttempt, subtype)
                VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)
                """)
        let date = notification.date.milliseconds
        try statement.execute(arguments: [
            notification.uuid, notification.environment.rawValue, notification.type.rawValue, purchase, date, signed,
            date, notification.subtype?.rawValue,
        ])
    }

    /// Records what came of an attempt.
    static func update(
        _ number: Int64, isDelivered: Bool, nextAttempt: Timestamp?, _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE notification SET isDelivered = ?, nextAttempt = ? WHERE number = ?",
            arguments: [isDelivered, nextAttempt?.milliseconds, number])
    }

    /// What is due at `date`, the longest waiting first, at most `limit`.
    static func due(
        in environment: StoreEnvironment, at date: Timestamp, limit: Int, _ database: Database
    ) throws -> [Entry] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM notification WHERE environment = ? AND nextAttempt <= ?
                ORDER BY nextAttempt, number LIMIT ?
                """,
            arguments: [environment.rawValue, date.milliseconds, limit]
        ).map(entry)
    }

    /// When the next attempt is due, if any is still to be made.
    static func nextAttempt(in environment: StoreEnvironment, _ database: Database) throws -> Timestamp? {
        try Int64.fetchOne(
            database,
            sql: "SELECT min(nextAttempt) FROM notification WHERE environment = ? AND nextAttempt IS NOT NULL",
            arguments: [environment.rawValue]
        ).map(Timestamp.init(milliseconds:))
    }

    static func find(
        uuid: String, in environment: StoreEnvironment, _ database: Database
    ) throws -> Entry? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM notification WHERE uuid = ? AND environment = ?",
            arguments: [uuid, environment.rawValue]
        ).map(entry)
    }

    /// The first `limit` notifications behind the number `number` for which `isWanted` holds, in the order in which they
    /// were made.
    static func history(
        in environment: StoreEnvironment, behind number: Int64, limit: Int, where isWanted: (Entry) throws -> Bool,
        _ database: Database
    ) throws -> [Entry] {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM notification WHERE environment = ? AND number > ? ORDER BY number")
        let rows = try Row.fetchCursor(statement, arguments: [environment.rawValue, number])
        var entries: [Entry] = []
        while entries.count < limit, let row = try rows.next() {
            let entry = entry(row)
            if try isWanted(entry) { entries.append(entry) }
        }
        return entries
    }

    /// Removes notifications whose life was over at `date`, with their attempts, at most `limit`.
    ///
    /// - Returns: how many.
    static func removeOver(at date: Timestamp, limit: Int, _ database: Database) throws -> Int {
        let numbers = try Int64.fetchAll(
            database, sql: over, arguments: [date.advanced(by: .zero - life).milliseconds, limit])
        for number in numbers {
            try database.execute(sql: "DELETE FROM notificationAttempt WHERE notification = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM notification WHERE number = ?", arguments: [number])
        }
        return numbers.count
    }

    static let over =
        "SELECT number FROM notification WHERE nextAttempt IS NULL AND created < ? ORDER BY created LIMIT ?"

    private static func entry(_ row: Row) -> Entry {
        Entry(
            number: row["number"], uuid: row["uuid"], type: row["type"], subtype: row["subtype"],
            purchase: row["purchase"],
            created: Timestamp(milliseconds: row["created"]), signed: row["signed"], isDelivered: row["isDelivered"])
    }
}
