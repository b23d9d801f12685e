import StoreEngine
import StoreModel
import StoreServer
import TestSupport
import Testing

@Suite("A server that stops")
struct StopTests {
    @Test("answers the purchase that it is at, and takes no other connection")
    func inFlight() async throws {
        try await RunningServer.withCustomer { server, jane in
            try server.set { $0.delayMilliseconds = 30_000 }
            async let answer = jane.buy("key")
            await server.time.waitForSleepers()
            await server.stop()
            // The listening socket is closed by then, or soon.
            while (try? RawConnection(port: server.port)) != nil { await Task.yield() }
            server.time.advance(by: .seconds(30))
            #expect(try await answer.decode(PurchaseOutcome.self).state == "purchased")
        }
    }
}
