import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@Suite("Accounts over HTTP", .server, .timeLimit(.minutes(5)))
struct AccountRouteTests {
    private let server = RunningServer.current

    /// Sends credentials to the route of sessions, or to that of accounts.
    private func send(
        _ account: String, _ password: String, to path: String = "sessions"
    ) async throws -> Answer {
        let credentials = StoreWire.Credentials(account: account, password: password)
        return try await server.send("POST", "/store/v1/" + path, json: credentials)
    }

    @Test func `one that is made is signed in; signing in again gives another token, and both count`()
        async throws
    {
        let jane = try await Customer()
        #expect(jane.session.name == "jane" && jane.session.environment == .sandbox)
        let answer = try await server.send("POST", "/store/v1/sessions", json: Customer.credentials)
        #expect(answer.status == 200)
        let second: StoreWire.Session = try answer.decode()
        #expect(second.account == jane.session.account && second.token != jane.session.token)
        for token in [jane.session.token, second.token] {
            #expect(try await server.send("GET", "/store/v1/settings", token: token).status == 200)
        }
    }

    @Test(arguments: [
        "Jane", "JANE", "ｊａｎｅ", "jane ", " jane", "ja\u{200B}ne", "jane\u{200D}", "j\u{430}ne", "\u{458}ane",
        "jane\u{FE0F}", "jane\u{3164}",
    ])
    func `one that looks like another is not one of its own`(name: String) async throws {
        _ = try await Customer()
        #expect(try await [400, 409].contains(send(name, "something else", to: "accounts").status))
        #expect(try server.store.allAccounts().compactMap(\.name) == ["jane"])
    }

    @Test(arguments: [
        " ", "\u{A0}", "\u{3000}", "\u{2800}", "\u{3164}", "a  b", "\u{441}\u{43E}\u{441}\u{43E}",
    ])
    func `a name that is blank, or looks like other letters, is refused`(name: String) async throws {
        #expect(try await send(name, "long enough", to: "accounts").status == 400)
    }

    @Test(arguments: ["guest-1", "a b  c", "\u{430}dmin"])
    func `the refusal of a name says all that a name has to be`(name: String) async throws {
        let refused = try await send(name, "long enough", to: "accounts")
        for words in ["1 to 64 characters", "no two in a row", "Cyrillic", "guest-"] {
            #expect(refused.status == 400 && refused.error?.message?.contains(words) == true, "\(words)")
        }
    }

    @Test(arguments: [
        ("Mu\u{308}ller", "müller"), ("Анна", "анна"), ("Άννα", "άννα"), ("小猿", "小猿"),
        ("O'Neill Jr.", "o'neill jr."),
        ("한글", "한글"), ("🐒", "🐒"),
    ])
    func `names of all alphabets are names, and signing in does not ask for capital letters`(
        name: String, kept: String
    ) async throws {
        #expect(
            try await send(name, "long enough", to: "accounts").decode(StoreWire.Session.self).name == kept)
        #expect(try await send(name.uppercased(), "long enough").status == 200)
    }

    @Test func `signing out ends one session and no other`() async throws {
        let jane = try await Customer()
        let second = try await server.signIn()
        let answer = try await jane.send("DELETE", "sessions/current")
        #expect(answer.status == 204 && answer.body.isEmpty)
        let refused = try await jane.send("GET", "settings")
        #expect(refused.error.map { .signInNeeded ~= $0 } == true)
        #expect(try await server.send("GET", "/store/v1/settings", token: second.token).status == 200)
    }

    @Test func `a name is taken once`() async throws {
        _ = try await Customer()
        let answer = try await send("jane", "something else", to: "accounts")
        #expect(answer.status == 409 && answer.error.map { .accountTaken ~= $0 } == true)
    }

    @Test(arguments: [
        ("", "long enough"), (String(repeating: "a", count: 65), "long enough"),
        ("a\u{1b}[2J", "long enough"),
        ("jane", "short"), ("jane", String(repeating: "a", count: 257)),
        ("jane", "long enough\0"), ("jane", "long\0enough"),
    ])
    func `an unusable name or password makes no account`(name: String, password: String) async throws {
        let answer = try await send(name, password, to: "accounts")
        #expect(answer.status == 400 && answer.error?.code == StoreError.paymentInvalid.code)
        #expect(try server.store.allAccounts().count == 1)
    }

    @Test("a password with a NUL after it is another one", arguments: ["\0", "\0\0\0\0"])
    func paddedPassword(padding: String) async throws {
        _ = try await Customer()
        let answer = try await send("jane", Customer.password + padding)
        #expect(answer.status == 400 && answer.error?.code == StoreError.paymentInvalid.code)
    }

    @Test
    func `a wrong password and a name that is nobody's are told alike, and slow the next attempt down`()
        async throws
    {
        // An administrator made it: nobody has signed in to it from here.
        _ = try await server.admin(
            "POST", "accounts", body: #"{"account": "jane", "password": "\#(Customer.password)"}"#)
        for name in ["jane", "nobody"] {
            let answer = try await send(name, "not bananas")
            #expect(answer.status == 401 && answer.error.map { .forgottenPassword ~= $0 } == true)
            #expect(answer.error?.message == "The name or the password is wrong.")
        }
        for _ in 0..<3 { _ = try await send("jane", "not bananas") }
        let refused = try await send("jane", Customer.password)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"])
        #expect(refused.error?.domain == .account && refused.error?.code == 429)
        server.time.advance(by: .seconds(1))
        #expect(try await send("jane", Customer.password).status == 200)
    }

    @Test func `thirty that are made at once are all made`() async throws {
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try await send("customer \(number)", Customer.password, to: "accounts").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 201, count: 30))
    }

    @Test func `34 wrong attempts keep nobody out who has signed in from there`() async throws {
        let jane = try await Customer()
        for number in 0..<34 { _ = try await send("nobody \(number)", "not bananas") }
        #expect(try await send("somebody", "not bananas").status == 429)
        #expect(try await jane.send("GET", "settings").status == 200)
        #expect(try await send("jane", Customer.password).status == 200)
    }

    @Test(arguments: [
        ("DELETE", "sessions/current"), ("POST", "purchases"), ("POST", "account/exchange"),
        ("POST", "account/comparison"), ("POST", "account/uses"), ("POST", "transactions/1/finish"),
        ("GET", "transactions/1/receipt"), ("GET", "receipt"),
        ("GET", "settings"), ("GET", "updates"),
    ])
    func `nothing that is an account's answers without its token`(method: String, path: String) async throws {
        let forged = [
            "Bearer ", "Bearer x", "Basic amFuZTpi", "Bearer \(RunningServer.adminToken)", "' OR 1=1 --",
        ]
        for header in [nil] + forged {
            let answer = try await server.send(
                method, "/store/v1/" + path, headers: header.map { ["Authorization": $0] } ?? [:])
            let isRight = answer.error.map { StoreError.signInNeeded ~= $0 && $0.message != nil }
            #expect(answer.status == 401 && isRight == true, "\(header ?? "no header")")
        }
    }
}
