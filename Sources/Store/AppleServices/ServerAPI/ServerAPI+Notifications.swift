package import StoreModel
internal import StoreRules

/// Sends test notifications, and answers the server's `ServerAPIRoutes` with the history of notifications.
extension ServerAPI {
    /// `POST /v1/notifications/test`: sends a notification of type `TEST`.
    package func requestTestNotification(in environment: StoreEnvironment) async throws(ServerAPIError)
        -> [UInt8]
    {
        try await write(about: .outbox(environment)) { database in
            guard let test = try store.notify(.test, about: nil, in: environment, database) else {
                throw ServerAPIError.notificationAddressNotFound
            }
            let token = "\(test.uuid)_\(test.created.milliseconds)"
            return try SentJSON.encode(["testNotificationToken": token])
        }
    }

    /// `GET /v1/notifications/test/{token}`: the result of the test notification. Not found until the first
    /// attempt was made.
    package func testNotification(_ token: String, in environment: StoreEnvironment) throws(ServerAPIError)
        -> [UInt8]
    {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 36, let date = Int64(parts[1]) else {
            throw .invalidTestNotificationToken
        }
        return try read { database in
            guard let entry = try NotificationTable.find(uuid: String(parts[0]), database),
                entry.environment == environment, entry.type == NotificationType.test.rawValue,
                entry.created.milliseconds == date
            else { throw ServerAPIError.testNotificationNotFound }
            let attempts = try NotificationAttemptTable.all(of: entry.number, database)
            guard !attempts.isEmpty else { throw ServerAPIError.testNotificationNotFound }
            return try SentJSON.encode(SentNotification(entry, attempts))
        }
    }

    /// `POST /v1/notifications/history`: what was sent or was to be sent, the oldest first.
    package func notificationHistory(
        query items: [ServerAPIQueryItem], body: [UInt8], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        let body = try RequestBody(body)
        let token = items.last { $0.name == "paginationToken" }?.value
        return try read { database in
            let query = try NotificationHistoryQuery(body, in: environment, now: store.date(database))
            let place = try token.map { token in
                guard let place = NotificationTable.Place(token: token) else {
                    throw ServerAPIError.invalidPaginationToken
                }
                return place
            }
            let customer = try query.transaction.map {
                try purchase($0, in: environment, database).1.identifier
            }
            // One more than fits shows whether there is another page.
            let found = try NotificationTable.history(
                in: environment, of: customer, from: query.start, to: query.end, after: place,
                limit: Self.pageSize + 1, query.filter, database)
            let page = try found.prefix(Self.pageSize).map { entry in
                SentNotification(entry, try NotificationAttemptTable.all(of: entry.number, database))
            }
            let hasMore = found.count > page.count
            return try SentJSON.encode(
                NotificationPage(
                    paginationToken: hasMore ? NotificationTable.Place(found[page.count - 1]).token : nil,
                    hasMore: hasMore, notificationHistory: page))
        }
    }
}

extension NotificationTable.Place {
    fileprivate init(_ entry: NotificationTable.Entry) {
        self.init(created: entry.created, number: entry.number)
    }

    /// The place after which a page begins; nil if no page ended there.
    fileprivate init?(token: String) {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let created = parts[0], let number = parts[1], number > 0 else { return nil }
        self.init(created: Timestamp(milliseconds: created), number: number)
        guard self.token == token else { return nil }
    }

    fileprivate var token: String { "\(created.milliseconds)_\(number)" }
}

private struct NotificationPage: Encodable {
    let paginationToken: String?
    let hasMore: Bool
    let notificationHistory: [SentNotification]
}

private struct SentNotification: Encodable {
    struct Attempt: Encodable {
        let attemptDate: Int64
        let sendAttemptResult: String
    }

    let signedPayload: String
    let sendAttempts: [Attempt]
    /// Apple's earlier field, which `sendAttempts` has replaced; nil if nothing was tried yet.
    let firstSendAttemptResult: String?

    init(_ entry: NotificationTable.Entry, _ attempts: [NotificationDelivery.Attempt]) {
        signedPayload = entry.signed
        sendAttempts = attempts.map {
            Attempt(attemptDate: $0.date.milliseconds, sendAttemptResult: $0.result)
        }
        firstSendAttemptResult = attempts.first?.result
    }
}

/// The filters of a request for the history of notifications.
struct NotificationHistoryQuery: Sendable {
    private static let day: Int64 = 86_400_000

    let start: Timestamp
    /// The first moment after it.
    let end: Timestamp
    /// A transaction of the customer whose notifications are wanted; nil for those of everybody.
    let transaction: String?
    let filter: NotificationTable.Filter

    /// Reads the body of the request. An end in the future counts as now.
    init(_ body: RequestBody, in environment: StoreEnvironment, now: Timestamp) throws(ServerAPIError) {
        guard let start = body.integer("startDate"), start >= 0 else { throw .invalidStartDate }
        guard let end = body.integer("endDate"), end >= 0 else { throw .invalidEndDate }
        guard start < end else { throw .startDateAfterEndDate }
        let days: Int64 = environment == .production ? 180 : 30
        guard start >= now.milliseconds - days * Self.day else { throw .startDateTooFarInPast }
        self.start = Timestamp(milliseconds: start)
        self.end = Timestamp(milliseconds: min(end, now.milliseconds + 1))
        let type = body.text("notificationType")
        let subtype = body.text("notificationSubtype")
        if body.has("notificationType") || body.has("notificationSubtype") {
            guard let known = type.flatMap(NotificationType.init(rawValue:)),
                !body.has("notificationSubtype")
                    || known.subtypes.contains(where: { $0.rawValue == subtype })
            else { throw .invalidNotificationType }
        }
        // `originalTransactionId` is the earlier name of `transactionId`.
        let name = body.has("transactionId") ? "transactionId" : "originalTransactionId"
        if body.has(name) {
            guard type == nil else { throw .multipleFiltersSupplied }
            guard let text = body.text(name) else { throw .invalidTransactionIdentifier }
            transaction = text
        } else {
            transaction = nil
        }
        let onlyFailures = body.bool("onlyFailures")
        if body.has("onlyFailures"), onlyFailures == nil { throw .badRequest }
        filter = NotificationTable.Filter(
            type: type, subtype: subtype, onlyFailures: onlyFailures ?? false)
    }
}
