// What goes over the bus about hosted products: books. As with all notifications, a request is what the user wants and a fact
// is what happened.

/// The user wants something done about the content of a product that is owned. `DownloadUpdated` follows.
package struct DownloadActionRequested: Hashable, Sendable {
    /// What can be done about content.
    package enum Action: Hashable, Sendable {
        /// Fetch it, or go on with it.
        case start
        /// Stop for now.
        case pause
        /// Give it up; it can be fetched again at any time, and is not paid again.
        case cancel
    }

    /// Whose content.
    package let productIdentifier: ProductIdentifier
    /// What to do.
    package let action: Action

    /// A wish to do `action` about the content of a product.
    package init(productIdentifier: ProductIdentifier, action: Action) {
        self.productIdentifier = productIdentifier
        self.action = action
    }
}

/// The user wants to read a book. `BookOpened` follows, or `ActionFailed`.
package struct BookRequested: Hashable, Sendable {
    /// Which book.
    package let productIdentifier: ProductIdentifier

    /// A wish to read a book.
    package init(productIdentifier: ProductIdentifier) { self.productIdentifier = productIdentifier }
}

/// The user has read up to here; the next `BookOpened` begins there.
package struct ReadingPlaceChanged: Hashable, Sendable {
    /// Which book.
    package let productIdentifier: ProductIdentifier
    /// Where in it.
    package let place: ReadingPlace

    /// A place in a book.
    package init(productIdentifier: ProductIdentifier, place: ReadingPlace) {
        self.productIdentifier = productIdentifier
        self.place = place
    }
}

/// A place in a book, whatever the width of the window: the character that stands first.
package struct ReadingPlace: Hashable, Sendable, Comparable {
    /// The paragraph, from 0.
    package var paragraph: Int
    /// How many characters of the paragraph stand before it.
    package var character: Int

    /// The beginning, or another place.
    package init(paragraph: Int = 0, character: Int = 0) {
        self.paragraph = paragraph
        self.character = character
    }

    /// The place that comes first is the smaller one.
    package static func < (left: ReadingPlace, right: ReadingPlace) -> Bool {
        (left.paragraph, left.character) < (right.paragraph, right.character)
    }
}

/// The hosted products are known, or others than before. They are sold behind those that the application sells by itself.
package struct HostedProductsListed: Hashable, Sendable {
    /// The products, in the order of the content server.
    package let products: [HostedProduct]

    /// The content server's list.
    package init(products: [HostedProduct]) { self.products = products }
}

/// A download is new, or has changed.
package struct DownloadUpdated: Hashable, Sendable {
    /// The download.
    package let download: Download

    /// A download as it is now.
    package init(download: Download) { self.download = download }
}

/// A book was opened to be read.
package struct BookOpened: Hashable, Sendable {
    /// Which book.
    package let productIdentifier: ProductIdentifier
    /// Its text, paragraph by paragraph; none is longer than `longestParagraph`. Another party's text: clean it before it goes
    /// to a terminal.
    package let paragraphs: [String]
    /// Where it was left.
    package let place: ReadingPlace

    /// The most characters (Unicode scalars) in a paragraph; longer ones come in parts.
    package static let longestParagraph = 1500

    /// A book and where to go on.
    package init(productIdentifier: ProductIdentifier, paragraphs: [String], place: ReadingPlace) {
        self.productIdentifier = productIdentifier
        self.paragraphs = paragraphs
        self.place = place
    }
}
