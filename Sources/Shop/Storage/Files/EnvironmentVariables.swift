internal import Glibc

/// The environment of the process.
package enum EnvironmentVariables {
    /// The value of a variable; nil if it is missing or empty.
    package static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of a program in the folder that a variable names, or in the one at `fallback` in the home
    /// folder. Empty if there is no home folder; `DataDirectory.init(ofProgram:)` then reports it. A relative
    /// path would be a different folder in each working directory.
    package static func folder(of program: String, in variable: String, else fallback: String) -> String {
        let home = value(of: "HOME").map { $0 + "/" + fallback }
        let base = [value(of: variable), home].compactMap(\.self).first { $0.hasPrefix("/") }
        return base.map { $0 + "/" + program } ?? ""
    }
}
