internal import FoundationEssentials
internal import StoreDatabase
internal import StoreModel

/// What developers set up for retention messages, as JSON: images, messages, defaults, addresses and performance tests.
enum RetentionTable {
    static func find<Document: RetentionDocument>(
        _ name: String, as _: Document.Type = Document.self, in environment: StoreEnvironment,
        _ database: any StoreTransaction
    ) throws -> Document? {
        try database.value(
            String.self, "SELECT content FROM retention WHERE environment = ? AND kind = ? AND name = ?",
            [environment.rawValue, Document.kind, name]
        ).map { try decode($0, name) }
    }

    /// All of a kind, by their names.
    static func all<Document: RetentionDocument>(
        as _: Document.Type = Document.self, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> [(name: String, document: Document)] {
        try database.rows(
            "SELECT name, content FROM retention WHERE environment = ? AND kind = ? ORDER BY name",
            [environment.rawValue, Document.kind]
        ).map { row in (row["name"], try decode(row["content"], row["name"])) }
    }

    static func count<Document: RetentionDocument>(
        of _: Document.Type, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Int {
        try database.value(
            Int.self, "SELECT count(*) FROM retention WHERE environment = ? AND kind = ?",
            [environment.rawValue, Document.kind]) ?? 0
    }

    static func set<Document: RetentionDocument>(
        _ document: Document, _ name: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try database.execute(
            """
            INSERT INTO retention (environment, kind, name, content) VALUES (?, ?, ?, ?)
            ON CONFLICT (environment, kind, name) DO UPDATE SET content = excluded.content
            """,
            [
                environment.rawValue, Document.kind, name,
                String(decoding: try encoder.encode(document), as: UTF8.self),
            ])
    }

    /// - Returns: whether it was there.
    @discardableResult
    static func remove<Document: RetentionDocument>(
        _ name: String, as _: Document.Type, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Bool {
        try database.execute(
            "DELETE FROM retention WHERE environment = ? AND kind = ? AND name = ?",
            [environment.rawValue, Document.kind, name]) > 0
    }

    /// Reads everything, in order to see that it can be read.
    static func check(_ database: any StoreTransaction) throws {
        for environment in [StoreEnvironment.sandbox, .production] {
            _ = try all(as: RetentionImage.self, in: environment, database)
            _ = try all(as: UploadedRetentionMessage.self, in: environment, database)
            _ = try all(as: DefaultRetentionMessage.self, in: environment, database)
            _ = try all(as: RealtimeURL.self, in: environment, database)
            _ = try all(as: PerformanceTest.self, in: environment, database)
        }
    }

    private static func decode<Document: RetentionDocument>(_ content: String, _ name: String) throws -> Document {
        do { return try JSONDecoder().decode(Document.self, from: Data(content.utf8)) } catch {
            throw UnreadableRow(table: "retention", row: "\(Document.kind) \(name)", column: "content")
        }
    }
}
