#if Postgres
internal import Foundation
internal import Glibc
internal import StoreRules

/// Waits on its own connection and thread for announcements of other servers, and also looks once a second,
/// because announcements made while there is no connection are lost. `PostgresEngine` gives it to the
/// store's `ChangeFeed`.
final class PostgresWatch: Sendable {
    private static let pause: Int32 = 1000

    /// A pipe. Its write end is closed when the watch is released.
    private let end: Int32

    init(pool: PostgresPool, onCommit: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        end = ends[1]
        let ended = ends[0]
        Thread.detachNewThread {
            defer { close(ended) }
            var connection: PostgresConnection?
            while true {
                if connection?.isLost != false { connection = Self.listening(pool) }
                var sources = [
                    pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                ]
                poll(&sources, 2, Self.pause)
                guard sources[0].revents == 0 else { return }
                _ = try? connection?.notifications()
                onCommit()
            }
        }
    }

    deinit { close(end) }

    private static func listening(_ pool: PostgresPool) -> PostgresConnection? {
        guard let connection = try? pool.connect(),
            (try? connection.run("LISTEN \(CommitAnnouncements.channel)")) != nil
        else { return nil }
        return connection
    }
}
#endif
