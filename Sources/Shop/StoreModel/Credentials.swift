/// How many characters an account's name and password may have, for the store and the sign-in sheet. Below is
/// `Password`: the sheet hands it on to `SessionEffectRunner`, so that no log shows it.
package enum CredentialLengths {
    package static let accountName = 1...64
    package static let password = 8...256
    /// What the name of an account has, in words for developers and operators. The store's `AccountName`
    /// keeps to it.
    package static let nameRule =
        "1 to 64 characters that can be shown, in at most 256 bytes; no space at its ends and no two in a "
        + "row; letters of one alphabet of Latin, Greek and Cyrillic, and not only such as look Latin and are "
        + "not; neither guest- nor SHA256: at its beginning"
}

/// A password on its way from the person to the store. Descriptions, prints and dumps of it, or of something
/// that holds it, do not show it. Only `text` does.
package struct Password: Hashable, Sendable {
    /// The password itself, for the request to the store only.
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(password)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
