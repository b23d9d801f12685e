import Foundation
import NIOCore
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

@Suite("The description of the routes", .server(testStores: 1), .timeLimit(.minutes(5)))
struct OpenAPITests {
    private let server = RunningServer.current

    @Test func `names each route of the server, and no other`() async throws {
        let answer = try await server.send("GET", "/openapi.json")
        #expect(answer.status == 200 && answer.bytes == Array(StoreRoutes.description.readableBytesView))
        let described = try RouteDescription().operations.map(\.name)
        var options = ServerOptions(adminToken: "admin")
        options.hostToken = "host"
        let resources = RequestResources()
        let routes = StoreRoutes(
            options: options, time: server.time.source, logger: server.log.logger, resources: resources)
        let stores = TestStores(
            signingAs: server.store, options: options, resources: resources, time: server.time.source,
            logger: server.log.logger, most: 1)
        // What is forwarded to a test's store is described in words.
        let addresses = routes.addresses(
            for: try ServedStore(server.store, options: options), ConnectionTable(ConnectionLimits()), stores
        ).filter { !$0.hasSuffix("/**") }
        #expect(Set(addresses).subtracting(described) == [], "These have no description.")
        #expect(Set(described).subtracting(addresses) == [], "These descriptions have no route.")
    }

    @Test func `names the scenarios and the forgeries that there are`() async throws {
        let object = try JSONSerialization.jsonObject(with: Data(StoreRoutes.description.readableBytesView))
        let description = try #require(object as? [String: Any])
        func names(_ path: String...) -> Set<String> {
            var value: Any? = description
            for name in path {
                value =
                    (value as? [Any]).flatMap { list in Int(name).map { list[$0] } }
                    ?? (value as? [String: Any])?[name]
            }
            return Set(value as? [String] ?? [])
        }
        #expect(
            names("components", "schemas", "ScenarioName", "enum") == Set(Scenario.allCases.map(\.rawValue)))
        let forgeries = "/admin/v1/purchases/{id}/forgeries/{action}"
        #expect(
            names("paths", forgeries, "post", "parameters", "1", "schema", "enum")
                == Set(Forgery.allCases.map(\.rawValue)))
    }

    private static let unreadable =
        "The body is not JSON in UTF-8, is nested too deep, or has a number that does not fit."
    private static let unfit =
        "A number in the body has a fraction, or is too large; /openapi.json says which are taken."

    @Test(
        "A body that is refused is told which field is wrong, and what it has to be; nothing is charged",
        arguments: [
            (#"{"key": "k", "quantity": 1}"#, "The field productIdentifier of the body is missing."),
            (
                #"{"key": "k", "productIdentifier": "p", "quantity": "1"}"#,
                "The field quantity of the body has to be a whole number."
            ),
            (
                #"{"key": 1, "productIdentifier": "p", "quantity": 1}"#,
                "The field key of the body has to be a text."
            ),
            (
                #"{"key": "k", "productIdentifier": ["p"], "quantity": 1}"#,
                "The field productIdentifier of the body has to be a text."
            ),
            (#"{"key": "k", "productIdentifier": "p", "quantity": 1.5}"#, unfit),
            (#"{"key": "k", "productIdentifier": "p", "quantity": 9223372036854775808}"#, unfit),
            (#"{"key": "k", "productIdentifier": "p", "quantity": 1.5"#, unreadable),
            (
                #"{"key": "k", "productIdentifier": "p", "quantity": 1,}"#,
                "The body is not JSON: there is a comma before ] or }."
            ),
            (#"{"key": "", "productIdentifier": "p", "quantity": 1}"#, "The field key of the body is empty."),
            (
                #"{"key": "\#(String(repeating: "k", count: 129))", "productIdentifier": "p", "quantity": 1}"#,
                "The field key of the body is not an identifier of at most 128 bytes."
            ),
            (
                #"{"key": "k", "productIdentifier": "p", "quantity": 1, "priceLimit": {"milliunits": 1}}"#,
                "The field priceLimit.currency of the body is missing."
            ),
            (
                #"{"key": "k", "productIdentifier": "p", "quantity": 1, "priceLimit": {"milliunits": 1, "currency": "usd"}}"#,
                "priceLimit is an amount from 0 and the three capital letters of its currency."
            ),
            ("[]", "The body has to be an object."),
            ("{", unreadable), ("", "The body is empty."),
        ])
    func sentences(body: String, sentence: String) async throws {
        let jane = try await Customer()
        let answer = try await server.send(
            "POST", "/store/v1/purchases", body: body, token: jane.session.token)
        #expect(answer.status == 400 && answer.error?.code == StoreError.paymentInvalid.code)
        #expect(answer.error?.message == sentence)
        #expect(try server.store.purchases().isEmpty)
    }
}
