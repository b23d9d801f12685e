internal import FoundationEssentials
internal import GRDB
package import Storage
package import StoreEvents
package import StoreModel

/// The tables of `HostedProductManager` on the device: the content server's last list, and the
/// place in each book.
package struct BookTable: Sendable {
    static let migrations = [
        DatabaseFile.Migration(
            "books-1",
            sql: """
                CREATE TABLE hosted_products (validator TEXT NOT NULL, products BLOB NOT NULL) STRICT;
                CREATE TABLE reading_place (
                    productIdentifier TEXT NOT NULL PRIMARY KEY, paragraph INTEGER NOT NULL,
                    character INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """)
    ]

    private let file: DatabaseFile

    package init(file: DatabaseFile) { self.file = file }

    /// The list that was fetched last; nil if there is none, or if it cannot be read.
    package func list() throws -> HostedProductList? {
        try file.read { database in
            guard let row = try Row.fetchOne(database, sql: "SELECT * FROM hosted_products"),
                let products = try? JSONDecoder().decode(
                    [HostedProduct].self, from: row.decode(forColumn: "products"))
            else { return nil }
            return HostedProductList(products: products, validator: try row.decode(forColumn: "validator"))
        }
    }

    package func set(_ list: HostedProductList) throws {
        let products = Data(try SentJSON.encode(list.products))
        try file.write { database in
            try database.execute(sql: "DELETE FROM hosted_products")
            try database.execute(
                sql: "INSERT INTO hosted_products VALUES (?, ?)", arguments: [list.validator, products])
        }
    }

    package func place(in product: ProductIdentifier) throws -> ReadingPlace {
        try file.read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM reading_place WHERE productIdentifier = ?",
                arguments: [product.rawValue])
            guard let row else { return ReadingPlace() }
            return ReadingPlace(
                paragraph: try row.decode(forColumn: "paragraph"),
                character: try row.decode(forColumn: "character"))
        }
    }

    package func set(_ place: ReadingPlace, in product: ProductIdentifier) throws {
        try file.write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO reading_place VALUES (?, ?, ?)",
                arguments: [product.rawValue, place.paragraph, place.character])
        }
    }
}
