#if AppleServices
import StoreModel
import TestSupport
import Testing

extension NestedJSONTests {
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
#endif
