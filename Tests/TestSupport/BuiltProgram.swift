internal import Foundation

/// The programs that were built with the tests.
package enum BuiltProgram {
    package static let path = path(of: "monkeystore")
    package static let serverPath = path(of: "monkeystore-server")
    package static let sshPath = path(of: "monkeystore-ssh")

    /// The programs are in the folder of the tests' own executable.
    private static func path(of name: String) -> String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent(name).path
    }
}
