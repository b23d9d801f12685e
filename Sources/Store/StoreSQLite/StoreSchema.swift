internal import FoundationEssentials
internal import GRDB
internal import Storage
internal import StoreModel
internal import StoreRules

/// The schema of `store.sqlite`, for `SQLiteEngine`: one step, because no other version was ever released.
/// `PostgresSchema` has the same tables.
enum StoreSchema {
    static let migrations = [
        DatabaseFile.Migration("account-2") { database in
            try database.execute(sql: tables)
            try database.execute(
                sql:
                    "INSERT INTO testing VALUES (1, ?, 0, NULL); INSERT INTO unpaidCheck VALUES (1, 1, NULL)",
                arguments: [String(decoding: try JSONEncoder().encode(StoreSettings()), as: UTF8.self)])
        }
    ]

    private static let tables = """
        CREATE TABLE application (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            bundle TEXT NOT NULL,
            apple INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE account (
            identifier TEXT PRIMARY KEY,
            created INTEGER NOT NULL,
            number INTEGER NOT NULL UNIQUE,
            name TEXT UNIQUE,
            password TEXT,
            environment TEXT NOT NULL,
            -- What concerned the account and is no row of accountChange.
            otherChanges INTEGER NOT NULL DEFAULT 0,
            -- Those of them that moved its clock.
            clockChanges INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE accountClock (
            account TEXT PRIMARY KEY REFERENCES account (identifier) ON DELETE CASCADE,
            ahead INTEGER NOT NULL,
            frozenAt INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE testing (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            settings TEXT NOT NULL,
            revision INTEGER NOT NULL,
            adopted TEXT
        ) STRICT;

        CREATE TABLE purchase (
            number INTEGER PRIMARY KEY,
            -- No reference: an account's changes have it, and each payment is one of them. So no index over accounts is needed.
            account TEXT NOT NULL,
            key TEXT NOT NULL,
            product TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            status TEXT NOT NULL,
            errorDomain TEXT,
            errorCode INTEGER,
            errorMessage TEXT,
            errorDetail TEXT,
            signed TEXT,
            date INTEGER,
            isFinished INTEGER NOT NULL,
            kind TEXT,
            purchaseDate INTEGER,
            revision INTEGER,
            appAccountToken TEXT,
            refundRequest TEXT,
            original INTEGER,
            subscription INTEGER,
            period INTEGER,
            priceLimit INTEGER,
            priceLimitCurrency TEXT,
            change TEXT,
            changeDate INTEGER
        ) STRICT;
        -- A store that was put back to an earlier copy may have charged a payment twice: one of the two is refunded.
        CREATE INDEX purchaseKey ON purchase (key, account);
        CREATE INDEX purchaseOwned ON purchase (account, product)
            WHERE kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL;
        CREATE INDEX purchaseRepeated ON purchase (original) WHERE original IS NOT NULL;
        CREATE INDEX purchaseRestorable ON purchase (account, revision)
            WHERE kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL;
        CREATE INDEX purchasePeriod ON purchase (subscription, period) WHERE subscription IS NOT NULL;

        CREATE TABLE accountUse (
            account TEXT NOT NULL REFERENCES account (identifier),
            identifier TEXT NOT NULL,
            product TEXT,
            amount INTEGER NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (account, identifier)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE accountChange (
            account TEXT NOT NULL REFERENCES account (identifier),
            revision INTEGER NOT NULL,
            mark TEXT NOT NULL,
            purchase INTEGER,
            used TEXT,
            -- The account's credits after it.
            credits INTEGER NOT NULL,
            -- Pieces of a product that came or went with it.
            goods TEXT,
            gain INTEGER,
            PRIMARY KEY (account, revision)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            token BLOB PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account (identifier),
            created INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sessionUsed ON session (used);
        CREATE INDEX sessionAccount ON session (account);

        CREATE TABLE consumption (
            purchase INTEGER PRIMARY KEY REFERENCES purchase (number),
            received INTEGER NOT NULL,
            report TEXT NOT NULL
        ) STRICT;

        CREATE TABLE notification (
            number INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            environment TEXT NOT NULL,
            type TEXT NOT NULL,
            purchase INTEGER REFERENCES purchase (number),
            created INTEGER NOT NULL,
            signed TEXT NOT NULL,
            isDelivered INTEGER NOT NULL,
            nextAttempt INTEGER,
            subtype TEXT,
            claimedUntil INTEGER
        ) STRICT;
        CREATE INDEX notificationDue ON notification (environment, nextAttempt) WHERE nextAttempt IS NOT NULL;
        CREATE INDEX notificationHistory ON notification (environment, number);
        CREATE INDEX notificationOver ON notification (created) WHERE nextAttempt IS NULL;
        CREATE INDEX notificationPurchase ON notification (purchase) WHERE purchase IS NOT NULL;

        CREATE TABLE notificationAttempt (
            notification INTEGER NOT NULL REFERENCES notification (number),
            attempt INTEGER NOT NULL,
            date INTEGER NOT NULL,
            result TEXT NOT NULL,
            PRIMARY KEY (notification, attempt)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notificationAddress (
            environment TEXT PRIMARY KEY,
            address TEXT NOT NULL
        ) STRICT;

        CREATE TABLE subscription (
            original INTEGER PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account (identifier),
            groupIdentifier TEXT NOT NULL,
            due INTEGER,
            isUnpaid INTEGER NOT NULL,
            state TEXT NOT NULL,
            UNIQUE (account, groupIdentifier)
        ) STRICT;
        CREATE INDEX subscriptionDue ON subscription (due) WHERE due IS NOT NULL;
        CREATE INDEX subscriptionUnpaid ON subscription (original) WHERE isUnpaid;

        CREATE TABLE renewalExtension (
            request TEXT NOT NULL,
            product TEXT NOT NULL,
            environment TEXT NOT NULL,
            date INTEGER NOT NULL,
            succeeded INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            PRIMARY KEY (request, product, environment)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE unpaidCheck (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            round INTEGER NOT NULL,
            behind INTEGER
        ) STRICT;

        CREATE TABLE retention (
            environment TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (environment, kind, name)
        ) STRICT, WITHOUT ROWID;
        """
}
