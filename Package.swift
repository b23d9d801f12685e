// swift-tools-version: 6.3
import PackageDescription

/// One strict array for every Swift target of the package.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A module at `Sources/` and a path, which begins with its layer. It may have small files of `Resources/Embedded` in it.
func module(_ path: String, needs: [Target.Dependency] = [], embeds: [String] = []) -> Target {
    .target(
        name: String(path.split(separator: "/")[1]), dependencies: needs, path: "Sources/" + path,
        resources: embeds.map { .embedInCode("../../../Resources/Embedded/" + $0) }, swiftSettings: strict)
}

/// A C shim: the only place that includes the headers of its libraries, or that has large files of `Resources/Embedded`.
func shim(_ path: String, needs: [Target.Dependency] = [], links: [String] = []) -> Target {
    .target(
        name: String(path.split(separator: "/")[1]), dependencies: needs, path: "Sources/" + path,
        linkerSettings: links.map { .linkedLibrary($0) })
}

func program(_ name: String, needs: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: needs, path: "Sources/Programs/" + name, swiftSettings: strict)
}

func tests(of name: String, need: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: need, exclude: exclude, swiftSettings: strict)
}

func product(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package)
}
func with(_ trait: String, _ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(traits: [trait]))
}

let appleServices = with("AppleServices", "AppleServices")
let grdb = product("GRDB", "GRDB.swift")
let sqlite = product("GRDBSQLite", "GRDB.swift")
let crypto = product("Crypto", "swift-crypto")
let cryptoExtras = product("CryptoExtras", "swift-crypto")
let x509 = product("X509", "swift-certificates")
let asn1 = product("SwiftASN1", "swift-asn1")
let arguments = product("ArgumentParser", "swift-argument-parser")
let logging = product("Logging", "swift-log")
let lifecycle = product("ServiceLifecycle", "swift-service-lifecycle")
let signals = product("UnixSignals", "swift-service-lifecycle")
let subprocess = product("Subprocess", "swift-subprocess")
let system = product("SystemPackage", "swift-system")
let httpClient = product("AsyncHTTPClient", "async-http-client")
let httpTypes = product("HTTPTypes", "swift-http-types")
let hummingbird = [
    product("Hummingbird", "hummingbird"), product("HummingbirdCore", "hummingbird"),
    product("HummingbirdTLS", "hummingbird"),
]
let nioCore = product("NIOCore", "swift-nio")
let nioHTTP1 = product("NIOHTTP1", "swift-nio")
let nioPosix = product("NIOPosix", "swift-nio")
let nioSSL = product("NIOSSL", "swift-nio-ssl")
let nioHTTPTypes = [
    product("NIOHTTPTypes", "swift-nio-extras"), product("NIOHTTPTypesHTTP1", "swift-nio-extras"),
]

