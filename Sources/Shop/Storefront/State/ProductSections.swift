internal import StoreEvents
internal import StoreModel

/// A part of the list of products with its own heading. The store screen shows the sections.
enum ProductSection: Hashable, Sendable {
    case credits, filters, subscriptions, books
    /// What another application sells, or all products if the list has no sections.
    case others

    var heading: Text {
        switch self {
        case .credits: .sectionCredits
        case .filters: .sectionFilters
        case .subscriptions: .sectionSubscriptions
        case .books: .sectionBooks
        case .others: .productsHeading
        }
    }
}

/// A row of the list of products.
enum ListRow: Hashable, Sendable {
    case heading(ProductSection)
    /// The product at this index.
    case product(Int)

    var isHeading: Bool { if case .heading = self { true } else { false } }
}

extension StorefrontState {
    /// The rows of the list: a heading, its products, the next heading. If a section would begin more than
    /// once, there is one heading for all.
    var listRows: [ListRow] {
        let sections = products.map(section)
        let starts = sections.indices.filter { $0 == 0 || sections[$0 - 1] != sections[$0] }
        guard Set(starts.map { sections[$0] }).count == starts.count else {
            return [.heading(.others)] + sections.indices.map { .product($0) }
        }
        return sections.indices.reduce(into: starts.isEmpty ? [.heading(.others)] : []) { rows, index in
            if starts.contains(index) { rows.append(.heading(sections[index])) }
            rows.append(.product(index))
        }
    }

    private func section(of product: ProductIdentifier) -> ProductSection {
        if isSubscription(product) { return .subscriptions }
        if MonkeyCredits.worth(of: product) != nil { return .credits }
        if PhotoFilter(productIdentifier: product) != nil { return .filters }
        return isBook(product) ? .books : .others
    }
}
