internal import GRDB
package import Storage
internal import StoreModel

/// The table in which `DownloadQueue` keeps its downloads: the product, the digest and length that the server
/// promised, and the receipt. How much has come is not in the table: it is the length of a file.
package struct DownloadJournal: Sendable {
    package static let migrations = [
        DatabaseFile.Migration(
            "downloads-2",
            sql: """
                CREATE TABLE download (
                    productIdentifier TEXT NOT NULL PRIMARY KEY,
                    state INTEGER NOT NULL,
                    digest TEXT,
                    length INTEGER,
                    receipt TEXT,
                    wrongContents INTEGER NOT NULL DEFAULT 0,
                    errorDomain TEXT,
                    errorCode INTEGER,
                    errorMessage TEXT,
                    errorDetail TEXT
                ) STRICT, WITHOUT ROWID
                """)
    ]

    /// A download on disk. An active download is on disk as waiting, so after a kill it waits again.
    struct Entry: Hashable, Sendable {
        var product: ProductIdentifier
        var state = DownloadState.waiting
        /// The digest and the length that the content server promised.
        var promise: PartialContent?
        var receipt: String?
        /// How often the content that came was not what had been promised.
        var wrongContents = 0
        var error: StoreError?
    }

    private let file: DatabaseFile

    init(file: DatabaseFile) { self.file = file }

    func entries() throws -> [Entry] {
        try file.read {
            try Row.fetchAll($0, sql: "SELECT * FROM download ORDER BY productIdentifier").map(Entry.init)
        }
    }

    func entry(_ product: ProductIdentifier) throws -> Entry? {
        try file.read { try $0.download(product) }
    }

    /// Changes a download, or begins it if there is none. Returns the download as it is now.
    func update(_ product: ProductIdentifier, _ change: (inout Entry) -> Void) throws -> Entry {
        try file.write { database in
            let before = try database.download(product)
            var entry = before ?? Entry(product: product)
            change(&entry)
            if entry != before { try database.set(entry) }
            return entry
        }
    }
}

extension DownloadJournal.Entry {
    fileprivate init(row: Row) throws {
        product = ProductIdentifier(rawValue: try row.decode(forColumn: "productIdentifier"))
        state = DownloadState(rawValue: try row.decode(forColumn: "state")) ?? .failed
        if let digest = try row.decode(String?.self, forColumn: "digest"),
            let length = try row.decode(Int64?.self, forColumn: "length")
        {
            promise = PartialContent(length: length, digest: digest)
        }
        receipt = try row.decode(forColumn: "receipt")
        wrongContents = try row.decode(forColumn: "wrongContents")
        error = try StoreError(row: row)
    }
}

extension Database {
    fileprivate func download(_ product: ProductIdentifier) throws -> DownloadJournal.Entry? {
        try Row.fetchOne(
            self, sql: "SELECT * FROM download WHERE productIdentifier = ?", arguments: [product.rawValue]
        )
        .map(DownloadJournal.Entry.init)
    }

    fileprivate func set(_ entry: DownloadJournal.Entry) throws {
        try execute(
            sql: "INSERT OR REPLACE INTO download VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                entry.product.rawValue, entry.state.rawValue, entry.promise?.digest, entry.promise?.length,
                entry.receipt, entry.wrongContents, entry.error?.domain.rawValue, entry.error?.code,
                entry.error?.message, entry.error?.detailJSON,
            ])
    }
}
