import StoreRules
import Testing

@testable import StoreServer

@Suite struct MetricsTests {
    private func text(_ database: DatabaseCounts?) -> String {
        Metrics().text(
            connections: ConnectionTable(ConnectionLimits()), database: database, oldestNotification: nil)
    }

    @Test func `What a database's engine has counted is there under the names that the manual has`() {
        var counts = DatabaseCounts()
        counts.connectionsInUse = 1
        counts.connectionsWaiting = 2
        counts.batches = 3
        counts.batchedWrites = 4
        counts.serializationRetries = 5
        counts.deadlockRetries = 6
        counts.lostConnections = 7
        counts.unknownCommits = 8
        counts.readAheadMisses = 9
        let lines = text(counts).split(separator: "\n").filter { $0.hasPrefix("monkeystore_database_") }
        #expect(
            lines == [
                "monkeystore_database_connections_in_use 1",
                "monkeystore_database_connections_waiting 2",
                "monkeystore_database_batches_total 3",
                "monkeystore_database_batched_writes_total 4",
                #"monkeystore_database_retries_total{reason="serialization"} 5"#,
                #"monkeystore_database_retries_total{reason="deadlock"} 6"#,
                #"monkeystore_database_retries_total{reason="lost_connection"} 7"#,
                "monkeystore_database_unknown_commits_total 8",
                "monkeystore_database_read_ahead_misses_total 9",
            ])
    }

    @Test func `Of a database in a file, nothing is counted`() {
        #expect(!text(nil).contains("monkeystore_database_"))
    }
}
