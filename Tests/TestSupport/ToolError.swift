/// A program that the tests need did not do its work.
package struct ToolError: Error, CustomStringConvertible {
    /// What it said.
    package let description: String

    /// With what it said.
    package init(description: String) { self.description = description }
}
