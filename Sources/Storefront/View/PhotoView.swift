internal import StoreModel

// The picture, and the filters for it.
extension Canvas {
    mutating func drawPhoto(_ state: StorefrontState) {
        drawHeader(strings.photoTitle, right: strings.filtersOn(state.filters), rightStyle: Style(.accent))
        let buttonsRow = layout.contentEnd - 1
        let rows = 1..<buttonsRow - (layout.isRoomy ? 1 : 0)
        if let picture = state.picture {
            drawPicture(picture, filters: state.filters, columns: 1..<columns - 1, rows: rows)
        } else {
            text(strings.photoLoading, 3, 3)
        }
        drawPhotoButtons(state, row: buttonsRow)
    }

    /// The filters' buttons and the one that clears them, with as many blanks and words as there is room for.
    private mutating func drawPhotoButtons(_ state: StorefrontState, row: Int) {
        var column = columns < Self.fullWordsWidth ? 0 : 1
        for button in PhotoButton.allCases {
            let (words, isEnabled) = words(for: button, state)
            let isSelected = state.photoButton == button
            if layout.isRoomy {
                column = self.button(words, column, row, isSelected: isSelected, isEnabled: isEnabled) + 1
            } else {
                column = tightButton(words, column, row, isSelected: isSelected, isEnabled: isEnabled)
            }
        }
    }

    private func words(for button: PhotoButton, _ state: StorefrontState) -> (words: String, isEnabled: Bool) {
        guard let filter = button.filter else { return (strings.clearFilters, !state.filters.isEmpty) }
        let name = columns < Self.fullWordsWidth ? strings.shortName(of: filter) : strings.name(of: filter)
        if state.owns(filter) {
            return (strings.filterSwitch(name, isOn: state.filters.contains(filter)), true)
        }
        let price = state.catalogue.products[filter.productIdentifier]?.localizedPrice()
        let words = [strings.buyFilter(name), layout.isRoomy ? price : nil].compactMap(\.self).joined(separator: "  ")
        return (words, state.offer(of: filter.productIdentifier) == .onSale)
    }
}
