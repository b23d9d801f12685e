// How an application is identified: to a store, in signatures and in receipts.

/// The bundle identifier of an application: 1 to 155 ASCII letters, digits, hyphens and periods.
package struct BundleIdentifier: RawRepresentable, Hashable, Sendable {
    package static let standard = BundleIdentifier(unchecked: "com.xamarin.storekit.testing")

    package static let characters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.".utf8)

    package let rawValue: String

    package init?(rawValue: String) {
        guard 1...155 ~= rawValue.utf8.count, rawValue.utf8.allSatisfy(Self.characters.contains) else {
            return nil
        }
        self.rawValue = rawValue
    }

    package init(written text: String) throws(AppIdentityError) {
        guard let identifier = Self(rawValue: text) else { throw .badBundleIdentifier }
        self = identifier
    }

    private init(unchecked text: String) { rawValue = text }
}

/// The number of an application in the production store (`appAppleId`).
package struct AppleIdentifier: RawRepresentable, Hashable, Sendable {
    package static let standard = AppleIdentifier(unchecked: 6_740_000_000)

    package let rawValue: Int64

    package init?(rawValue: Int64) {
        guard rawValue >= 1 else { return nil }
        self.rawValue = rawValue
    }

    package init(written text: String) throws(AppIdentityError) {
        guard let number = Int64(text).flatMap(Self.init(rawValue:)) else { throw .badAppleIdentifier }
        self = number
    }

    private init(unchecked number: Int64) { rawValue = number }
}

/// Why a text identifies no application. Each case has one sentence for the user.
package enum AppIdentityError: Error, Hashable, Sendable, CustomStringConvertible {
    case badBundleIdentifier
    case badAppleIdentifier

    package var description: String { "\(rule); nothing was opened." }

    /// The first part of the sentence, for those who open nothing.
    package var rule: String {
        switch self {
        case .badBundleIdentifier:
            "A bundle identifier has 1 to 155 characters of A-Z, a-z, 0-9, hyphen and period, such as com.example.game"
        case .badAppleIdentifier: "An application's number is 1 to \(Int64.max)"
        }
    }
}
