internal import FoundationEssentials
internal import StoreModel
internal import StoreSigning

/// A test of how fast the developer's server chooses messages. Apple's pages name the fields of its parameters and not their
/// values, but for the time in which an answer has to come.
struct PerformanceTest: RetentionDocument, Hashable {
    static let kind = "performanceTest"
    static let totalRequests = 20
    static let successRateThreshold = 95
    /// A test without an outcome after so many milliseconds was interrupted, and has failed.
    static let totalDuration: Int64 = 30_000

    struct Outcome: Hashable, Sendable, Codable {
        /// How long each of the answers took that came in time, in milliseconds, the fastest first.
        var responseTimes: [Int64]
        /// How many failed, by Apple's words for why.
        var failures: [String: Int]
    }

    /// On the machine's clock, in milliseconds since 1970.
    var started: Int64
    var target: String
    /// The longest time that an answer may take, in milliseconds.
    var responseTimeThreshold: Int64
    var outcome: Outcome?

    func isRunning(at now: Timestamp) -> Bool { outcome == nil && now.milliseconds < started + Self.totalDuration }

    var hasPassed: Bool { outcome != nil && successRate >= Self.successRateThreshold }

    private var successRate: Int { (outcome?.responseTimes.count ?? 0) * 100 / Self.totalRequests }

    func write(to writer: inout JSONWriter, at now: Timestamp) {
        writeConfig(to: &writer)
        writer.field("target", target)
        writer.field("result", isRunning(at: now) ? "PENDING" : hasPassed ? "PASS" : "FAIL")
        writer.field("successRate", Int64(successRate))
        writer.field("numPending", Int64(outcome == nil ? Self.totalRequests : 0))
        let times = outcome?.responseTimes ?? []
        func percentile(_ part: Int) -> Int64 { times.isEmpty ? 0 : times[(times.count * part + 99) / 100 - 1] }
        writer.field("responseTimes") { writer in
            writer.field("average", times.isEmpty ? 0 : times.reduce(0, +) / Int64(times.count))
            for part in [50, 90, 95, 99] { writer.field("p\(part)", percentile(part)) }
        }
        writer.field("failures") { writer in
            for (word, count) in (outcome?.failures ?? [:]).sorted(by: { $0.key < $1.key }) {
                writer.field(word, Int64(count))
            }
        }
    }

    func writeConfig(to writer: inout JSONWriter) {
        writer.field("config") { writer in
            writer.field("maxConcurrentRequests", Int64(PerformanceTestRun.concurrentRequests))
            writer.field("totalRequests", Int64(Self.totalRequests))
            writer.field("totalDuration", Self.totalDuration)
            writer.field("responseTimeThreshold", responseTimeThreshold)
            writer.field("successRateThreshold", Int64(Self.successRateThreshold))
        }
    }
}

/// The requests of a performance test that has begun, for the server's client.
package struct PerformanceTestRun: Sendable {
    package static let concurrentRequests = 5

    package let requests: [RealtimeRequest]
    let identifier: String
}
