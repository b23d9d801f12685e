// swift-tools-version: 6.3
import PackageDescription

/// One strict array for every Swift target of the package.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"), .product(name: "HTTPTypes", package: "swift-http-types"),
]
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "monkeystore",
    products: [
        .executable(name: "monkeystore", targets: ["monkeystore"]),
        .executable(name: "monkeystore-server", targets: ["monkeystore-server"]),
        .executable(name: "monkeystore-ssh", targets: ["monkeystore-ssh"]),
        // For others: a payment queue, and a store for it to buy from. `StoreModel` has the words that both speak, and `FileSystem`
        // the error that both throw for a folder.
        .library(name: "PaymentQueueKit", targets: ["PaymentQueueKit", "StoreModel", "FileSystem"]),
        .library(name: "LocalStoreKit", targets: ["LocalStoreKit", "StoreModel", "FileSystem"]),
        // For tests only: a store for each.
        .library(name: "StoreTestKit", targets: ["StoreTestKit", "StoreModel"]),
    ],
    traits: [
        .trait(name: "Remote", description: "The storefront of a store at an address, over HTTP."),
        .trait(name: "Postgres", description: "Servers whose store is in PostgreSQL; needs libpq."),
        .default(enabledTraits: ["Remote", "Postgres"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // The bus, the words, and how HTTP carries them: no disk, no network, no screen.
        .target(name: "EventBus", swiftSettings: strict),
        .target(name: "StoreModel", dependencies: [crypto], swiftSettings: strict),
        .target(name: "StoreWire", dependencies: ["StoreModel", crypto], swiftSettings: strict),
        .target(name: "StorefrontMessages", dependencies: ["EventBus", "StoreModel"], swiftSettings: strict),

        // The application: queue, replica, managers.
        .target(name: "FileSystem", swiftSettings: strict),
        .target(name: "SQLiteStorage", dependencies: ["FileSystem", grdb, sqlite], swiftSettings: strict),
        .target(
            name: "PaymentQueueKit", dependencies: ["StoreModel", "FileSystem", "SQLiteStorage", grdb, crypto],
            swiftSettings: strict),
        .target(
            name: "DeviceStorage",
            dependencies: [
                "StoreModel", "StorefrontMessages", "FileSystem", "SQLiteStorage", "PaymentQueueKit", grdb, crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "StoreApplication",
            dependencies: [
                "EventBus", "StoreModel", "FileSystem", "SQLiteStorage", "DeviceStorage", "PaymentQueueKit",
                "StoreCatalogue",
                "StorefrontMessages",
                "StoreEngine",
                "StoreSQLite",
                "StoreWire",
                crypto,
                logging,
            ],
            resources: [.embedInCode("../../Resources/Letters/keepers-letter.txt")], swiftSettings: strict),

        // All of it in one sealed file.
        .target(
            name: "Backup", dependencies: ["FileSystem", "SQLiteStorage", grdb, crypto, cryptoExtras],
            swiftSettings: strict),

        // The screens as values, and the terminal that shows them.
        .target(
            name: "StorefrontStrings", dependencies: ["FileSystem", "StoreModel", "StorefrontMessages"],
            resources: [
                .embedInCode("../../Resources/Texts/en.txt"), .embedInCode("../../Resources/Texts/de.txt"),
                .embedInCode("../../Resources/Texts/es.txt"), .embedInCode("../../Resources/Texts/fr.txt"),
                .embedInCode("../../Resources/Texts/it.txt"),
            ],
            swiftSettings: strict),
        .target(
            name: "Storefront", dependencies: ["EventBus", "StoreModel", "StorefrontMessages", "StorefrontStrings"],
            swiftSettings: strict),
        .target(name: "CNCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(
            name: "CursesTerminal", dependencies: ["CNCurses", "Storefront", "StorefrontMessages"],
            resources: [
                // Of terminals that a bare machine knows nothing of.
                .embedInCode("../../Resources/Terminals/linux"), .embedInCode("../../Resources/Terminals/screen"),
                .embedInCode("../../Resources/Terminals/screen-256color"),
                .embedInCode("../../Resources/Terminals/tmux-256color"),
                .embedInCode("../../Resources/Terminals/vt100"), .embedInCode("../../Resources/Terminals/xterm"),
                .embedInCode("../../Resources/Terminals/xterm-256color"),
                .embedInCode("../../Resources/Terminals/xterm-direct"),
            ],
            swiftSettings: strict),

        // The picture that filters are for: in the program, or in a file of the user's.
        .target(
            name: "CPictureCodecs",
            linkerSettings: [
                .linkedLibrary("turbojpeg"), .linkedLibrary("png16"), .linkedLibrary("z"), .linkedLibrary("m"),
            ]),
        .target(
            name: "PictureFiles", dependencies: ["CPictureCodecs", "Storefront", "StorefrontMessages"],
            resources: [.embedInCode("../../Resources/Photo.png")], swiftSettings: strict),

        // The store behind the port: its catalogue, its signatures, its rules, the database that they see, and SQLite under it.
        .target(
            name: "StoreCatalogue", dependencies: ["StoreModel", "FileSystem"],
            resources: [.embedInCode("../../Resources/Products.storekit")], swiftSettings: strict),
        .target(name: "StoreSigning", dependencies: ["StoreModel", crypto, x509, asn1], swiftSettings: strict),
        .target(name: "StoreDatabase", swiftSettings: strict),
        .target(
            name: "StoreEngine",
            dependencies: [
                "StoreModel", "StoreSigning", "StoreCatalogue", "StoreDatabase", "FileSystem", crypto, cryptoExtras,
                asn1,
            ],
            resources: [
                .embedInCode("../../Resources/Books/first-banana.txt"),
                .embedInCode("../../Resources/Books/monkey-who-counted.txt"),
                .embedInCode("../../Resources/Books/night-ferry.txt"),
            ],
            swiftSettings: strict),

        .target(
            name: "StoreSQLite",
            dependencies: [
                "StoreDatabase", "StoreCatalogue", "StoreEngine", "StoreModel", "StoreSigning", "FileSystem",
                "SQLiteStorage", grdb, sqlite,
            ],
            swiftSettings: strict),

        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "StorePostgres",
            dependencies: [
                "StoreDatabase", "StoreModel", "FileSystem",
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ],
            swiftSettings: strict),

        // The same store for those who build on it.
        .target(
            name: "LocalStoreKit",
            dependencies: [
                "StoreModel", "FileSystem", "StoreCatalogue", "StoreEngine", "StoreSQLite",
            ],
            swiftSettings: strict),

        // And for their tests, in the words of Apple's StoreKitTest.
        .target(
            name: "StoreTestKit",
            dependencies: ["StoreModel", "FileSystem", "StoreCatalogue", "StoreEngine", "StoreSQLite"],
            swiftSettings: strict),

        // The same store behind HTTP, and the way there.
        .target(
            name: "StoreServer",
            dependencies: [
                "StoreModel", "StoreSigning", "StoreCatalogue", "StoreDatabase", "StoreEngine", "StoreSQLite",
                "StoreWire",
                "FileSystem", httpClient, lifecycle, logging,
                crypto, nioPosix,
            ] + hummingbird + nio,
            resources: [.embedInCode("../../Resources/openapi.json")], swiftSettings: strict),
        .target(
            name: "StoreClient",
            dependencies: ["StoreModel", "StoreWire", "FileSystem", httpClient, nioPosix, x509, asn1, crypto] + nio,
            swiftSettings: strict),
        .target(
            name: "StoreSessions",
            dependencies: [
                "EventBus", "StoreModel", "FileSystem", "DeviceStorage", "StorefrontMessages", "StoreApplication",
                "StoreClient", "StoreWire", "StoreEngine", logging,
            ],
            swiftSettings: strict),

        // The visitors of an SSH server.
        .target(name: "CConfinement", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CSSHHost", dependencies: ["CConfinement"], linkerSettings: [.linkedLibrary("ssh")]),
        .target(
            name: "VisitorHost", dependencies: ["StoreModel", "StoreWire", "FileSystem", crypto],
            swiftSettings: strict),

        // What both programs say about errors.
        .target(
            name: "CommandLineSupport", dependencies: ["FileSystem", "StoreCatalogue", "StorefrontStrings"],
            swiftSettings: strict),

        // What both programs need before main.
        .target(name: "CStartup"),

        .executableTarget(
            name: "monkeystore",
            dependencies: [
                "CStartup", "CommandLineSupport", "CConfinement", "VisitorHost", "EventBus", "StoreModel", "FileSystem",
                "PaymentQueueKit",
                "StoreApplication", "DeviceStorage", "Storefront", "StorefrontStrings",
                "CursesTerminal", "StoreCatalogue", "StorefrontMessages", "StoreEngine", "StoreWire", "Backup",
                .target(name: "StoreClient", condition: .when(traits: ["Remote"])),
                .target(name: "StoreSessions", condition: .when(traits: ["Remote"])),
                arguments, logging,
                // The last is linked first: a static libpng has to stand before the zlib that others name, too.
                "PictureFiles",
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "monkeystore-ssh",
            dependencies: ["CConfinement", "CSSHHost", "StoreModel", "StoreWire", "VisitorHost", arguments],
            swiftSettings: strict),

        .executableTarget(
            name: "monkeystore-server",
            dependencies: [
                "CStartup", "CommandLineSupport", "StoreModel", "FileSystem", "StoreCatalogue", "StoreSigning",
                "StoreEngine",
                "StoreSQLite",
                .target(name: "StorePostgres", condition: .when(traits: ["Postgres"])),
                "StoreServer", "VisitorHost",
                arguments,
                logging,
                lifecycle, unixSignals, subprocess, system,
            ],
            swiftSettings: strict),

        // Tests mirror the targets; MonkeystoreTests drives the real program.
        .target(name: "CParallelWidth", path: "Tests/TestSupport/CParallelWidth"),
        .target(
            name: "TestSupport",
            dependencies: [
                "CParallelWidth", "StoreModel", "StoreWire", "StoreCatalogue", "StoreEngine", "StoreSQLite",
                .target(name: "StorePostgres", condition: .when(traits: ["Postgres"])),
                "StoreDatabase", "FileSystem",
                "SQLiteStorage",
                "VisitorHost", crypto,
                httpClient,
                nioPosix,
            ] + nio,
            path: "Tests/TestSupport",
            exclude: ["CParallelWidth", "KillSwitch"], swiftSettings: strict),
        .target(
            name: "AccountSequences",
            dependencies: [
                "StoreEngine", "StoreSQLite", "StoreCatalogue", "StoreModel", "DeviceStorage", "PaymentQueueKit",
                "SQLiteStorage", "FileSystem", "TestSupport",
            ],
            path: "Tests/AccountSequences", swiftSettings: strict),
        .testTarget(name: "AccountSequencesTests", dependencies: ["AccountSequences"], swiftSettings: strict),
        .testTarget(name: "EventBusTests", dependencies: ["EventBus"], swiftSettings: strict),
        .testTarget(name: "StoreModelTests", dependencies: ["StoreModel", crypto], swiftSettings: strict),
        .testTarget(
            name: "FileSystemTests", dependencies: ["FileSystem", "SQLiteStorage", "TestSupport", grdb],
            swiftSettings: strict),
        .testTarget(
            name: "SQLiteStorageTests", dependencies: ["FileSystem", "SQLiteStorage", "TestSupport", grdb],
            swiftSettings: strict),
        .testTarget(
            name: "BackupTests", dependencies: ["Backup", "FileSystem", "TestSupport", grdb],
            swiftSettings: strict),
        .testTarget(
            name: "PaymentQueueKitTests",
            dependencies: [
                "PaymentQueueKit", "LocalStoreKit", "StoreCatalogue", "StoreEngine", "StoreSQLite", "FileSystem",
                "SQLiteStorage",
                "StoreModel",
                "TestSupport", grdb,
                crypto,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreTestKitTests",
            dependencies: ["StoreTestKit", "PaymentQueueKit", "StoreModel", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DeviceStorageTests",
            dependencies: [
                "DeviceStorage", "PaymentQueueKit", "FileSystem", "SQLiteStorage", "StoreModel", "StorefrontMessages",
                "TestSupport",
                grdb,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreApplicationTests",
            dependencies: [
                "StoreApplication", "DeviceStorage", "StoreCatalogue", "StorefrontMessages", "StoreEngine",
                "StoreSQLite",
                "EventBus",
                "TestSupport", grdb,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StorefrontStringsTests",
            dependencies: ["FileSystem", "StoreModel", "StorefrontMessages", "StorefrontStrings"],
            swiftSettings: strict),
        .testTarget(
            name: "StorefrontTests",
            dependencies: [
                "Storefront", "StorefrontMessages", "StorefrontStrings", "EventBus", "StoreModel", "TestSupport",
            ],
            exclude: ["Screens"], swiftSettings: strict),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: [
                "CNCurses", "CursesTerminal", "Storefront", "StoreModel", "StorefrontMessages", "TestSupport",
                "monkeystore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PictureFilesTests",
            dependencies: ["PictureFiles", "Storefront", "StorefrontMessages", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StoreCatalogueTests", dependencies: ["StoreCatalogue", "StoreModel", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StoreEngineTests",
            dependencies: [
                .target(name: "StorePostgres", condition: .when(traits: ["Postgres"])),
                "StoreCatalogue", "StoreSigning", "StoreEngine", "StoreDatabase", "StoreSQLite", "FileSystem",
                "StoreModel",
                "TestSupport", grdb,
                crypto,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreSQLiteTests",
            dependencies: [
                "StoreSQLite", "StoreCatalogue", "StoreDatabase", "StoreEngine", "FileSystem", "SQLiteStorage",
                "StoreModel",
                "TestSupport", grdb,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreClientTests",
            dependencies: [
                "StoreClient", "StoreModel", "StoreWire", "FileSystem", "StoreCatalogue", "StoreEngine",
                "StoreSQLite",
                "StoreServer",
                "TestSupport", lifecycle,
                logging,
            ] + nio,
            swiftSettings: strict),
        .testTarget(
            name: "StoreSessionsTests",
            dependencies: [
                "StoreSessions", "StoreClient", "StoreWire", "StoreModel", "StorefrontMessages", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MonkeystoreTests",
            dependencies: [
                "monkeystore", "monkeystore-server", "StoreDatabase", "StoreCatalogue", "StoreSigning", "StoreWire",
                "StorefrontMessages",
                "StoreEngine", "StoreSQLite",
                "Backup",
                "FileSystem",
                "StoreApplication", "DeviceStorage",
                "StoreModel",
                "PictureFiles", "Storefront", "StorefrontStrings", "TestSupport",
                subprocess, system, grdb,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreServerTests",
            dependencies: [
                "StoreServer", "StoreCatalogue", "StoreSigning", "StoreEngine", "StoreWire", "StoreDatabase",
                "StoreSQLite", "FileSystem",
                "SQLiteStorage",
                "StoreModel", "StoreClient", "PaymentQueueKit",
                "TestSupport", httpClient, lifecycle,
                logging, crypto, nioPosix, .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + nio,
            swiftSettings: strict),
        .testTarget(
            name: "VisitorHostTests",
            dependencies: [
                "CSSHHost", "VisitorHost", "monkeystore", "monkeystore-server", "monkeystore-ssh", "FileSystem",
                "StoreEngine",
                "SQLiteStorage",
                "StoreModel", "TestSupport",
            ], exclude: ["Confinement"], swiftSettings: strict),
        .testTarget(
            name: "MonkeystoreServerTests",
            dependencies: [
                "monkeystore-server", "StoreCatalogue", "StoreEngine", "StoreSigning", "StoreSQLite", "FileSystem",
                "StoreModel", "StoreWire",
                "TestSupport",
                httpClient,
                subprocess,
                system, grdb,
            ] + nio,
            exclude: ["Clients"], swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AccountSequences",
                "EventBus", "StoreModel", "StoreWire", "FileSystem", "SQLiteStorage", "PaymentQueueKit",
                "StoreApplication", "DeviceStorage",
                "StoreCatalogue", "StoreSigning", "StoreEngine", "StoreSQLite", "StoreClient",
                "VisitorHost", "StoreServer", "Backup", "PictureFiles", "StorefrontMessages",
                "monkeystore-server",
                "monkeystore-ssh",
                "monkeystore", "TestSupport", grdb, crypto, cryptoExtras, logging, httpClient,
            ] + nio,
            path: "Tests/Benchmarks", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6])
