import FileSystem
import Foundation
import GRDB
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import TestSupport

/// The notifications that a store's database holds for its developer's server, read past the program.
struct Notices {
    let types: [String]

    /// Lets a store write its notifications down, for somebody who never answers.
    static func keep(in store: String) throws {
        try AppStore.bundled(in: store)
            .setNotificationAddress(NotificationAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
    }

    /// Reads a copy, so that nothing here repairs what a killed program left.
    init(of store: String) throws {
        let copy = try TemporaryDirectory()
        for file in ["store.sqlite", "store.sqlite-wal"]
        where FileManager.default.fileExists(atPath: "\(store)/\(file)") {
            try FileManager.default.copyItem(atPath: "\(store)/\(file)", toPath: "\(copy.path)/\(file)")
        }
        types = try DatabaseQueue(path: copy.path + "/store.sqlite").read { database in
            try String.fetchAll(database, sql: "SELECT type FROM notification ORDER BY number")
        }
    }

    /// Whether these came one after the other, whatever came in between.
    func isInOrder(_ expected: [String]) -> Bool {
        var rest = expected[...]
        for type in types where type == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
