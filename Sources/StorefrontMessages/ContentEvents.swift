package import StoreModel

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

/// Which filters are on is known, or changed. Only a filter that is owned can be.
package struct FiltersChanged: Hashable, Sendable {
    /// The filters that are on.
    package let filters: Set<PhotoFilter>

    /// The filters that are on now.
    package init(filters: Set<PhotoFilter>) { self.filters = filters }
}

/// A filter was not switched on because nobody bought it; nothing was charged.
package struct FilterRefused: Hashable, Sendable {
    /// Which filter.
    package let filter: PhotoFilter

    /// A refusal.
    package init(filter: PhotoFilter) { self.filter = filter }
}

/// The picture is there.
package struct PictureOpened: Hashable, Sendable {
    /// The picture.
    package let picture: Picture

    /// A picture to show.
    package init(picture: Picture) { self.picture = picture }
}
