// What a person may have meant by a word that does not exist. The typed commands and the commands of
// `monkeystore` say it.

/// The name nearest to a text; nil if no other name is near. Only the case of its letters may be different.
package func nearestName(to text: String, among names: [String]) -> String? {
    names.map { (name: $0, distance: editDistance(text.lowercased(), $0.lowercased())) }
        .filter {
            $0.name != text && $0.distance <= max(2, $0.name.count / 4) && $0.distance < $0.name.count
        }
        .min { $0.distance < $1.distance }?.name
}

/// The names that a word may stand for: those that begin with it, or else the nearest one.
func names(near word: String, among names: [String]) -> [String] {
    let longer = word.isEmpty ? [] : names.filter { $0.hasPrefix(word) }
    return longer.isEmpty ? nearestName(to: word, among: names).map { [$0] } ?? [] : longer
}

/// Names separated by commas, as many as fit in a line.
func enumerated(_ names: [String]) -> String {
    var text = ""
    for name in names {
        let more = text.isEmpty ? name : "\(text), \(name)"
        guard more.count <= mostEnumerated else { return "\(text)…" }
        text = more
    }
    return text
}

private let mostEnumerated = 120

/// How many characters must be inserted, removed, replaced, or exchanged with the next one to turn one text
/// into the other.
private func editDistance(_ text: String, _ other: String) -> Int {
    // A text this long is not a misspelt name.
    let (text, other) = (Array(text.prefix(100)), Array(other.prefix(100)))
    var rows = [Array(0...other.count)]
    for (index, character) in text.enumerated() {
        var row = [index + 1]
        for (column, otherCharacter) in other.enumerated() {
            let replaced = rows[index][column] + (character == otherCharacter ? 0 : 1)
            var least = min(replaced, rows[index][column + 1] + 1, row[column] + 1)
            if index > 0, column > 0, character == other[column - 1], text[index - 1] == otherCharacter {
                least = min(least, rows[index - 1][column - 1] + 1)
            }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[text.count][other.count]
}
