/// The folder that an option names. Throws a sentence for the person if it names none.
package func folder(written path: String) throws -> String {
    guard !path.isEmpty else { throw NoFolder() }
    return path
}

private struct NoFolder: Error, CustomStringConvertible {
    var description: String { "A folder has a name." }
}
