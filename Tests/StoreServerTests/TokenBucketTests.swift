import StoreModel
import TestSupport
import Testing

@testable import StoreServer

@Suite("Request rates")
struct TokenBucketTests {
    private let time = ManualTime()

    @Test("a burst is allowed, then as many as the time brings")
    func burst() {
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

    @Test("a clock that is put back takes nothing away and gives nothing")
    func clockBack() {
        let buckets = TokenBuckets<String>(rate: Rate(perSecond: 1), time: time.source)
        #expect(buckets.take("a") == nil && buckets.take("a") == nil)
        time.advance(by: .seconds(-3600))
        #expect(buckets.take("a") != nil)
        time.advance(by: .seconds(1))
        #expect(buckets.take("a") == nil)
        #expect(buckets.take("a") != nil)
    }

    @Test("those who have not asked for a while are forgotten, those who ask are not")
    func memory() {
        let buckets = TokenBuckets<Int>(rate: Rate(perSecond: 1), time: time.source)
        for key in 0..<4096 { _ = buckets.take(key) }
        time.advance(by: .seconds(10))
        while buckets.take(-1) == nil {}
        _ = buckets.take(-2)
        #expect(buckets.count == 2)
        #expect(buckets.take(-1) != nil)
    }
}
