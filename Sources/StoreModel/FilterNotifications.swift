// What goes over the bus about photo filters. As with all notifications, a request is what the user wants and a fact is what
// happened.

/// The user wants a filter on that is off, or off that is on. `FiltersChanged` follows, or `FilterRefused`.
package struct FilterToggleRequested: Hashable, Sendable {
    /// Which filter.
    package let filter: PhotoFilter

    /// A wish to switch `filter`.
    package init(filter: PhotoFilter) { self.filter = filter }
}

/// The user wants all filters off. `FiltersChanged` follows.
package struct FiltersClearRequested: Hashable, Sendable {
    /// A wish for the picture as it is.
    package init() {}
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
