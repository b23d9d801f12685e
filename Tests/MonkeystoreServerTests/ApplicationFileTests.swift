import Crypto
import Foundation
import StoreRules
import Subprocess
import TestSupport
import Testing

/// The file of `--app`: a developer's own application, and the keys that its server knows the store by.
@Suite("A file about one's own application", .timeLimit(.minutes(10)))
struct ApplicationFileTests {
    static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

    /// Writes files beside the program's data, including `app.json`, and returns the path of that.
    func write(
        _ json: String, _ files: [String: String] = [:], for program: ServerProgram
    ) throws -> String {
        for (name, text) in files.merging(["app.json": json], uniquingKeysWith: { $1 }) {
            try text.write(toFile: program.folder.path + "/" + name, atomically: true, encoding: .utf8)
        }
        return program.folder.path + "/app.json"
    }

    static let catalogue = """
        {"identifier": "1", "products": [{"displayPrice": "4.99", "internalID": "2", "productID": "com.example.sword",
         "referenceName": "Sword", "type": "Consumable", "localizations": []}], "settings": {},
         "version": {"major": 3, "minor": 0}}
        """

    /// The key that some store signs with, and its certificates.
    static let signing = Result {
        let folder = try TemporaryDirectory()
        let key = try AppStore.bundled(in: folder.path).signingKeyPEM(withAuthorities: false)
        withExtendedLifetime(folder) {}
        return key
    }

