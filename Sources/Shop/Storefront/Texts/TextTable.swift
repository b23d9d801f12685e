internal import CTexts

/// The texts of a language, as in its file in `Resources/Embedded/Texts`. The file has a line for each
/// `Text`, in the same order, or a line for each plural form if the text has a count. `Strings` reads them.
/// They are looked up in the bytes of the file, so that the first frame does not wait long.
struct TextTable: Sendable {
    private let file: [UInt8]
    /// Where the texts are in the file, by the number of their `Text`. For texts with plural forms, this is
    /// the form `other`.
    private var places: [Range<Int>] = []
    private var otherForms: [(text: Int, form: PluralForm, place: Range<Int>)] = []

    init(_ file: text_file) {
        self.init([UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }

    init(_ file: [UInt8]) {
        self.file = file
        places.reserveCapacity(Text.allCases.count)
        var key: ArraySlice<UInt8> = []
        for line in self.file.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let parts = TextLine(line)
            if parts.key != key {
                key = parts.key
                places.append(parts.text)
            }
            if let form = parts.form, form != .other {
                otherForms.append((places.count - 1, form, parts.text))
            } else {
                places[places.count - 1] = parts.text
            }
        }
        assert(places.count == Text.allCases.count, "\(places.count) texts of \(Text.allCases.count)")
    }

    subscript(text: Text, form: PluralForm) -> String {
        let other = form == .other ? nil : otherForms.first { $0.text == text.rawValue && $0.form == form }
        return String(decoding: file[other?.place ?? places[text.rawValue]], as: UTF8.self)
    }
}

/// A line of the file: `key = text`, or `key[form] = text`.
struct TextLine {
    let key: ArraySlice<UInt8>
    let form: PluralForm?
    /// Where the text is in the file.
    let text: Range<Int>

    init(_ line: ArraySlice<UInt8>) {
        let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
        let name = line[..<max(line.startIndex, equals - 1)]
        text = min(equals + 2, line.endIndex)..<line.endIndex
        if let bracket = name.firstIndex(of: UInt8(ascii: "[")) {
            key = name[..<bracket]
            form = PluralForm(rawValue: String(decoding: name[(bracket + 1)...].dropLast(), as: UTF8.self))
        } else {
            key = name
            form = nil
        }
    }
}

/// A kind of number that has its own form in a language (CLDR, plural rules for cardinals).
enum PluralForm: String, Hashable, Sendable {
    case one, many, other
}
