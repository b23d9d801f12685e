internal import StoreModel

/// What a key can be for.
enum Action: Hashable, Sendable {
    case next, previous, pageDown, pageUp, first, last
    case less, more
    case activate
    case cancelDownload
    case product(Int)
    case settings, transactions, subscriptions, restore, retry, help
    case photo, filter(PhotoFilter), clearFilters
    case close
    case accept, refuse
    case approve, decline, resolve, refund
    case eraseBefore, eraseAfter, eraseAll
    case signIn, signOut
    case quit, interrupt
    /// The terminal's own: it paints everything anew, or stops the program, before the screen hears of it.
    case redraw, suspend
}
