import Foundation
import StoreModel
import Testing

@testable import Storefront

/// The files in `Resources/Embedded/Texts`.
@Suite struct TextFileTests {
    /// A line of a file, and the section that it is in.
    private struct Line {
        let key: String
        let form: PluralForm?
        let text: String
        let section: String

        /// The names of the values.
        var names: Set<String> { Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) }) }
    }

    private static func lines(_ language: Language) throws -> [Line] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let code = language.rawValue
        let file = try String(
            contentsOf: package.appending(path: "Resources/Embedded/Texts/\(code).txt"), encoding: .utf8)
        var section = ""
        return file.split(separator: "\n").compactMap { line in
            if line.hasPrefix("# ") { section = String(line.dropFirst(2)) }
            guard let parts = line.wholeMatch(of: /(\w+)(?:\[(\w+)\])? = (.*)/) else {
                if !line.hasPrefix("#") { Issue.record("\(code): \(line)") }
                return nil
            }
            let form = parts.2.flatMap { PluralForm(rawValue: String($0)) }
            if parts.2 != nil, form == nil { Issue.record("\(code): \(line)") }
            return Line(key: String(parts.1), form: form, text: String(parts.3), section: section)
        }
    }

    @Test("Each language has every text, in the order of the keys", arguments: Language.allCases)
    func keys(_ language: Language) throws {
        var keys: [String] = []
        for line in try Self.lines(language) where keys.last != line.key { keys.append(line.key) }
        #expect(keys == Text.allCases.map { "\($0)" })
    }

    @Test(
        "A text that counts has each plural form of its language once, and no other text has any",
        arguments: Language.allCases)
    func forms(_ language: Language) throws {
        let english = Dictionary(grouping: try Self.lines(.english), by: \.key)
        for (key, lines) in Dictionary(grouping: try Self.lines(language), by: \.key) {
            let counts = english[key]?.contains { $0.form != nil } == true
            #expect(lines.map(\.form) == (counts ? language.pluralForms.map(Optional.some) : [nil]), "\(key)")
        }
    }

    @Test(
        "Each text names the values that the English one names, and none is empty or has blanks around it",
        arguments: Language.allCases)
    func values(_ language: Language) throws {
        let english = Dictionary(grouping: try Self.lines(.english), by: \.key)
        for line in try Self.lines(language) {
            let names = english[line.key]?.last?.names ?? []
            // "1 purchase" may say its number itself.
            let isWhole = line.form == .one ? line.names.isSubset(of: names) : line.names == names
            #expect(isWhole, "\(language) \(line.key): \(line.text)")
            #expect(
                line.text == line.text.trimmingCharacters(in: .whitespaces) && !line.text.isEmpty,
                "\(line.key)")
        }
    }

    @Test("A text is read from its own line", arguments: Language.allCases)
    func texts(_ language: Language) throws {
        let strings = language.strings
        let texts = Dictionary(uniqueKeysWithValues: Text.allCases.map { ("\($0)", $0) })
        for line in try Self.lines(language) {
            guard let text = texts[line.key], line.form == nil else { continue }
            #expect(strings[text] == line.text)
        }
    }

    @Test(
        "A translation is not a copy of the English text, unless both languages say it so",
        arguments: Language.allCases.dropFirst())
    func translated(_ language: Language) throws {
        let english = Dictionary(grouping: try Self.lines(.english)) {
            "\($0.key)\($0.form.map(\.rawValue) ?? "")"
        }
        let same = try Self.lines(language).filter { line in
            let text = english["\(line.key)\(line.form.map(\.rawValue) ?? "")"]?.first?.text
            // Many texts of one or two words are the same.
            return text == line.text && line.text.split(separator: " ").count > 3
        }
        #expect(same.isEmpty, "\(language): \(same.map(\.text))")
    }

    @Test("What the status line says fits in it, with usual values", arguments: Language.allCases)
    func statusLine(_ language: Language) throws {
        let usual = [
            "title": "The Monkey Who", "pieces": "10 × 10 Monkey Credits", "product": "com.example.x1",
            "credits": "1",
            "date": "2026-11-26", "what": "Can't connect to the store (0).", "balance": "0", "change": "+10",
            "percent": "100 %", "count": "9,900", "rejected": "2", "restored": "9,900", "filter": "Greyscale",
        ]
        for line in try Self.lines(language) where line.section.contains("fits in 78 cells") {
            let text = line.text.replacing(/\{(\w+)\}/) { usual[String($0.1)] ?? "xxxx" }
            #expect(text.count <= 78, "\(language) \(line.key): \(text)")
        }
    }
}
