import Dispatch
import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Accounts with names: who they are, and what they see of each other.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    private let folder: TemporaryDirectory
    private let store: AppStore

    init() throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path, passwordRounds: 2)
    }

    private func session(
        _ name: AccountName, _ environment: StoreEnvironment = .sandbox
    ) async throws -> AccountSession {
        let (_, token) = try await store.createAccount(
            name: name, password: "correct horse", environment: environment)
        return try #require(try store.session(for: token, device: "d"))
    }

    @Test func `An account is made once, and signed in to with its password only`() async throws {
        let (account, first) = try await store.createAccount(name: "ada", password: "correct horse")
        let (again, second) = try await store.signIn(name: "ada", password: "correct horse")
        #expect(account == again && first != second)
        for token in [first, second] {
            #expect(try store.session(for: token, device: "d")?.account == account)
        }
        await #expect(throws: AccountError.nameTaken) {
            try await store.createAccount(name: "ada", password: "another one")
        }
        for (name, password): (AccountName, String) in [
            ("ada", "correct horsE"), ("ada", ""), ("eve", "correct horse"),
        ] {
            await #expect(throws: AccountError.wrongPassword) {
                try await store.signIn(name: name, password: password)
            }
        }
    }

    @Test(
        "A password is the same however its letters are composed",
        arguments: [
            ("caf\u{E9} au lait", "cafe\u{301} au lait"), ("cafe\u{301} au lait", "caf\u{E9} au lait"),
        ])
    func composedPassword(made: String, typed: String) async throws {
        _ = try await store.createAccount(name: "ada", password: made)
        for password in [made, typed] {
            #expect(try await store.signIn(name: "ada", password: password).0.name == "ada")
        }
        await #expect(throws: AccountError.wrongPassword) {
            try await store.signIn(name: "ada", password: "cafe au lait")
        }
    }

    @Test(
        "A password that a program keeps costs each guess 2^14 rounds of scrypt; one with another cost is as good",
        .onSQLite)
    func passwordCost() async throws {
        _ = try await store.createAccount(name: "ada", password: "correct horse")
        let programs = try AppStore(testedIn: folder.path)
        _ = try await programs.createAccount(name: "eve", password: "battery staple")
        let kept: String? = try SQLiteFile(folder.path + "/store.sqlite").value(
            "SELECT password FROM account WHERE name = 'eve'")
        #expect(try #require(kept).hasPrefix("scrypt$16384$"))
        #expect(try await programs.signIn(name: "ada", password: "correct horse").0.name == "ada")
        #expect(try await store.signIn(name: "eve", password: "battery staple").0.name == "eve")
    }

    @Test(arguments: [
        "", String(repeating: "n", count: 65), "a\u{1b}[2J", "a\u{202e}b", "ada\0n", "ada\n", "SHA256:x",
        "Guest-1",
        String(repeating: "e" + String(repeating: "\u{301}", count: 10), count: 20),
    ])
    func `Names that nobody could use are none`(text: String) { #expect(AccountName(rawValue: text) == nil) }

    @Test(
        "Passwords that nobody could use are refused",
        arguments: ["7 chars", String(repeating: "p", count: 257)])
    func noPassword(text: String) async throws {
        await #expect(throws: AccountError.badPassword) {
            try await store.createAccount(name: "ada", password: text)
        }
        #expect(try store.allAccounts().compactMap(\.name).isEmpty)
    }

    @Test
    func `A token ends when its session is signed out, and only that one; no other text is a token`()
        async throws
    {
        let (_, gone) = try await store.createAccount(name: "ada", password: "correct horse")
        let (_, stays) = try await store.signIn(name: "ada", password: "correct horse")
        try await store.signOut(gone)
        #expect(try store.session(for: gone, device: nil) == nil)
        #expect(try store.session(for: stays, device: nil) != nil)
        for text in ["", "x", "' OR 1=1 --", stays.rawValue + "A"] {
            #expect(try store.session(for: SessionToken(rawValue: text), device: nil) == nil)
        }
    }

    @Test(
        "A session that ends while it is looked up is not taken for one that goes on",
        arguments: [false, true])
    func endedMeanwhile(withAllOfAccount: Bool) throws {
        let (signedIn, token) = (SignedInAccounts(isShared: false), SessionToken.random())
        let (account, now) = (try store.embeddedSession().account, Timestamp(milliseconds: 1))
        func lookUp(ending: Bool) -> Account? {
            signedIn.account(of: token, at: now) {
                if ending {
                    if withAllOfAccount {
                        signedIn.remove([account.identifier])
                    } else {
                        signedIn.remove(token)
                    }
                }
                return (account, now)
            }
        }
        #expect(lookUp(ending: true) == account)
        #expect(signedIn.known(token, at: now) == nil)
        #expect(lookUp(ending: false) == account)
        #expect(signedIn.known(token, at: now) == account)
    }

    @Test
    func `An account that signs in too often loses the session that was not used for longest, and no other`()
        async throws
    {
        let time = ManualTime()
        let store = try AppStore(testedIn: folder.path, time: time.source, passwordRounds: 2)
        let (_, other) = try await store.createAccount(name: "eve", password: "correct horse")
        var tokens = [try await store.createAccount(name: "ada", password: "correct horse").1]
        func signIn() async throws -> SessionToken {
            try await store.signIn(name: "ada", password: "correct horse").1
        }
        while tokens.count < SessionTable.most {
            time.advance(by: .milliseconds(1))
            tokens.append(try await signIn())
        }
        // The newest one stays although the clock was put back.
        for step in [Duration.milliseconds(1), .seconds(-60)] {
            for token in tokens + [other] { #expect(try store.session(for: token, device: nil) != nil) }
            time.advance(by: step)
            tokens.append(try await signIn())
            let gone = tokens.removeFirst()
            #expect(try store.session(for: gone, device: nil) == nil)
        }
        for token in tokens + [other] { #expect(try store.session(for: token, device: nil) != nil) }
        #expect(try store.count("session") == SessionTable.most + 1)
    }

    @Test("The files hold neither passwords nor tokens", .onSQLite)
    func secretsAreNotKept() async throws {
        let (_, token) = try await store.createAccount(name: "ada", password: "correct horse")
        for file in ["store.sqlite", "store.sqlite-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + file))
            for secret in ["correct horse", token.rawValue] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil)
            }
        }
    }

    @Test func `An account sees, finishes and verifies its own purchases only, also under the same key`()
        async throws
    {
        let (ada, eve) = try await (session("ada"), session("eve"))
        let bought = try await ada.buy("same key")
        #expect(try await eve.unsettledPurchases(including: ["same key"]).isEmpty)
        try await eve.finish(#require(bought.transactionIdentifier))
        #expect(try await ada.unsettledPurchases(including: []) == [bought])
        let other = try await eve.buy("same key")
        #expect(other.transactionIdentifier != bought.transactionIdentifier)
        #expect(throws: TransactionVerifier.Failure.wrongAccount) {
            try eve.verifier().verify(#require(bought.signed))
        }
    }

    /// Two devices of a new account.
    private func devices(of name: AccountName) async throws -> (phone: AccountSession, desk: AccountSession) {
        let (_, token) = try await store.createAccount(name: name, password: "correct horse")
        return (
            try #require(try store.session(for: token, device: "phone")),
            try #require(try store.session(for: token, device: "desk"))
        )
    }

    @Test func `A purchase reaches every device of its account, and the first finish takes it out of all`()
        async throws
    {
        let (phone, desk) = try await devices(of: "ada")
        let bought = try await phone.buy("a")
        for device in [phone, desk] {
            #expect(try await device.unsettledPurchases(including: []) == [bought])
        }
        // The same payment in a copy of the phone's queue is the same purchase.
        #expect(try await desk.buy("a") == bought)
        try await desk.finish(#require(bought.finished))
        for device in [phone, desk] { #expect(try await device.unsettledPurchases(including: []).isEmpty) }
    }

    @Test
    func
        `What an account buys, finishes and uses is told to all of its devices, with its revision, and to nobody else`()
        async throws
    {
        let ((phone, desk), eve) = try await (devices(of: "ada"), session("eve"))
        var (heardByPhone, heardByDesk) = (
            phone.updates().makeAsyncIterator(), desk.updates().makeAsyncIterator()
        )
        var heardByEve = eve.updates().makeAsyncIterator()
        func use(_ number: Int) -> Use {
            let id = UseIdentifier(rawValue: "00000000-0000-7000-8000-00000000000\(number)")
            return Use(id: id, amount: 1, date: Timestamp(milliseconds: 1))
        }
        let bought = try await phone.buy("a")
        #expect(await heardByPhone.next() == .accountChanged(revision: 1))
        #expect(await heardByDesk.next() == .accountChanged(revision: 1))
        try await desk.finish(#require(bought.finished))
        #expect(await heardByPhone.next() == .accountChanged(revision: 2))
        #expect(await heardByDesk.next() == .accountChanged(revision: 2))
        _ = try await desk.use(use(1))
        #expect(await heardByPhone.next() == .accountChanged(revision: 3))
        #expect(await heardByDesk.next() == .accountChanged(revision: 3))
        // What a device's replica gives back is new to the others.
        _ = try await phone.exchange(ExchangeRequest(since: .beginning, uses: [use(2)]))
        #expect(await heardByPhone.next() == .accountChanged(revision: 4))
        #expect(await heardByDesk.next() == .accountChanged(revision: 4))
        // A repetition changes nothing.
        _ = try await phone.buy("a")
        try await phone.finish(#require(bought.finished))
        _ = try await phone.use(use(1))
        _ = try store.perform(.refund, on: #require(bought.transactionIdentifier).rawValue)
        #expect(await heardByPhone.next() == .accountChanged(revision: 5))
        let (ada, other) = (phone.account.identifier, eve.account.identifier)
        let progress = try store.database.read { try AccountTable.progress(of: [ada, other], $0) }
        #expect(progress[ada]?.revision == 5 && progress[other]?.revision == 0)
        try store.set { $0.asksToBuy = true }
        #expect(try await heardByEve.next() == .settingsChanged(store.settings()))
    }

    @Test(arguments: [0, 1, 2, 16, 17, 256, 257, 300])
    func `How far accounts are is read of each of them, however many they are`(count: Int) async throws {
        var wanted: [AccountIdentifier: AccountProgress] = [:]
        for number in 0..<count {
            let session = try store.customer("\(number)")
            let isBuyer = number % 7 == 3
            if isBuyer { try await session.buy("a") }
            wanted[session.account.identifier] = AccountProgress(revision: isBuyer ? 1 : 0, otherChanges: 0)
        }
        try await store.customer("another").buy("a")
        let accounts = Array(wanted.keys)
        #expect(try store.database.read { try AccountTable.progress(of: accounts, $0) } == wanted)
    }

    /// A store, what an account bought there, and the database of before the account was made.
    private struct Forgotten {
        let fixture: PutBackFixture
        let before: [UInt8]
        let account: Account
        let token: SessionToken
        let bought: SignedTransaction

        init(_ make: (AppStore) async throws -> (Account, SessionToken)) async throws {
            fixture = try PutBackFixture(catalogue: .bundled())
            before = try fixture.copy()
            (account, token) = try await make(fixture.store)
            let session = AccountSession(store: fixture.store, account: account)
            bought = try #require(try await session.buy("a").signed)
        }

        /// The store after the database was put back.
        func store() throws -> AppStore { try fixture.store(with: before) }

        /// Whether an account gets back what was bought, when its device meets the store.
        func isGivenBack(to account: Account, at store: AppStore) async throws -> Bool {
            let session = AccountSession(store: store, account: account)
            let request = ExchangeRequest(since: .beginning, purchases: [bought])
            let isGivenBack = try await !session.exchange(request).changes.isEmpty
            let audit = try store.audit()
            #expect(audit.findings == [] && audit.accounts.map(\.charges) == (isGivenBack ? [1] : []))
            #expect(try store.sums(of: account.identifier).credits == (isGivenBack ? 5 : 0))
            return isGivenBack
        }
    }

    @Test(
        "An account that an older copy of the database does not know is the same one when it is made again, and gets its purchases back",
        arguments: [false, true])
    func madeAgain(isVisitor: Bool) async throws {
        let visitor = try #require(VisitorName(rawValue: "SHA256:" + String(repeating: "a", count: 43)))
        func make(at store: AppStore) async throws -> (Account, SessionToken) {
            isVisitor
                ? try await store.admit(visitor)
                : try await store.createAccount(name: "ada", password: "correct horse")
        }
        let forgotten = try await Forgotten(make)
        let store = try forgotten.store()
        #expect(try store.session(for: forgotten.token, device: "d") == nil)
        let (again, _) = try await make(at: store)
        #expect(again == forgotten.account)
        #expect(try await forgotten.isGivenBack(to: again, at: store))
    }

    @Test(
        "An account with another name, password or environment is another one, and gets nothing of the first",
        arguments: [
            ("eve", "correct horse", StoreEnvironment.sandbox), ("ada", "battery staple", .sandbox),
            ("ada", "correct horse", .production),
        ] as [(AccountName, String, StoreEnvironment)])
    func notMadeAgain(name: AccountName, password: String, environment: StoreEnvironment) async throws {
        let forgotten = try await Forgotten {
            try await $0.createAccount(name: "ada", password: "correct horse")
        }
        let store = try forgotten.store()
        let other = try await store.createAccount(name: name, password: password, environment: environment).0
        #expect(
            other.identifier != forgotten.account.identifier && other.number != forgotten.account.number)
        #expect(try await !forgotten.isGivenBack(to: other, at: store))
    }

    @Test func `An account's environment is that of its purchases`() async throws {
        let session = try await session("ada", .production)
        let signed = try #require(try await session.buy("a").signed)
        #expect(try session.verifier().verify(signed).environment == .production)
    }

    @Test func `More passwords than may wait are refused at once, and all others are tried`() async throws {
        let threads = PasswordThreads()
        let room = PasswordThreads.mostWaiting + max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
        let gate = DispatchSemaphore(value: 0)
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<room + 5 {
                    group.addTask {
                        do {
                            try await threads.run {
                                gate.wait()
                                gate.signal()
                            }
                            return true
                        } catch AccountError.busy { return false }
                    }
                }
                // Nothing else can end while the gate is closed.
                for _ in 0..<5 { #expect(try await group.next() == false) }
                gate.signal()
                let made = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                #expect(made == room)
            }
        } onCancel: {
            gate.signal()
        }
    }
}
