/// How many characters an account's name and password may have.
package enum CredentialLengths {
    package static let accountName = 1...64
    package static let password = 8...256
}

/// A password on its way from the person to the store. Whatever describes, prints or dumps it, or something that holds it,
/// does not say what it is; only `text` does.
package struct Password: Hashable, Sendable {
    /// What was typed. For the request to the store and for nothing else.
    package let text: String

    /// A password as it was typed.
    package init(_ text: String) { self.text = text }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word.
    package var description: String { "(password)" }
    /// Always the same word.
    package var debugDescription: String { description }
    /// Without children.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
