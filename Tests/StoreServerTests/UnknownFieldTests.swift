import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

/// A field that nobody knows is a mistake of its author: `DescribedRefusalTests` asks every route that reads
/// JSON.
@Suite("Fields that nobody knows", .server(testStores: 2), .timeLimit(.minutes(5)))
struct UnknownFieldTests {
    private let server = RunningServer.current

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

    @Test(arguments: [
        ("bundleId", "bundleIdentifier"), ("askToBuy", "asksToBuy"), ("ENVIRONMENT", "environment"),
        ("enviroment", "environment"), ("bananas", nil), ("x", nil), ("", nil),
    ])
    func `have a suggestion if one is like them`(word: String, suggestion: String?) {
        #expect(["asksToBuy", "environment", "bundleIdentifier", "key"].nearest(to: word) == suggestion)
    }
}
