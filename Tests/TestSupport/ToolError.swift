/// A program that the tests need did not do its work.
package struct ToolError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
