import NIOCore
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreServer

@Suite("Failed attempts to sign in", .timeLimit(.minutes(5)))
struct LoginThrottleTests {
    private let time = ManualTime()
    private let throttle: LoginThrottle

    init() { throttle = LoginThrottle(time: time.source) }

    /// An attempt with a wrong password. Returns the seconds to wait, or nil if it is let through.
    private func attempt(
        _ account: String, from address: String = "192.0.2.1", at server: LoginThrottle? = nil
    ) async throws -> Int64? {
        do {
            try await (server ?? throttle).attempt(
                account: AccountName(rawValue: account)!, from: network(address)
            ) {
                throw AccountError.wrongPassword
            }
            return nil
        } catch AccountError.wrongPassword {
            return nil
        } catch let failure as HTTPFailure {
            return failure.retryAfter
        }
    }

    private func signIn(
        _ account: String, from address: String = "192.0.2.1", at server: LoginThrottle? = nil
    ) async throws {
        try await (server ?? throttle).attempt(
            account: AccountName(rawValue: account)!, from: network(address)
        ) {}
    }

    private func network(_ address: String) -> ClientNetwork {
        ClientNetwork(try! SocketAddress(ipAddress: address, port: 1))
    }

    @Test
    func `slow an account down from the fourth one on, twice as long each time, up to five minutes`()
        async throws
    {
        var waits: [Int64] = []
        for _ in 0..<16 {
            while let wait = try await attempt("jane") {
                waits.append(wait)
                time.advance(by: .seconds(wait))
            }
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    }

    @Test func `slow down only the account that they were for`() async throws {
        for _ in 0..<4 { _ = try await attempt("jane") }
        #expect(try await attempt("jane") == 1)
        #expect(try await attempt("joe") == nil)
    }

    /// Makes the attempts of `names` at once. Each ends only when all that are let in have begun. Returns how
    /// many were checked.
    private func attemptAtOnce(
        _ names: [String], isRight: Bool, room: Int, at server: LoginThrottle? = nil
    ) async -> (checked: Int, refused: Int) {
        let throttle = server ?? self.throttle
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let (gate, gateKeeper) = AsyncStream.makeStream(of: Void.self)
        async let opened: Void = {
            var count = 0
            for await _ in begun {
                count += 1
                if count == room { break }
            }
            gateKeeper.finish()
        }()
        let checked = await withTaskGroup(of: Bool.self) { group in
            for name in names {
                group.addTask { [network] in
                    do {
                        try await throttle.attempt(
                            account: AccountName(rawValue: name)!, from: network("192.0.2.1")
                        ) {
                            beginning.yield()
                            for await _ in gate {}
                            if !isRight { throw AccountError.wrongPassword }
                        }
                        return true
                    } catch { return error as? AccountError == .wrongPassword }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await opened
        return (checked, names.count - checked)
    }

    @Test func `a hundred wrong ones at once are not a hundred guesses`() async throws {
        let names = Array(repeating: "jane", count: 100)
        #expect(await attemptAtOnce(names, isRight: false, room: 4) == (4, 96))
    }

    @Test func `right ones that are under way do not count as failures, however many come at once`()
        async throws
    {
        #expect(await attemptAtOnce((0..<60).map { "account \($0)" }, isRight: true, room: 21) == (60, 0))
        #expect(await attemptAtOnce(Array(repeating: "jane", count: 30), isRight: true, room: 4) == (30, 0))
    }

    /// A throttle with a limit of right passwords.
    private func limited(sparing address: String? = nil) -> LoginThrottle {
        let signIns = TokenBuckets<AccountName>(rate: Rate(perDay: 14_400, atOnce: 10), time: time.source)
        return LoginThrottle(time: time.source, signIns: signIns, sparing: address.map(network))
    }

    @Test func `right ones are let through ten at once, and then one in six seconds, from everywhere`()
        async throws
    {
        let server = limited()
        for number in 0..<10 { try await signIn("jane", from: "192.0.2.\(number % 2)", at: server) }
        let refusal = await #expect(throws: HTTPFailure.self) {
            try await signIn("jane", from: "192.0.2.9", at: server)
        }
        #expect(refusal?.retryAfter == 6 && refusal?.error.code == StoreError.tooManyAttempts.code)
        try await signIn("joe", at: server)
        time.advance(by: .seconds(6))
        try await signIn("jane", at: server)
        await #expect(throws: HTTPFailure.self) { try await signIn("jane", at: server) }
    }

    @Test func `right ones that were under way together all count for those that come later`() async throws {
        let server = limited()
        for _ in 0..<9 { try await signIn("jane", at: server) }
        let names = Array(repeating: "jane", count: 4)
        #expect(await attemptAtOnce(names, isRight: true, room: 4, at: server) == (4, 0))
        let refusal = await #expect(throws: HTTPFailure.self) { try await signIn("jane", at: server) }
        #expect(refusal?.retryAfter == 24)
    }

    @Test func `wrong ones take nothing from the limit of right ones`() async throws {
        let server = limited()
        for number in 0..<100 {
            #expect(try await attempt("jane", from: "192.0.2.\(number)", at: server) == nil)
        }
        for _ in 0..<10 { try await signIn("jane", from: "198.51.100.7", at: server) }
    }

    @Test func `right ones have no limit in a network that is spared`() async throws {
        let server = limited(sparing: "192.0.2.1")
        for _ in 0..<20 { try await signIn("jane", from: "192.0.2.1", at: server) }
        for _ in 0..<10 { try await signIn("jane", from: "192.0.2.2", at: server) }
        await #expect(throws: HTTPFailure.self) { try await signIn("jane", from: "192.0.2.2", at: server) }
    }

    @Test func `never refuse the owner at a place where the owner has signed in, whatever others try there`()
        async throws
    {
        try await signIn("jane")
        for number in 0..<34 { _ = try await attempt("account \(number)") }
        #expect(try await attempt("another") != nil)
        try await signIn("jane")
        // For the owner's own account it takes some seconds.
        for number in 0..<34 {
            async let wait = attempt("jane")
            if number > 3 {
                await time.waitForSleepers()
                time.advance(by: .seconds(4))
            }
            #expect(try await wait == nil)
        }
        async let signedIn: Void = signIn("jane")
        await time.waitForSleepers()
        time.advance(by: .seconds(4))
        try await signedIn
    }

    @Test func `slow an address down whatever the accounts are`() async throws {
        for number in 0..<21 { #expect(try await attempt("account \(number)") == nil) }
        #expect(try await attempt("another") == 1)
        #expect(try await attempt("another", from: "192.0.2.2") == nil)
    }

    @Test func `are forgotten for the account that gets in, not for the address that tried others'`()
        async throws
    {
        for _ in 0..<3 { _ = try await attempt("jane") }
        try await signIn("jane")
        #expect(try await attempt("jane") == nil)
        for number in 0..<17 { _ = try await attempt("account \(number)") }
        #expect(try await attempt("mine") == 1)
    }

    @Test func `do not lock the owner out: not from another network, and not if they come from many`()
        async throws
    {
        try await signIn("jane", from: "198.51.100.7")
        for number in 0..<100 { #expect(try await attempt("jane", from: "192.0.2.\(number + 1)") == nil) }
        #expect(try await attempt("jane", from: "192.0.2.200") == nil)
        // By now the account as a whole has to wait, but never for long.
        var waits: [Int64] = []
        for number in 0..<6 {
            while let wait = try await attempt("jane", from: "203.0.113.\(number + 1)") {
                waits.append(wait)
                time.advance(by: .seconds(wait))
            }
        }
        #expect(waits == [1, 2, 4, 8, 8, 8])
        try await signIn("jane", from: "198.51.100.7")
    }

    @Test func `are counted for a whole IPv6 network, and for this machine under all its addresses`()
        async throws
    {
        for (index, address) in [
            "2001:db8::1", "2001:db8::2", "2001:db8::ffff:1", "2001:db8:0:ff::7",
        ].enumerated() {
            #expect(try await attempt("jane", from: address) == nil, "\(index)")
        }
        #expect(try await attempt("jane", from: "2001:db8::99") == 1)
        #expect(try await attempt("jane", from: "2001:db8:0:100::1") == nil)
        #expect(network("127.0.0.1") == network("127.9.9.9") && network("127.0.0.1") == network("::1"))
        #expect(network("::ffff:192.0.2.1") == network("192.0.2.1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
    }

    @Test func `of any number of names are remembered in a table that does not grow without end`()
        async throws
    {
        for number in 0..<(LoginThrottle.mostRecords + 10) {
            _ = try await attempt(
                "account \(number)", from: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)")
            #expect(throttle.recordCount <= LoginThrottle.mostRecords)
        }
    }

    @Test func `are forgotten after an hour without one`() async throws {
        for _ in 0..<4 { _ = try await attempt("jane") }
        time.advance(by: .seconds(3601))
        for _ in 0..<4 { #expect(try await attempt("jane") == nil) }
    }

    #if Postgres
    @Test(
        "count together if several servers are one store",
        .enabled(if: TestedDatabase.address != nil, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
    func severalServers() async throws {
        let folder = try TemporaryDirectory()
        let database = try TestedDatabase.address(for: folder.path)
        let throttles = try (0..<2).map { _ in
            LoginThrottle(store: try AppStore.bundled(in: folder.path, database: database), time: time.source)
        }
        for number in 0..<4 { #expect(try await attempt("jane", at: throttles[number % 2]) == nil) }
        for server in throttles { #expect(try await attempt("jane", at: server) == 1) }
        time.advance(by: .seconds(1))
        #expect(try await attempt("jane", at: throttles[0]) == nil)
        #expect(try await attempt("jane", at: throttles[1]) == 2)
        time.advance(by: .seconds(2))
        try await signIn("jane", at: throttles[0])
        #expect(try await attempt("jane", at: throttles[1]) == nil)
    }

    @Test(
        "make nobody wait for longer, nor for a shorter time, if the clocks of servers are a minute apart",
        .enabled(if: TestedDatabase.address != nil, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
    func clocksApart() async throws {
        let folder = try TemporaryDirectory()
        let database = try TestedDatabase.address(for: folder.path)
        let throttles = try [Duration.zero, .seconds(60)].map { ahead in
            LoginThrottle(
                store: try AppStore.bundled(in: folder.path, database: database),
                time: time.source(ahead: ahead))
        }
        for _ in 0..<4 { #expect(try await attempt("jane", at: throttles[1]) == nil) }
        for pause in [1, 2, 4] as [Int64] {
            for server in throttles { #expect(try await attempt("jane", at: server) == pause) }
            time.advance(by: .seconds(pause))
            #expect(try await attempt("jane", at: throttles[0]) == nil)
        }
    }
    #endif

    @Test func `a clock that is put back makes nobody wait for longer than the pause`() async throws {
        for _ in 0..<4 { _ = try await attempt("jane") }
        time.advance(by: .seconds(-86_400))
        #expect(try await attempt("jane") == 1)
        time.advance(by: .seconds(1))
        #expect(try await attempt("jane") == nil)
        #expect(try await attempt("jane") == 2)
    }
}
