internal import StoreModel

/// The name of an account: 1 to 64 characters that can be shown, in at most 256 bytes. What comes from outside becomes one
/// before anything is counted, written to a log or looked up by it.
package struct AccountName: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation {
    private static let mostBytes = 256

    package let rawValue: String

    /// A name, if it can be one; nil also for what is a visitor's (`VisitorName`).
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.mostBytes, CredentialLengths.accountName.contains(rawValue.count),
            rawValue.unicodeScalars.allSatisfy(Self.isShowable), !VisitorName.isReserved(rawValue)
        else { return nil }
        self.rawValue = rawValue
    }

    /// A literal must be a name.
    package init(stringLiteral value: String) {
        guard let name = AccountName(rawValue: value) else { preconditionFailure("\(value) cannot be a name") }
        self = name
    }

    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
