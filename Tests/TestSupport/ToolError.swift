/// A program that the tests need did not do its work.
public struct ToolError: Error, CustomStringConvertible {
    /// What it said.
    public let description: String

    /// With what it said.
    public init(description: String) { self.description = description }
}