let package = Package(
    name: "monkeystore",
    products: [
        .executable(name: "monkeystore", targets: ["monkeystore"]),
        .executable(name: "monkeystore-server", targets: ["monkeystore-server"]),
        .executable(name: "monkeystore-ssh", targets: ["monkeystore-ssh"]),
        // For others: a payment queue, and a store for it to buy from. `StoreModel` has the types that both use.
        .library(name: "PaymentQueueKit", targets: ["PaymentQueueKit", "StoreModel"]),
        .library(name: "LocalStoreKit", targets: ["LocalStoreKit", "StoreModel"]),
        // For tests only: a store for each.
        .library(name: "StoreTestKit", targets: ["StoreTestKit", "StoreModel"]),
    ],
    traits: [
        .trait(
            name: "Remote",
            description: "The storefront of a store at an address, over HTTP and for visitors."),
        .trait(name: "Postgres", description: "Servers whose store is in PostgreSQL; needs libpq."),
        .trait(
            name: "AppleServices",
            description:
                "What Apple's store does for developers' servers: notifications, Server API, retention messages."
        ),
        .default(enabledTraits: ["Remote", "Postgres", "AppleServices"]),
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
        // What a person has: the types that all share, the bus, the queue, the device's files, the screens.
        module("Shop/StoreModel", needs: [crypto]),
        module("Shop/StoreWire", needs: ["StoreModel"]),
        module("Shop/StoreEvents", needs: ["StoreModel"]),
        module("Shop/Storage", needs: ["StoreModel", grdb, sqlite]),
        module("Shop/PaymentQueueKit", needs: ["StoreModel", "Storage", grdb, crypto]),
        module(
            "Shop/DeviceStorage",
            needs: ["StoreModel", "StoreEvents", "Storage", "PaymentQueueKit", grdb, crypto, cryptoExtras]),
        module(
            "Shop/StoreApplication",
            needs: ["StoreModel", "StoreEvents", "Storage", "PaymentQueueKit", "DeviceStorage"],
            embeds: ["Letters/keepers-letter.txt"]),
        shim("Shop/CTexts"),
        module("Shop/Storefront", needs: ["CTexts", "StoreModel", "StoreEvents"]),
        shim("Shop/CNCurses", links: ["ncursesw", "tinfo"]),
        shim("Shop/CPictureCodecs", links: ["turbojpeg", "png16", "z", "m"]),
        module(
            "Shop/CursesTerminal",
            needs: ["CNCurses", "CPictureCodecs", "StoreEvents", "Storage", "Storefront"],
            // Terminals that a bare machine knows nothing of, and the photo that the filters are for.
            embeds: [
                "linux", "screen", "screen-256color", "tmux-256color", "vt100", "xterm", "xterm-256color",
                "xterm-direct",
            ].map { "Terminals/" + $0 } + ["Photo.png"]),

        // What sells: the rules, the databases under them, and the store in a process of others.
        module(
            "Store/StoreRules",
            needs: ["StoreModel", "Storage", crypto, cryptoExtras, x509, asn1],
            embeds: ["Products.storekit"]
                + ["first-banana", "monkey-who-counted", "night-ferry"].map { "Books/\($0).txt" }),
        // What Apple's store does for developers' servers: it follows the facts of the rules.
        module("Store/AppleServices", needs: ["StoreModel", "StoreRules", crypto]),
        module("Store/StoreSQLite", needs: ["StoreModel", "Storage", "StoreRules", grdb, sqlite]),
        .systemLibrary(name: "CPostgres", path: "Sources/Store/CPostgres", providers: [.apt(["libpq-dev"])]),
        module("Store/StorePostgres", needs: ["StoreModel", "StoreRules", with("Postgres", "CPostgres")]),
        module("Store/LocalStoreKit", needs: ["StoreModel", "Storage", "StoreRules", "StoreSQLite"]),
        // With the interface of Apple's SKTestSession.
        module("Store/StoreTestKit", needs: ["StoreModel", "StoreRules", "StoreSQLite"]),

        // The way between: HTTP and SSH.
        module(
            "Wire/StoreClient",
            needs: [
                "StoreModel", "StoreWire", "StoreEvents", "Storage", "DeviceStorage", "StoreApplication",
                httpClient,
                nioCore,
                nioHTTP1, nioPosix, nioSSL, x509, asn1, crypto, logging,
            ]),
        .systemLibrary(name: "CAllocator", path: "Sources/Wire/CAllocator"),
        shim("Wire/COpenAPI"),
        module(
            "Wire/StoreServer",
            needs: [
                "CAllocator", "COpenAPI", "StoreModel", "StoreWire", "Storage", "StoreRules", appleServices,
                "StoreSQLite",
                httpClient, httpTypes, nioCore, nioHTTP1, nioPosix, nioSSL, lifecycle, logging, crypto,
            ] + nioHTTPTypes + hummingbird),
        shim("Wire/CConfinement", links: ["seccomp"]),
        shim("Wire/CSSHHost", needs: ["CConfinement"], links: ["ssh"]),

        // The programs, and what they share.
        shim("Programs/CStartup", links: ["sqlite3"]),
        module("Programs/ProgramSupport", needs: ["StoreModel", "Storage", crypto]),
        program(
            "monkeystore",
            needs: [
                "CStartup", "ProgramSupport", "StoreModel", "StoreEvents", "Storage", "PaymentQueueKit",
                "DeviceStorage", "StoreApplication", "Storefront", "StoreRules", "StoreSQLite", appleServices,
                with("Remote", "StoreWire"), with("Remote", "StoreClient"), with("Remote", "CConfinement"),
                arguments,
                logging,
                // The last is linked first: a static libpng has to stand before the zlib that others name, too.
                "CursesTerminal",
            ]),
        program(
            "monkeystore-server",
            needs: [
                "CStartup", "ProgramSupport", "StoreModel", "Storage", "StoreRules", "StoreSQLite",
                appleServices,
                with("Postgres", "StorePostgres"), "StoreServer", arguments, logging, lifecycle, signals,
                subprocess,
                system,
            ]),
        program(
            "monkeystore-ssh", needs: ["ProgramSupport", "StoreModel", "CConfinement", "CSSHHost", arguments]),

        // Tests mirror the targets; MonkeystoreTests and MonkeystoreServerTests drive the real programs.
        .target(name: "CParallelWidth", path: "Tests/TestSupport/CParallelWidth"),
        .target(
            name: "TestSupport",
            dependencies: [
                "CParallelWidth", "ProgramSupport", "StoreModel", "StoreWire", "StoreEvents", "Storage",
                "StoreRules",
                "StoreSQLite",
                appleServices,
                with("Postgres", "StorePostgres"), httpClient, nioCore, nioHTTP1, nioPosix, nioSSL, grdb,
                crypto, subprocess, system,
            ],
            path: "Tests/TestSupport", exclude: ["CParallelWidth", "KillSwitch"], swiftSettings: strict),
        .target(
            name: "AccountSequences",
            dependencies: [
                "StoreModel", "Storage", "PaymentQueueKit", "DeviceStorage", "StoreRules", "StoreSQLite",
                "TestSupport",
            ],
            path: "Tests/AccountSequences", swiftSettings: strict),
        .testTarget(
            name: "Stories",
            dependencies: [
                "StoreModel", "StoreWire", "StoreEvents", "Storage", "PaymentQueueKit", "DeviceStorage",
                "StoreApplication", "Storefront", "StoreRules", "StoreSQLite", "StoreClient", "StoreServer",
                "monkeystore", "TestSupport", logging, lifecycle,
            ],
            path: "Tests/Stories", swiftSettings: strict),
        tests(of: "AccountSequences", need: ["AccountSequences"]),
        tests(of: "StoreModel", need: ["StoreModel", crypto]),
        tests(of: "StoreEvents", need: ["StoreModel", "StoreEvents"]),
        tests(of: "Storage", need: ["StoreModel", "Storage", "TestSupport", grdb]),
        tests(
            of: "PaymentQueueKit",
            need: [
                "StoreModel", "Storage", "PaymentQueueKit", "StoreRules", "StoreSQLite", "LocalStoreKit",
                "TestSupport", grdb, crypto,
            ]),
        tests(
            of: "DeviceStorage",
            need: [
                "StoreModel", "StoreEvents", "Storage", "PaymentQueueKit", "DeviceStorage", "StoreRules",
                "TestSupport", grdb,
            ]),
        tests(
            of: "StoreApplication",
            need: [
                "StoreModel", "StoreEvents", "Storage", "PaymentQueueKit", "DeviceStorage",
                "StoreApplication",
                "StoreRules", "StoreSQLite", appleServices, "monkeystore", "TestSupport",
            ]),
        tests(
            of: "Storefront", need: ["StoreModel", "StoreEvents", "Storefront", "TestSupport"],
            exclude: ["Screens"]),
        tests(
            of: "CursesTerminal",
            need: [
                "CNCurses", "StoreModel", "StoreEvents", "Storefront", "CursesTerminal", "monkeystore",
                "TestSupport",
            ]),
        tests(
            of: "StoreRules",
            need: [
                "StoreModel", "Storage", "StoreRules", appleServices, "StoreSQLite", "TestSupport", crypto,
            ]),
        tests(
            of: "AppleServices",
            need: ["StoreModel", "StoreRules", appleServices, "TestSupport", crypto]),
        tests(
            of: "StoreSQLite",
            need: ["StoreModel", "Storage", "StoreRules", "StoreSQLite", "TestSupport", grdb]),
        tests(
            of: "StorePostgres",
            need: ["StoreModel", "StoreRules", with("Postgres", "StorePostgres"), "TestSupport"]),
        tests(of: "StoreTestKit", need: ["StoreModel", "PaymentQueueKit", "StoreTestKit", "TestSupport"]),
        tests(
            of: "StoreClient",
            need: [
                "StoreModel", "StoreWire", "StoreEvents", "Storage", "PaymentQueueKit", "DeviceStorage",
                "StoreApplication",
                "Storefront", "StoreRules", "StoreClient", "StoreServer", "TestSupport", httpTypes, nioCore,
                nioHTTP1,
                nioSSL,
            ]),
        tests(
            of: "StoreServer",
            need: [
                "StoreModel", "StoreWire", "Storage", "StoreRules", appleServices,
                "StoreSQLite",
                "StoreClient",
                "StoreServer",
                "TestSupport", httpClient, httpTypes, nioCore, nioHTTP1, nioPosix, nioSSL, lifecycle, logging,
                product("NIOEmbedded", "swift-nio"), crypto,
            ] + nioHTTPTypes),
        tests(
            of: "ProgramSupport",
            need: [
                "CSSHHost", "ProgramSupport", "StoreModel", "Storage", "StoreRules", "monkeystore",
                "monkeystore-server", "monkeystore-ssh", "TestSupport",
            ],
            exclude: ["Confinement"]),
        tests(
            of: "Monkeystore",
            need: [
                "StoreModel", "StoreWire", "StoreEvents", "Storage", "DeviceStorage", "StoreApplication",
                "Storefront",
                "StoreRules", appleServices, "StoreServer", "monkeystore",
                "monkeystore-server",
                "TestSupport",
                subprocess, system,
                arguments,
            ]),
        tests(
            of: "MonkeystoreServer",
            need: [
                "StoreModel", "StoreWire", "StoreRules", "StoreServer", "monkeystore-server", "TestSupport",
                httpClient, nioCore,
                nioHTTP1,
                subprocess, system, crypto, arguments,
            ],
            exclude: ["Clients"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "StoreModel", "StoreWire", "StoreEvents", "Storage", "StoreRules", "StoreSQLite",
                "monkeystore", "monkeystore-server", "monkeystore-ssh", "TestSupport", arguments, httpClient,
                nioCore, nioHTTP1, nioSSL,
            ],
            path: "Tests/Benchmarks", swiftSettings: strict),
        .executableTarget(
            name: "FaultCampaigns",
            dependencies: [
                "AccountSequences", "StoreModel", "StoreWire", "StoreEvents", "Storage", "PaymentQueueKit",
                "DeviceStorage", "CursesTerminal", "StoreRules", appleServices, "StoreSQLite", "StoreClient",
                "StoreServer", "monkeystore", "monkeystore-server", "monkeystore-ssh", "TestSupport",
                arguments, httpClient, crypto, cryptoExtras, logging,
            ],
            path: "Tests/FaultCampaigns", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6])
