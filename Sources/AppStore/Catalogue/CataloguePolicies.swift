/// What an application says about licence and privacy.
public struct CataloguePolicies: Hashable, Sendable {
    /// A privacy policy in one language; its texts may be empty.
    public struct Policy: Hashable, Sendable {
        /// The locale, with `_` between its parts.
        public let locale: String
        /// The policy.
        public let text: String
        /// Where it can be read.
        public let address: String
    }

    /// The licence for the person who uses the application; empty for Apple's own.
    public let licence: String
    /// The privacy policies, in the order of the file.
    public let policies: [Policy]
}
