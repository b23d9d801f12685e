internal import StoreModel

/// Removes old rows: ended sessions, failed sign-ins, visitors without purchases, and what followers keep.
/// Each table says how long its rows are kept. The server's program does this while it serves.
extension AppStore {
    /// How many rows one transaction removes. Purchases wait no longer than that takes.
    private static let batch = 100

    /// Removes old rows now and once an hour, until the task is cancelled.
    package func keepClean() async {
        while !Task.isCancelled {
            do { try clean() } catch { log("What is over was not removed: \(error)") }
            do { try await time.sleep(.seconds(3600)) } catch { return }
        }
    }

    /// Cleans once, in transactions of a few rows each. It begins no more of them when its task is cancelled.
    /// A program that ends meanwhile goes on at its next start.
    func clean() throws {
        let now = time.now()
        for follower in followers {
            try removeBatches { try follower.removeOver(at: date($0), limit: Self.batch, $0) }
        }
        try removeBatches { try SessionTable.removeOver(at: now, limit: Self.batch, $0) }
        if database.isShared {
            try removeBatches { try SignInAttemptTable.removeOver(at: now, limit: Self.batch, $0) }
        }
        for (prefix, life) in AccountTable.visitorLives {
            try removeVisitors(named: prefix, since: now.advanced(by: .zero - life))
        }
    }

    /// Removes rows until there is nothing left to remove. `remove` returns how many it has removed.
    private func removeBatches(_ remove: (any StoreTransaction) throws -> Int) throws {
        while !Task.isCancelled, try database.write(remove) > 0 {}
    }

    /// Looks for them before it writes: that takes long if there are many visitors who stay.
    private func removeVisitors(named prefix: String, since date: Timestamp) throws {
        var last = prefix
        while !Task.isCancelled {
            let found = try AccountTable.visitorsOver(
                since: date, prefix: prefix, after: last, limit: Self.batch, database)
            guard let next = found.last?.name else { return }
            last = next
            let removed = try database.write { database in
                // They may have come back, or bought something.
                try found.map { $0.identifier }.filter {
                    try AccountTable.removeOver($0, since: date, database)
                }
            }
            if !removed.isEmpty { signedIn.remove(Set(removed)) }
        }
    }
}
