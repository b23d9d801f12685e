public import StoreModel

/// The application's photo filters: bought once, and applied as often as one likes (spec E5).
public enum PhotoFilters {
    /// Everything in grey.
    public static let greyscale = PhotoFilter.greyscale.productIdentifier
    /// Everything in brown.
    public static let sepia = PhotoFilter.sepia.productIdentifier

    /// Both, in the order of the screen.
    public static let productIdentifiers = [greyscale, sepia]
}

/// What the application sells by itself.
public enum BuiltInProducts {
    /// All of it, in the order of the screen.
    public static let identifiers =
        MonkeyCredits.productIdentifiers + PhotoFilters.productIdentifiers + MonkeyCredits.subscriptions
        + [KeepersLetter.productIdentifier]
}
