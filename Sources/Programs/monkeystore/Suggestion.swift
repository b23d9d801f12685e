internal import Storefront

/// "Did you mean 'products'? ", if a person typed a name that does not exist; empty if no name is near.
/// Commands and the argument parser print it.
func suggestion(for text: String, among names: [String]) -> String {
    nearestName(to: text, among: names).map { "Did you mean '\($0)'? " } ?? ""
}