    @Test func `makes a store that knows the application, its products, its keys and its customers`()
        async throws
    {
        let program = try ServerProgram()
        let key = P256.Signing.PrivateKey()
        let file = try write(
            """
            {"bundleIdentifier": "com.example.app", "appAppleIdentifier": 42, "version": "2.3",
             "catalogue": "Products.storekit",
             "serverAPI": {"privateKey": "AuthKey_ABCDE12345.p8", "keyIdentifier": "ABCDE12345",
                           "issuer": "\(Self.issuer)"},
             "accounts": [{"account": "jane", "password": "bananas for ever"},
                          {"account": "joe", "password": "bananas for ever", "environment": "Production"}]}
            """, ["Products.storekit": Self.catalogue, "AuthKey_ABCDE12345.p8": key.pemRepresentation],
            for: program)
        // The second time, everything is there already.
        for _ in 0..<2 {
            try await program.serve(["--app", file]) { server in
                let products = try await server.send("GET", "/store/v1/products")
                #expect(products.body == #"{"identifiers":["com.example.sword"]}"#)
                let jane = try await server.send(
                    "POST", "/store/v1/sessions",
                    body: #"{"account": "jane", "password": "bananas for ever"}"#)
                #expect(jane.status == 200)
            }
        }
        let names = try await program.run(["api-key", "--app", file]).output.split(separator: "\n")
        #expect(names.prefix(2) == [Self.issuer[...], "ABCDE12345"])
        #expect(try await program.run(["account", "list", "--app", file]).output.contains("Production  joe"))
    }

    /// A token for the Server API, with the key `ABCDE12345` of `issuer`.
    static func token(_ key: P256.Signing.PrivateKey, bundle: String) throws -> String {
        let end = Int(Date().timeIntervalSince1970) + 300
        return try key.sign(
            ["alg": "ES256", "kid": "ABCDE12345", "typ": "JWT"],
            ["iss": issuer, "aud": "appstoreconnect-v1", "bid": bundle, "exp": end])
    }

    @Test func `makes another store sign as one did before, and never a store with another key`() async throws
    {
        let first = try ServerProgram()
        let pem = try await first.run(["signing-key"]).output
        let root = try await first.run(["root"]).output
        let second = try ServerProgram()
        let file = try write(#"{"signingKey": "signing.pem"}"#, ["signing.pem": pem], for: second)
        for _ in 0..<2 { #expect(try await second.run(["root", "--app", file]).output == root) }
        #expect(try await second.run(["signing-key"]).output == pem)

        let third = try ServerProgram()
        _ = try await third.run(["root"])
        let refused = try await third.run(["root", "--app", file])
        #expect(refused.status == .exited(65) && refused.output.isEmpty)
        #expect(
            refused.error.contains("signs with another key") && refused.error.contains("nothing was opened"))
    }

    @Test func `with a key that has no authority behind it signs, and answers under no name of Apple's`()
        async throws
    {
        let first = try ServerProgram()
        let signing = try await first.run(["signing-key"]).output
        func keys(_ text: String) -> Int { text.components(separatedBy: "PRIVATE KEY-----").count / 2 }
        #expect(keys(signing) == 1)
        let all = try await first.run(["signing-key", "--with-authority-keys"]).output
        #expect(keys(all) == 3 && all.hasPrefix(signing))
        let program = try ServerProgram()
        let file = try write(#"{"signingKey": "signing.pem"}"#, ["signing.pem": signing], for: program)
        #expect(try await program.run(["root", "--app", file]).status == .exited(0))
        let run = try await program.run(["serve", "--port", "0", "--apple-names", "--app", file])
        #expect(run.status == .exited(65) && run.output.isEmpty)
        #expect(run.error.contains("Leave out --apple-names"), "\(run.error)")
    }

    @Test func `that is too large is called so, and not taken for what its first part is`() async throws {
        let program = try ServerProgram()
        let file = try write("{" + String(repeating: " ", count: 1 << 20) + "}", for: program)
        let run = try await program.run(["root", "--app", file])
        #expect(run.status == .exited(65) && run.error.contains("app.json (File too large)"), "\(run.error)")
    }

    @Test(arguments: [
        ("{", "is not a JSON object"), ("[]", "is not a JSON object"),
        (
            #"{"bundleID": "com.example.app"}"#,
            """
            has an unknown field bundleID; nothing was opened. Did you mean bundleIdentifier? There are \
            bundleIdentifier, appAppleIdentifier, version, catalogue, serverAPI, signingKey, notifications, accounts.
            """
        ),
        (#"{"bundleIdentifier": "com example"}"#, "bundleIdentifier"),
        (#"{"bundleIdentifier": 3}"#, "bundleIdentifier"),
        (#"{"appAppleIdentifier": 1.5}"#, "app.json: a number has a fraction, or is too large; nothing was"),
        (#"{"appAppleIdentifier": 0}"#, "appAppleIdentifier"), (#"{"version": ""}"#, "version"),
        (#"{"version": "1 0"}"#, "version"), (#"{"catalogue": "missing.storekit"}"#, "missing.storekit"),
        (#"{"serverAPI": {"keyIdentifier": "ABCDE12345"}}"#, "serverAPI"),
        (#"{"serverAPI": {"privateKey": "missing.p8", "keyIdentifier": "A", "issuer": "B"}}"#, "missing.p8"),
        (
            #"{"serverAPI": {"privateKey": "app.json", "keyIdentifier": "ABCDE12345", "issuer": "B"}}"#,
            "serverAPI"
        ),
        (#"{"signingKey": "missing.pem"}"#, "missing.pem"), (#"{"signingKey": "app.json"}"#, "signingKey"),
        (#"{"signingKey": "half.pem"}"#, "signingKey"), (#"{"signingKey": "other.pem"}"#, "signingKey"),
        (#"{"notifications": {"sandbox": "ftp://example.com"}}"#, "notifications"),
        (#"{"accounts": [{"account": "jane"}]}"#, "accounts[0].password"),
        (
            #"{"accounts": [{"account": "jane", "password": "bananas for ever"}, {"account": "joe", "password": "short"}]}"#,
            "app.json: accounts[1].password has 8 to 256 characters; nothing was opened."
        ),
        (
            #"{"accounts": [{"account": " jane", "password": "bananas for ever"}]}"#,
            "app.json: accounts[0].account has 1 to 64 characters"
        ),
        (
            #"{"accounts": [{"account": "jane", "password": "bananas for ever", "enviroment": "Production"}]}"#,
            """
            an unknown field accounts[0].enviroment; nothing was opened. Did you mean environment? There are \
            account, password, environment.
            """
        ),
        (
            #"{"serverAPI": {"privateKey": "k", "keyIdentifier": "k", "issuer": "i", "bundle": 1}}"#,
            "serverAPI.bundle; nothing was opened. There are privateKey, keyIdentifier, issuer."
        ),
        (
            #"{"notifications": {"sandbox": "http://127.0.0.1:9/", "prod": "http://127.0.0.1:9/"}}"#,
            """
            notifications.prod; nothing was opened. Did you mean production? There are production, \
            sandbox.
            """
        ),
    ])
    func `that is wrong is refused in one sentence, and nothing is made`(
        json: String, word: String
    ) async throws {
        let program = try ServerProgram()
        let signing = try Self.signing.get()
        // A key without its certificates, and a key with the certificates of another.
        let half = try #require(signing.components(separatedBy: "-----BEGIN CERTIFICATE").first)
        let other = P256.Signing.PrivateKey().pemRepresentation + signing.dropFirst(half.count)
        let file = try write(json, ["half.pem": half, "other.pem": other], for: program)
        let run = try await program.run(["serve", "--port", "0", "--app", file])
        #expect(run.status == .exited(65) && run.output.isEmpty)
        #expect(run.error.contains(word) && run.error.hasPrefix("monkeystore-server: "), "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: program.data + "/store.sqlite"))
    }
}
