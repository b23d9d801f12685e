import StoreModel
import StoreWire
import TestSupport
import Testing

/// Foundation's reader of JSON ends the program if the text ends one level below the deepest that it accepts.
@Suite("JSON that is nested too deep, over HTTP", .server)
struct NestedJSONTests {
    private let server = RunningServer.current

    /// Texts that end at various levels, and one that is whole.
    private static let bodies =
        [99, 100, 101, 511, 512, 513, 514, 60_000].flatMap { depth in
            let arrays = String(repeating: "[", count: depth)
            return [arrays, #"{"a":"# + arrays, #"{"account":"# + arrays.dropLast()]
        } + [
            String(repeating: #"{"a":"#, count: 513),
            String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
        ]

    @Test(arguments: [
        ("POST", "/store/v1/sessions"), ("POST", "/store/v1/accounts"), ("POST", "/store/v1/products"),
        ("POST", "/store/v1/purchases"), ("PUT", "/admin/v1/settings"),
        ("POST", "/inApps/v1/notifications/history"),
    ])
    func `a body is refused, and the server goes on`(method: String, path: String) async throws {
        let token =
            switch path.split(separator: "/").first {
            case "admin": RunningServer.adminToken
            case "inApps": try Developer().token()
            default: try await Customer().session.token
            }
        for body in Self.bodies {
            let answer = try await server.send(method, path, body: body, token: token)
            #expect(answer.status == 400, "\(body.prefix(20)) and \(body.utf8.count) bytes")
        }
        #expect(try await server.send("GET", "/ready").status == 200)
    }

    @Test func `a receipt's body is unreadable, and the server goes on`() async throws {
        for body in Self.bodies {
            let answer = try await server.send("POST", "/verifyReceipt", body: body)
            #expect(answer.status == 200 && answer.body.contains("21000"), "\(answer.body)")
        }
    }

    @Test func `a developer's token is refused, and the server goes on`() async throws {
        let parts = try Developer().token().split(separator: ".").map(String.init)
        for body in Self.bodies where body.utf8.count < 1000 {
            let nested = Base64URL.encode(body.utf8)
            for token in ["\(nested).\(parts[1]).\(parts[2])", "\(parts[0]).\(nested).\(parts[2])"] {
                #expect(try await server.send("GET", "/inApps/v1/transactions/1", token: token).status == 401)
            }
        }
    }
}
