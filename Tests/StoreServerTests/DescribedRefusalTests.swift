import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

private let hostToken = "a token for the host"

/// What `openapi.json` says is refused is refused by each route, with the status that is there, and changes
/// nothing.
@Suite(
    "Refusals of all routes", .timeLimit(.minutes(5)),
    .server(testStores: 2) {
        $0.hostToken = hostToken
        $0.listening.connections.lingerTimeout = .milliseconds(1)
    })
struct DescribedRefusalTests {
    private let server = RunningServer.current
    private let jane: Customer
    private let store: TestStoreClient
    /// The numbers of transactions.
    private let purchases: (sandbox: String, production: String)
    private let operations: [RouteDescription.Operation]

    init() async throws {
        jane = try await Customer()
        store = try await TestStoreClient()
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        purchases = (
            try #require(outcome.transactionIdentifier).rawValue, try await server.purchase(.production).1
        )
        operations = try RouteDescription().operations
    }

    /// What is asked for is there, so that it is not refused because it is missing.
    private func path(of operation: RouteDescription.Operation) -> String {
        var values = ["store": store.made.identifier]
        if operation.path.contains("/inApps/") {
            values["id"] = operation.path.hasPrefix("/sandbox/") ? purchases.sandbox : purchases.production
        }
        return operation.path(with: values)
    }

    private func send(
        _ operation: RouteDescription.Operation, _ body: String?, token: String?, query: String = ""
    ) async throws -> Answer {
        try await server.send(operation.method, path(of: operation) + query, body: body, token: token)
    }

    private func token(for operation: RouteDescription.Operation) throws -> String? {
        switch operation.credentials {
        case "admin": RunningServer.adminToken
        case "session": jane.session.token
        case "hostVoucher":
            VisitorName.voucher(
                for: try #require(operation.body).exampleText(of: "visitor"), hostToken: hostToken)
        #if AppleServices
        case "serverAPI": try Developer().token()
        #endif
        default: nil
        }
    }

    /// Everything that the store and the stores of tests hold.
    private func content() async throws -> [String] {
        [
            try SQLiteFile(server.folder.path + "/store.sqlite").content(),
            try await server.testStore("GET", "").body, try await store.server.admin("GET", "settings").body,
        ]
    }

    /// Expects that requests are refused with a described status, the one that is wanted if it is described.
    private func expectRefusal(
        _ answer: Answer, _ status: Int, of operation: RouteDescription.Operation, _ fault: String
    ) {
        let statuses = operation.statuses.contains(status) ? [status] : operation.statuses
        #expect(
            statuses.contains(answer.status) && answer.status < 500,
            "\(operation.name) with \(fault): \(answer.status) \(answer.body.prefix(300))")
        if !operation.path.contains("/inApps/"), answer.status >= 400 {
            #expect(answer.error != nil, "\(operation.name) with \(fault): \(answer.body.prefix(300))")
        }
    }

    @Test func `requests without the right credentials are refused`() async throws {
        let before = try await content()
        let tokens = [
            nil, "", "x", RunningServer.adminToken + "x", RunningServer.adminToken, jane.session.token,
        ]
        for operation in operations where operation.credentials != nil {
            let own = try token(for: operation)
            for token in tokens where token != own {
                let body = try operation.body.map { try SentJSON.text($0.example) }
                let answer = try await send(operation, body, token: token)
                expectRefusal(answer, 401, of: operation, "the token \(token ?? "nil")")
                #expect(answer.headers["WWW-Authenticate"] == ["Bearer"], "\(operation.name)")
            }
        }
        #expect(try await content() == before)
    }

