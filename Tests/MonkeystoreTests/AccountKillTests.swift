import Foundation
import StoreModel
import StoreRules
import Subprocess
import Synchronization
import TestSupport
import Testing

/// The steps of a use, by what is on disk.
private enum UseStage: CaseIterable {
    case unwritten, written, confirmedAtStore, confirmed

    init(_ books: Books) {
        self =
            if books.used == 0 {
                .unwritten
            } else if books.usedAtStore == 0 {
                .written
            } else {
                books.usesWaiting > 0 ? .confirmedAtStore : .confirmed
            }
    }
}

@Suite("A program with the store in it that is killed at any of its writes", .timeLimit(.minutes(10)))
struct AccountKillTests {
    @Test func `while it uses credits has used them once or not at all, and nothing waits`() async throws {
        let prepared = try Program()
        try await prepared.succeed("buy", "consume5credits", "--yes")
        let calls = try await prepared.copy().calls(of: "spend", "2")
        let stages = Mutex<Set<UseStage>>([])
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let program = try prepared.copy()
            let run = try await program.run("spend", "2", under: .killBefore(call: call))
            kills.note(run, call)
            let killed = try Books(program.data)
            _ = stages.withLock { $0.insert(UseStage(killed)) }
            // If the program has said something, that counts.
            #expect(run.output.isEmpty || killed.used == 2, "killed at call \(call)")
            try await expectAgreement(
                program, credits: 5 - killed.used, used: killed.used, "killed at call \(call)")
        }
        #expect(stages.withLock { $0 } == Set(UseStage.allCases))
        #expect(kills.count > 0)
    }

    @Test func `while it hears of a purchase, a refund and a use has all of them with its next run`()
        async throws
    {
        let prepared = try Program()
        for product in ["consume10credits", "consume5credits"] {
            try await prepared.succeed("buy", product, "--yes")
        }
        try await Self.changePastTheDevice(
            AppStore.bundled(in: prepared.data).embeddedSession(), prepared.data)
        let calls = try await prepared.copy().calls(of: "balance")
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let program = try prepared.copy()
            kills.note(try await program.run("balance", under: .killBefore(call: call)), call)
            try await expectAgreement(program, credits: 13, used: 2, "killed at call \(call)")
        }
        #expect(kills.count > 0)
    }

    @Test func `in its first run from a backup has all that was bought and used with the next`() async throws
    {
        let origin = try Program()
        try await origin.succeed("buy", "consume10credits", "--yes")
        try await origin.succeed("spend", "2")
        let prepared = try Program.restored(from: origin.backUp())
        let calls = try await prepared.copy().calls(of: "balance")
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let program = try prepared.copy()
            kills.note(try await program.run("balance", under: .killBefore(call: call)), call)
            try await expectAgreement(program, credits: 8, used: 2, "killed at call \(call)")
        }
        #expect(kills.count > 0)
    }

    /// Of 15 credits, bought as 10 and 5, the 10 are refunded; then 10 more are bought, and 2 are used.
    static func changePastTheDevice(_ account: AccountSession, _ server: String) async throws {
        let store = try AppStore.bundled(in: server)
        let ten = try store.purchases().last { $0.productIdentifier == MonkeyCredits.ten }
        try await account.buy(.random(at: TimeSource.system.now()), MonkeyCredits.ten)
        _ = try store.perform(.refund, on: #require(ten).key.rawValue)
        let now = TimeSource.system.now()
        let use = Use(id: .random(at: now), amount: 2, date: now)
        guard try await account.use(use).result == .confirmed else {
            throw ToolError(description: "not used")
        }
    }

    /// Expects the next runs to end with nothing to complain about, and with books that agree.
    private func expectAgreement(
        _ program: Program, credits: Int, used: Int, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let next = try await program.succeed("balance", sourceLocation: sourceLocation)
        #expect(
            next.output == "\(credits) monkey credits\n" && next.error.isEmpty, comment,
            sourceLocation: sourceLocation)
        try await program.succeed("audit", sourceLocation: sourceLocation)
        let books = try Books(program.data)
        #expect(
            books.balance == credits && books.used == used && books.isQuiet, "\(comment): \(books)",
            sourceLocation: sourceLocation)
        let audit = try AppStore.bundled(in: program.data).audit()
        #expect(
            audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed), "\(comment): \(audit)",
            sourceLocation: sourceLocation)
    }
}

