import Foundation
import Testing

@testable import Storefront
@testable import monkeystore

@Suite("The manual", .serialized)
struct ManualTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Between `.\" name` and `.\" /name` is what the program itself says. `RECORD_MANUAL=1` writes it anew.
    @Test("shows the program's own keys and exit codes", arguments: ["keys", "exit codes"])
    func sections(name: String) throws {
        let file = Self.root.appendingPathComponent("Resources/Manual/monkeystore.7")
        let page = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(page.range(of: ".\\\" \(name)\n"))
        let end = try #require(page.range(of: ".\\\" /\(name)\n", range: start.upperBound..<page.endIndex))
        let expected = Self.text(of: name)
        if ProcessInfo.processInfo.environment["RECORD_MANUAL"] == "1" {
            let new = page.replacingCharacters(in: start.upperBound..<end.lowerBound, with: expected)
            try new.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded; run again without RECORD_MANUAL")
        } else {
            #expect(page[start.upperBound..<end.lowerBound] == expected)
        }
    }

    @Test func `names, line by line, tests that there are`() throws {
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/README.md"), encoding: .utf8)
        let text = try #require(page.components(separatedBy: "## What it does, line by line").last)
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Tests")
        for name in text.matches(of: /`(?:(\w+)\/)?(\w+(?:Tests|Stories))`/) {
            let folder = name.1.map { $0 + "Tests/" } ?? ""
            let found = files.filter { $0.hasPrefix(folder) && $0.hasSuffix("/\(name.2).swift") }
            #expect(found.count == 1, "\(name.0)")
        }
        let lines = text.matches(of: #/(?m)^\| ([A-H]\d+) .*\|.*\|$/#).map { String($0.1) }
        #expect(lines.count == 38)
        for line in lines {
            let path = Self.root.path + "/Tests/Stories/\(line).swift"
            let story = try String(contentsOfFile: path, encoding: .utf8)
            #expect(story.contains("func `\(line): "), "\(line)")
        }
    }

    @Test func `names every setting that can be typed`() throws {
        let file = Self.root.appendingPathComponent("Resources/Manual/monkeystore.7")
        let page = try String(contentsOf: file, encoding: .utf8)
        for row in SettingsRow.allCases {
            #expect(page.contains("\n.It Ic \(row.word) Ta "), "\(row.word)")
        }
    }

    /// Manual pages and articles: a reader of the README can find all of them.
    @Test func `is found from the README, page by page`() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let linked = Set(readme.matches(of: #/\]\(([^)]+\.(?:7|md))\)/#).map { String($0.1) })
        let files = try ["Resources/Manual", "Resources/Examples", "Sources"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Self.root.appendingPathComponent(folder).path)
                .map { folder + "/" + $0 }
        }
        // The first page of a catalogue has the same name as its folder, and is for readers of DocC.
        let pages = files.filter { file in
            let name = (file as NSString).lastPathComponent.split(separator: ".")[0]
            return file.hasSuffix(".7")
                || file.hasSuffix(".md") && !file.hasSuffix("/\(name).docc/\(name).md")
        }
        #expect(linked == Set(pages + ["Tests/README.md"]))
    }

    private static func text(of section: String) -> String {
        switch section {
        case "keys": return Keymap().manual
        default:
            let rows = ExitStatus.allCases.map { ".It \($0.rawValue)\n\($0.explanation)\n" }
            return ".Bl -tag -width 4n -compact\n\(rows.joined()).El\n"
        }
    }
}

extension Keymap {
    /// The keys in mdoc for the manual page, as a list for each place.
    fileprivate var manual: String {
        let strings = Language.english.strings
        return Context.allCases.map { context in
            let rows = bindings.filter { $0.context == context }.map { binding in
                let keys = binding.keys.map { Self.escaped(strings.name(of: $0)) }.joined(separator: " ")
                return ".It Ic \(keys)\n\(binding.words)\n"
            }
            return ".Ss \(strings.name(of: context))\n.Bl -tag -width 22n -compact\n\(rows.joined()).El\n"
        }.joined()
    }

    /// A key's name escaped for roff: minus signs, arrows that old terminals have, and no punctuation.
    private static func escaped(_ name: String) -> String {
        switch name {
        case "↑": "\\(ua"
        case "↓": "\\(da"
        case "←": "\\(<-"
        case "→": "\\(->"
        case "?", ":": "\\&\(name)"
        default: name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
        }
    }
}
