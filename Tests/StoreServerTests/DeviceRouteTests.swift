import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@Suite("Devices over HTTP", .server)
struct DeviceRouteTests {
    private let server = RunningServer.current
    private var jane: Customer

    init() async throws {
        jane = try await Customer()
        jane.device = UUID().uuidString
    }

    @Test("one takes over from another, whose requests are refused with 410 and an error of their own")
    mutating func takeOver() async throws {
        let (old, new) = (try #require(jane.device), UUID().uuidString)
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        jane.device = new
        for _ in 1...2 {
            let answer = try await jane.send(
                "POST", "devices/take-over", json: StoreWire.TakeOver(device: old.lowercased()))
            #expect(answer.status == 204 && answer.body.isEmpty)
        }
        let told = try await jane.unsettled()
        #expect(told.map(\.transactionIdentifier) == [outcome.transactionIdentifier])
        jane.device = old
        let refusal = try await jane.buy("key")
        #expect(refusal.status == 410)
        #expect(try refusal.decode(StoreError.self) == .deviceMoved)
        jane.device = UUID().uuidString
        let elsewhere: PurchaseOutcome = try await jane.buy("key").decode()
        #expect(elsewhere.result == .failed(.boughtElsewhere))
    }

    @Test("a ledger that does not go on where the store knows it to end is answered with that end, and 409")
    mutating func ledger() async throws {
        for (shown, status) in [("YQ", 200), ("Yg YQ", 200), ("YQ", 409), ("Yw", 409), ("Yw Yg", 200)] {
            jane.ledger = shown
            #expect(try await jane.buy("key").status == status, "\(shown)")
        }
        jane.ledger = "YQ"
        let refusal = try await jane.buy("key")
        #expect(try refusal.decode(StoreError.self).knownLedgerHead == SealedLedgerHead(rawValue: "Yw"))
        #expect(!server.log.calls.contains("Yw"), "The client's error is no error of the server's.")
        for bad in ["", "a b c", "=", "Y!", String(repeating: "YWFh", count: 65), "YQ YQ YQ"] {
            jane.ledger = bad
            #expect(try await jane.buy("key").status == 400, "\(bad)")
        }
    }

    @Test("a device that is no UUID is refused", arguments: ["", "old", "../x"])
    func badDevice(name: String) async throws {
        #expect(try await jane.send("POST", "devices/take-over", json: StoreWire.TakeOver(device: name)).status == 400)
    }
}
