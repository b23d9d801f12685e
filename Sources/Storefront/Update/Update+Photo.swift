internal import StoreModel
internal import StorefrontMessages

// The picture and its filters. What is shown is what is in force; a filter that nobody bought is bought first.
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

    /// The filter's own button: on or off where it is owned, else the button that buys it (E5).
    mutating func use(_ filter: PhotoFilter) -> [StorefrontCommand] {
        owns(filter) ? [.filter(filter)] : buy(filter.productIdentifier)
    }

    /// A filter that somebody has just switched on is something to look at; one that was on before is not.
    mutating func change(_ event: FiltersChanged) {
        if let switching, event.filters.contains(switching), !filters.contains(switching) {
            feel(.filter(before: filters))
        }
        (filters, switching) = (event.filters, nil)
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
