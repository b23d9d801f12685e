import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Which application a store sells for: settled at the first run, and the same from then on.
@Suite(.timeLimit(.minutes(5))) struct AppIdentityTests {
    private static let bundle = BundleIdentifier(rawValue: "com.example.game")
    private static let number = AppleIdentifier(rawValue: 7)

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var database: String { folder.path + "/store.sqlite" }

    @discardableResult
    private func open(
        _ bundle: BundleIdentifier? = nil, _ number: AppleIdentifier? = nil
    ) throws -> AppIdentity {
        let wanted = WantedApplication(bundleIdentifier: bundle, appleIdentifier: number)
        return try AppStore(testedIn: folder.path, application: wanted).application
    }

    /// Changes the database as nobody may while a program has it open.
    private func change(_ sql: String) throws {
        try SQLiteFile(database).run(sql)
    }

    @Test(arguments: [
        ("com.example.game", true), ("A", true), ("z-9.", true), (String(repeating: "a", count: 155), true),
        ("", false), (String(repeating: "a", count: 156), false), ("com.example game", false),
        ("com_example", false),
        ("com.example.spïel", false), ("com.example/game", false), ("com.example\n", false),
        ("\u{1B}[2J", false),
    ])
    func `A bundle identifier has 1 to 155 letters, digits, hyphens and periods`(
        text: String, isRight: Bool
    ) {
        if isRight {
            #expect(throws: Never.self) { try BundleIdentifier(written: text) }
        } else {
            #expect(throws: AppIdentityError.badBundleIdentifier) { try BundleIdentifier(written: text) }
        }
    }

    @Test(arguments: [
        ("1", true), ("9223372036854775807", true), ("0", false), ("-1", false),
        ("9223372036854775808", false),
        ("", false), ("x", false), ("1.5", false),
    ])
    func `An application's number is 1 or more, in 63 bits`(text: String, isRight: Bool) {
        if isRight {
            #expect(throws: Never.self) { try AppleIdentifier(written: text) }
        } else {
            #expect(throws: AppIdentityError.badAppleIdentifier) { try AppleIdentifier(written: text) }
        }
    }

    @Test
    func `A new store sells for the standard application, or for the one that is asked for, from then on`()
        throws
    {
        let standard = try open()
        #expect(standard.bundleIdentifier.rawValue == "com.xamarin.storekit.testing")
        #expect(standard.appleIdentifier.rawValue == 6_740_000_000)
        let other = try AppIdentityTests()
        let own = try other.open(Self.bundle, Self.number)
        #expect(own.bundleIdentifier == Self.bundle && own.appleIdentifier == Self.number)
        #expect(try other.open() == own)
        #expect(try other.open(Self.bundle) == own)
        #expect(try other.open(nil, Self.number) == own)
        #expect(try other.open(Self.bundle, Self.number) == own)
    }

    @Test(
        "A store of another application is refused, with what it sells for, and stays as it is, byte by byte",
        .onSQLite
    )
    func refusal() throws {
        try open(Self.bundle, Self.number)
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let others: [(BundleIdentifier?, AppleIdentifier?)] = [
            (.standard, nil), (.standard, Self.number), (nil, .standard), (Self.bundle, .standard),
            (.standard, .standard),
        ]
        for (bundle, number) in others {
            #expect(
                throws: StorageError.anotherApplication(
                    path: folder.path, bundleIdentifier: "com.example.game", appleIdentifier: 7)
            ) { try open(bundle, number) }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
        try open(Self.bundle, Self.number)
    }

    @Test("A first run that ended before there was an account has settled nothing", .onSQLite)
    func interruptedFirstRun() throws {
        try open()
        try change("DELETE FROM application; DELETE FROM account")
        #expect(try open(Self.bundle).bundleIdentifier == Self.bundle)
    }

    @Test("An application that cannot be read is not another application", .onSQLite)
    func damage() throws {
        try open()
        try change("UPDATE application SET bundle = 'com.example game'")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect("\(error as Any)".contains("application"))
    }

    @Test(
        "Of programs that make a store at the same time for different applications one wins, and the others hear of it"
    )
    func race() async throws {
        let bundles = (0..<6).compactMap { BundleIdentifier(rawValue: "com.example.game\($0)") }
        let results = await withTaskGroup(of: Result<AppIdentity, any Error>.self) { group in
            for bundle in bundles { group.addTask { Result { try open(bundle) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let kept = try open()
        #expect(results.compactMap { try? $0.get() } == [kept])
        for result in results {
            guard case .failure(let error) = result else { continue }
            #expect(
                error as? StorageError
                    == .anotherApplication(
                        path: folder.path, bundleIdentifier: kept.bundleIdentifier.rawValue,
                        appleIdentifier: kept.appleIdentifier.rawValue))
        }
    }
}
