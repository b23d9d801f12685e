import Foundation
import Storefront
import Testing

@testable import monkeystore

@Suite("The README", .serialized)
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Between `<!-- name -->` and `<!-- /name -->` stands what the program itself says. `RECORD_README=1` writes it anew.
    @Test("shows the program's own keys and exit codes", arguments: ["keys", "exit codes"])
    func sections(name: String) throws {
        let file = Self.root.appendingPathComponent("README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(readme.range(of: "<!-- \(name) -->\n"))
        let end = try #require(readme.range(of: "<!-- /\(name) -->", range: start.upperBound..<readme.endIndex))
        let expected = try Self.text(of: name)
        if ProcessInfo.processInfo.environment["RECORD_README"] == "1" {
            let new = readme.replacingCharacters(in: start.upperBound..<end.lowerBound, with: expected)
            try new.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded; run again without RECORD_README")
        } else {
            #expect(readme[start.upperBound..<end.lowerBound] == expected)
        }
    }

    @Test("names, line by line, tests that there are")
    func lines() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## ").first { $0.hasPrefix("What it does, line") })
        let names = section.matches(of: /`(?:(\w+)\/)?(\w+(?:Tests|Stories))`/)
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Tests")
        for name in names {
            let folder = name.1.map { $0 + "Tests/" } ?? ""
            let found = files.filter { $0.hasPrefix(folder) && $0.hasSuffix("/\(name.2).swift") }
            #expect(found.count == 1, "\(name.0)")
        }
        #expect(section.matches(of: #/(?m)^\| [A-H]\d+ /#).count == 38)
    }

    private static func text(of section: String) throws -> String {
        switch section {
        case "keys": return Keymap().markdown
        default:
            return "| Exit code | Meaning |\n|---|---|\n"
                + Outcome.allCases.map { "| \($0.rawValue) | \($0.explanation) |\n" }.joined()
        }
    }
}
