package import StoreModel

extension Catalogue {
    /// Why a request for products calls an identifier invalid, in one sentence; nil where it is on sale. Apple's store keeps
    /// this to itself.
    package func reasonForInvalidity(of identifier: ProductIdentifier) -> String? {
        let wanted = identifier.rawValue
        guard !products.contains(where: { $0.identifier == identifier }) else { return nil }
        let name = wanted.debugDescription
        func like(_ isAlike: (String) -> Bool) -> String? {
            products.first { isAlike($0.identifier.rawValue) }?.identifier.rawValue.debugDescription
        }
        if let other = like({ $0.lowercased() == wanted.lowercased() }) {
            return "\(name) differs from \(other) in capital letters."
        }
        if let other = like({ $0.filter { !$0.isWhitespace } == wanted.filter { !$0.isWhitespace } }) {
            return "\(name) differs from \(other) in white space."
        }
        if let other = like({ $0.hasSuffix("." + wanted) }) {
            return "\(name) is only the end of \(other); an identifier is written in full."
        }
        if groups.contains(where: { $0.identifier == wanted || $0.name == wanted }) {
            return "\(name) is a subscription group, and not one of its products."
        }
        if products.contains(where: { $0.referenceName == wanted }) {
            return "\(name) is the reference name of a product, and not its identifier."
        }
        return "The catalogue has no product \(name)."
    }
}
