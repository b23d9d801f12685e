import StoreModel
import TestSupport
import Testing

@Suite("The routes of accounts' clocks", .server(testStores: 1), .timeLimit(.minutes(5)))
struct AccountClockRouteTests {
    private let server = RunningServer.current

    private struct Clock: Decodable, Equatable {
        var isOwn: Bool
        var date, clockOffsetMilliseconds: Int64
        var frozenAt: Int64?
    }

    private func clock(
        _ method: String = "GET", of account: String = "jane", _ body: String? = nil,
        at other: RunningServer? = nil
    ) async throws -> Clock {
        let answer = try await (other ?? server).admin(method, "accounts/\(account)/clock", body: body)
        #expect(answer.status == 200, "\(answer.body)")
        return try answer.decode()
    }

    @Test func `move one account, in a store for tests as well, and put it back`() async throws {
        let store = try await TestStoreClient()
        for server in [server, store.server] {
            let jane = try await Customer(at: server)
            let joe = try await Customer("joe", at: server)
            let now = server.time.source.now().milliseconds
            let body = #"{"advanceMilliseconds": 86400000, "isFrozen": true}"#
            let moved = try await clock("POST", body, at: server)
            #expect(moved.isOwn && moved.date == now + 86_400_000 && moved.frozenAt == moved.date)
            #expect(try await clock(at: server) == moved)
            for (customer, date) in [(jane, moved.date), (joe, now)] {
                let outcome: PurchaseOutcome = try await customer.buy("key").decode()
                #expect(outcome.signed?.unverifiedPayload?.purchaseDate.milliseconds == date)
            }
            let settings: StoreSettings = try await server.admin("GET", "settings").decode()
            #expect(settings == StoreSettings())
            #expect(try await clock(of: "joe", at: server).isOwn == false)
        }
        // The clocks of the two stores are separate.
        #expect(try await clock("DELETE").isOwn == false)
        let own = try await clock(at: store.server)
        #expect(own.isOwn)
        // It comes back with a snapshot.
        #expect(try await store.send("PUT", "/snapshots/one").status == 204)
        #expect(try await clock("DELETE", at: store.server).isOwn == false)
        #expect(try await store.send("POST", "/snapshots/one/restore").status == 200)
        #expect(try await clock(at: store.server) == own)
    }

    @Test func `refuse what is not a move of a clock, and accounts that do not exist`() async throws {
        _ = try await Customer("jane doe")
        let name = "jane%20doe"
        for body in [
            "", "{}", "[]", #"{"isFrozen": 1}"#, #"{"advanceMilliseconds": "1"}"#,
            #"{"advanceMilliseconds": 1.5}"#,
            #"{"advanceMilliseconds": 9223372036854775807}"#,
            #"{"advanceMilliseconds": -9223372036854775808}"#,
            #"{"advanceMilliseconds": 3162240000001}"#,
            #"{"advanceMilliseconds": 3162240000000, "isFrozen": true}"#,
        ] {
            let answer = try await server.admin("POST", "accounts/\(name)/clock", body: body)
            #expect(answer.status == 400 && answer.error?.message != nil, "\(body): \(answer.status)")
        }
        #expect(try await clock(of: name).isOwn == false)
        for method in ["GET", "POST", "DELETE"] {
            for other in ["nobody", "%20", "%ff", String(repeating: "j", count: 5000)] {
                let path = "accounts/\(other)/clock"
                let body = method == "POST" ? #"{"advanceMilliseconds": 1}"# : nil
                let answer = try await server.admin(method, path, body: body)
                #expect(answer.status == 404, "\(method) \(other.prefix(10)): \(answer.status)")
            }
            let answer = try await server.send(method, "/admin/v1/accounts/\(name)/clock", token: "another")
            #expect(answer.status == 401)
        }
    }
}
