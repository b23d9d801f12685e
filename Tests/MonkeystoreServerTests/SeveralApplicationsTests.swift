import Crypto
import Foundation
import StoreModel
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("A monkeystore-server for several applications", .timeLimit(.minutes(10)))
struct SeveralApplicationsTests {
    let program: ServerProgram
    let key = P256.Signing.PrivateKey()
    var options: [String] { ["--app", path("a.json"), "--app", path("b.json")] }
    /// The data directory of the second application.
    private var second: String { program.data + "/apps/com.example.b" }

    init() throws {
        program = try ServerProgram()
        try write(["Products.storekit": ApplicationFileTests.catalogue, "key.p8": key.pemRepresentation])
        try writeApplications()
    }

    /// Writes the files of both again, with an account in each. It takes a server long to hash a password.
    func addCustomer() throws {
        try writeApplications(accounts: #"[{"account": "jane", "password": "bananas for ever"}]"#)
    }

    private func writeApplications(accounts: String = "[]") throws {
        let serverAPI =
            #"{"privateKey": "key.p8", "keyIdentifier": "ABCDE12345", "issuer": "\#(ApplicationFileTests.issuer)"}"#
        try write([
            "a.json":
                #"{"bundleIdentifier": "com.example.a", "serverAPI": \#(serverAPI), "accounts": \#(accounts)}"#,
            "b.json": """
            {"bundleIdentifier": "com.example.b", "appAppleIdentifier": 43, "serverAPI": \(serverAPI),
             "accounts": \(accounts), "catalogue": "Products.storekit",
             "notifications": {"sandbox": "http://127.0.0.1:9/"}}
            """,
        ])
    }

    private func path(_ name: String) -> String { program.folder.path + "/" + name }

    private func write(_ files: [String: String]) throws {
        for (name, text) in files { try text.write(toFile: path(name), atomically: true, encoding: .utf8) }
    }

    struct Bought {
        var transactionIdentifier: String
        var receiptData: String
    }

    private struct Verified: Decodable {
        struct Receipt: Decodable { var bundle_id: String }
        var status: Int
        var receipt: Receipt?
    }

    /// Signs in at an application's path, buys, and asks for the receipt.
    func buy(_ product: String, _ prefix: String, at server: Serving) async throws -> Bought {
        let path = prefix + "/store/v1/"
        let credentials = #"{"account": "jane", "password": "bananas for ever"}"#
        let session: StoreWire.Session = try await server.send("POST", path + "sessions", body: credentials)
            .decode()
        let order = #"{"key": "\#(UUID())", "productIdentifier": "\#(product)", "quantity": 1}"#
        let outcome: PurchaseOutcome = try await server.send(
            "POST", path + "purchases", body: order, token: session.token
        ).decode()
        let receipt: StoreWire.Receipt = try await server.send("GET", path + "receipt", token: session.token)
            .decode()
        return Bought(
            transactionIdentifier: try #require(outcome.transactionIdentifier).rawValue,
            receiptData: receipt.receiptData)
    }

    private func secret(_ file: String, in data: String) async throws -> String {
        let run = try await program.run(["shared-secret", "--app", path(file), "--data-dir", data])
        return run.output.trimmingCharacters(in: .newlines)
    }

    private func root(_ file: String, in data: String) async throws -> String {
        try await program.run(["root", "--app", path(file), "--data-dir", data]).output
    }

    @Test func `keeps them apart, and answers where Apple's store does about all of them`() async throws {
        try addCustomer()
        var numbers: Set<String> = []
        // The second time, everything is there already.
        for _ in 0..<2 {
            try await program.serve(options) { _ in }
            let secrets = [
                try await secret("a.json", in: program.data), try await secret("b.json", in: second),
            ]
            let found = try await served { server in
                let bought = [
                    try await buy("com.xamarin.storekit.testing.consume5credits", "", at: server),
                    try await buy("com.example.sword", "/apps/com.example.b", at: server),
                ]
                for (own, bundle) in ["com.example.a", "com.example.b"].enumerated() {
                    for (number, secret) in secrets.enumerated() {
                        let body =
                            #"{"receipt-data": "\#(bought[own].receiptData)", "password": "\#(secret)"}"#
                        let answer = try await server.send("POST", "/sandbox/verifyReceipt", body: body)
                        let verified: Verified = try answer.decode()
                        #expect(verified.status == (own == number ? 0 : 21004))
                        #expect(verified.receipt?.bundle_id == (own == number ? bundle : nil))
                    }
                }
                #expect(try await server.send("GET", "/apps/com.example.c/store/v1/products").status == 404)
                // What one application sells the other does not.
                let query = #"{"identifiers": ["com.example.sword"]}"#
                for (prefix, count) in [("", 0), ("/apps/com.example.b", 1)] {
                    let products: ProductsResponse = try await server.send(
                        "POST", prefix + "/store/v1/products", body: query
                    ).decode()
                    #expect(products.products.count == count)
                }
                let metrics = try await server.send("GET", "/metrics").body
                #expect(metrics.contains(#"monkeystore_purchases_total{result="purchased"} 2"#))
                return bought.map(\.transactionIdentifier)
            }
            numbers.formUnion(found)
        }
        #expect(numbers.count == 4)
        #expect(try await root("a.json", in: program.data) == root("b.json", in: second))
        for (file, data) in [("a.json", program.data), ("b.json", second)] {
            let audit = try await program.run(["audit", "--app", path(file), "--data-dir", data])
            #expect(audit.status == .exited(0), "\(audit.output)")
        }
    }

    private struct Made: Decodable { var identifier: String }

    @Test func `is the store of each of them for a storefront at its address, and so is a store of a test`()
        async throws
    {
        try addCustomer()
        try await program.serve(options) { server in
            let made = try await server.send(
                "POST", "/stores",
                body: """
                    {"bundleIdentifier": "com.example.C", "accounts": [{"account": "jane", "password": "bananas for ever"}]}
                    """, token: program.adminToken)
            let identifier = try made.decode(Made.self).identifier
            for (place, bundle, product) in [
                ("/apps/com.example.b", "com.example.b", "com.example.sword"),
                ("/stores/\(identifier)", "com.example.C", "com.xamarin.storekit.testing.consume5credits"),
            ] {
                let storefront = ["--store", server.address + place, "--bundle-id", bundle]
                let signedIn = try await program.run(
                    ["sign-in", "jane"] + storefront, input: "bananas for ever\n", of: BuiltProgram.path)
                #expect(signedIn.status == .exited(0), "\(signedIn.error)")
                let bought = try await program.run(
                    ["buy", product, "--yes"] + storefront, of: BuiltProgram.path)
                #expect(bought.status == .exited(0), "\(bought.error)")
                let elsewhere = try await program.run(
                    ["balance", "--store", server.address + place, "--bundle-id", "com.example.d"],
                    of: BuiltProgram.path)
                #expect(
                    elsewhere.error.contains("sells for another application, \"\(bundle)\""),
                    "\(elsewhere.error)")
            }
            // What a test's store sells is not counted.
            let metrics = try await server.send("GET", "/metrics").body
            #expect(metrics.contains(#"monkeystore_purchases_total{result="purchased"} 1"#))
        }
    }

