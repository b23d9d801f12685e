internal import Crypto
internal import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// A question to the developer's server, sent by `RetentionRoutes`: which message should this customer see?
/// Also here: the answer, the signatures of offers in it, and the tests of how fast it comes.
package struct RealtimeRequest: Hashable, Sendable {
    package let address: String
    package let signedPayload: String

    /// `RealtimeRequestBody`.
    package var body: [UInt8] {
        get throws { try SentJSON.encode(["signedPayload": signedPayload]) }
    }

    init(
        to address: String, about subscription: Subscription, locale: String,
        in environment: StoreEnvironment,
        store: AppStore, now: Timestamp
    ) throws {
        self.address = address
        signedPayload = try store.signer.sign(
            json: JSONWriter.object { writer in
                writer.field("originalTransactionId", subscription.originalIdentifier.rawValue)
                writer.field("appAppleId", store.application.appleIdentifier.rawValue)
                writer.field("productId", subscription.product.rawValue)
                writer.field("userLocale", locale)
                writer.field("requestIdentifier", randomUUID())
                writer.field("environment", environment.rawValue)
                writer.field("signedDate", now)
            })
    }
}

/// The outcome of the question.
package enum RealtimeAnswer: Hashable, Sendable {
    case body([UInt8])
    case failed(SendAttemptResult)

    /// The choice of the developer's server; nil if the answer does not have the form of a choice.
    var choice: RealtimeChoice? {
        guard case .body(let bytes) = self else { return nil }
        return try? ReceivedJSON.decode(RealtimeChoice.self, from: bytes)
    }

    /// Apple's word for it.
    var result: SendAttemptResult {
        switch self {
        case .body: choice == nil ? .invalidResponse : .success
        case .failed(let result): result
        }
    }
}

/// The developer's server's choice (`RealtimeResponseBody`).
struct RealtimeChoice: Hashable, Sendable, Decodable {
    struct Message: Hashable, Sendable, Decodable {
        var messageIdentifier: RetentionIdentifier
    }

    struct AlternateProduct: Hashable, Sendable, Decodable {
        var messageIdentifier: RetentionIdentifier
        var productId: String
    }

    struct PromotionalOffer: Hashable, Sendable, Decodable {
        var messageIdentifier: RetentionIdentifier
        var promotionalOfferSignatureV2: String?
        var promotionalOfferSignatureV1: PromotionalOfferSignatureV1?
    }

    var message: Message?
    var alternateProduct: AlternateProduct?
    var promotionalOffer: PromotionalOffer?
}

/// A developer's signature for a promotional offer, in its first form: fields, and the signature over them.
struct PromotionalOfferSignatureV1: Hashable, Sendable, Decodable {
    /// How long a signature is valid, in milliseconds.
    private static let life: Int64 = 86_400_000

    var encodedSignature: String
    var productId: String
    var nonce: String
    var timestamp: Int64
    var keyId: String
    var offerIdentifier: String
    var appAccountToken: String?

    /// Whether `key` signed it for this application, with a time at most a day before or after `now`.
    func isValid(for key: ServerAPIKey, bundleIdentifier: String, now: Timestamp) -> Bool {
        let fields = [
            bundleIdentifier, keyId, productId, offerIdentifier, (appAccountToken ?? "").lowercased(),
            nonce.lowercased(), String(timestamp),
        ]
        guard keyId == key.keyIdentifier, UUID(uuidString: nonce) != nil,
            (now.milliseconds - Self.life...now.milliseconds + Self.life).contains(timestamp),
            let bytes = Data(base64Encoded: encodedSignature),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
        else { return false }
        // Apple's separator between the fields.
        return key.publicKey.isValidSignature(signature, for: Data(fields.joined(separator: "\u{2063}").utf8))
    }
}

/// The claims of a developer's signature in its second form: a JWS.
struct PromotionalOfferClaims: Hashable, Sendable, Decodable {
    var iss: String
    var aud: Audience
    var bid: String
    var nonce: String
    var productId: String
    var offerIdentifier: String
    var transactionId: String?

    /// The claims, if `key` signed them for this application; nil otherwise.
    init?(_ text: String, signedBy key: ServerAPIKey, bundleIdentifier: String) {
        guard let signed = DeveloperSigned<PromotionalOfferClaims>(text), signed.isSigned(by: key),
            signed.claims.iss == key.issuerIdentifier, signed.claims.aud.contains("promotional-offer"),
            signed.claims.bid == bundleIdentifier
        else { return nil }
        self = signed.claims
    }
}

/// A test of how fast the developer's server chooses messages. Apple's pages name the fields of its
/// parameters. They give no values, except for the time in which an answer has to come.
struct PerformanceTest: RetentionDocument, Hashable {
    static let kind = "performanceTest"
    static let totalRequests = 20
    static let successRateThreshold = 95
    /// If a test has no outcome after this many milliseconds, it was interrupted, and has failed.
    static let totalDuration: Int64 = 30_000

    struct Outcome: Hashable, Sendable, Codable {
        /// The durations of the answers that came in time, in milliseconds, the fastest first.
        var responseTimes: [Int64]
        var failures: [String: Int]
    }

    /// On the machine's clock, in milliseconds since 1970.
    var started: Int64
    var target: String
    /// The longest time that an answer may take, in milliseconds.
    var responseTimeThreshold: Int64
    var outcome: Outcome?

    func isRunning(at now: Timestamp) -> Bool {
        outcome == nil && now.milliseconds < started + Self.totalDuration
    }

    var hasPassed: Bool { outcome != nil && successRate >= Self.successRateThreshold }

    private var successRate: Int { (outcome?.responseTimes.count ?? 0) * 100 / Self.totalRequests }

    var configuration: Configuration {
        Configuration(
            maxConcurrentRequests: PerformanceTestRun.concurrentRequests, totalRequests: Self.totalRequests,
            totalDuration: Self.totalDuration, responseTimeThreshold: responseTimeThreshold,
            successRateThreshold: Self.successRateThreshold)
    }

    func result(at now: Timestamp) -> Result {
        let times = outcome?.responseTimes ?? []
        var responseTimes = ["average": times.isEmpty ? 0 : times.reduce(0, +) / Int64(times.count)]
        for part in [50, 90, 95, 99] {
            responseTimes["p\(part)"] = times.isEmpty ? 0 : times[(times.count * part + 99) / 100 - 1]
        }
        return Result(
            config: configuration, target: target,
            result: isRunning(at: now) ? "PENDING" : hasPassed ? "PASS" : "FAIL", successRate: successRate,
            numPending: outcome == nil ? Self.totalRequests : 0, responseTimes: responseTimes,
            failures: outcome?.failures ?? [:])
    }
}

// The names are Apple's.
extension PerformanceTest {
    struct Configuration: Encodable {
        let maxConcurrentRequests: Int
        let totalRequests: Int
        let totalDuration: Int64
        let responseTimeThreshold: Int64
        let successRateThreshold: Int
    }

    struct Result: Encodable {
        let config: Configuration
        let target: String
        let result: String
        let successRate: Int
        let numPending: Int
        let responseTimes: [String: Int64]
        let failures: [String: Int]
    }
}

/// The requests of a performance test that has begun, for the server's client.
package struct PerformanceTestRun: Sendable {
    package static let concurrentRequests = 5

    package let requests: [RealtimeRequest]
    let identifier: String
}
