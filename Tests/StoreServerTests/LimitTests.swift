import Foundation
import NIOHTTP1
import StoreModel
import StoreServer
import TestSupport
import Testing

@Suite("Request rates over HTTP")
struct LimitTests {
    @Test func `an account that asks too often waits, and others do not`() async throws {
        try await RunningServer.withCustomer({ $0.accountRate = Rate(perSecond: 1) }) { server, jane in
            let joe = try await Customer("joe", at: server)
            for _ in 0..<2 { #expect(try await jane.send("GET", "settings").status == 200) }
            let refused = try await jane.send("GET", "settings")
            #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"] && refused.error?.code == 429)
            #expect(try await joe.send("GET", "settings").status == 200)
            server.time.advance(by: .seconds(1))
            #expect(try await jane.send("GET", "settings").status == 200)
        }
    }

    @Test func `an address that asks too often waits, but health is answered always`() async throws {
        try await RunningServer.run({ $0.listening.addressRate = Rate(perSecond: 1) }) { server in
            for _ in 0..<2 { #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200) }
            let refused = try await server.send("POST", "/verifyReceipt", body: "")
            #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"])
            #expect(try await server.send("GET", "/health").status == 200)
            #expect(try await server.send("GET", "/nowhere").status == 429)
            server.time.advance(by: .seconds(1))
            #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200)
        }
    }

    @Test func `a content server makes an address wait, too`() async throws {
        // So seldom that no test lasts as long.
        try await RunningContentServer.run(addressRate: Rate(perSecond: 0.0001)) { _, content in
            var statuses: [Int] = []
            for path in ["/content/v1/products", "/content/v1/products", "/health"] {
                statuses.append(try await content.get(path).status)
            }
            #expect(statuses == [200, 429, 200])
        }
    }
}
