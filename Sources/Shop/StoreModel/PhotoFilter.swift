/// A photo filter: a feature of the application that its product switches on for good. `PhotoFilterManager`
/// switches filters, and the photo screen applies them, in the order of the cases.
package enum PhotoFilter: String, Hashable, Sendable, CaseIterable {
    case greyscale
    case sepia

    package var productIdentifier: ProductIdentifier {
        switch self {
        case .greyscale: "com.xamarin.storekit.testing.greyscale"
        case .sepia: "com.xamarin.storekit.testing.sepia"
        }
    }

    package init?(productIdentifier: ProductIdentifier) {
        guard let filter = Self.allCases.first(where: { $0.productIdentifier == productIdentifier }) else {
            return nil
        }
        self = filter
    }
}
