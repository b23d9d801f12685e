import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@Suite("Admin routes", .server, .timeLimit(.minutes(5)))
struct AdminRouteTests {
    let server = RunningServer.current

    @Test
    func `approve, refund and the rest work on a payment's key and on a transaction's number, and once`()
        async throws
    {
        let jane = try await Customer()
        try await server.set(#"{"asksToBuy": true}"#)
        _ = try await jane.buy("one")
        _ = try await jane.buy("two")
        let approved: PurchaseSummary = try await server.admin("POST", "purchases/one/approve").decode()
        #expect(approved.status == .purchased && approved.actions == ["refund"])
        #expect(approved.account == jane.session.account)
        let number = try #require(approved.transactionIdentifier)
        let refunded: PurchaseSummary = try await server.admin("POST", "purchases/\(number)/refund").decode()
        #expect(refunded.status == .revoked)
        #expect(try await server.admin("POST", "purchases/two/decline").status == 200)
        for (path, status) in [
            ("one/approve", 409), ("two/refund", 409), ("\(number)/refund", 409), ("three/approve", 404),
            ("2000000000009999/refund", 404), ("one/juggle", 404), ("one/", 405),
        ] {
            #expect(try await server.admin("POST", "purchases/" + path).status == status, "\(path)")
        }
        #expect(try await jane.unsettled("one", "two").map(\.state) == ["revoked", "failed"])
    }

    @Test(arguments: [("a b", "a%20b"), ("a/b", "a%2Fb"), ("\u{FC}", "%C3%BC"), ("a%41", "a%2541")])
    func `a payment's key stands in the path percent-encoded`(key: String, path: String) async throws {
        try await server.set(#"{"asksToBuy": true}"#)
        _ = try await Customer().buy(IdempotencyKey(rawValue: key))
        let approved: PurchaseSummary = try await server.admin("POST", "purchases/\(path)/approve").decode()
        #expect(approved.key.rawValue == key && approved.status == .purchased)
    }

    @Test func `transactions say what was signed, and have a number before they are paid`() async throws {
        let jane = try await Customer()
        func transactions(_ query: String = "") async throws -> [TransactionSummary] {
            try await server.admin("GET", "transactions" + query).decode()
        }
        _ = try await jane.buy("one")
        try await server.set(#"{"asksToBuy": true}"#)
        _ = try await jane.buy("two")
        let all = try await transactions("?account=\(jane.session.account)")
        #expect(all.map(\.key) == ["two", "one"])
        #expect(all.map(\.status) == [.deferred, .purchased])
        #expect(all.map { $0.signedTransaction == nil } == [true, false])
        #expect(all.map { $0.purchaseDate == nil } == [true, false])
        let waiting = try #require(all.first)
        #expect(
            try await server.admin("POST", "purchases/\(waiting.transactionIdentifier)/approve").status == 200
        )
        let approved = try await transactions()
        #expect(approved.map(\.transactionIdentifier) == all.map(\.transactionIdentifier))
        #expect(approved.map(\.status) == [.purchased, .purchased])
        #expect(try await transactions("?limit=1") == [approved[0]])
        #expect(try await transactions("?before=\(approved[0].number)") == [approved[1]])
        #expect(try await transactions("?before=\(approved[0].transactionIdentifier)") == [approved[1]])
        #expect(try await transactions("?account=jane") == approved)
        #expect(try await server.admin("GET", "transactions?before=x").status == 400)
        #expect(try await server.send("GET", "/admin/v1/transactions").status == 401)
    }

    @Test func `what the state of a purchase does not allow is refused with the state and its actions`()
        async throws
    {
        let jane = try await Customer()
        _ = try await jane.buy("one")
        #expect(try await server.admin("POST", "purchases/one/refund").status == 200)
        for (action, actions) in [("refund", "reverse-refund"), ("approve", "reverse-refund")] {
            let refused = try await server.admin("POST", "purchases/one/\(action)?account=jane")
            let start = "The transaction is revoked, so \(action) is not possible; nothing was changed."
            #expect(refused.status == 409 && refused.error?.message == "\(start) Its actions: \(actions).")
        }
    }

    @Test func `forgeries are made of what was paid, each anew, and change nothing`() async throws {
        let jane = try await Customer()
        try await server.set(#"{"asksToBuy": true}"#)
        _ = try await jane.buy("one")
        _ = try await jane.buy("two")
        #expect(try await server.admin("POST", "purchases/one/approve").status == 200)
        let before = try server.store.purchases().map(\.status)
        for forgery in Forgery.allCases {
            let path = "purchases/one/forgeries/\(forgery.rawValue)"
            let forged: [String: SignedTransaction] = try await server.admin("POST", path).decode()
            let signed = try #require(forged["signedTransactionInfo"])
            #expect(signed.unverifiedPayload != nil)
        }
        for (path, status) in [
            ("one/forgeries/juggle", 404), ("one/forgeries/", 404), ("two/forgeries/alg-none", 409),
            ("three/forgeries/alg-none", 404),
        ] {
            #expect(try await server.admin("POST", "purchases/" + path).status == status, "\(path)")
        }
        #expect(try server.store.purchases().map(\.status) == before)
    }

    @Test func `purchases come newest first, by account and by page`() async throws {
        let jane = try await Customer()
        let joe = try await Customer("joe")
        for key: IdempotencyKey in ["1", "2", "3"] { _ = try await jane.buy(key) }
        _ = try await joe.buy("4")
        func keys(_ query: String) async throws -> [String] {
            let answer = try await server.admin("GET", "purchases" + query)
            return try answer.decode([PurchaseSummary].self).map(\.key.rawValue)
        }
        #expect(try await keys("") == ["4", "3", "2", "1"])
        #expect(try await keys("?account=\(jane.session.account)&limit=2") == ["3", "2"])
        #expect(try await keys("?account=joe") == ["4"])
        let third = try #require(try server.store.purchases().first { $0.key == "3" }).number
        #expect(try await keys("?before=\(third)&limit=1") == ["2"])
        let identifier = PurchaseRecord.transactionIdentifier(of: third)
        #expect(try await keys("?before=\(identifier)") == ["2", "1"])
        for account in ["nobody", "%27%20OR%201%3D1", ""] {
            for path in ["purchases", "transactions", "subscriptions", "purchases/4"] {
                let answer = try await server.admin("GET", "\(path)?account=\(account)")
                #expect(answer.status == 404, "\(path) \(account)")
                #expect(answer.error?.message == "There is no such account.")
            }
        }
        for (query, sentence) in [
            ("?before=x", "before is a whole number."), ("?limit=", "limit is a whole number."),
            ("?limit=0", "limit is 1 to 1000."),
        ] {
            #expect(try await server.admin("GET", "purchases" + query).error?.message == sentence)
        }
        let wrong = ["-9223372036854775808", "0", "1001", "x", "99999999999999999999"].map { "?limit=" + $0 }
        for query in wrong + ["?before="] {
            for list in ["purchases", "transactions"] {
                #expect(try await server.admin("GET", list + query).status == 400, "\(list)\(query)")
            }
        }
    }

    @Test("what can be done is said of those purchases of an account that are asked for, at most a thousand")
    func actionsOfSome() async throws {
        let jane = try await Customer()
        let joe = try await Customer("joe")
        for key: IdempotencyKey in ["1", "2", "3"] { _ = try await jane.buy(key) }
        _ = try await joe.buy("4")
        func actions(of keys: [String], for account: String? = nil) async throws -> Answer {
            let names = keys.map { "\"\($0)\"" }.joined(separator: ",")
            let account = account ?? jane.session.account.rawValue
            let body = #"{"account": "\#(account)", "keys": [\#(names)]}"#
            return try await server.admin("POST", "purchases/actions", body: body)
        }
        _ = try await server.admin("POST", "purchases/2/refund")
        let some = try await actions(of: ["2", "3", "4", "nobody's"])
        #expect(try some.decode([String: [String]].self) == ["2": ["reverse-refund"], "3": ["refund"]])
        #expect(try await actions(of: ["3"], for: "jane").body == #"{"3":["refund"]}"#)
        #expect(try await actions(of: ["3"], for: "nobody").status == 404)
        #expect(try await actions(of: []).body == "{}")
        #expect(try await actions(of: (0..<1000).map { "key \($0)" }).status == 200)
        #expect(try await actions(of: (0...1000).map { "key \($0)" }).status == 400)
        // As clients write it that send nothing but ASCII: six bytes for the two of this character.
        let longest = String(repeating: #"\u00e9"#, count: IdempotencyKey.mostBytes / 2)
        #expect(try await actions(of: Array(repeating: longest, count: 1000)).body == "{}")
    }

    @Test func `what can be done to both is said of two payments whose keys JSON takes for one`()
        async throws
    {
        let jane = try await Customer()
        let keys = ["caf\u{E9}", "cafe\u{301}"]
        for key in keys { _ = try await jane.buy(IdempotencyKey(rawValue: key)) }
        func actions() async throws -> [[String]] {
            let body =
                #"{"account": "\#(jane.session.account)", "keys": ["\#(keys[0])", "\#(keys[1])"]}"#
            let answer = try await server.admin("POST", "purchases/actions", body: body)
            return try answer.decode([String: [String]].self).map(\.value)
        }
        #expect(try await actions() == [["refund"]])
        _ = try server.store.perform(.refund, on: keys[1])
        #expect(try await actions() == [[]])
    }

    @Test func `the clock stops, moves while it is stopped, and goes on from there`() async throws {
        func clock(_ move: String) async throws -> Int64 {
            let settings: StoreSettings = try await server.admin("POST", "clock", body: move).decode()
            return settings.moment(at: server.time.source.now()).milliseconds
        }
        let start = try await clock(#"{"advanceMilliseconds": 1000, "isFrozen": true}"#)
        server.time.advance(by: .seconds(3600))
        #expect(try await clock(#"{"advanceMilliseconds": 0}"#) == start)
        #expect(try await clock(#"{"advanceMilliseconds": -5000}"#) == start - 5000)
        // Purchases have the date of the clock.
        let jane = try await Customer()
        guard case .purchased(_, _, let date) = try await jane.buy("one").decode(PurchaseOutcome.self).result
        else {
            Issue.record("not purchased")
            return
        }
        #expect(date.milliseconds == start - 5000)
        #expect(try await clock(#"{"isFrozen": false}"#) == start - 5000)
        server.time.advance(by: .seconds(10))
        #expect(try await clock(#"{"advanceMilliseconds": 0}"#) == start + 5000)
        #expect(
            try await server.admin("PUT", "settings", body: #"{"frozenAt": 9223372036854775807}"#).status
                == 400)
    }

    @Test func `the clock moves, from where it is, and not out of time`() async throws {
        for _ in 0..<2 {
            let answer = try await server.admin("POST", "clock", body: #"{"advanceMilliseconds": 60000}"#)
            #expect(answer.status == 200)
        }
        #expect(try server.store.settings().clockOffsetMilliseconds == 120_000)
        for move in [Int64.max, .min, 4_000_000_000_000] {
            let answer = try await server.admin("POST", "clock", body: #"{"advanceMilliseconds": \#(move)}"#)
            #expect(answer.status == 400)
        }
        let settings = #"{"clockOffsetMilliseconds": 9223372036854775807}"#
        #expect(try await server.admin("PUT", "settings", body: settings).status == 400)
        #expect(try server.store.settings().clockOffsetMilliseconds == 120_000)
        #expect(try await Customer().buy("key").status == 200)
    }

    @Test func `settings that are not named stay, and null is what a new store has`() async throws {
        let first = #"{"allowsGracePeriod": true, "everyFailure": {"domain": "SKErrorDomain", "code": 2}}"#
        #expect(try await server.admin("PUT", "settings", body: first).status == 200)
        let second: StoreSettings = try await server.admin("PUT", "settings", body: #"{"asksToBuy": true}"#)
            .decode()
        #expect(second.asksToBuy && second.allowsGracePeriod && second.everyFailure == .paymentCancelled)
        #expect(try await server.admin("PUT", "settings", body: "{}").decode(StoreSettings.self) == second)
        let third: StoreSettings = try await server.admin(
            "PUT", "settings", body: #"{"everyFailure": null, "asksToBuy": null}"#
        ).decode()
        #expect(!third.asksToBuy && third.allowsGracePeriod && third.everyFailure == nil)
        // A client can send back what it got.
        let whole = try await server.admin("GET", "settings")
        #expect(
            try await server.admin("PUT", "settings", body: whole.body).decode(StoreSettings.self) == third)
    }

    @Test(arguments: [
        (
            "PUT", "settings", #"{"askToBuy": true}"#,
            "The field askToBuy of the body is not known. Did you mean asksToBuy?"
        ),
        (
            "PUT", "settings", #"{"network": "off"}"#,
            "The field network of the body is not one of these: up, down, answersLost."
        ),
        (
            "PUT", "settings", #"{"timeRate": 7}"#,
            "The field timeRate of the body is not one of these: 0, 1, 2,"
        ),
        (
            "POST", "accounts", #"{"account": "j", "password": "bananas for ever", "environment": "test"}"#,
            "The field environment of the body is not one of these: Sandbox, Production."
        ),
        (
            "POST", "purchases/one/aprove", "",
            "There is no such action; nothing was changed. Did you mean approve?"
        ),
        (
            "POST", "subscriptions/1/juggle", "",
            "There is no such action; nothing was changed. There are break-billing,"
        ),
        (
            "POST", "purchases/one/forgeries/alg", "",
            "There is no such action; nothing was changed. Did you mean alg-none?"
        ),
    ])
    func `words that nobody knows are refused with those that there are`(
        method: String, path: String, body: String, sentence: String
    ) async throws {
        let answer = try await server.admin(method, path, body: body)
        #expect([400, 404].contains(answer.status))
        #expect(answer.error?.message?.hasPrefix(sentence) == true, "\(answer.body)")
    }

    @Test(arguments: ["sandbox", "Sandbox", "SANDBOX", "production", "Production", "PRODUCTION"])
    func `an environment is taken as the manual writes it, and as Apple does`(word: String) async throws {
        let environment = #""environment": "\#(word)""#
        let account = #"{"account": "jane", "password": "bananas for ever", \#(environment)}"#
        let made = try await server.admin("POST", "accounts", body: account)
        #expect(made.status == 201)
        #expect(made.body.contains(#""environment":"\#(word.capitalized)""#))
    }

    @Test func `the fields of an answer always have one order`() async throws {
        _ = try await Customer().buy("one")
        for path in ["settings", "purchases", "transactions", "accounts"] {
            try await expectSortedFields(path)
        }
    }

    func expectSortedFields(_ path: String) async throws {
        let answer = try await server.admin("GET", path)
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        let sorted = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(answer.body == String(decoding: sorted, as: UTF8.self))
    }

    @Test func `accounts are made in either environment, and listed without secrets`() async throws {
        let body = #"{"account": "jane", "password": "bananas for ever", "environment": "Production"}"#
        #expect(try await server.admin("POST", "accounts", body: body).status == 201)
        let refusal = try await server.admin("POST", "accounts", body: body)
        #expect(refusal.status == 409 && refusal.error?.message?.contains("jane") == true)
        let list = try await server.admin("GET", "accounts").body
        #expect(list.contains(#""jane""#) && list.contains(#""Production""#))
        #expect(!list.contains("scrypt") && !list.contains("bananas"))
        #expect(try await server.signIn().environment == .production)
    }
}