@Suite("A device of an account at a server", .ownThreads, .timeLimit(.minutes(10)))
struct DeviceKillTests {
    @Test func `that is killed at any write of a use has used it once or not at all`() async throws {
        let shop = try await RemoteShop()
        let server = try await shop.serve()
        try await shop.succeed("buy", "consume10credits", "--quantity", "10", "--yes")
        let calls = try await calls(of: shop, "spend", "1")
        let second = try await shop.secondDevice()
        var (used, steps) = (1, (unwritten: 0, written: 0))
        let kills = Kills()
        for call in KillSwitch.turningPoints(of: calls) + [calls.count + 5] {
            let run = try await shop.run(
                "spend", "1", under: KillSwitch(.killBefore(call: call), files: shop.device))
            kills.note(run, call)
            let killed = try shop.books(isServerRunning: true)
            if killed.used == used { steps.unwritten += 1 } else { steps.written += 1 }
            #expect(
                (used...used + 1).contains(killed.used) && (run.output.isEmpty || killed.used == used + 1))
            used = killed.used
            try await expectAgreement(shop, credits: 100 - used, used: used, "killed at call \(call)")
            #expect(try shop.store().sums(of: shop.account().account.identifier).credits == 100 - used)
        }
        #expect(steps.unwritten > 0 && steps.written > 0)
        #expect(kills.count > 0)
        try await expectAgreement(second, credits: 100 - used, used: used, "on the second device")
        await server.kill()
        try expectAudit(shop.audit(), charges: 1)
    }

    @Test func `that is killed at any write of an exchange of two pages has all of it with its next run`()
        async throws
    {
        let shop = try await RemoteShop()
        let server = try await shop.serve()
        let second = try await shop.secondDevice()
        for product in ["consume10credits", "consume5credits"] {
            try await shop.succeed("buy", product, "--yes")
        }
        let account = try shop.account()
        try await account.buy(.random(at: TimeSource.system.now()), MonkeyCredits.ten, quantity: 10)
        try await AccountKillTests.changePastTheDevice(account, shop.server)
        for _ in 1...ExchangeRequest.mostChanges {
            let now = TimeSource.system.now()
            _ = try await account.use(Use(id: .random(at: now), amount: 1, date: now))
        }
        try await expectAgreement(shop, credits: 13, used: 102, "on the first device")
        let calls = try await calls(of: second.withCopy(), "balance")
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let device = try second.withCopy()
            let killSwitch = try KillSwitch(.killBefore(call: call), files: device.device)
            kills.note(try await device.run("balance", under: killSwitch), call)
            try await expectAgreement(device, credits: 13, used: 102, "killed at call \(call)")
        }
        #expect(kills.count > 0)
        await server.kill()
        try expectAudit(shop.audit(), charges: 4, refunds: 1)
    }

    @Test func `that is killed at any write of its very first run has all with the next`() async throws {
        let shop = try await RemoteShop()
        let server = try await shop.serve()
        for product in ["consume10credits", "consume5credits"] {
            try await shop.succeed("buy", product, "--yes")
        }
        try await AccountKillTests.changePastTheDevice(shop.account(), shop.server)
        try await expectAgreement(shop, credits: 13, used: 2, "on the first device")
        let second = try await shop.secondDevice(isOpened: false)
        let calls = try await calls(of: second.withCopy(), "balance")
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls)) { call in
            let device = try second.withCopy()
            let killSwitch = try KillSwitch(.killBefore(call: call), files: device.device)
            kills.note(try await device.run("balance", under: killSwitch), call)
            try await expectAgreement(device, credits: 13, used: 2, "killed at call \(call)")
        }
        #expect(kills.count > 0)
        await server.kill()
        try expectAudit(shop.audit(), charges: 3, refunds: 1)
    }

    @Test func `that is killed at any write of its first run from a backup has all with the next`()
        async throws
    {
        let shop = try await RemoteShop()
        var server = try await shop.serve()
        for product in ["consume10credits", "consume5credits"] {
            try await shop.succeed("buy", product, "--yes")
        }
        await server.kill()
        // The use waits, in the backup, too.
        try await shop.succeed("spend", "3")
        let first = try Program(data: shop.device)
        let restored = try Program.restored(from: first.backUp())
        server = try await shop.serve()
        try await AccountKillTests.changePastTheDevice(shop.account(), shop.server)
        let calls = try await calls(of: shop.withCopy(of: restored.data), "balance")
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let device = try shop.withCopy(of: restored.data)
            let killSwitch = try KillSwitch(.killBefore(call: call), files: device.device)
            kills.note(try await device.run("balance", under: killSwitch), call)
            try await expectAgreement(device, credits: 10, used: 5, "killed at call \(call)")
        }
        #expect(kills.count > 0)
        try await expectAgreement(shop, credits: 10, used: 5, "on the first device")
        await server.kill()
        try expectAudit(shop.audit(), charges: 3, refunds: 1)
    }

    @Test func `that is killed at any write of a comparison gives the store all that it forgot`() async throws
    {
        let prepared = try await RemoteShop.putBack()
        let counting = try prepared.copy()
        let server = try await counting.serve()
        let calls = try await calls(of: counting, "balance")
        await server.kill()
        let kills = Kills()
        try await inParallel(KillSwitch.turningPoints(of: calls) + [calls.count + 5]) { call in
            let shop = try prepared.copy()
            let server = try await shop.serve()
            kills.note(
                try await shop.run("balance", under: KillSwitch(.killBefore(call: call), files: shop.device)),
                call)
            try await expectAgreement(shop, credits: 2, used: 3, "killed at call \(call)")
            await server.kill()
            try expectAudit(shop.audit(), charges: 2, refunds: 1)
            try expectNothingLost(shop, used: 3, "killed at call \(call)")
        }
        #expect(kills.count > 0)
    }

    private func calls(of shop: RemoteShop, _ arguments: String...) async throws -> [Substring] {
        let log = shop.device + ".calls"
        let run = try await shop.run(arguments, under: KillSwitch(.countOnly, files: shop.device, log: log))
        #expect(run.status == .exited(0), "\(run.error)")
        return try KillSwitch.calls(in: log)
    }
}

