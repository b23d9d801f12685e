package import StoreModel
internal import StoreSigning

/// Routes for test notifications and the history of notifications.
extension ServerAPI {
    /// `POST /v1/notifications/test`: sends a notification of type `TEST`.
    package func requestTestNotification(in environment: StoreEnvironment) async throws(ServerAPIError) -> [UInt8] {
        try await write { database in
            guard let test = try store.notify(.test, about: nil, in: environment, database) else {
                throw ServerAPIError.notificationAddressNotFound
            }
            let token = "\(test.uuid)_\(test.date.milliseconds)"
            return JSONWriter.object { $0.field("testNotificationToken", token) }
        }
    }

    /// `GET /v1/notifications/test/{token}`: what became of it. Not found until the first attempt was made.
    package func testNotification(_ token: String, in environment: StoreEnvironment) throws(ServerAPIError) -> [UInt8] {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 36, let date = Int64(parts[1]) else {
            throw .invalidTestNotificationToken
        }
        return try read { database in
            guard
                let entry = try NotificationTable.find(uuid: String(parts[0]), in: environment, database),
                entry.type == NotificationType.test.rawValue, entry.created.milliseconds == date
            else { throw ServerAPIError.testNotificationNotFound }
            let attempts = try NotificationAttemptTable.all(of: entry.number, database)
            guard !attempts.isEmpty else { throw ServerAPIError.testNotificationNotFound }
            return JSONWriter.object { $0.notification(entry, attempts) }
        }
    }

    /// `POST /v1/notifications/history`: what was sent, or was to be, the oldest first.
    package func notificationHistory(
        query items: [ServerAPIQueryItem], body: [UInt8], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        let body = try RequestBody(body)
        let token = items.last { $0.name == "paginationToken" }?.value
        return try read { database in
            let query = try NotificationHistoryQuery(body, in: environment, now: store.date(database))
            var start: Int64 = 0
            if let token {
                guard let number = Int64(token), number > 0, String(number) == token else {
                    throw ServerAPIError.invalidPaginationToken
                }
                start = number
            }
            // One more than fits shows whether there is another page.
            let found = try NotificationTable.history(
                in: environment, behind: start, limit: Self.pageSize + 1,
                where: { entry in
                    try query.matches(entry) { try !NotificationAttemptTable.all(of: entry.number, database).isEmpty }
                }, database)
            let page = try found.prefix(Self.pageSize).map { entry in
                (entry, try NotificationAttemptTable.all(of: entry.number, database))
            }
            let hasMore = found.count > page.count
            return JSONWriter.object { writer in
                writer.field("paginationToken", hasMore ? page.last.map { String($0.0.number) } : nil)
                writer.field("hasMore", hasMore)
                writer.field("notificationHistory", page) { $1.notification($0.0, $0.1) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func notification(
        _ entry: NotificationTable.Entry, _ attempts: [NotificationAttemptTable.Entry]
    ) {
        field("signedPayload", entry.signed)
        field("sendAttempts", attempts) { attempt, writer in
            writer.field("attemptDate", attempt.date.milliseconds)
            writer.field("sendAttemptResult", attempt.result)
        }
    }
}
