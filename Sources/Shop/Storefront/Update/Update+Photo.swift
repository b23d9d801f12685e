internal import StoreEvents
internal import StoreModel

// Handles the photo screen's keys, for `StorefrontState.handle`, and changes of the filters,
// for `StorefrontState.receive`.
extension StorefrontState {
    /// The buttons below the picture: one for each filter, and one that clears all filters.
    static let photoButtons: [PhotoFilter?] = PhotoFilter.allCases + [nil]

    mutating func actInPhoto(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: Self.photoButtons.step(&photoButton, by: 1)
        case .previous: Self.photoButtons.step(&photoButton, by: -1)
        case .activate: return photoButton.map { pressButton(of: $0) } ?? [.clearFilters]
        // Only the button buys. A letter must not, because it means something else on the screen before.
        case .filter(let filter):
            guard owns(filter) else {
                return refuse(strings.filterRefused(filter), about: .notOwned(filter.productIdentifier))
            }
            return pressButton(of: filter)
        case .clearFilters: return [.clearFilters]
        case .close: place = .store
        default: break
        }
        return []
    }

    /// The command for a filter's button. It switches a filter that is owned, and buys one that is not (E5).
    mutating func pressButton(of filter: PhotoFilter) -> [StorefrontCommand] {
        owns(filter) ? [.filter(filter)] : buy(filter.productIdentifier)
    }

    /// Lets the monkey react to a filter that was just switched on.
    mutating func filtersChanged(_ filters: Set<PhotoFilter>) {
        if let switching = account.switching, filters.contains(switching),
            !account.filters.contains(switching)
        {
            feel(.filter(before: account.filters))
        }
        (account.filters, account.switching) = (filters, nil)
    }
}
