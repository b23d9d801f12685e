import NIOCore
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreServer

@Suite("Failed attempts to sign in")
struct LoginThrottleTests {
    private let time = ManualTime()
    private let throttle: LoginThrottle

    init() { throttle = LoginThrottle(time: time.source) }

    /// Seconds to wait, or nil where the attempt is let through.
    private func attempt(_ account: String, from address: String = "192.0.2.1") -> Int64? {
        do {
            try throttle.begin(account: AccountName(rawValue: account)!, from: network(address))
            return nil
        } catch {
            return error.retryAfter
        }
    }

    private func network(_ address: String) -> ClientNetwork {
        ClientNetwork(try! SocketAddress(ipAddress: address, port: 1))
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
        throttle.succeeded(account: "jane", from: network("192.0.2.1"))
        #expect(attempt("jane") == nil)
        for number in 0..<17 { _ = attempt("account \(number)") }
        #expect(attempt("mine") == 1)
    }

    @Test("do not lock the owner out: not from another network, and not where they come from many")
    func owner() {
        throttle.succeeded(account: "jane", from: network("198.51.100.7"))
        for number in 0..<100 { #expect(attempt("jane", from: "192.0.2.\(number + 1)") == nil) }
        #expect(attempt("jane", from: "192.0.2.200") == nil)
        // By now the account as a whole waits, for a while that stays short.
        var waits: [Int64] = []
        for number in 0..<6 {
            while let wait = attempt("jane", from: "203.0.113.\(number + 1)") {
                waits.append(wait)
                time.advance(by: .seconds(wait))
            }
        }
        #expect(waits == [1, 2, 4, 8, 8, 8])
        for _ in 0..<4 { #expect(attempt("jane", from: "198.51.100.7") == nil) }
    }

    @Test("are counted for a whole IPv6 network of a customer, and for this machine under all its addresses")
    func networks() {
        for (index, address) in ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1", "2001:db8::7"].enumerated() {
            #expect(attempt("jane", from: address) == nil, "\(index)")
        }
        #expect(attempt("jane", from: "2001:db8::99") == 1)
        #expect(attempt("jane", from: "2001:db8:0:1::1") == nil)
        #expect(network("127.0.0.1") == network("127.9.9.9") && network("127.0.0.1") == network("::1"))
        #expect(network("::ffff:192.0.2.1") == network("192.0.2.1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
    }

    @Test("of any number of names are remembered in a table that does not grow without end")
    func bounded() {
        for number in 0..<(LoginThrottle.mostRecords + 10) {
            _ = attempt("account \(number)", from: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)")
            #expect(throttle.recordCount <= LoginThrottle.mostRecords)
        }
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
