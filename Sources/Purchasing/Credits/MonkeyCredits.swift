public import StoreModel

/// The application's two built-in products, and what they are worth (spec A2).
public enum MonkeyCredits {
    /// Five monkey credits.
    public static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    /// Ten monkey credits.
    public static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"

    /// Both, in the order of the screen.
    public static let productIdentifiers = [five, ten]
}

extension CreditManager {
    /// How many monkey credits one piece of a product is worth; nil for anything that is not sold as credits.
    public static func credits(for product: ProductIdentifier) -> Int? {
        switch product {
        case MonkeyCredits.five: 5
        case MonkeyCredits.ten: 10
        default: nil
        }
    }
}
