import StoreModel
import TestSupport
import Testing

@testable import StoreServer

@Suite("Failed attempts to sign in")
struct SignInBrakeTests {
    private let time = ManualTime()
    private let brake: SignInBrake

    init() { brake = SignInBrake(time: time.source) }

    /// Seconds to wait, or nil where the attempt is let through.
    private func attempt(_ account: String, from address: String = "192.0.2.1") -> Int64? {
        do {
            try brake.begin(account: account, address: address)
            return nil
        } catch {
            return error.retryAfter
        }
    }

    @Test("slow an account down from the fourth one on, twice as long each time, up to five minutes")
    func growing() {
        var waits: [Int64] = []
        for _ in 0..<16 {
            while let wait = attempt("jane") {
                waits.append(wait)
                time.advance(by: .seconds(wait))
            }
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    }

    @Test("slow down only the account that they were for")
    func otherAccount() {
        for _ in 0..<4 { _ = attempt("jane") }
        #expect(attempt("jane") == 1)
        #expect(attempt("joe") == nil)
    }

    @Test("count before the password was looked at, so that a hundred at once are no hundred guesses")
    func parallel() {
        #expect((0..<100).count { _ in attempt("jane") == nil } == 4)
    }

    @Test("slow an address down whatever the accounts are")
    func address() {
        for number in 0..<21 { #expect(attempt("account \(number)") == nil) }
        #expect(attempt("another") == 1)
        #expect(attempt("another", from: "192.0.2.2") == nil)
    }

    @Test("are forgotten for the account that gets in, not for the address that tried others'")
    func success() {
        for _ in 0..<3 { _ = attempt("jane") }
        #expect(attempt("jane") == nil)
        brake.succeeded(account: "jane", address: "192.0.2.1")
        #expect(attempt("jane") == nil)
        for number in 0..<17 { _ = attempt("account \(number)") }
        #expect(attempt("mine") == 1)
    }

    @Test("are forgotten after an hour without one")
    func forgetting() {
        for _ in 0..<4 { _ = attempt("jane") }
        time.advance(by: .seconds(3601))
        #expect((0..<4).allSatisfy { _ in attempt("jane") == nil })
    }

    @Test("a clock that is put back makes nobody wait for longer than the pause")
    func clockBack() {
        for _ in 0..<4 { _ = attempt("jane") }
        time.advance(by: .seconds(-86_400))
        #expect(attempt("jane") == 1)
    }
}
