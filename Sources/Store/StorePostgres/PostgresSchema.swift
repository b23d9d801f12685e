#if Postgres
internal import Foundation
internal import StoreRules
internal import StoreModel

/// The store's tables in PostgreSQL, with the same columns in the same order as in SQLite (`StoreSchema`).
///
/// There is one step, because no other version was ever released. Later steps are only ever added.
/// `PostgresEngine` updates the schema when a server starts, one server at a time. A schema with an unknown
/// step belongs to a newer version, and is refused.
enum PostgresSchema {
    /// Brings the schema up to date. Throws `StorageError.newerVersion` and `PostgresFailure`.
    static func update(_ connection: PostgresConnection) throws {
        do { try connection.run("CREATE TABLE IF NOT EXISTS schemaVersion (version BIGINT NOT NULL)") } catch
        {
            // IF NOT EXISTS does not help if another server makes it at the same moment.
            guard error.isAlreadyThere else { throw error }
        }
        try connection.run("BEGIN; LOCK TABLE schemaVersion IN EXCLUSIVE MODE")
        do {
            let rows = try connection.run("SELECT version FROM schemaVersion", []).rows()
            let version: Int = rows.first.map { $0["version"] } ?? 0
            guard version == 0 || version > before else {
                throw StorageError.earlierBuild(path: connection.databaseName)
            }
            let done = max(version - before, 0)
            guard done <= steps.count else { throw StorageError.newerVersion(path: connection.databaseName) }
            for step in steps[done...] { try connection.run(step) }
            if done < steps.count {
                try connection.run("DELETE FROM schemaVersion")
                _ = try connection.run(
                    "INSERT INTO schemaVersion VALUES (?)", [.integer(Int64(before + steps.count))])
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private static let steps = [tables + settings]
    /// Versions up to this one are builds from before the first version.
    private static let before = 102

    /// The settings of a new store.
    private static var settings: String {
        let json = (try? JSONEncoder().encode(StoreSettings())) ?? Data()
        return "; INSERT INTO testing VALUES (1, '\(String(decoding: json, as: UTF8.self))', 0, NULL)"
    }

    /// Names compare byte by byte, as in SQLite.
    private static let tables = """
        -- Its lock is that of the whole store.
        CREATE TABLE writer (id BIGINT PRIMARY KEY CHECK (id = 1));
        INSERT INTO writer VALUES (1);

        CREATE TABLE sealedKey (
            name TEXT COLLATE "C" PRIMARY KEY,
            bytes BYTEA NOT NULL
        );

        CREATE TABLE application (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            bundle TEXT NOT NULL,
            apple BIGINT NOT NULL
        );

        CREATE TABLE account (
            identifier TEXT COLLATE "C" PRIMARY KEY,
            created BIGINT NOT NULL,
            number BIGINT NOT NULL UNIQUE,
            name TEXT COLLATE "C" UNIQUE,
            password TEXT,
            environment TEXT NOT NULL,
            -- What concerned the account and is no row of accountChange.
            otherChanges BIGINT NOT NULL DEFAULT 0,
            -- Those of them that moved its clock.
            clockChanges BIGINT NOT NULL DEFAULT 0
        );

        CREATE TABLE testing (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            settings TEXT NOT NULL,
            revision BIGINT NOT NULL,
            adopted TEXT
        );

        CREATE TABLE purchase (
            number BIGINT PRIMARY KEY,
            account TEXT COLLATE "C" NOT NULL,
            key TEXT COLLATE "C" NOT NULL,
            product TEXT COLLATE "C" NOT NULL,
            quantity BIGINT NOT NULL,
            status TEXT NOT NULL,
            errorDomain TEXT,
            errorCode BIGINT,
            errorMessage TEXT,
            errorDetail TEXT,
            signed TEXT,
            date BIGINT,
            isFinished BIGINT NOT NULL,
            kind TEXT,
            purchaseDate BIGINT,
            revision BIGINT,
            appAccountToken TEXT,
            refundRequest TEXT,
            original BIGINT,
            subscription BIGINT,
            period BIGINT,
            priceLimit BIGINT,
            priceLimitCurrency TEXT,
            change TEXT,
            changeDate BIGINT
        );
        CREATE INDEX purchaseKey ON purchase (key, account);
        CREATE INDEX purchaseOwned ON purchase (account, product)
            WHERE kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL;
        CREATE INDEX purchaseRepeated ON purchase (original) WHERE original IS NOT NULL;
        CREATE INDEX purchaseRestorable ON purchase (account, revision)
            WHERE kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL;
        CREATE INDEX purchasePeriod ON purchase (subscription, period) WHERE subscription IS NOT NULL;

        CREATE TABLE accountUse (
            account TEXT COLLATE "C" NOT NULL REFERENCES account (identifier),
            identifier TEXT COLLATE "C" NOT NULL,
            product TEXT COLLATE "C",
            amount BIGINT NOT NULL,
            date BIGINT NOT NULL,
            PRIMARY KEY (account, identifier)
        );

        CREATE TABLE accountChange (
            account TEXT COLLATE "C" NOT NULL REFERENCES account (identifier),
            revision BIGINT NOT NULL,
            mark TEXT NOT NULL,
            purchase BIGINT,
            used TEXT,
            -- The account's credits after it.
            credits BIGINT NOT NULL,
            -- Pieces of a product that came or went with it.
            goods TEXT COLLATE "C",
            gain BIGINT,
            PRIMARY KEY (account, revision)
        );

        CREATE TABLE session (
            token BYTEA PRIMARY KEY,
            account TEXT COLLATE "C" NOT NULL REFERENCES account (identifier),
            created BIGINT NOT NULL,
            used BIGINT NOT NULL
        );
        CREATE INDEX sessionUsed ON session (used);
        CREATE INDEX sessionAccount ON session (account);

        CREATE TABLE consumption (
            purchase BIGINT PRIMARY KEY REFERENCES purchase (number),
            received BIGINT NOT NULL,
            report TEXT NOT NULL
        );

        CREATE TABLE notification (
            number BIGINT PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            environment TEXT NOT NULL,
            type TEXT NOT NULL,
            purchase BIGINT REFERENCES purchase (number),
            created BIGINT NOT NULL,
            signed TEXT NOT NULL,
            isDelivered BIGINT NOT NULL,
            nextAttempt BIGINT,
            subtype TEXT,
            claimedUntil BIGINT
        );
        CREATE INDEX notificationDue ON notification (environment, nextAttempt, number) WHERE nextAttempt IS NOT NULL;
        CREATE INDEX notificationHistory ON notification (environment, number);
        CREATE INDEX notificationOver ON notification (created) WHERE nextAttempt IS NULL;
        CREATE INDEX notificationPurchase ON notification (purchase, number) WHERE purchase IS NOT NULL;

        CREATE TABLE notificationAttempt (
            notification BIGINT NOT NULL REFERENCES notification (number),
            attempt BIGINT NOT NULL,
            date BIGINT NOT NULL,
            result TEXT NOT NULL,
            PRIMARY KEY (notification, attempt)
        );

        CREATE TABLE notificationAddress (
            environment TEXT PRIMARY KEY,
            address TEXT NOT NULL
        );

        CREATE TABLE subscription (
            original BIGINT PRIMARY KEY,
            account TEXT COLLATE "C" NOT NULL REFERENCES account (identifier),
            groupIdentifier TEXT COLLATE "C" NOT NULL,
            due BIGINT,
            isUnpaid BOOLEAN NOT NULL,
            state TEXT NOT NULL,
            UNIQUE (account, groupIdentifier)
        );
        CREATE INDEX subscriptionDue ON subscription (due, original) WHERE due IS NOT NULL;
        CREATE INDEX subscriptionUnpaid ON subscription (original) WHERE isUnpaid;

        CREATE TABLE renewalExtension (
            request TEXT NOT NULL,
            product TEXT NOT NULL,
            environment TEXT NOT NULL,
            date BIGINT NOT NULL,
            succeeded BIGINT NOT NULL,
            failed BIGINT NOT NULL,
            PRIMARY KEY (request, product, environment)
        );

        CREATE TABLE unpaidCheck (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            round BIGINT NOT NULL,
            behind BIGINT
        );
        INSERT INTO unpaidCheck VALUES (1, 1, NULL);

        CREATE TABLE accountClock (
            account TEXT COLLATE "C" PRIMARY KEY REFERENCES account (identifier) ON DELETE CASCADE,
            ahead BIGINT NOT NULL,
            frozenAt BIGINT
        );

        CREATE TABLE retention (
            environment TEXT COLLATE "C" NOT NULL,
            kind TEXT COLLATE "C" NOT NULL,
            name TEXT COLLATE "C" NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (environment, kind, name)
        );

        -- What servers of one store know in common; a server with a file has it in memory.
        CREATE TABLE signInAttempt (
            subject BIGINT PRIMARY KEY,
            failures BIGINT NOT NULL,
            last BIGINT NOT NULL,
            isKnown BOOLEAN NOT NULL
        );
        CREATE INDEX signInAttemptLast ON signInAttempt (last);

        CREATE TABLE server (
            identifier TEXT PRIMARY KEY,
            seen BIGINT NOT NULL,
            catalogue TEXT
        )
        """
}
#endif
