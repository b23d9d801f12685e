/// What an application says about licence and privacy.
package struct CataloguePolicies: Hashable, Sendable {
    /// A privacy policy in one language; its texts may be empty.
    package struct Policy: Hashable, Sendable {
        /// The locale, with `_` between its parts.
        package let locale: String
        /// The policy.
        package let text: String
        /// Where it can be read.
        package let address: String
    }

    /// The licence for the person who uses the application; empty for Apple's own.
    package let licence: String
    /// The privacy policies, in the order of the file.
    package let policies: [Policy]
}
