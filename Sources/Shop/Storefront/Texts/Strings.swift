/// All texts of the storefront in one language, for its screens, its errors and its commands.
/// `Language.strings` returns them. The texts themselves are in `Resources/Embedded/Texts`. Each is a
/// complete text, so the language decides on word order, plural forms and punctuation.
package struct Strings: Sendable {
    package let language: Language
    private let table: TextTable
    /// The characters that the terminal shows.
    private(set) var glyphs = ScreenOptions.Glyphs.unicode

    init(_ language: Language, _ table: TextTable) {
        self.language = language
        self.table = table
    }

    /// The texts for a terminal that shows these characters.
    func shown(in glyphs: ScreenOptions.Glyphs) -> Strings {
        var strings = self
        strings.glyphs = glyphs
        return strings
    }

    /// A text without values.
    package subscript(text: Text) -> String { template(text) }

    /// A text with values in place of its `{name}`s.
    func fill(_ text: Text, _ values: KeyValuePairs<String, String>) -> String {
        Self.fill(template(text), values)
    }

    /// A text with plural forms, in the form for `count`, with values in place of its `{name}`s.
    func plural(_ text: Text, _ count: Int, _ values: KeyValuePairs<String, String>) -> String {
        Self.fill(template(text, language.pluralForm(of: count)), values)
    }

    /// A text with a `{count}`, in the form for it if the text has plural forms.
    func counted(_ text: Text, _ count: Int) -> String { plural(text, count, ["count": number(count)]) }

    private func template(_ text: Text, _ form: PluralForm = .other) -> String {
        table[text, form]
    }

    private static func fill(_ template: String, _ values: KeyValuePairs<String, String>) -> String {
        var filled = ""
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            filled += Substring(rest[..<open])
            let name = Substring(rest[rest.index(after: open)..<close])
            let value = values.first { $0.key == name }?.value
            assert(value != nil, "no value for {\(name)} in \(template)")
            filled += value ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return filled + Substring(rest)
    }
}

extension Strings {
    /// A whole number, with its digits in groups.
    package func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard digits.count >= 3 + language.minimumGroupingDigits else { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += language.groupingSeparator }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    /// A difference: a whole number with its sign.
    package func signed(_ number: Int) -> String { (number > 0 ? "+" : "") + self.number(number) }
}
