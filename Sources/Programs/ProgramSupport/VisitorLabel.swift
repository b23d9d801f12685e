/// What people call a visitor: the name before the `@` in `ssh anna@…`. It does not prove who that is.
/// `Host` of `monkeystore-ssh` passes every name that a visitor types through here, before the name is shown
/// or logged.
package struct VisitorLabel: Hashable, Sendable, CustomStringConvertible {
    /// The most characters in a label. Longer names are cut.
    package static let longest = 24
    /// What we call a visitor whose name cannot be shown.
    package static let unnamed = VisitorLabel(text: "visitor")

    private let text: String
    package var description: String { text }

    private init(text: String) { self.text = text }

    /// Keeps the letters, digits and signs of a name that can be shown in a line. It keeps no spaces and no
    /// letters that look like one (U+3164), so that no name looks like that of the second of two visitors, and
    /// no characters that change others.
    package init(typed name: some StringProtocol) {
        var kept: [Unicode.Scalar] = []
        var marks = 0
        for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            let isMark = Self.isMark(scalar)
            marks = isMark ? marks + 1 : 0
            guard isMark ? !kept.isEmpty && marks <= Self.mostMarks : Self.isPlain(scalar) else { continue }
            kept.append(scalar)
        }
        let text = String(String(String.UnicodeScalarView(kept)).prefix(Self.longest))
        self = text.isEmpty ? .unnamed : VisitorLabel(text: text)
    }

    /// The most marks on one letter. No real name has more.
    private static let mostMarks = 2

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber: true
        default: "-._+".unicodeScalars.contains(scalar)
        }
    }
}

/// The labels of a host's visitors. Visitors with the same name are numbered: the second `anna` is `anna 2`.
package struct VisitorLabels: Sendable {
    private struct Entry {
        let typed: VisitorLabel
        let number: Int
    }

    private var entries: [String: Entry] = [:]
    /// The numbers in use, by the name in lower case.
    private var numbers: [String: Set<Int>] = [:]
    private var former = FormerVisitors()

    package init() {}

    /// The label of a visitor who typed a name. `visitor` is the visitor's name at the store. The label stays
    /// the same at the next visit, unless too many others have left since.
    package mutating func label(of visitor: String, typed: VisitorLabel) -> String {
        former.came(visitor)
        if entries[visitor]?.typed != typed {
            forget(visitor)
            let name = typed.description.lowercased()
            var number = 1
            while numbers[name, default: []].contains(number) { number += 1 }
            numbers[name, default: []].insert(number)
            entries[visitor] = Entry(typed: typed, number: number)
        }
        let number = entries[visitor]?.number ?? 1
        return number == 1 ? typed.description : "\(typed) \(number)"
    }

    /// Keeps the label of a visitor who has left, and forgets that of another who left long ago.
    package mutating func left(_ visitor: String) {
        if let forgotten = former.left(visitor) { forget(forgotten) }
    }

    /// Frees the number of a visitor who will not come again.
    package mutating func forget(_ visitor: String) {
        guard let entry = entries.removeValue(forKey: visitor) else { return }
        let name = entry.typed.description.lowercased()
        numbers[name]?.remove(entry.number)
        if numbers[name]?.isEmpty ?? false { numbers[name] = nil }
    }
}

/// The visitors who left last. Their labels are kept, and those of others are not: anybody can come with a
/// new key each time.
package struct FormerVisitors: Sendable {
    package static let most = 1000

    /// Whoever left first comes first.
    private var names: [String] = []

    package init() {}

    package mutating func came(_ visitor: String) { names.removeAll { $0 == visitor } }

    /// Returns the visitor who is not one of the last any more.
    package mutating func left(_ visitor: String) -> String? {
        came(visitor)
        names.append(visitor)
        return names.count > Self.most ? names.removeFirst() : nil
    }
}
