/// What people call a visitor: the name before the `@` of `ssh anna@…`. It says nothing about who
/// that is. All names that visitors type pass through here, when `Host` of `monkeystore-ssh` gets
/// them, before they are shown or logged.
package struct VisitorLabel: Hashable, Sendable, CustomStringConvertible {
    /// The most characters of a label. Longer names are cut.
    package static let longest = 24
    /// What a visitor is called whose name cannot be shown.
    package static let unnamed = VisitorLabel(text: "visitor")

    private let text: String
    package var description: String { text }

    private init(text: String) { self.text = text }

    /// The letters, digits and signs of a name that can be shown in a line: no space, so that nobody is
    /// called like the second of two visitors, and no character with an effect on others.
    package init(typed name: some StringProtocol) {
        var kept: [Unicode.Scalar] = []
        var marks = 0
        for scalar in name.unicodeScalars {
            let isMark = Self.isMark(scalar)
            marks = isMark ? marks + 1 : 0
            guard isMark ? !kept.isEmpty && marks <= Self.mostMarks : Self.isPlain(scalar) else { continue }
            kept.append(scalar)
        }
        let text = String(String(String.UnicodeScalarView(kept)).prefix(Self.longest))
        self = text.isEmpty ? .unnamed : VisitorLabel(text: text)
    }

    /// More marks on one letter than any name has.
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

/// The labels of a host's visitors: those of the same name are numbered, the second `anna` is `anna 2`.
package struct VisitorLabels: Sendable {
    private struct Entry {
        let typed: VisitorLabel
        let number: Int
    }

    private var entries: [String: Entry] = [:]
    /// The numbers in use, by the name without case.
    private var numbers: [String: Set<Int>] = [:]

    package init() {}

    /// The label of a visitor, by its name at the store, who typed a name. It
    /// stays the same at the next visit.
    package mutating func label(of visitor: String, typed: VisitorLabel) -> String {
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

    /// A visitor will not come again; the number is free.
    package mutating func forget(_ visitor: String) {
        guard let entry = entries.removeValue(forKey: visitor) else { return }
        let name = entry.typed.description.lowercased()
        numbers[name]?.remove(entry.number)
        if numbers[name]?.isEmpty ?? false { numbers[name] = nil }
    }
}
