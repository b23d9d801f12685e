/// Why a catalogue cannot be read, and where in its file the fault is. `Catalogue` throws it; both programs
/// print it.
package enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(file: String)
    /// A folder has that name (Xcode users do have folders called `….storekit`).
    case folder(file: String)
    case unreadable(file: String, reason: String)
    case empty(file: String)
    /// It is not JSON, or something in it is wrong for a catalogue. The fault begins with its place.
    case invalid(file: String, fault: String)
    case noProducts(file: String)
    case duplicateProduct(file: String, place: String, first: String, identifier: String)

    /// What is wrong, and where. Texts from the file are quoted, with their control characters escaped.
    package var description: String {
        switch self {
        case .missing(let file): "There is no catalogue at \(file)."
        case .folder(let file): "\(file) is a folder, not a catalogue."
        case .unreadable(let file, let reason): "Cannot read the catalogue \(file) (\(reason))."
        case .empty(let file): "\(file) is empty."
        case .invalid(let file, let fault): "\(file): \(fault)."
        case .noProducts(let file): "\(file) has no products."
        case .duplicateProduct(let file, let place, let first, let identifier):
            "\(file): \(place): the product \(identifier.debugDescription) is already at \(first). Remove one of the two."
        }
    }
    /// What to do about it; nil if the description says it all. `option` is what takes the file's path.
    package func advice(with option: String = "--catalogue") -> String? {
        switch self {
        case .missing, .folder: "Give \(option) the path of a StoreKit configuration file."
        case .unreadable: "Make it readable, or choose another file with \(option)."
        case .empty: "Choose another file with \(option)."
        case .invalid: "Correct it, or choose another file with \(option)."
        case .noProducts: "Add one, or choose another file with \(option)."
        case .duplicateProduct: nil
        }
    }
}
