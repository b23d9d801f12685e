internal import StoreModel

/// The tables of a store, for all engines, in neutral words. `StoreSQLite` and `StorePostgres` each put their
/// own words in, and add what only they have.
package enum StoreTables {
    /// The words of an engine for what the schema names.
    package struct Words {
        let replacements: [(word: String, own: String)]

        /// - Parameters:
        ///   - integer: a number of 64 bits.
        ///   - name: a text that is compared byte by byte. `TEXT` is for texts that are not compared by order.
        ///   - bytes: bytes.
        ///   - boolean: what is true or false.
        ///   - end: comes after the columns of a table.
        ///   - clustered: comes there if the rows lie in the order of the primary key.
        package init(
            integer: String, name: String, bytes: String, boolean: String, end: String = "",
            clustered: String = ""
        ) {
            replacements = [
                ("INTEGER", integer), ("NAME", name), ("BYTES", bytes), ("BOOLEAN", boolean),
                ("\n);", "\n)\(end);"), ("\n) CLUSTERED;", "\n)\(clustered);"),
            ]
        }
    }

    /// Each table comes after those that it refers to.
    package static let names = schema.matches(of: #/CREATE TABLE (\w+)/#).map { String($0.1) }

    /// The statements that make the tables and the indexes, in an engine's words.
    package static func statements(in words: Words) -> String {
        words.replacements.reduce(schema) { $0.replacing($1.word, with: $1.own) }
    }

    /// The statements that insert the rows of a new store.
    package static func firstRows() throws -> String {
        """
        INSERT INTO testing VALUES (1, '\(try SentJSON.text(StoreSettings()))', 0, NULL, 0);
        INSERT INTO unpaidCheck VALUES (1, 1, NULL);
        """
    }

    private static let schema = """
        CREATE TABLE application (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            bundle TEXT NOT NULL,
            apple INTEGER NOT NULL
        );

        CREATE TABLE account (
            identifier NAME PRIMARY KEY,
            created INTEGER NOT NULL,
            number INTEGER NOT NULL UNIQUE,
            name NAME UNIQUE,
            password TEXT,
            environment TEXT NOT NULL,
            -- What concerned the account and is no row of accountChange.
            otherChanges INTEGER NOT NULL DEFAULT 0,
            -- Those of them that moved its clock.
            clockChanges INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE accountClock (
            account NAME PRIMARY KEY REFERENCES account (identifier) ON DELETE CASCADE,
            ahead INTEGER NOT NULL,
            frozenAt INTEGER
        ) CLUSTERED;

        CREATE TABLE testing (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            settings TEXT NOT NULL,
            -- How often an account's clock was changed.
            revision INTEGER NOT NULL,
            adopted TEXT,
            -- How often the settings, or an address or a text for developers' servers, were changed.
            changes INTEGER NOT NULL
        );

        CREATE TABLE purchase (
            number INTEGER PRIMARY KEY,
            -- No reference: an account's changes have it, and each payment is one of them. \
        So no index over accounts is needed.
            account NAME NOT NULL,
            key NAME NOT NULL,
            product NAME NOT NULL,
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
        );
        -- If a store was put back to an earlier copy, it may have charged a payment twice: one is refunded.
        CREATE INDEX purchaseKey ON purchase (key, account);
        CREATE INDEX purchaseOwned ON purchase (account, product)
            WHERE kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL;
        CREATE INDEX purchaseRepeated ON purchase (original) WHERE original IS NOT NULL;
        CREATE INDEX purchaseRestorable ON purchase (account, revision)
            WHERE kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL;
        CREATE INDEX purchasePeriod ON purchase (subscription, period) WHERE subscription IS NOT NULL;

        CREATE TABLE accountUse (
            account NAME NOT NULL REFERENCES account (identifier),
            identifier NAME NOT NULL,
            product NAME,
            amount INTEGER NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (account, identifier)
        ) CLUSTERED;

        CREATE TABLE accountChange (
            account NAME NOT NULL REFERENCES account (identifier),
            revision INTEGER NOT NULL,
            mark TEXT NOT NULL,
            purchase INTEGER,
            used TEXT,
            -- The account's credits after it.
            credits INTEGER NOT NULL,
            -- Pieces of a product that came or went with it.
            goods NAME,
            gain INTEGER,
            PRIMARY KEY (account, revision)
        ) CLUSTERED;
        CREATE INDEX accountChangeGoods ON accountChange (account, goods, gain) WHERE goods IS NOT NULL;

        CREATE TABLE session (
            token BYTES PRIMARY KEY,
            account NAME NOT NULL REFERENCES account (identifier),
            created INTEGER NOT NULL,
            used INTEGER NOT NULL
        );
        CREATE INDEX sessionUsed ON session (used);
        CREATE INDEX sessionAccount ON session (account);

        CREATE TABLE consumption (
            purchase INTEGER PRIMARY KEY REFERENCES purchase (number),
            received INTEGER NOT NULL,
            report TEXT NOT NULL
        );

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
            scheduled INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            subtype TEXT,
            claimedUntil INTEGER
        );
        CREATE INDEX notificationHistory ON notification (environment, number);
        CREATE INDEX notificationClaimed ON notification (environment, claimedUntil) WHERE claimedUntil IS NOT NULL;
        CREATE INDEX notificationOver ON notification (created) WHERE nextAttempt IS NULL;

        CREATE TABLE notificationAttempt (
            notification INTEGER NOT NULL REFERENCES notification (number),
            attempt INTEGER NOT NULL,
            date INTEGER NOT NULL,
            result TEXT NOT NULL,
            PRIMARY KEY (notification, attempt)
        ) CLUSTERED;

        CREATE TABLE notificationAddress (
            environment TEXT PRIMARY KEY,
            address TEXT NOT NULL
        );

        CREATE TABLE subscription (
            original INTEGER PRIMARY KEY,
            account NAME NOT NULL REFERENCES account (identifier),
            groupIdentifier NAME NOT NULL,
            due INTEGER,
            isUnpaid BOOLEAN NOT NULL,
            state TEXT NOT NULL,
            UNIQUE (account, groupIdentifier)
        );
        CREATE INDEX subscriptionUnpaid ON subscription (original) WHERE isUnpaid;

        CREATE TABLE renewalExtension (
            request TEXT NOT NULL,
            product TEXT NOT NULL,
            environment TEXT NOT NULL,
            date INTEGER NOT NULL,
            succeeded INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            PRIMARY KEY (request, product, environment)
        ) CLUSTERED;

        CREATE TABLE unpaidCheck (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            round INTEGER NOT NULL,
            behind INTEGER
        );

        CREATE TABLE retention (
            environment NAME NOT NULL,
            kind NAME NOT NULL,
            name NAME NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (environment, kind, name)
        ) CLUSTERED;
        """
}