@Suite(
    "A server that is killed at any of its writes, and started again", .ownThreads,
    .timeLimit(.minutes(10)))
struct ServerAccountKillTests {
    @Test func `while a device uses credits has the use once, and the device needs nobody's help`()
        async throws
    {
        let prepared = try await RemoteShop()
        let server = try await prepared.serve()
        try await prepared.succeed("buy", "consume5credits", "--yes")
        await server.kill()
        let stages = Mutex<Set<UseStage>>([])
        try await killServer(of: prepared, during: "spend", "2", says: 3, used: 2, charges: 1) { books in
            _ = stages.withLock { $0.insert(UseStage(books)) }
        }
        #expect(stages.withLock { $0 }.isSuperset(of: [.written, .confirmedAtStore, .confirmed]))
    }

    @Test func `while a device fetches and finishes what was bought elsewhere loses nothing of it`()
        async throws
    {
        let prepared = try await RemoteShop()
        let server = try await prepared.serve()
        for product in ["consume10credits", "consume5credits"] {
            try await prepared.succeed("buy", product, "--yes")
        }
        try await AccountKillTests.changePastTheDevice(prepared.account(), prepared.server)
        await server.kill()
        try await killServer(
            of: prepared, during: "balance", says: nil, credits: 13, used: 2, charges: 3, refunds: 1)
    }

