import Foundation
import StoreApplication
import StoreServer
import Testing

@testable import StoreRules

/// Numbers that the manual promises, and the constants that keep to them.
@Suite("A number in the manual")
struct ManualNumberTests {
    private func expect(
        _ page: String, _ sentence: String, _ isKept: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let root = #filePath.components(separatedBy: "/Tests/")[0]
        let text = try String(contentsOfFile: "\(root)/Resources/Manual/\(page).7", encoding: .utf8)
        let isSaid = text.replacing("\n", with: " ").contains(sentence)
        #expect(isSaid, "\(sentence)", sourceLocation: sourceLocation)
        #expect(isKept, "\(sentence)", sourceLocation: sourceLocation)
    }

    @Test func `is the limit of requests, of purchases, of uses, of accounts and of sign-ins`() throws {
        let options = ServerOptions(adminToken: "")
        try expect(
            "monkeystore-store", "Requests a second for each account (200).",
            options.accountRate == Rate(perSecond: 200))
        try expect(
            "monkeystore-store", "Purchases a day for each account, which may all come at once (10000).",
            options.accountPurchases == Rate(perDay: 10_000))
        try expect(
            "monkeystore-store", "It takes at most 100000 of an account in a day.",
            options.newUses == Rate(perDay: 100_000))
        try expect(
            "monkeystore-store", "A network makes at most a hundred accounts at once, and then one a minute;",
            options.newAccounts == Rate(perDay: 24 * 60, atOnce: 100))
        try expect(
            "monkeystore-store", "An account signs in a hundred times at once, and then once in six seconds;",
            options.signIns == Rate(perDay: 24 * 60 * 10, atOnce: 100))
    }

    @Test func `is the limit of connections`() throws {
        let limits = ConnectionLimits()
        try expect(
            "monkeystore-store", "At most 4096 connections are open at each port,", limits.connections == 4096
        )
        try expect(
            "monkeystore-store", "A connection that is silent for 60 seconds is closed;",
            limits.idleTimeout == .seconds(60))
        try expect(
            "monkeystore-store", "a request has 30 seconds to arrive.", limits.requestTimeout == .seconds(30))
        try expect(
            "monkeystore-store", "If an answer is not taken for 30 seconds, the connection is closed.",
            limits.writeTimeout == .seconds(30))
        try expect(
            "monkeystore-store", "have more than 64 MiB at one port, the server closes a connection:",
            limits.waitingBytes == 64 << 20)
        try expect(
            "monkeystore-cluster", "those that arrive within a second over open connections,",
            limits.lastRequestTimeout == .seconds(1))
    }

    @Test func `is how long a server relies on what it knows of the others`() throws {
        try expect(
            "monkeystore-store", "A session that ends at one server ends at the others within two seconds.",
            ServerSharing.sessionCheck == .seconds(2))
        try expect(
            "monkeystore-store", "The clocks of the servers may be a minute apart.",
            ServerSharing.clockDifference == .seconds(60))
        try expect(
            "monkeystore-store", "and by another one within three minutes if that one dies.",
            ServerSharing.claim + ServerSharing.clockDifference == .seconds(180))
        try expect(
            "monkeystore-store",
            "until it is started again in its data directory with the same catalogue, "
                + "or for at most three minutes.",
            ServerSharing.serverLife + ServerSharing.workCheck == .seconds(180))
    }

    @Test func `is the age of a receipt, and the size of a book that a transaction waits for`() throws {
        try expect(
            "monkeystore-store", "The receipt must be at most an hour old,",
            ContentAuthorizer.longestReceiptAge == .seconds(3600))
        try expect(
            "monkeystore-store", "at most five minutes ahead of the store's clock,",
            ContentAuthorizer.leastReceiptAge == .seconds(-300))
        try expect(
            "monkeystore", "If a book has more than 64 MiB, the receipt is kept",
            HostedProductManager.largestAwaited == 64 << 20)
    }
}
