internal import StoreModel
internal import StorefrontMessages

// Keys and events of the photo screen. A filter must be owned before it can be switched.
extension StorefrontState {
    mutating func openPhoto() -> [StorefrontCommand] {
        place = .photo
        return picture == nil ? [.picture] : []
    }

    mutating func actInPhoto(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: selectPhotoButton(after: 1)
        case .previous: selectPhotoButton(after: -1)
        case .activate: return press(photoButton)
        case .filter(let filter): return use(filter)
        case .clearFilters: return press(.clear)
        case .close: place = .store
        default: break
        }
        return []
    }

    /// The command for a filter's button: it switches an owned filter, and buys another (E5).
    mutating func use(_ filter: PhotoFilter) -> [StorefrontCommand] {
        owns(filter) ? [.filter(filter)] : buy(filter.productIdentifier)
    }

    /// The monkey reacts to a filter that was just switched on.
    mutating func change(_ filters: Set<PhotoFilter>) {
        if let switching, filters.contains(switching), !self.filters.contains(switching) {
            feel(.filter(before: self.filters))
        }
        (self.filters, switching) = (filters, nil)
    }

    private mutating func press(_ button: PhotoButton) -> [StorefrontCommand] {
        guard let filter = button.filter else { return [.clearFilters] }
        return use(filter)
    }

    private mutating func selectPhotoButton(after step: Int) {
        let all = PhotoButton.allCases
        photoButton = all[(photoButton.rawValue + step + all.count) % all.count]
    }
}

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
