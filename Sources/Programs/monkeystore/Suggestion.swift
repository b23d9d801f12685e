internal import StoreModel
internal import Storefront

/// "Did you mean 'products'? ", for what a person typed and there is not; empty if nothing is near. Commands
/// and the parser of arguments say it.
func suggestion(for text: String, among names: [String]) -> String {
    nearestName(to: text, among: names).map { "Did you mean '\($0)'? " } ?? ""
}

extension ProductIdentifier {
    /// The part behind the last dot, by which people name it.
    var lastPart: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }
}