    private static let noJSON =
        ["{", "[]", "null", "\"text\"", "1e999", "\u{0}\u{1}", #"{"a": }"#] + NestedJSONTests.bodies

    @Test func `bodies that are not a JSON object are refused`() async throws {
        let before = try await content()
        for operation in operations where operation.body != nil {
            let token = try token(for: operation)
            for body in Self.noJSON + (operation.needsBody ? [""] : []) {
                let answer = try await send(operation, body, token: token)
                expectRefusal(answer, 400, of: operation, "\(body.prefix(20)), \(body.utf8.count) bytes")
            }
        }
        #expect(try await content() == before)
        #expect(try await server.send("GET", "/ready").status == 200)
    }

    @Test func `bodies with a field that is missing, unknown or wrong are refused`() async throws {
        let before = try await content()
        for operation in operations {
            guard let schema = operation.body else { continue }
            let token = try token(for: operation)
            for refused in schema.refused {
                let body = try SentJSON.text(refused.value)
                let answer = try await send(operation, body, token: token)
                expectRefusal(answer, 400, of: operation, "a body that \(refused.fault)")
                if body.contains("bananas\":") {
                    let sentence = answer.error?.message ?? ""
                    #expect(sentence.contains("bananas of the body is not known. "), "\(operation.name)")
                }
            }
        }
        #expect(try await content() == before)
    }

    /// Apple's own routes say nothing of fields.
    private static func isApples(_ operation: RouteDescription.Operation) -> Bool {
        ["/inApps/", "/verifyReceipt"].contains(where: operation.path.contains)
    }

    @Test func `bodies with a field are refused by routes that take no body and would change something`()
        async throws
    {
        let before = try await content()
        for operation in operations
        where operation.method != "GET" && !operation.takesBody && !Self.isApples(operation) {
            let answer = try await send(operation, #"{"bananas": 1}"#, token: token(for: operation))
            let sentence = "The field bananas of the body is not known. There are no fields here."
            #expect(
                answer.status == 400 && answer.error?.message == sentence,
                "\(operation.name): \(answer.status) \(answer.body)")
        }
        #expect(try await content() == before)
    }

    @Test(arguments: ["", "null", "{}"])
    func `bodies without a field are not refused by routes that take no body`(body: String) async throws {
        let path = "purchases/\(purchases.sandbox)/refund"
        #expect(try await server.admin("POST", path, body: body).status == 200)
    }

    @Test func `values in the query that are of another type, or that nobody knows, are refused`()
        async throws
    {
        for operation in operations {
            let token = try token(for: operation)
            let body = try operation.body.map { try SentJSON.text($0.example) }
            for parameter in operation.parameters
            where parameter.place == "query" && parameter.schema.refuses("bananas") {
                let answer = try await send(
                    operation, body, token: token, query: "?\(parameter.name)=bananas")
                expectRefusal(answer, 400, of: operation, "bananas as \(parameter.name)")
            }
        }
    }

    @Test func `parameters that an administrator's route does not take are refused, and no others`()
        async throws
    {
        let before = try await content()
        for operation in operations where operation.credentials == "admin" {
            let body = try operation.body.map { try SentJSON.text($0.example) }
            let answer = try await send(
                operation, body, token: RunningServer.adminToken, query: "?bananas=1")
            #expect(answer.status == 400, "\(operation.name)")
            let outcome = operation.method == "GET" ? "" : "; nothing was changed"
            let sentence = "The parameter bananas of the query is not known\(outcome). The"
            #expect(answer.error?.message?.hasPrefix(sentence) == true, "\(operation.name): \(answer.body)")
        }
        #expect(try await content() == before)
        for operation in operations where operation.credentials == "admin" {
            for parameter in operation.parameters where parameter.place == "query" {
                let answer = try await send(
                    operation, nil, token: RunningServer.adminToken,
                    query: "?\(parameter.name)=\(parameter.schema.example.text)")
                let isKnown = answer.error?.message?.contains("of the query is not known") != true
                #expect(isKnown, "\(operation.name): \(answer.body)")
            }
        }
        let guessed = try await server.admin("GET", "purchases?acount=jane").error?.message
        #expect(guessed?.hasSuffix("Did you mean account? There are account, before, limit.") == true)
        let only = try await server.admin("GET", "subscriptions?acount=jane").error?.message
        #expect(only == "The parameter acount of the query is not known. The only one is account.")
    }

    @Test func `bodies that are too large are refused before they are there`() async throws {
        for operation in operations where operation.statuses.contains(413) {
            let token = try token(for: operation) ?? ""
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "\(operation.method) \(path(of: operation)) HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Length: 1073741824\r\n\r\n")
            let answer = await connection.read()
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(operation.name): \(answer.prefix(200))")
        }
    }
}
