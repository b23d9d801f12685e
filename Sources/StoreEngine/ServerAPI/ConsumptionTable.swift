internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The latest report on how a purchase was used.
enum ConsumptionTable {
    static let migration = DatabaseFile.Migration("consumption") { database in
        try database.execute(
            sql: """
                CREATE TABLE consumption (
                    purchase INTEGER PRIMARY KEY REFERENCES purchase (number),
                    received INTEGER NOT NULL,
                    report TEXT NOT NULL
                ) STRICT
                """)
    }

    static func set(
        _ report: ConsumptionReport, of purchase: Int64, received: Timestamp, _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO consumption VALUES (?, ?, ?)",
            arguments: [purchase, received.milliseconds, String(decoding: report.json, as: UTF8.self)])
    }

    /// The report as JSON, if there is one.
    static func report(of purchase: Int64, _ database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT report FROM consumption WHERE purchase = ?", arguments: [purchase])
    }
}
