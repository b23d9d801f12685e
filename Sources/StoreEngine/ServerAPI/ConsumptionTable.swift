internal import StoreDatabase
internal import StoreModel

/// The latest report on how a purchase was used.
enum ConsumptionTable {
    static func set(
        _ report: ConsumptionReport, of purchase: Int64, received: Timestamp, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            """
            INSERT INTO consumption (purchase, received, report) VALUES (?, ?, ?)
            ON CONFLICT (purchase) DO UPDATE SET received = excluded.received, report = excluded.report
            """,
            [purchase, received.milliseconds, String(decoding: report.json, as: UTF8.self)])
    }

    static func report(of purchase: Int64, _ database: any StoreTransaction) throws -> String? {
        try database.value(String.self, "SELECT report FROM consumption WHERE purchase = ?", [purchase])
    }
}
