internal import FoundationEssentials
internal import StoreModel
internal import StoreSigning

/// A question to the developer's server: which message is this customer shown?
package struct RealtimeRequest: Hashable, Sendable {
    package let address: String
    package let signedPayload: String

    /// `RealtimeRequestBody`.
    package var body: [UInt8] { JSONWriter.object { $0.field("signedPayload", signedPayload) } }

    init(
        to address: String, about subscription: Subscription, locale: String, in environment: StoreEnvironment,
        store: AppStore, now: Timestamp
    ) throws {
        self.address = address
        signedPayload = try store.signer.sign(
            json: JSONWriter.object { writer in
                writer.field("originalTransactionId", subscription.originalIdentifier.rawValue)
                writer.field("appAppleId", store.application.appleIdentifier.rawValue)
                writer.field("productId", subscription.product.rawValue)
                writer.field("userLocale", locale)
                writer.field("requestIdentifier", UUID().uuidString.lowercased())
                writer.field("environment", environment.rawValue)
                writer.field("signedDate", now.milliseconds)
            })
    }
}

/// What became of the question.
package enum RealtimeAnswer: Hashable, Sendable {
    case body([UInt8])
    case failed(SendAttemptResult)
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

    /// Nil where the bytes are not the JSON of one.
    init?(_ body: [UInt8]) {
        guard let choice = try? ReceivedJSON.decode(Self.self, from: body) else { return nil }
        self = choice
    }
}
