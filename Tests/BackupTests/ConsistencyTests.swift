import Backup
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@Suite("A backup of databases that are written to", .ownThreads)
struct ConsistencyTests {
    @Test(
        "has in the store's copy everything that the device's copy knows of, and in the device's what the store's calls finished"
    )
    func order() throws {
        let data = try SampleData()
        var configuration = Configuration()
        configuration.busyMode = .timeout(300)
        let device = try DatabasePool(path: data.source + "/device.sqlite", configuration: configuration)
        let store = try DatabasePool(path: data.source + "/store.sqlite", configuration: configuration)
        for database in [device, store] {
            try database.write { try $0.execute(sql: "CREATE TABLE n (what TEXT, number INTEGER)") }
        }
        let isOver = Mutex(false)
        let ended = DispatchSemaphore(value: 0)
        // The order of a purchase: charged, credited, finished.
        Thread.detachNewThread {
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                for (database, what) in [(store, "charged"), (device, "credited"), (store, "finished")] {
                    try! database.write {
                        try $0.execute(sql: "INSERT INTO n VALUES (?, ?)", arguments: [what, number])
                    }
                }
            }
            ended.signal()
        }
        defer {
            isOver.withLock { $0 = true }
            ended.wait()
        }
        for round in 1...3 {
            let backup = try data.backUp(to: data.backup(at: data.file + "\(round)"))
            let target = data.target + "\(round)"
            try backup.restore(to: target, passphrase: SampleData.passphrase, progress: { _ in }, prepare: { _ in })
            func last(_ what: String, in name: String) throws -> Int {
                try DatabaseQueue(path: target + "/\(name).sqlite").read {
                    try Int.fetchOne($0, sql: "SELECT max(number) FROM n WHERE what = ?", arguments: [what]) ?? 0
                }
            }
            let credited = try last("credited", in: "device")
            #expect(try last("charged", in: "store") >= credited)
            #expect(try last("finished", in: "store") <= credited)
        }
    }
}
