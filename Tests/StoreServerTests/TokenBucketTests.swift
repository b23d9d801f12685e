import Synchronization
import TestSupport
import Testing

@testable import StoreServer

@Suite("Request rates")
struct TokenBucketTests {
    private let time = ManualTime()

    @Test func `a burst is allowed, then as many as the time brings`() {
        let buckets = TokenBuckets<String>(rate: Rate(perSecond: 10), time: time.source)
        #expect((0..<20).allSatisfy { _ in buckets.take("a") == nil })
        #expect(buckets.take("a") == 0.1)
        #expect(buckets.take("b") == nil)
        time.advance(by: .milliseconds(250))
        #expect(buckets.take("a") == nil && buckets.take("a") == nil)
        #expect(buckets.take("a") == 0.05)
        time.advance(by: .seconds(3600))
        #expect((0..<20).allSatisfy { _ in buckets.take("a") == nil })
        #expect(buckets.take("a") != nil)
    }

    @Test func `several tokens are taken if there is one, and the next ones wait for all of them`() {
        let buckets = TokenBuckets<String>(rate: Rate(perSecond: 1), time: time.source)
        #expect(buckets.take("a", count: 5) == nil)
        #expect(buckets.take("a", count: 5) == 4)
        buckets.giveBack("a", count: 3)
        #expect(buckets.take("a") == 1)
        time.advance(by: .seconds(1))
        #expect(buckets.take("a", count: 2) == nil)
    }

    @Test func `a rate that never gives another token says to wait a year`() {
        for rate in [1e-300, Double.leastNonzeroMagnitude] {
            let buckets = TokenBuckets<String>(rate: Rate(perSecond: rate), time: time.source, servers: { 3 })
            #expect(buckets.take("a") == nil)
            let refusal = #expect(throws: HTTPFailure.self) { try buckets.allow("a") }
            #expect(refusal?.retryAfter == 31_536_000)
        }
    }

    @Test func `a clock that is put back takes nothing away and gives nothing`() {
        let buckets = TokenBuckets<String>(rate: Rate(perSecond: 1), time: time.source)
        #expect(buckets.take("a") == nil && buckets.take("a") == nil)
        time.advance(by: .seconds(-3600))
        #expect(buckets.take("a") != nil)
        time.advance(by: .seconds(1))
        #expect(buckets.take("a") == nil)
        #expect(buckets.take("a") != nil)
    }

    @Test func `those who have not asked for a while are forgotten, those who ask are not`() {
        let buckets = TokenBuckets<Int>(rate: Rate(perSecond: 1), time: time.source)
        for key in 0..<4096 { _ = buckets.take(key) }
        time.advance(by: .seconds(10))
        #expect((0..<3).contains { _ in buckets.take(-1) != nil })
        _ = buckets.take(-2)
        #expect(buckets.count == 2)
        #expect(buckets.take(-1) != nil)
    }

    @Test("give each of several servers its part of the limit, and the whole again to the one that is left")
    func servers() {
        let count = Atomic(4)
        let buckets = TokenBuckets<Int>(
            rate: Rate(perSecond: 8), time: time.source, servers: { count.load(ordering: .relaxed) })
        func taken() -> Int { (0..<100).count { _ in buckets.take(1) == nil } }
        #expect(taken() == 4)
        time.advance(by: .seconds(1))
        #expect(taken() == 2)
        count.store(1, ordering: .relaxed)
        time.advance(by: .seconds(1))
        #expect(taken() == 8)
        // A rate of less than one a second still lets requests through.
        count.store(100, ordering: .relaxed)
        time.advance(by: .seconds(60))
        #expect(taken() == 1)
    }
}
