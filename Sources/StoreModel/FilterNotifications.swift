// What goes over the bus about photo filters. As with all notifications, a request is what the user wants and a fact is what
// happened.

/// The user wants a filter on that is off, or off that is on. `FiltersChanged` follows, or `FilterRefused`.
public struct FilterToggleRequested: Hashable, Sendable {
    /// Which filter.
    public let filter: PhotoFilter

    /// A wish to switch `filter`.
    public init(filter: PhotoFilter) { self.filter = filter }
}

/// The user wants all filters off. `FiltersChanged` follows.
public struct FiltersClearRequested: Hashable, Sendable {
    /// A wish for the picture as it is.
    public init() {}
}

/// Which filters are on is known, or changed. Only a filter that is owned can be.
public struct FiltersChanged: Hashable, Sendable {
    /// The filters that are on.
    public let filters: Set<PhotoFilter>

    /// The filters that are on now.
    public init(filters: Set<PhotoFilter>) { self.filters = filters }
}

/// A filter was not switched on because nobody bought it; nothing was charged.
public struct FilterRefused: Hashable, Sendable {
    /// Which filter.
    public let filter: PhotoFilter

    /// A refusal.
    public init(filter: PhotoFilter) { self.filter = filter }
}
