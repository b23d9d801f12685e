/// A password on its way from the person to the store. Whatever describes, prints or dumps it, or something that holds it,
/// does not say what it is; only `text` does.
public struct Password: Hashable, Sendable {
    /// What was typed. For the request to the store and for nothing else.
    public let text: String

    /// A password as it was typed.
    public init(_ text: String) { self.text = text }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word.
    public var description: String { "(password)" }
    /// Always the same word.
    public var debugDescription: String { description }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
