internal import GRDB
package import Storage
package import StoreModel

/// The table of the photo filters that the user has switched on, for `PhotoFilterManager`.
package struct PhotoFilterTable: Sendable {
    package static let migrations = [
        DatabaseFile.Migration(
            "photo-filters-1",
            sql: "CREATE TABLE photo_filter (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID")
    ]

    private let file: DatabaseFile

    package init(file: DatabaseFile) { self.file = file }

    package func wanted() throws -> Set<PhotoFilter> {
        let names = try file.read { try String.fetchSet($0, sql: "SELECT name FROM photo_filter") }
        return Set(names.compactMap(PhotoFilter.init(rawValue:)))
    }

    /// Switches a filter on if it was off, and off if it was on.
    package func toggle(_ filter: PhotoFilter) throws {
        try file.write { database in
            try database.execute(sql: "DELETE FROM photo_filter WHERE name = ?", arguments: [filter.rawValue])
            guard database.changesCount == 0 else { return }
            try database.execute(
                sql: "INSERT INTO photo_filter (name) VALUES (?)", arguments: [filter.rawValue])
        }
    }

    package func clear() throws { try file.write { try $0.execute(sql: "DELETE FROM photo_filter") } }
}
