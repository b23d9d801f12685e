internal import GRDB
package import Storage

/// Where a version of a purchase, or a confirmed use, stands in relation to the replica's mark. The numbers
/// are in the database.
enum ReplicaPlace: Int, DatabaseValueConvertible {
    /// The store has it at the mark.
    case underMark
    /// The store may have forgotten it, so the next exchange gives it back.
    case beyond
    /// It is beyond the mark, and the comparison under way has found it at the store.
    case compared
}

/// The replica's tables, for `DeviceDatabase`. A purchase's row is its signed transaction. The other columns
/// repeat its content, for queries and comparisons, and decide nothing about money.
extension AccountReplica {
    package static let migrations = [
        DatabaseFile.Migration(
            "replica-3",
            sql: SignedHeaders.schema + """
                CREATE TABLE replica_purchase (
                    number INTEGER PRIMARY KEY NOT NULL,
                    original INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    -- Which period of its subscription it pays for; else 0.
                    period INTEGER NOT NULL,
                    -- 0 if it was refunded.
                    isPaid INTEGER NOT NULL,
                    signedDate INTEGER NOT NULL,
                    digest TEXT NOT NULL,
                    header INTEGER,
                    signedTransaction TEXT NOT NULL,
                    -- A ReplicaPlace; 0 is under the mark.
                    place INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX replica_for_good ON replica_purchase (number) WHERE kind = 'Non-Consumable';
                CREATE INDEX replica_period ON replica_purchase (original, period, isPaid, number)
                    WHERE kind = 'Auto-Renewable Subscription';
                CREATE INDEX replica_purchase_beyond ON replica_purchase (number) WHERE place <> 0;
                CREATE TABLE replica_use (
                    id TEXT PRIMARY KEY NOT NULL,
                    product TEXT,
                    amount INTEGER NOT NULL,
                    date INTEGER NOT NULL,
                    -- 0 while it waits for the store.
                    isConfirmed INTEGER NOT NULL,
                    -- The ReplicaPlace of one that is confirmed.
                    place INTEGER NOT NULL,
                    -- Of one that waits: 1 if the store may have confirmed it already.
                    mayBeMissing INTEGER NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX replica_use_waiting ON replica_use (id) WHERE isConfirmed = 0;
                CREATE INDEX replica_use_beyond ON replica_use (id) WHERE place <> 0 AND isConfirmed <> 0;
                CREATE TABLE replica_sums (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    sums TEXT NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                """)
    ]
}
