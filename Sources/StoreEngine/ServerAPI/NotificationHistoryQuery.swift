internal import StoreModel

/// The filters of a request for the history of notifications.
struct NotificationHistoryQuery: Sendable {
    private static let day: Int64 = 86_400_000

    private let startDate: Int64
    private let endDate: Int64
    private let type: String?
    private let transaction: TransactionIdentifier?
    private let onlyFailures: Bool
    private let subtype: String?

    /// Reads the body of the request. An end in the future is as good as now.
    init(_ body: RequestBody, in environment: StoreEnvironment, now: Timestamp) throws(ServerAPIError) {
        guard let start = body.integer("startDate"), start >= 0 else { throw .invalidStartDate }
        guard let end = body.integer("endDate"), end >= 0 else { throw .invalidEndDate }
        guard start < end else { throw .startDateAfterEndDate }
        let days: Int64 = environment == .production ? 180 : 30
        guard start >= now.milliseconds - days * Self.day else { throw .startDateTooFarInPast }
        startDate = start
        endDate = end
        type = body.text("notificationType")
        let subtype = body.text("notificationSubtype")
        if body.has("notificationType") || body.has("notificationSubtype") {
            guard let type, let subtypes = NotificationType.known[type],
                !body.has("notificationSubtype") || subtype.map(subtypes.contains) == true
            else { throw .invalidNotificationType }
        }
        if body.has("transactionId") {
            guard type == nil else { throw .multipleFiltersSupplied }
            guard let text = body.text("transactionId"), Int64(text) != nil else { throw .invalidTransactionIdentifier }
            transaction = TransactionIdentifier(rawValue: text)
        } else {
            transaction = nil
        }
        let onlyFailures = body.bool("onlyFailures")
        if body.has("onlyFailures"), onlyFailures == nil { throw .badRequest }
        self.onlyFailures = onlyFailures ?? false
        self.subtype = subtype
    }

    /// Whether a notification is asked for. One counts as a failure until it is delivered, if it was tried.
    func matches(_ entry: NotificationTable.Entry, isTried: () throws -> Bool) rethrows -> Bool {
        guard startDate <= entry.created.milliseconds, entry.created.milliseconds < endDate,
            subtype == nil || subtype == entry.subtype, type.map({ $0 == entry.type }) ?? true,
            transaction.map({ PurchaseRecord.number(of: $0) == entry.purchase && entry.purchase != nil }) ?? true
        else { return false }
        return try !onlyFailures || !entry.isDelivered && isTried()
    }
}
