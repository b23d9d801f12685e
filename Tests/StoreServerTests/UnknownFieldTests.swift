import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

/// A field that nobody knows is a mistake of its author, and every route that reads JSON says so.
@Suite("Fields that nobody knows", .server(testStores: 2))
struct UnknownFieldTests {
    private let server = RunningServer.current

    /// A body for each route. The route would accept it, apart from the values in its path.
    private static let bodies: [String: String] = [
        "POST /store/v1/accounts": #"{"account": "joe", "password": "bananas for ever"}"#,
        "POST /store/v1/sessions": #"{"account": "jane", "password": "bananas for ever"}"#,
        "POST /store/v1/products": #"{"identifiers": []}"#,
        "POST /store/v1/certificates/proof": #"{"nonce": "\#(String(repeating: "A", count: 43))="}"#,
        "POST /store/v1/purchases": #"{"key": "k", "productIdentifier": "p", "quantity": 1}"#,
        "POST /store/v1/purchases/restored": #"{"limit": 1}"#,
        "POST /store/v1/account/exchange":
            #"{"since": {"revision": 0, "mark": ""}, "purchases": [], "uses": [], "limit": 1}"#,
        "POST /store/v1/account/comparison": #"{"subject": "uses", "elements": []}"#,
        "POST /store/v1/account/uses":
            #"{"id": "0d4f6a8e-0000-7000-8000-000000000000", "amount": 1, "date": 1}"#,
        "POST /store/v1/transactions/{id}/finish": #"{"signedDate": 1}"#,
        "PUT /admin/v1/settings": "{}", "POST /admin/v1/clock": #"{"isFrozen": true}"#,
        "POST /admin/v1/purchases": #"{"account": "jane", "product": "p"}"#,
        "POST /admin/v1/purchases/actions": #"{"account": "jane", "keys": []}"#,
        "POST /admin/v1/purchases/{id}/request-refund": "{}",
        "POST /admin/v1/accounts": #"{"account": "joe", "password": "bananas for ever"}"#,
        "PUT /admin/v1/retention/images/{id}/state": #"{"state": "APPROVED"}"#,
        "PUT /admin/v1/retention/messages/{id}/state": #"{"state": "APPROVED"}"#,
        "POST /admin/v1/retention/subscriptions/{id}": "{}",
        "POST /admin/v1/accounts/{id}/clock": #"{"isFrozen": true}"#,
        "PUT /admin/v1/notifications": "{}", "POST /admin/v1/notifications/send": #"{"type": "TEST"}"#,
        "POST /admin/v1/scenarios/{id}": "{}", "POST /stores": "{}", "PUT /stores/{store}/storefront": "{}",
    ]

    @Test func `are refused by each route that takes JSON, with those that there are`() async throws {
        let jane = try await Customer()
        let store = try await TestStoreClient()
        for (route, body) in Self.bodies {
            let parts = route.split(separator: " ").map(String.init)
            let path = parts[1].replacing("{store}", with: store.made.identifier).replacing("{id}", with: "1")
            let token = path.hasPrefix("/store/") ? jane.session.token : RunningServer.adminToken
            let more = body.dropLast() + (body == "{}" ? "" : ", ") + #""bananas": 1}"#
            let answer = try await server.send(parts[0], path, body: String(more), token: token)
            let sentence = answer.error?.message ?? ""
            #expect(answer.status == 400, "\(route): \(answer.body)")
            #expect(
                sentence.hasPrefix("The field bananas of the body is not known. There are "),
                "\(route): \(sentence)")
        }
        #expect(try server.store.purchases().isEmpty)
    }

    @Test func `are looked for in all routes whose bodies are described`() async throws {
        let answer = try await server.send("GET", "/openapi.json")
        let description = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        let paths = try #require(description?["paths"] as? [String: [String: Any]])
        var routes: Set<String> = []
        for (path, item) in paths where !path.contains("/inApps/") && !path.hasSuffix("/verifyReceipt") {
            for (method, route) in item {
                let content = ((route as? [String: Any])?["requestBody"] as? [String: Any])?["content"]
                guard (content as? [String: Any])?["application/json"] != nil else { continue }
                routes.insert("\(method.uppercased()) \(path)")
            }
        }
        // Only an SSH host has a use for this route, and only its server has it.
        #expect(routes.subtracting(["POST /store/v1/visits"]) == Set(Self.bodies.keys))
    }

    @Test(arguments: [
        (
            #"{"bundleId": "com.example.app"}"#,
            "The field bundleId of the body is not known. Did you mean bundleIdentifier?"
        ),
        (
            #"{"settings": {"askToBuy": true}}"#,
            "The field settings.askToBuy of the body is not known. Did you mean asksToBuy?"
        ),
        (
            #"{"accounts": [{"account": "a", "password": "bananas for ever", "enviroment": "sandbox"}]}"#,
            "The field accounts[0].enviroment of the body is not known. Did you mean environment?"
        ),
        (
            #"{"notifications": {"sandBox": "http://127.0.0.1:9/"}}"#,
            "The field notifications.sandBox of the body is not known. Did you mean sandbox?"
        ),
        (
            #"{"settings": {"everyFailure": {"domain": "SKErrorDomain", "code": 2, "text": ""}}}"#,
            "The field settings.everyFailure.text of the body is not known. There are domain, code, message, detail."
        ),
    ])
    func `are found wherever they are, and the right one is guessed`(
        body: String, sentence: String
    ) async throws {
        let answer = try await server.testStore("POST", "", body: body)
        #expect(answer.status == 400)
        #expect(answer.error?.message?.hasPrefix(sentence) == true, "\(answer.body)")
        #expect(try await server.testStore("GET", "").body == "[]")
    }

    @Test func `may be in what Apple's clients send, as at Apple's servers`() async throws {
        let developer = try Developer()
        let now = server.time.source.now().milliseconds
        let history = #"{"startDate": \#(now - 1000), "endDate": \#(now), "bananas": 1}"#
        #expect(
            try await developer.send("POST", "/inApps/v1/notifications/history", body: history).status == 200)
        let receipt = try await server.send(
            "POST", "/verifyReceipt", body: #"{"receipt-data": "x", "bananas": 1}"#)
        #expect(receipt.body.contains("21002"))
    }

    @Test(arguments: [
        ("bundleId", "bundleIdentifier"), ("askToBuy", "asksToBuy"), ("ENVIRONMENT", "environment"),
        ("enviroment", "environment"), ("bananas", nil), ("x", nil), ("", nil),
    ])
    func `have a suggestion where one is like them`(word: String, suggestion: String?) {
        #expect(["asksToBuy", "environment", "bundleIdentifier", "key"].nearest(to: word) == suggestion)
    }
}
