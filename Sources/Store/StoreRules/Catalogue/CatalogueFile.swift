internal import FoundationEssentials
internal import Glibc
internal import Storage

/// What a StoreKit configuration file has that is used here, in the file's own words. `CatalogueReader` reads
/// it. What would be sold has to have its type; anything else is `Lenient`.
struct CatalogueFile: Decodable {
    struct Version: Decodable {
        var major: Lenient<Int>?
        var minor: Lenient<Int>?

        var number: (major: Int, minor: Int) { (major?.value ?? 0, minor?.value ?? 0) }
    }

    struct Policies: Decodable {
        var eula: Lenient<String>?
        var policies: Lenient<[Lenient<Policy>]>?
    }

    struct Policy: Decodable {
        var locale: Lenient<String>?
        var policyText: Lenient<String>?
        var policyURL: Lenient<String>?
    }

    struct Settings: Decodable {
        var _storefront: Lenient<String>?
        var _locale: Lenient<String>?
        var _timeRate: Lenient<Int>?
        var _askToBuyEnabled: Lenient<Bool>?
        /// Interrupted purchases: the name is older than billing retry.
        var _billingIssuesEnabled: Lenient<Bool>?
        var _disableDialogs: Lenient<Bool>?
        var _renewalBillingIssuesEnabled: Lenient<Bool>?
        var _billingGracePeriodEnabled: Lenient<Bool>?
        var _failTransactionsEnabled: Lenient<Bool>?
        /// As older files have it.
        var _storeKitError: Lenient<Int>?
        var _storeKitErrors: Lenient<[Lenient<SimulatedError>]>?
    }

    struct SimulatedError: Decodable {
        struct Current: Decodable {
            var type: Lenient<String>?
            var index: Lenient<Int>?
        }

        var name: Lenient<String>?
        var enabled: Lenient<Bool>?
        var current: Lenient<Current>?
    }

    /// A subscription has further fields.
    struct Product: Decodable {
        var productID: String?
        /// As files written by hand have it.
        var id: Lenient<String>?
        var type: String?
        var referenceName: Lenient<String>?
        var internalID: Lenient<String>?
        var displayPrice: Price?
        var price: Price?
        var familyShareable: Lenient<Bool>?
        var familySharable: Lenient<Bool>?
        var localizations: [Localization]?

        var subscriptionGroupID: Lenient<String>?
        var groupNumber: Lenient<Int>?
        var recurringSubscriptionPeriod: Lenient<String>?
        var introductoryOffers: [Offer]?
        var introductoryOffer: Lenient<Offer>?
        var adHocOffers: [Offer]?
        var codeOffers: [Offer]?
        var winbackOffers: [Offer]?
        var billingPlans: Lenient<[Lenient<BillingPlan>]>?
    }

    /// How a customer may pay for the periods of a subscription.
    struct BillingPlan: Decodable {
        var billingPlanType: Lenient<String>?
        var isEnabled: Lenient<Bool>?
    }

    struct Localization: Decodable {
        var locale: Lenient<String>?
        var displayName: Lenient<String>?
        var description: Lenient<String>?
    }

    struct Offer: Decodable {
        var offerID: Lenient<String>?
        var referenceName: Lenient<String>?
        var paymentMode: Lenient<String>?
        var subscriptionPeriod: Lenient<String>?
        var numberOfPeriods: Lenient<Int>?
        var displayPrice: Price?
        var price: Price?
        /// The billing plan that it is for.
        var billingPlanType: Lenient<String>?
        /// Of codes: who may redeem them.
        var eligibility: Lenient<[Lenient<String>]>?
        /// Of codes: whether new customers get the introductory offer, too.
        var isStackable: Lenient<Bool>?
        /// Of win-back offers: whether customers may redeem them.
        var isEligible: Lenient<Bool>?
    }

    struct Price: Decodable {
        /// Its decimal digits; nil if it is neither a text nor a number.
        let text: String?

        init(from decoder: any Decoder) throws {
            let field = try decoder.singleValueContainer()
            // A `Decimal` is exact: no price goes through floating point.
            text = (try? field.decode(String.self)) ?? (try? field.decode(Decimal.self))?.description
        }
    }

    struct Group: Decodable {
        var id: Lenient<String>?
        var name: Lenient<String>?
        var localizations: Lenient<[Localization]>?
        var subscriptions: [Product]?
    }

    struct Skipped: Decodable {}

    var version: Lenient<Version>?
    var settings: Settings?
    var appPolicies: Lenient<Policies>?
    var products: [Product]?
    var nonRenewingSubscriptions: [Product]?
    var subscriptionGroups: [Group]?
    var subscriptionSuiteGroups: Lenient<[Skipped]>?
    var subscriptionBundleGroups: Lenient<[Skipped]>?
}

extension CatalogueFile {
    /// Real files have at most 17 kB. A file above this limit is not a catalogue, and is refused.
    private static let largestSize = 16 << 20

    /// Reads the text of such a file; errors call it `name`.
    init(json: [UInt8], name: String) throws(CatalogueError) {
        let text = String(decoding: json, as: UTF8.self)
        guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else { throw .empty(file: name) }
        do throws(JSONFile.Fault) { self = try JSONFile.decode(CatalogueFile.self, from: json) } catch {
            throw .invalid(file: name, fault: error.description)
        }
    }

    /// The bytes of a file on disk.
    static func read(_ path: String) throws(CatalogueError) -> [UInt8] {
        do { return try RegularFile.bytes(of: path, most: largestSize) } catch {
            throw Self.error(error, path)
        }
    }

    private static func error(_ failure: RegularFile.Failure, _ path: String) -> CatalogueError {
        switch failure.number {
        case ENOENT, ENOTDIR: .missing(file: path)
        case EISDIR: .folder(file: path)
        case EFBIG: .unreadable(file: path, reason: "larger than \(largestSize >> 20) MB")
        default: .unreadable(file: path, reason: failure.reason)
        }
    }
}
