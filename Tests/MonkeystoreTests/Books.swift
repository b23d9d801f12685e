import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

#if AppleServices
import AppleServices
#endif

/// What the files of a data directory say about its purchases, read without the program.
struct Books {
    /// The steps of a purchase, by what is on disk.
    enum Stage: String, CaseIterable {
        case beforeJournal, journalled, charged, merged, finishedHere, finishedEverywhere
    }

    /// Paid purchases in the store.
    let charges: Int
    /// Paid purchases in the store that the store has not been told are finished.
    let unsettled: Int
    /// Transactions in the journal; how many of them have an answer; how many have not left the queue; and how
    /// many have left it, and the store's mark has not passed that.
    let payments: Int, answered: Int, unfinished: Int, finishesOwed: Int
    /// Purchases in the device's replica of the account, and the credits that are left.
    let credited: Int, balance: Int
    /// Credits used, according to the device with those that wait, and according to the store; and how many
    /// uses wait.
    let used: Int, usedAtStore: Int, usesWaiting: Int

    /// Reads copies of a device's folder and of the store's, so that nothing here
    /// repairs what a killed program left.
    init(_ device: String, store: String? = nil) throws {
        let copies = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: device, toPath: copies.path + "/device")
        try FileManager.default.copyItem(atPath: store ?? device, toPath: copies.path + "/store")
        func count(_ file: String, _ table: String, _ condition: String = "1") throws -> Int {
            try number(file, "SELECT count(*) FROM \(table) WHERE \(condition)", table)
        }
        func number(_ file: String, _ sql: String, _ table: String) throws -> Int {
            let path = copies.path + "/" + file
            guard FileManager.default.fileExists(atPath: path) else { return 0 }
            let file = try SQLiteFile(path)
            let isThere: Int? = try file.value("SELECT 1 FROM sqlite_schema WHERE name = ?", [table])
            return try isThere == nil ? 0 : file.value(sql) ?? 0
        }
        charges = try count("store/store.sqlite", "purchase", "status = 'purchased'")
        unsettled = try count("store/store.sqlite", "purchase", "status = 'purchased' AND isFinished = 0")
        payments = try count("device/device.sqlite", "payment_journal")
        answered = try count("device/device.sqlite", "payment_journal", "state <> 0")
        unfinished = try count("device/device.sqlite", "payment_journal", "isFinished = 0")
        finishesOwed = try count("device/device.sqlite", "payment_journal", "owesFinish = 1")
        credited = try count("device/device.sqlite", "replica_purchase")
        balance = try number(
            "device/device.sqlite",
            """
            SELECT value ->> 'bought' - (value ->> 'used') - (value ->> 'missing') - (value ->> 'waiting')
            FROM replica_sums, json_each(sums, '$.tallies') WHERE key = ''
            """, "replica_sums")
        used = try number("device/device.sqlite", "SELECT sum(amount) FROM replica_use", "replica_use")
        usedAtStore = try number("store/store.sqlite", "SELECT sum(amount) FROM accountUse", "accountUse")
        usesWaiting = try count("device/device.sqlite", "replica_use", "isConfirmed = 0")
    }

    /// Returns when the journal in a data directory has a payment that is not finished. The screen may be
    /// ahead of the journal.
    static func waitForPayment(in data: String) async throws {
        while try !hasPayment("isFinished = 0", in: data) { try await restBeforeLookingAgain() }
    }

    /// Whether the journal in a data directory has a payment that fulfils a condition.
    static func hasPayment(_ condition: String, in data: String) throws -> Bool {
        let file = try FileManager.default.subpathsOfDirectory(atPath: data).first {
            $0.hasSuffix("device.sqlite")
        }
        let journal = try SQLiteFile(data + "/" + (file ?? ""))
        let count: Int? = try journal.value("SELECT count(*) FROM payment_journal WHERE \(condition)")
        return count ?? 0 > 0
    }

    var stage: Stage {
        if payments == 0 { return .beforeJournal }
        if charges == 0 { return .journalled }
        if answered == 0 { return .charged }
        if unfinished == 1 { return .merged }
        return unsettled == 1 ? .finishedHere : .finishedEverywhere
    }

    /// Whether the purchase of 5 credits is charged at most once, credited exactly once if charged, and
    /// nothing is left in any queue.
    var areClosed: Bool { charges <= 1 && isEachPeriodDelivered(credits: 5) }

    /// Whether each period that was charged is credited once, and nothing is left in any queue.
    func isEachPeriodDelivered(credits: Int) -> Bool {
        credited == charges && balance == credits * charges && unfinished == 0 && unsettled == 0
    }
}

/// Expects a server's command `audit` to have found these charges and refunds, and nothing wrong.
func expectAudit(
    _ audit: (end: ProcessEnd, output: String), accounts: Int = 1, charges: Int, refunds: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)" + (count == 1 ? "" : "s") }
    let line =
        "\(counted(accounts, "account")): \(counted(charges, "charge")), \(counted(charges, "transaction")), "
        + "\(charges) delivered, \(refunds) refunded; nothing is wrong"
    #expect(
        audit.end == .status(0) && audit.output.contains(line), "\(audit.output)",
        sourceLocation: sourceLocation)
}

/// The notifications that a store's database holds for its developer's server, read without the program.
struct Notices {
    let types: [String]

    /// Makes a store keep its notifications, for an address that never answers.
    static func keep(in store: String) throws {
        #if AppleServices
        try AppStore.bundled(in: store)
            .setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        #endif
    }

    /// Reads a copy, so that nothing here repairs what a killed program left.
    init(of store: String) throws {
        let copy = try TemporaryDirectory()
        for file in ["store.sqlite", "store.sqlite-wal"]
        where FileManager.default.fileExists(atPath: "\(store)/\(file)") {
            try FileManager.default.copyItem(atPath: "\(store)/\(file)", toPath: "\(copy.path)/\(file)")
        }
        types = try SQLiteFile(copy.path + "/store.sqlite").values(
            "SELECT type FROM notification ORDER BY number")
    }
}