    @Test func `is ready while the databases of all of them can be written to`() async throws {
        try await program.serve(options) { server in
            #expect(try await server.send("GET", "/ready").status == 200)
            try SQLiteFile(second + "/store.sqlite").run("DROP TABLE testing")
            // The answer of the last second counts.
            while try await server.send("GET", "/ready").status != 503 { try await restBeforeLookingAgain() }
        }
    }

    @Test func `has the data directories of all of them for itself`() async throws {
        try await program.serve(options) { _ in
            for data in [program.data, second] {
                let run = try await program.run(["serve", "--port", "0", "--data-dir", data])
                #expect(
                    run.status == .exited(69)
                        && run.error.contains("Another monkeystore-server serves \(data)."))
            }
        }
    }

    @Test(arguments: [
        (#"{"bundleIdentifier": "com.example.a"}"#, [], 65, "about the same application"),
        (#"{}"#, [], 65, "bundleIdentifier is needed"),
        (#"{"bundleIdentifier": ".."}"#, [], 65, "does not begin with a period"),
        (
            #"{"bundleIdentifier": "com.example.b", "signingKey": "signing.pem"}"#, [], 65,
            "leave it out of the second"
        ),
        (#"{"bundleIdentifier": "com.example.b", "catalogue": "key.p8"}"#, [], 65, "key.p8"),
        (
            #"{"bundleIdentifier": "com.example.b", "catalogue": "nowhere"}"#, [], 65,
            #"/nowhere. Give "catalogue" in "#
        ),
        (
            #"{"bundleIdentifier": "com.example.b"}"#, ["--bundle-id", "com.example.a"], 64,
            "are in its file"
        ),
        (#"{"bundleIdentifier": "com.example.b"}"#, ["--catalogue", "x"], 64, "are in its file"),
        (
            #"{"bundleIdentifier": "com.example.b"}"#, ["--database", "postgres:///x"], 64,
            "of one application"
        ),
    ])
    func `refuses what does not fit together in one sentence, and makes nothing`(
        second: String, more: [String], status: Int32, words: String
    ) async throws {
        try write(["b.json": second, "signing.pem": ApplicationFileTests.signing.get()])
        let run = try await program.run(["serve", "--port", "0"] + options + more)
        #expect(run.status == .exited(status) && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: program.data + "/store.sqlite"))
    }

    @Test func `is told about its files if they are given in another order, or name another number`()
        async throws
    {
        try await program.serve(options) { _ in }
        let turned = try await program.run([
            "serve", "--port", "0", "--app", path("b.json"), "--app", path("a.json"),
        ])
        #expect(turned.status == .exited(74) && turned.output.isEmpty)
        #expect(
            turned.error.contains("or give the file of com.example.a, with the appAppleIdentifier ")
                && turned.error.contains(", as the first --app.\n"), "\(turned.error)")
        try write(["b.json": #"{"bundleIdentifier": "com.example.b", "appAppleIdentifier": 44}"#])
        let renumbered = try await program.run(["serve", "--port", "0"] + options)
        #expect(renumbered.status == .exited(74) && renumbered.output.isEmpty)
        #expect(
            renumbered.error.contains("or give the appAppleIdentifier 43 in \(path("b.json")).\n"),
            "\(renumbered.error)")
    }

    @Test func `keeps the root of all of them if the first one's certificates are lost`() async throws {
        try await program.serve(options) { _ in }
        let earlier = try await root("a.json", in: program.data)
        let certificates = [program.data, second].map { $0 + "/keys/store-certificates" }
        try FileManager.default.removeItem(atPath: certificates[0])
        #expect(try await program.serve(options) { _ in } == .exited(0))
        #expect(try await root("a.json", in: program.data) == earlier)

        // Without the other application, the first one makes a new root.
        try FileManager.default.removeItem(atPath: certificates[0])
        try await program.serve(["--app", path("a.json")]) { _ in }
        let refused = try await program.run(["serve", "--port", "0"] + options)
        #expect(refused.status == .exited(65) && refused.output.isEmpty)
        #expect(
            refused.error.contains("\(certificates[1]) has other certificates for the key than "),
            "\(refused.error)")
        try FileManager.default.removeItem(atPath: certificates[1])
        #expect(try await program.serve(options) { _ in } == .exited(0))
        let new = try await root("a.json", in: program.data)
        #expect(try await root("b.json", in: second) == new)
        #expect(new != earlier)
    }

    @Test func `signs under the certificates of another signing key file once the earlier ones are removed`()
        async throws
    {
        let signing = try ServerProgram()
        let pem = try await signing.run(["signing-key"]).output
        let withAuthorities = try await signing.run(["signing-key", "--with-authority-keys"]).output
        try write([
            "a.json": #"{"bundleIdentifier": "com.example.a", "signingKey": "signing.pem"}"#,
            "signing.pem": pem,
        ])
        #expect(try await program.serve(options) { _ in } == .exited(0))
        try write(["signing.pem": withAuthorities])
        for data in [program.data, second] {
            let certificates = data + "/keys/store-certificates"
            let refused = try await program.run(["serve", "--port", "0"] + options)
            #expect(refused.status == .exited(65) && refused.output.isEmpty)
            #expect(
                refused.error.contains("\(certificates) has other certificates for the key than "),
                "\(refused.error)")
            try FileManager.default.removeItem(atPath: certificates)
        }
        #expect(try await program.serve(options) { _ in } == .exited(0))
        let served = try await program.run(["signing-key", "--with-authority-keys", "--app", path("a.json")])
        #expect(served.output == withAuthorities)
    }

    @Test func `is not meant by a command that works on one`() async throws {
        let run = try await program.run(["audit"] + options)
        #expect(run.status == .exited(65) && run.error.contains("works on one application"))
        #expect(!FileManager.default.fileExists(atPath: program.data + "/store.sqlite"))
    }

    @Test func `is copied application by application, and the first copy says how the others are made`()
        async throws
    {
        try addCustomer()
        let first = try await served { try await buy("com.example.sword", "/apps/com.example.b", at: $0) }
        let copy = program.folder.path + "/copy"
        let copied = try await program.run(["copy", "--from", program.data, "--to", copy])
        #expect(copied.status == .exited(0), "\(copied.error)")
        let places = ["--from", second, "--to", copy + "/apps/com.example.b"]
        let command = "monkeystore-server copy " + places.joined(separator: " ") + "\n"
        #expect(copied.output.contains("com.example.b is a store of its own, and was not copied: " + command))
        #expect(!FileManager.default.fileExists(atPath: copy + "/apps"))
        #expect(try await program.run(["copy"] + places).status == .exited(0))

        let audit = try await program.run(["audit", "--data-dir", copy])
        #expect(
            audit.output.contains(
                "com.example.b is a store of its own: monkeystore-server audit --data-dir \(places[3])\n"))
        let secondAudit = try await program.run(["audit", "--data-dir", places[3]])
        #expect(secondAudit.output.contains("1 account: 1 charge"), "\(secondAudit.output)")
        // The server sells on there.
        let next = try await served(["--data-dir", copy]) { server in
            try await buy("com.example.sword", "/apps/com.example.b", at: server)
        }
        #expect(next.transactionIdentifier != first.transactionIdentifier)
        let later = try await program.run(["audit", "--data-dir", places[3]])
        #expect(later.output.contains("1 account: 2 charges"), "\(later.output)")
    }

    /// What `body` finds at a server for both.
    private func served<Found: Sendable>(
        _ more: [String] = [], _ body: @escaping @Sendable (Serving) async throws -> Found
    ) async throws -> Found {
        let found = Recorder<Found>()
        try await program.serve(options + more) { found.note([try await body($0)]) }
        return try #require(found.calls.first)
    }
}
