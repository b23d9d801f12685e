internal import Foundation

/// The program that was built with the tests.
public enum BuiltProgram {
    /// Its path: the folder of the tests' own executable.
    public static let path: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("monkeystore").path
    }()
}
