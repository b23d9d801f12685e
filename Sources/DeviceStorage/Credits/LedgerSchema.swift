package import SQLiteStorage

/// The credit ledger's tables, which `DeviceDatabase` puts into the device's database.
extension CreditManager {
    package static let migrations = [
        DatabaseFile.Migration(
            "credits-1",
            sql: """
                CREATE TABLE credit_ledger (
                    sequence INTEGER PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    transactionIdentifier TEXT,
                    amount INTEGER NOT NULL,
                    recordedAt INTEGER NOT NULL,
                    signedTransaction TEXT,
                    balance INTEGER NOT NULL,
                    withheld INTEGER NOT NULL,
                    newestDate INTEGER NOT NULL,
                    doubtfulUntil INTEGER NOT NULL,
                    correctedFrom INTEGER,
                    correctedBefore INTEGER,
                    previousSeal BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX credit_ledger_transaction ON credit_ledger (kind, transactionIdentifier);
                CREATE TABLE credit_head (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    sequence INTEGER NOT NULL,
                    balance INTEGER NOT NULL,
                    withheld INTEGER NOT NULL,
                    newestDate INTEGER NOT NULL,
                    doubtfulUntil INTEGER NOT NULL,
                    entrySeal BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                -- What an audit took out of the ledger, as it was found: evidence, which counts for nothing.
                CREATE TABLE credit_rejected (
                    id INTEGER PRIMARY KEY,
                    rejectedAt INTEGER NOT NULL,
                    sequence, kind, transactionIdentifier, amount, recordedAt, signedTransaction, balance, withheld,
                    newestDate, doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal
                );
                """),
        // A purchase can be refunded, and have its refund reversed, any number of times.
        DatabaseFile.Migration(
            "credits-2",
            sql: """
                DROP INDEX IF EXISTS credit_ledger_transaction;
                CREATE INDEX credit_ledger_transaction ON credit_ledger (transactionIdentifier, sequence)
                    WHERE transactionIdentifier IS NOT NULL;
                """),
        DatabaseFile.Migration(
            "credits-3",
            sql: SignedHeaders.schema + """
                ALTER TABLE credit_ledger ADD COLUMN header INTEGER;
                CREATE INDEX credit_ledger_correction ON credit_ledger (sequence) WHERE kind = 'correction';
                CREATE TABLE credit_checkpoint (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    sequence INTEGER NOT NULL,
                    balance INTEGER NOT NULL,
                    withheld INTEGER NOT NULL,
                    newestDate INTEGER NOT NULL,
                    doubtfulUntil INTEGER NOT NULL,
                    entrySeal BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                """),
    ]
}
