// What a person may have meant by a word that does not exist. The typed commands and the commands of
// `monkeystore` say it. Whoever types may miss two letters even of a short word. The names in files and
// requests are shortened more often than misspelt, and have a rule of their own: `nearest(to:)` in `StoreModel`.

internal import StoreModel

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
