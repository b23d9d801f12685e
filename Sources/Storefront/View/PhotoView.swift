internal import StoreModel
internal import StorefrontStrings

// The photo screen: the picture and the buttons of its filters.
extension Canvas {
    mutating func drawPhoto(_ state: StorefrontState) {
        let isStylish = state.mood == .stylish
        let monkey = isStylish ? "  \(monkey(state).small)" : ""
        drawHeader(strings.photoTitle + monkey, right: strings.filtersOn(state.filters), rightStyle: Style(.accent))
        let lines = buttonLines(state)
        let buttonsRow = layout.contentEnd - lines.count
        let rows = 1..<buttonsRow - (layout.isRoomy ? 1 : 0)
        if let picture = state.picture {
            drawPicture(picture, filters: filters(state), columns: 1..<columns - 1, rows: rows)
        } else {
            paragraph(strings.photoLoading, 3, 3)
        }
        for (index, line) in lines.enumerated() { drawPhotoButtons(line, state, row: buttonsRow + index) }
    }

    /// The filters that are on. One that was just switched on appears from the left.
    private func filters(_ state: StorefrontState) -> DevelopingFilters {
        guard case .filter(let before) = state.currentReaction?.kind else {
            return DevelopingFilters(after: state.filters)
        }
        let share = state.moodPicture(allowsAnimation: options.allowsAnimation) + 1
        return DevelopingFilters(
            before: before, after: state.filters, developed: Double(share) / Double(state.mood.pictures))
    }

    private func buttonLines(_ state: StorefrontState) -> [[PhotoButton]] {
        let widths = PhotoButton.allCases.map { clean(words(for: $0, state).words).width + (layout.isRoomy ? 7 : 3) }
        return lines(ofButtons: widths).map { $0.map { PhotoButton.allCases[$0] } }
    }

    /// A line of buttons, in their longest form that fits.
    private mutating func drawPhotoButtons(_ buttons: [PhotoButton], _ state: StorefrontState, row: Int) {
        var column = columns < Self.fullWordsWidth ? 0 : 1
        for button in buttons {
            let (words, isEnabled) = words(for: button, state)
            column = self.button(
                words, column, row, isSelected: state.photoButton == button, isEnabled: isEnabled,
                isTight: !layout.isRoomy, target: .photoButton(button))
            if layout.isRoomy { column += 1 }
        }
    }

    /// The narrowest window in which three tight buttons fit in full words.
    private static let fullWordsWidth = 40

    private func words(for button: PhotoButton, _ state: StorefrontState) -> (words: String, isEnabled: Bool) {
        guard let filter = button.filter else { return (strings.clearFilters, !state.filters.isEmpty) }
        let name = columns < Self.fullWordsWidth ? strings.shortName(of: filter) : strings.name(of: filter)
        if state.owns(filter) {
            return (strings.filterSwitch(name, isOn: state.filters.contains(filter)), true)
        }
        let price = state.catalogue.products[filter.productIdentifier].map { strings.price(of: $0) }
        let words = [strings.buyFilter(name), layout.isRoomy ? price : nil].compactMap(\.self).joined(separator: "  ")
        return (words, state.offer(of: filter.productIdentifier) == .onSale)
    }
}
