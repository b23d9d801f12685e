internal import Foundation

#if Postgres
internal import StoreRules
internal import StorePostgres
#endif

/// The PostgreSQL database that tests may use: `MONKEYSTORE_TEST_POSTGRES` has its URL.
package enum TestedDatabase {
    package static let address: String? = {
        #if Postgres
        ProcessInfo.processInfo.environment["MONKEYSTORE_TEST_POSTGRES"]
        #else
        nil
        #endif
    }()

    #if Postgres
    /// The address of the database with a schema of its own for each folder.
    package static func address(for folder: String) throws -> String {
        guard let address, let database else {
            throw ToolError(description: "MONKEYSTORE_TEST_POSTGRES has no URL of a database.")
        }
        let hash = folder.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        let schema = "t\(String(hash, radix: 16))"
        try database.write { try $0.execute("CREATE SCHEMA IF NOT EXISTS \(schema)") }
        return address + (address.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(schema)"
    }

    private static let database = address.flatMap { try? PostgresEngine(address: $0) }
    #endif
}
