package import StoreModel

/// The application's photo filters: bought once, and applied as often as one likes (spec E5).
package enum PhotoFilters {
    /// Everything in grey.
    package static let greyscale = PhotoFilter.greyscale.productIdentifier
    /// Everything in brown.
    package static let sepia = PhotoFilter.sepia.productIdentifier

    /// Both, in the order of the screen.
    package static let productIdentifiers = [greyscale, sepia]
}

/// What the application sells by itself.
package enum BuiltInProducts {
    /// All of it, in the order of the screen.
    package static let identifiers =
        MonkeyCredits.productIdentifiers + PhotoFilters.productIdentifiers + MonkeyCredits.subscriptions
        + [KeepersLetter.productIdentifier]
}