    @Test func `while it learns what it forgot has all of it in the end`() async throws {
        let prepared = try await RemoteShop.putBack()
        try await killServer(of: prepared, during: "balance", says: 2, used: 3, charges: 2, refunds: 1)
    }

    /// - Parameters:
    ///   - credits: what the device says while the server may be down; nil if that varies.
    private func killServer(
        of prepared: RemoteShop, during arguments: String..., says credits: Int?, credits last: Int? = nil,
        used: Int,
        charges: Int, refunds: Int = 0, then look: @escaping @Sendable (Books) -> Void = { _ in }
    ) async throws {
        let counting = try prepared.copy()
        let log = counting.server + ".calls"
        let server = try await counting.serve(counting.killSwitch(.countOnly, log: log).environment)
        #expect(try await counting.run(arguments).status == .exited(0))
        await server.kill()
        let calls = try KillSwitch.calls(in: log)
        #expect(!calls.isEmpty)
        let left = last ?? credits ?? 0
        try await inParallel(
            KillSwitch.turningPoints(of: calls, isAnswering: true) + [calls.count + 1]
        ) { call in
            let shop = try prepared.copy()
            // It may be killed before it listens.
            let server = try? await shop.serve(shop.killSwitch(.killBefore(call: call)).environment)
            let run = try await shop.run(arguments)
            #expect(run.status == .exited(0), "killed at call \(call): \(run.error)")
            if let credits { #expect(run.output == "\(credits) monkey credits\n", "killed at call \(call)") }
            await server?.kill()
            look(try shop.books())

            let next = try await shop.serve()
            try await expectAgreement(shop, credits: left, used: used, "server killed at call \(call)")
            await next.kill()
            try expectAudit(shop.audit(), charges: charges, refunds: refunds)
            try expectNothingLost(shop, used: used, "server killed at call \(call)")
        }
    }
}

extension RemoteShop {
    /// A shop with an older copy of the server's database, from before a purchase, a refund and a use that
    /// the device knows.
    fileprivate static func putBack() async throws -> RemoteShop {
        let shop = try await RemoteShop()
        var server = try await shop.serve()
        try await shop.succeed("buy", "consume10credits", "--yes")
        await server.kill()
        let putBack = try shop.keepServer()
        server = try await shop.serve()
        try await shop.succeed("buy", "consume5credits", "--yes")
        try await shop.succeed("spend", "3")
        let store = try shop.store()
        let ten = try store.purchases().last { $0.productIdentifier == MonkeyCredits.ten }
        _ = try store.perform(.refund, on: #require(ten).key.rawValue)
        try await expectAgreement(shop, credits: 2, used: 3, "before it is put back")
        await server.kill()
        try putBack()
        return shop
    }
}

extension Books {
    /// Nothing is in a queue, and no use waits.
    fileprivate var isQuiet: Bool { unfinished == 0 && unsettled == 0 && usesWaiting == 0 }
}

/// Expects a device's next run to end with nothing to complain about, and the device to know what it should.
private func expectAgreement(
    _ shop: RemoteShop, credits: Int, used: Int, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let next = try await shop.run("balance")
    #expect(
        next.status == .exited(0) && next.output == "\(credits) monkey credits\n" && next.error.isEmpty,
        "\(comment): \(next)", sourceLocation: sourceLocation)
    let books = try shop.books(isServerRunning: true)
    #expect(
        books.balance == credits && books.used == used && books.isQuiet, "\(comment): \(books)",
        sourceLocation: sourceLocation)
}

/// Expects a server that does not run to have all uses, with nothing left to be finished.
private func expectNothingLost(
    _ shop: RemoteShop, used: Int, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let books = try shop.books()
    #expect(
        books.usedAtStore == used && books.isQuiet, "\(comment): \(books)", sourceLocation: sourceLocation)
}
