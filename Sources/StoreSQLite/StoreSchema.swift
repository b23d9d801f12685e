internal import FoundationEssentials
internal import GRDB
internal import SQLiteStorage
internal import StoreEngine
internal import StoreModel
internal import StoreSigning

/// The schema of `store.sqlite`, step by step, the oldest first, for `SQLiteEngine`. Steps are only ever added.
enum StoreSchema {
    /// All steps. The life of sessions that are there from before begins at `now`.
    static func migrations(now: Timestamp) -> [DatabaseFile.Migration] {
        [
            account,
            settings,
            purchase,
            accountNames,
            purchaseDevices,
            session,
            purchaseHistory,
            consumption,
            notification,
            notificationAttempt,
            notificationAddress,
            purchaseIndex,
            purchaseRestore,
            settingsAdoption,
            subscription,
            renewalExtension,
            notificationSubtypes,
            deviceMove,
            purchaseVersions,
            forgottenPurchase,
            deviceLedger,
            subscriptionUnpaid,
            unpaidCheck,
            notificationLife,
            sessionLife(now: now),
            purchasePriceLimit,
            application,
            accountClock,
            retention,
            notificationClaim,
            purchaseChange,
        ]
    }

    private static let account = DatabaseFile.Migration("accounts") { database in
        try database.execute(
            sql: """
                CREATE TABLE account (
                    identifier TEXT PRIMARY KEY,
                    created INTEGER NOT NULL
                ) STRICT
                """)
    }

    private static let settings = DatabaseFile.Migration("testing") { database in
        try database.execute(
            sql: """
                CREATE TABLE testing (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    settings TEXT NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT
                """)
        try database.execute(
            sql: "INSERT INTO testing (id, settings, revision) VALUES (1, ?, 0)",
            arguments: [String(decoding: try JSONEncoder().encode(StoreSettings()), as: UTF8.self)])
    }

    private static let purchase = DatabaseFile.Migration("purchases") { database in
        try database.execute(
            sql: """
                CREATE TABLE purchase (
                    number INTEGER PRIMARY KEY,
                    account TEXT NOT NULL REFERENCES account (identifier),
                    key TEXT NOT NULL,
                    product TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    status TEXT NOT NULL,
                    errorDomain TEXT,
                    errorCode INTEGER,
                    errorMessage TEXT,
                    signed TEXT,
                    date INTEGER,
                    isFinished INTEGER NOT NULL,
                    isRevocationTold INTEGER NOT NULL,
                    UNIQUE (key, account)
                ) STRICT
                """)
        try database.execute(
            sql: """
                CREATE INDEX purchaseUnsettled ON purchase (account, number)
                WHERE isFinished = 0 AND status IN ('purchased', 'revoked')
                """)
    }

    private static let accountNames = DatabaseFile.Migration("account names") { database in
        try database.execute(
            sql: """
                ALTER TABLE account ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE account ADD COLUMN name TEXT;
                ALTER TABLE account ADD COLUMN password TEXT;
                ALTER TABLE account ADD COLUMN environment TEXT NOT NULL DEFAULT 'Sandbox';
                ALTER TABLE account ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                UPDATE account SET number = rowid;
                CREATE UNIQUE INDEX accountNumber ON account (number);
                CREATE UNIQUE INDEX accountName ON account (name);
                CREATE INDEX accountRevision ON account (revision);
                """)
    }

    private static let purchaseDevices = DatabaseFile.Migration("devices") { database in
        try database.execute(sql: "ALTER TABLE purchase ADD COLUMN device TEXT")
    }

    private static let session = DatabaseFile.Migration("sessions") { database in
        try database.execute(
            sql: """
                CREATE TABLE session (
                    token BLOB PRIMARY KEY,
                    account TEXT NOT NULL REFERENCES account (identifier),
                    created INTEGER NOT NULL
                ) STRICT
                """)
    }

