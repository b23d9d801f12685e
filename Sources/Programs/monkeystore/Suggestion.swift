internal import StoreModel
internal import Storefront

/// "Did you mean 'products'? ", if a person typed a name that does not exist; empty if no name is near.
/// Commands and the argument parser print it.
func suggestion(for text: String, among names: [String]) -> String {
    nearestName(to: text, among: names).map { "Did you mean '\($0)'? " } ?? ""
}

extension ProductIdentifier {
    /// The part after the last dot, with which people name it.
    var lastPart: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }
}
