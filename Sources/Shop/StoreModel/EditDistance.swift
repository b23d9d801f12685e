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

extension [String] {
    /// The word that the author probably meant by `word`; nil if no word is similar.
    package func nearest(to word: String) -> String? {
        let word = word.lowercased()
        func distance(_ other: String) -> Int {
            let other = other.lowercased()
            let isShortened = word.count > 2 && (other.hasPrefix(word) || word.hasPrefix(other))
            return isShortened ? 1 : editDistance(word, other)
        }
        let nearest = map { (word: $0, distance: distance($0)) }.min { $0.distance < $1.distance }
        return nearest.flatMap { $0.distance <= Swift.max(1, word.count / 3) ? $0.word : nil }
    }

    /// What to say about a name that is not one of these: which one was probably meant, and which there are.
    package func suggestions(for name: String, of things: String) -> String {
        if isEmpty { return "There are no \(things) here." }
        if count == 1 { return "The only one is \(self[0])." }
        let guess = nearest(to: name).map { "Did you mean \($0)? " } ?? ""
        return "\(guess)There are \(joined(separator: ", "))."
    }
}