    private static let purchaseHistory = DatabaseFile.Migration("purchase history") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN kind TEXT;
                ALTER TABLE purchase ADD COLUMN purchaseDate INTEGER;
                ALTER TABLE purchase ADD COLUMN modification INTEGER;
                ALTER TABLE purchase ADD COLUMN appAccountToken TEXT;
                ALTER TABLE purchase ADD COLUMN refundRequest TEXT;
                CREATE UNIQUE INDEX purchaseHistory ON purchase (account, modification);
                """)
        let rows = try Row.fetchAll(database, sql: "SELECT number, signed FROM purchase WHERE signed IS NOT NULL")
        for row in rows {
            let payload = try TransactionSigner.payload(of: SignedTransaction(rawValue: row["signed"]))
            try database.execute(
                sql: "UPDATE purchase SET kind = ?, purchaseDate = ?, modification = number WHERE number = ?",
                arguments: [payload.type.rawValue, payload.purchaseDate, row["number"]])
        }
    }

    private static let consumption = DatabaseFile.Migration("consumption") { database in
        try database.execute(
            sql: """
                CREATE TABLE consumption (
                    purchase INTEGER PRIMARY KEY REFERENCES purchase (number),
                    received INTEGER NOT NULL,
                    report TEXT NOT NULL
                ) STRICT
                """)
    }

    private static let notification = DatabaseFile.Migration("notifications") { database in
        try database.execute(
            sql: """
                CREATE TABLE notification (
                    number INTEGER PRIMARY KEY,
                    uuid TEXT NOT NULL UNIQUE,
                    environment TEXT NOT NULL,
                    type TEXT NOT NULL,
                    purchase INTEGER REFERENCES purchase (number),
                    created INTEGER NOT NULL,
                    signed TEXT NOT NULL,
                    isDelivered INTEGER NOT NULL,
                    nextAttempt INTEGER
                ) STRICT;
                CREATE INDEX notificationDue ON notification (environment, nextAttempt) WHERE nextAttempt IS NOT NULL;
                CREATE INDEX notificationHistory ON notification (environment, number);
                """)
    }

    private static let notificationAttempt = DatabaseFile.Migration("notification attempts") { database in
        try database.execute(
            sql: """
                CREATE TABLE notificationAttempt (
                    notification INTEGER NOT NULL REFERENCES notification (number),
                    attempt INTEGER NOT NULL,
                    date INTEGER NOT NULL,
                    result TEXT NOT NULL,
                    PRIMARY KEY (notification, attempt)
                ) STRICT, WITHOUT ROWID
                """)
    }

    private static let notificationAddress = DatabaseFile.Migration("notification addresses") { database in
        try database.execute(
            sql: """
                CREATE TABLE notificationAddress (
                    environment TEXT PRIMARY KEY,
                    address TEXT NOT NULL
                ) STRICT
                """)
    }

    /// One index for what is open and for the history: each page of an index that a purchase touches is written twice.
    private static let purchaseIndex = DatabaseFile.Migration("one index for an account's purchases") { database in
        try database.execute(
            sql: """
                DROP INDEX purchaseUnsettled;
                DROP INDEX purchaseHistory;
                CREATE UNIQUE INDEX purchaseCharged ON purchase (account, isFinished, modification);
                """)
    }

    private static let purchaseRestore = DatabaseFile.Migration("restore") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN original INTEGER REFERENCES purchase (number);
                CREATE INDEX purchaseOwned ON purchase (account, product)
                WHERE kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL;
                CREATE INDEX purchaseRepeated ON purchase (original) WHERE original IS NOT NULL;
                CREATE INDEX purchaseRestorable ON purchase (account, modification)
                WHERE kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL
                """)
    }

    private static let settingsAdoption = DatabaseFile.Migration("settings of the catalogue") { database in
        try database.execute(sql: "ALTER TABLE testing ADD COLUMN adopted TEXT")
    }

    private static let subscription = DatabaseFile.Migration("subscriptions") { database in
        try database.execute(
            sql: """
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
                ALTER TABLE purchase ADD COLUMN subscription INTEGER;
                ALTER TABLE purchase ADD COLUMN period INTEGER;
                CREATE UNIQUE INDEX purchasePeriod ON purchase (subscription, period) WHERE subscription IS NOT NULL;
                """)
    }

    private static let renewalExtension = DatabaseFile.Migration("renewal extensions") { database in
        try database.execute(
            sql: """
                CREATE TABLE renewalExtension (
                    request TEXT NOT NULL,
                    product TEXT NOT NULL,
                    environment TEXT NOT NULL,
                    date INTEGER NOT NULL,
                    succeeded INTEGER NOT NULL,
                    failed INTEGER NOT NULL,
                    PRIMARY KEY (request, product, environment)
                ) STRICT, WITHOUT ROWID
                """)
    }

    private static let notificationSubtypes = DatabaseFile.Migration("notification subtypes") { database in
        try database.execute(sql: "ALTER TABLE notification ADD COLUMN subtype TEXT")
    }

    private static let deviceMove = DatabaseFile.Migration("device moves") { database in
        try database.execute(
            sql: """
                CREATE TABLE device_move (
                    account TEXT NOT NULL REFERENCES account (identifier),
                    device TEXT NOT NULL,
                    successor TEXT NOT NULL,
                    PRIMARY KEY (account, device)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// What the application has dealt with is a version of a transaction, which the application names.
    private static let purchaseVersions = DatabaseFile.Migration("versions of transactions") { database in
        try database.execute(sql: "ALTER TABLE purchase DROP COLUMN isRevocationTold")
    }

    private static let forgottenPurchase = DatabaseFile.Migration("forgotten purchases") { database in
        try database.execute(
            sql: """
                CREATE TABLE forgotten_purchase (
                    account TEXT NOT NULL REFERENCES account (identifier) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    device TEXT,
                    reported INTEGER NOT NULL,
                    PRIMARY KEY (account, number)
                ) STRICT, WITHOUT ROWID
                """)
    }

    private static let deviceLedger = DatabaseFile.Migration("device ledgers") { database in
        try database.execute(
            sql: """
                CREATE TABLE device_ledger (
                    account TEXT NOT NULL REFERENCES account (identifier) ON DELETE CASCADE,
                    device TEXT NOT NULL,
                    head TEXT NOT NULL,
                    PRIMARY KEY (account, device)
                ) STRICT, WITHOUT ROWID
                """)
    }

    private static let subscriptionUnpaid = DatabaseFile.Migration("unpaid subscriptions") { database in
        try database.execute(sql: "CREATE INDEX subscriptionUnpaid ON subscription (original) WHERE isUnpaid")
    }

    private static let unpaidCheck = DatabaseFile.Migration("check of unpaid subscriptions") { database in
        try database.execute(
            sql: """
                CREATE TABLE unpaidCheck (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    round INTEGER NOT NULL,
                    behind INTEGER
                ) STRICT;
                INSERT INTO unpaidCheck
                SELECT 1, 1, CASE WHEN EXISTS (SELECT 1 FROM subscription WHERE isUnpaid) THEN 0 END;
                """)
    }

    private static let notificationLife = DatabaseFile.Migration("life of notifications") { database in
        try database.execute(sql: "CREATE INDEX notificationOver ON notification (created) WHERE nextAttempt IS NULL")
    }

    /// The last use of earlier sessions is not known: their life begins now.
    private static func sessionLife(now: Timestamp) -> DatabaseFile.Migration {
        DatabaseFile.Migration("life of sessions") { database in
            try database.execute(sql: "ALTER TABLE session ADD COLUMN used INTEGER NOT NULL DEFAULT 0")
            try database.execute(sql: "UPDATE session SET used = ?", arguments: [now.milliseconds])
            try database.execute(
                sql: """
                    CREATE INDEX sessionUsed ON session (used);
                    CREATE INDEX sessionAccount ON session (account);
                    """)
        }
    }

    private static let purchasePriceLimit = DatabaseFile.Migration("price limits") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN priceLimit INTEGER;
                ALTER TABLE purchase ADD COLUMN priceLimitCurrency TEXT
                """)
    }

    private static let purchaseChange = DatabaseFile.Migration("changes without a charge") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN change TEXT;
                ALTER TABLE purchase ADD COLUMN changeDate INTEGER
                """)
    }

    private static let accountClock = DatabaseFile.Migration("clocks of accounts") { database in
        try database.execute(
            sql: """
                CREATE TABLE accountClock (
                    account TEXT PRIMARY KEY REFERENCES account (identifier) ON DELETE CASCADE,
                    ahead INTEGER NOT NULL,
                    frozenAt INTEGER
                ) STRICT, WITHOUT ROWID
                """)
    }

    private static let retention = DatabaseFile.Migration("retention messages") { database in
        try database.execute(
            sql: """
                CREATE TABLE retention (
                    environment TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    name TEXT NOT NULL,
                    content TEXT NOT NULL,
                    PRIMARY KEY (environment, kind, name)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// Only servers of one store claim notifications, but their rules are the same for a file.
    private static let notificationClaim = DatabaseFile.Migration("claims of notifications") { database in
        try database.execute(sql: "ALTER TABLE notification ADD COLUMN claimedUntil INTEGER")
    }

    /// A store that was there before sells for the standard application, as all did.
    private static let application = DatabaseFile.Migration("application") { database in
        try database.execute(
            sql: """
                CREATE TABLE application (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    bundle TEXT NOT NULL,
                    apple INTEGER NOT NULL
                ) STRICT;
                INSERT INTO application SELECT 1, 'com.xamarin.storekit.testing', 6740000000
                    WHERE EXISTS (SELECT 1 FROM account);
                """)
    }
}
