internal import StoreModel

/// The keeper's letters. Their text is part of the program, so reading one needs no network.
enum KeepersLetter {
    /// The letters of a year in turn; they are separated by lines of three stars.
    private static let letters = String(decoding: PackageResources.keepers_letter_txt, as: UTF8.self)
        .split(separator: "\n***\n")

    /// The letter of a period, paragraph by paragraph.
    ///
    /// - Parameter start: when the period began; each month has another letter.
    static func paragraphs(ofPeriodFrom start: Timestamp) -> [String] {
        letters[start.calendarFields().month % letters.count]
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
