import NIOHTTP1
import StoreModel
import StoreServer
import TestSupport
import Testing

@Suite("Request rates over HTTP")
struct LimitTests {
    private let server = RunningServer.current

    @Test(.server { $0.accountRate = Rate(perSecond: 1) })
    func `an account that asks too often waits, and others do not`() async throws {
        let jane = try await Customer()
        let joe = try await Customer("joe")
        for _ in 0..<2 { #expect(try await jane.send("GET", "settings").status == 200) }
        let refused = try await jane.send("GET", "settings")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"] && refused.error?.code == 429)
        #expect(try await joe.send("GET", "settings").status == 200)
        server.time.advance(by: .seconds(1))
        #expect(try await jane.send("GET", "settings").status == 200)
    }

    @Test(.server { $0.listening.addressRate = Rate(perSecond: 1) })
    func `an address that asks too often waits, but health is answered always`() async throws {
        for _ in 0..<2 { #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200) }
        let refused = try await server.send("POST", "/verifyReceipt", body: "")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"])
        #expect(try await server.send("GET", "/health").status == 200)
        #expect(try await server.send("GET", "/nowhere").status == 429)
        server.time.advance(by: .seconds(1))
        #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200)
    }

    // So seldom that no test lasts as long.
    @Test(.contentServer(addressRate: Rate(perSecond: 0.0001)))
    func `a content server makes an address wait, too`() async throws {
        var statuses: [Int] = []
        for path in ["/content/v1/products", "/content/v1/products", "/health"] {
            statuses.append(try await RunningContentServer.current.get(path).status)
        }
        #expect(statuses == [200, 429, 200])
    }
}
