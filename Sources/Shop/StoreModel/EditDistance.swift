/// How many characters must be inserted, removed, replaced, or exchanged with the next one to turn one text
/// into the other. It is what guesses of a misspelt word go by.
package func editDistance(_ text: String, _ other: String) -> Int {
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
