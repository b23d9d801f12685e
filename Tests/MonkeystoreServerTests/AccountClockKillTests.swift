import Glibc
import StoreRules
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
    private static let months: Int64 = 120
    private static let names: [AccountName] = ["jane", "joe"]
    private static let password = "bananas for ever"
    private static let product = "com.xamarin.storekit.testing.monthlybunch"

    @Test(
        "while the account's renewals are made: the next start goes on from there",
        arguments: [1, 25, 90])
    func kill(after count: Int) async throws {
        let program = try await program()
        try await program.serve { serving in
            for name in Self.names.map(\.rawValue) {
                let customer = try await Customer(name, password: Self.password, at: serving)
                _ = try await customer.buy(name, Self.product)
            }
            let body = #"{"advanceMilliseconds": \#(Self.months * 31 * 86_400_000), "isFrozen": true}"#
            // The answer may be lost.
            async let moved = try? serving.admin("POST", "accounts/jane/clock", body)
            while try await payments(serving).count < 2 + count { try await pause() }
            Glibc.kill(serving.processID, SIGKILL)
            _ = await moved
        }
        try await program.serve { serving in
            let clock: Clock = try await serving.admin("GET", "accounts/jane/clock").decode()
            // The renewals come by themselves.
            var dates: [Int64] = []
            while (dates.last ?? 0) <= clock.date - 31 * Self.day {
                try await pause()
                let accounts = Dictionary(grouping: try await payments(serving), by: \.account).values
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

    /// A server whose accounts cost it nothing. Nobody has its files open.
    private func program() async throws -> ServerProgram {
        let program = try ServerProgram()
        let store = try AppStore.bundled(in: program.data)
        for name in Self.names { _ = try await store.createAccount(name: name, password: Self.password) }
        return program
    }

    /// All payments. Asking for them makes no renewals.
    private func payments(_ serving: Serving) async throws -> [Payment] {
        try await serving.admin("GET", "purchases?limit=1000").decode()
    }
}
