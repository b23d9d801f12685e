/// Why a catalogue cannot be used. Each has one line for the person outside.
package enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(file: String)
    /// A folder has that name (Xcode users do have folders called `….storekit`).
    case folder(file: String)
    /// The system does not let it be read.
    case unreadable(file: String, reason: String)
    case empty(file: String)
    /// The text is not UTF-8, from this line on.
    case notText(file: String, line: Int)
    /// The text is not JSON.
    case notJSON(file: String, place: TextPlace, reason: String)
    /// It is JSON, and something in it cannot be a catalogue's.
    case invalid(file: String, place: TextPlace, reason: String)
    case noProducts(file: String)
    /// Two products have one identifier.
    case duplicateProduct(file: String, place: TextPlace, first: TextPlace, identifier: String)

    /// What is wrong, where, and what to do. Texts of the file are quoted with their control characters escaped.
    package var description: String {
        switch self {
        case .missing(let file):
            "There is no catalogue at \(file). Give --catalogue the path of a StoreKit configuration file."
        case .folder(let file):
            "\(file) is a folder, not a catalogue. Give --catalogue the path of a StoreKit configuration file."
        case .unreadable(let file, let reason):
            "Cannot read the catalogue \(file) (\(reason)). Make it readable, or choose another file with --catalogue."
        case .empty(let file):
            "The catalogue \(file) is empty. Choose another file with --catalogue."
        case .notText(let file, let line):
            "\(file):\(line): the catalogue is not UTF-8 text. Correct it, or choose another file with --catalogue."
        case .notJSON(let file, let place, let reason):
            "\(file):\(place): not JSON: \(reason). Correct it, or choose another file with --catalogue."
        case .invalid(let file, let place, let reason):
            "\(file):\(place): \(reason). Correct it, or choose another file with --catalogue."
        case .noProducts(let file):
            "The catalogue \(file) has no products. Add one, or choose another file with --catalogue."
        case .duplicateProduct(let file, let place, let first, let identifier):
            "\(file):\(place): the product \(identifier.debugDescription) is already at \(first). Remove one of the two."
        }
    }
}
