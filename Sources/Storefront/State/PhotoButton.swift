internal import StoreModel

/// A button below the picture.
enum PhotoButton: Int, Hashable, Sendable, CaseIterable {
    case greyscale, sepia, clear

    /// The filter that it is for; nil for the one that clears them all.
    var filter: PhotoFilter? {
        switch self {
        case .greyscale: .greyscale
        case .sepia: .sepia
        case .clear: nil
        }
    }
}
