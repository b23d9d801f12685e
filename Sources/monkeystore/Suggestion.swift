internal import StoreModel

/// "Did you mean 'products'? ", for what a person typed and there is not; empty if nothing is near. Commands and the parser of
/// arguments say it.
func suggestion(for text: String, among names: [String]) -> String {
    let near = names.map { (name: $0, distance: editDistance(text.lowercased(), $0.lowercased())) }
        .filter { $0.distance <= max(2, $0.name.count / 4) && $0.distance < $0.name.count }
        .min { $0.distance < $1.distance }
    return near.map { "Did you mean '\($0.name)'? " } ?? ""
}

/// How many characters are put in, taken out, replaced, or exchanged with the next one, to get from one text to the other.
func editDistance(_ text: String, _ other: String) -> Int {
    // What is so long is no misspelt name.
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

extension ProductIdentifier {
    /// The part behind the last dot, by which people name it.
    var lastPart: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }
}
