import Foundation
import StoreEngine
import StoreModel
import StoreServer
import StoreWire
import Testing

@Suite("Bodies that no route takes")
struct BadBodyTests {
    private static let customerRoutes = [
        "POST /store/v1/accounts", "POST /store/v1/sessions", "POST /store/v1/products", "POST /store/v1/purchases",
        "POST /store/v1/purchases/unsettled",
    ]
    private static let adminRoutes = ["PUT /admin/v1/settings", "POST /admin/v1/clock", "POST /admin/v1/accounts"]

    @Test(arguments: customerRoutes + adminRoutes)
    func `are refused with 400 and paymentInvalid, whatever is wrong with them`(route: String) async throws {
        let (method, path) = split(route)
        try await RunningServer.withCustomer { server, jane in
            let token = path.hasPrefix("/admin") ? RunningServer.adminToken : jane.session.token
            let deep = String(repeating: "[", count: 50_000)
            for body in ["", "{", "[]", "null", "\"text\"", "1e999", "\u{0}\u{1}", deep, #"{"quantity": "one"}"#] {
                let isSettings = path.hasSuffix("settings") && body.hasPrefix("{\"")
                let answer = try await server.send(method, path, body: body, token: token)
                #expect(answer.status == (isSettings ? 200 : 400), "\(body.prefix(20)): \(answer.body)")
                if !isSettings { #expect(answer.error?.code == StoreError.paymentInvalid.code) }
            }
            #expect(try server.store.purchases().isEmpty)
        }
    }

    @Test(
        "a purchase of a wrong type, or with a key that is none, is refused and charges nothing",
        arguments: [
            #"{"key": 1, "productIdentifier": "p", "quantity": 1}"#,
            #"{"key": "", "productIdentifier": "p", "quantity": 1}"#,
            #"{"key": "k", "productIdentifier": ["p"], "quantity": 1}"#,
            #"{"key": "k", "productIdentifier": "p", "quantity": "1"}"#,
            #"{"key": "k", "productIdentifier": "p", "quantity": 1.5}"#,
            #"{"key": "k", "productIdentifier": "p", "quantity": 9223372036854775808}"#,
            #"{"key": "\#(String(repeating: "k", count: 129))", "productIdentifier": "p", "quantity": 1}"#,
        ])
    func types(body: String) async throws {
        try await RunningServer.withCustomer { server, jane in
            let answer = try await server.send("POST", "/store/v1/purchases", body: body, token: jane.session.token)
            #expect(answer.status == 400 && answer.error?.code == StoreError.paymentInvalid.code)
            #expect(try server.store.purchases().isEmpty)
        }
    }

    @Test(arguments: customerRoutes + adminRoutes + ["POST /verifyReceipt"])
    func `one that is too large is refused before it is there`(route: String) async throws {
        let (method, path) = split(route)
        try await RunningServer.withCustomer {
            $0.listening.connections.lingerTimeout = .milliseconds(1)
        } _: { server, jane in
            let token = path.hasPrefix("/admin") ? RunningServer.adminToken : jane.session.token
            let head = "\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
            let announced = try RawConnection(port: server.port)
            await announced.send(head + "Content-Length: 104857600\r\n\r\n")
            #expect(await announced.read().hasPrefix("HTTP/1.1 413 "))

            let chunked = try RawConnection(port: server.port)
            await chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n300000\r\n")
            await chunked.send(String(repeating: "a", count: 0x300000))
            #expect(await chunked.read().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `a list that is too long is refused`() async throws {
        try await RunningServer.withCustomer { server, jane in
            let keys = (0...1000).map { IdempotencyKey(rawValue: "\($0)") }
            let query = StoreWire.UnsettledQuery(keys: keys)
            let answer = try await jane.send("POST", "purchases/unsettled", json: query)
            #expect(answer.status == 400)
            let products = StoreWire.ProductsQuery(identifiers: keys.map { ProductIdentifier(rawValue: $0.rawValue) })
            #expect(try await server.send("POST", "/store/v1/products", json: products).status == 400)
        }
    }

    private func split(_ route: String) -> (method: String, path: String) {
        let parts = route.split(separator: " ").map(String.init)
        return (parts[0], parts[1])
    }
}
