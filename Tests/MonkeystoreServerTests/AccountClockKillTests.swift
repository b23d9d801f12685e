import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite("The clock of an account, at a server that is killed", .timeLimit(.minutes(10)))
struct AccountClockKillTests {
    private struct Clock: Decodable { var date: Int64 }
    private struct Payment: Decodable {
        var account: String
        var date: Int64
    }

    private static let day: Int64 = 86_400_000
    private static let months: Int64 = 300
    private static let product = "com.xamarin.storekit.testing.monthlybunch"

    @Test(
        "while the account's renewals are made: the next start goes on where it was",
        arguments: [1, 25, 90, 200])
    func kill(after count: Int) async throws {
        let program = try ServerProgram()
        try await program.serve { serving in
            for name in ["jane", "joe"] {
                let account = #"{"account": "\#(name)", "password": "bananas for ever"}"#
                #expect(try await admin("POST", "accounts", account, serving, program).status == 201)
                let order = #"{"account": "\#(name)", "product": "\#(Self.product)", "key": "\#(name)"}"#
                #expect(try await admin("POST", "purchases", order, serving, program).status == 201)
            }
            let body = #"{"advanceMilliseconds": \#(Self.months * 31 * 86_400_000), "isFrozen": true}"#
            // The answer may be lost.
            async let moved = try? admin("POST", "accounts/jane/clock", body, serving, program)
            while try await payments(serving, program).count < 2 + count {}
            Glibc.kill(serving.processID, SIGKILL)
            _ = await moved
        }
        try await program.serve { serving in
            let clock: Clock = try decoded(await admin("GET", "accounts/jane/clock", nil, serving, program).body)
            // By itself.
            var dates: [Int64] = []
            while (dates.last ?? 0) <= clock.date - 31 * Self.day {
                let accounts = Dictionary(grouping: try await payments(serving, program), by: \.account).values
                #expect(accounts.map(\.count).min() == 1)
                dates = accounts.max { $0.count < $1.count }?.map(\.date).sorted() ?? []
            }
            #expect(try #require(dates.last) <= clock.date)
            for (date, next) in zip(dates, dates.dropFirst()) {
                #expect(28 * Self.day...31 * Self.day ~= next - date)
            }
        }
        #expect(try await program.run(["audit"]).status == .exited(0))
    }

    /// All payments. To ask for them makes no renewals.
    private func payments(_ serving: Serving, _ program: ServerProgram) async throws -> [Payment] {
        try decoded(await admin("GET", "purchases?limit=1000", nil, serving, program).body)
    }

    private func admin(
        _ method: String, _ path: String, _ body: String?, _ serving: Serving, _ program: ServerProgram
    ) async throws -> (status: Int, body: String) {
        try await serving.send(method, "/admin/v1/" + path, body: body, token: program.adminToken)
    }

    private func decoded<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }
}
