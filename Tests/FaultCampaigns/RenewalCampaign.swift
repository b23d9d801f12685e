internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// A subscription whose program is killed at random calls to the disk, while the store's clock and its
/// settings change at random. Afterwards the books must be right: each period is charged once, and
/// delivered once.
struct RenewalCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "renewals", abstract: "Kills the program while its subscription renews.")

    @Option var kills = 200

    func holds() throws -> Bool {
        let folder = try TemporaryDirectory()
        let device = CustomerDevice(in: folder.path)
        let data = device.data
        let buy = ["buy", "monthlybunch", "--yes"]
        try device.run(buy)
        var settings = StoreSettings()
        for kill in 0..<kills {
            if kill.isMultiple(of: 4) {
                settings.clockOffsetMilliseconds += .random(in: 0...400) * 86_400_000
                settings.failsRenewals = .random()
                settings.allowsGracePeriod = .random()
                try Self.put(settings, into: data)
            }
            if kill.isMultiple(of: 16) { try device.run(buy) }
            let killSwitch = try KillSwitch(.killBefore(call: .random(in: 1...400)), files: data)
            try device.run(["history"], environment: killSwitch.environment)
        }
        var (before, after) = (-1, try Self.charges(in: data))
        while before != after {
            try device.run(["history"])
            (before, after) = (after, try Self.charges(in: data))
        }
        let audit = try AppStore.bundled(in: data).audit()
        let delivered =
            try SQLiteFile(data + "/device.sqlite").value("SELECT count(*) FROM replica_purchase") ?? 0
        let isRight = audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed) && delivered == after
        print(
            "\(kills) kills, \(after) periods charged, \(delivered) delivered, the books are \(isRight ? "right" : "WRONG")"
        )
        for finding in audit.findings.prefix(20) { print("  " + finding) }
        return isRight
    }

    private static func charges(in data: String) throws -> Int {
        try SQLiteFile(data + "/store.sqlite").value(
            "SELECT count(*) FROM purchase WHERE status = 'purchased'") ?? 0
    }

    /// Not through the store, so that it is the program that renews.
    private static func put(_ settings: StoreSettings, into data: String) throws {
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        try SQLiteFile(data + "/store.sqlite").run("UPDATE testing SET settings = ?", [json])
    }
}
