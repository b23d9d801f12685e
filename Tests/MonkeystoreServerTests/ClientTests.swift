import Foundation
import StoreModel
import StoreRules
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Real clients of the App Store, at the real server.
@Suite("Clients of the App Store")
struct ClientTests {
    private static let password = "bananas for ever"

    private func program() async throws -> ServerProgram {
        let program = try ServerProgram()
        let store = try AppStore.bundled(in: program.data)
        for (name, environment): (AccountName, StoreEnvironment) in [
            ("jane", StoreEnvironment.sandbox), ("joe", .production),
        ] {
            _ = try await store.createAccount(name: name, password: Self.password, environment: environment)
        }
        return program
    }

    /// The root certificate that a program exports, as base64 of the DER.
    private func exportedRoot(_ program: ServerProgram) async throws -> String {
        try await program.run(["root"]).output.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            .joined()
    }

    /// A customer, signed in with a device that is the only one the server knows.
    private func customer(_ name: String, _ serving: Serving) async throws -> Customer {
        try await Customer(name, password: Self.password, at: serving)
    }

    @Test(
        "Apple's verifier accepts what the store signed, and nothing else; its utility finds the transaction in receipts"
    )
    func signedData() async throws {
        let program = try await program()
        let root = try await exportedRoot(program)
        let stranger = try await exportedRoot(ServerProgram())
        try await program.serve { serving in
            let jane = try await customer("jane", serving)
            let (signed, identifier) = try await jane.buy("a")
            var parts = signed.rawValue.split(separator: ".").map(String.init)
            let payload = try #require(Base64URL.decode(parts[1]))
            let more = String(decoding: payload, as: UTF8.self).replacingOccurrences(
                of: #""quantity":1"#, with: #""quantity":9"#)
            #expect(Array(more.utf8) != payload)
            parts[1] = Base64URL.encode(more.utf8)
            var request: [String: any Sendable] = [
                "root": root, "bundleIdentifier": BundleIdentifier.standard.rawValue,
                "transactions": [signed.rawValue, parts.joined(separator: ".")],
                "appReceipts": [try await jane.receipt()],
                "transactionReceipts": [try await jane.receipt(of: identifier)],
            ]
            let answer = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(
                answer["transactions"]?.map { $0["refused"] as? String } == [nil, "VERIFICATION_FAILURE"])
            for receipts in ["appReceipts", "transactionReceipts"] {
                #expect(answer[receipts]?.map { $0["transactionIdentifier"] as? String } == [identifier])
            }
            request["transactions"] = [signed.rawValue]
            request["bundleIdentifier"] = "com.example.other"
            let otherApplication = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(
                otherApplication["transactions"]?.first?["refused"] as? String == "INVALID_APP_IDENTIFIER")
            request["bundleIdentifier"] = BundleIdentifier.standard.rawValue
            request["root"] = stranger
            let otherStore = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(otherStore["transactions"]?.first?["refused"] as? String == "VERIFICATION_FAILURE")
        }
    }

    /// What Apple's library says about each forgery, and what the library underneath says, if anything.
    private static let refusals: [String: (reason: String, cause: String)] = [
        "foreign-root": ("VERIFICATION_FAILURE", "unable to get"),
        "no-marker": ("VERIFICATION_FAILURE", "1.2.840.113635.100.6.11.1"),
        "intermediate-no-ca": ("VERIFICATION_FAILURE", "invalid CA certificate"),
        "two-certificates": ("INVALID_CHAIN_LENGTH", ""),
        "expired-leaf": ("VERIFICATION_FAILURE", "certificate has expired"),
        "wrong-bundle": ("INVALID_APP_IDENTIFIER", ""),
        "other-environment": ("INVALID_ENVIRONMENT", ""),
        "alg-none": ("VERIFICATION_FAILURE", "Algorithm was not ES256"),
        "changed-payload": ("VERIFICATION_FAILURE", "Signature verification failed"),
    ]

    @Test func `Apple's verifier refuses each forgery for its own reason`() async throws {
        let program = try await program()
        let root = try await exportedRoot(program)
        try await program.serve { serving in
            let (signed, identifier) = try await customer("jane", serving).buy("a")
            let kinds = Forgery.allCases.map(\.rawValue)
            var transactions: [String] = []
            for kind in kinds {
                let answer = try await serving.admin("POST", "purchases/\(identifier)/forgeries/\(kind)")
                transactions.append(
                    try #require(answer.decode([String: String].self)["signedTransactionInfo"]))
            }
            let request: [String: any Sendable] = [
                "root": root, "bundleIdentifier": BundleIdentifier.standard.rawValue,
                "transactions": transactions + [signed.rawValue],
            ]
            let answer = try await Self.answer(Clients.run("signed_data.py", request))["transactions"] ?? []
            #expect(answer.count == kinds.count + 1 && answer.last?["accepted"] != nil)
            for (kind, refusal) in zip(kinds, answer) {
                guard kind != Forgery.revokedLeaf.rawValue else {
                    // Only the store can tell, and these clients do not ask it.
                    #expect(refusal["accepted"] != nil)
                    continue
                }
                let expected = try #require(Self.refusals[kind])
                #expect(refusal["refused"] as? String == expected.reason, "\(kind)")
                #expect(
                    (refusal["cause"] as? String)?.contains(expected.cause) == true || expected.cause.isEmpty,
                    "\(kind): \(refusal)")
            }
        }
    }

    @Test func `Apple's verifier accepts what an administrator makes: purchases, notifications, scenarios`()
        async throws
    {
        let program = try await program()
        let root = try await exportedRoot(program)
        try await program.serve { serving in
            func made(_ path: String, _ body: String = "{}") async throws -> [String: Any] {
                let answer = try await serving.admin("POST", path, body)
                #expect(answer.status == 201, "\(path): \(answer.body)")
                return try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any] ?? [:]
            }
            let played = try await made("scenarios/billing-expiry")
            let steps = played["done"] as? [[String: Any]] ?? []
            var notifications = steps.flatMap { $0["notifications"] as? [[String: Any]] ?? [] }
                .compactMap { $0["signedPayload"] as? String }
            let account = try #require(played["account"] as? String)
            let subscription = "com.xamarin.storekit.testing.keepersletter"
            let bought = try await made(
                "purchases",
                #"{"account": "\#(account)", "product": "\#(subscription)", "appAccountToken": "\#(UUID())"}"#
            )
            let transaction = try #require(bought["transactionIdentifier"] as? String)
            notifications.append(
                try #require((bought["notification"] as? [String: Any])?["signedPayload"] as? String))
            var types = ["SUBSCRIBED", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "SUBSCRIBED"]
            for (type, fields) in [
                ("REVOKE", #""signedTransactionInfo": {"inAppOwnershipType": "FAMILY_SHARED"}"#),
                ("PRICE_INCREASE", #""signedRenewalInfo": {"priceIncreaseStatus": 0}"#),
                ("RESCIND_CONSENT", ""),
                ("EXTERNAL_PURCHASE_TOKEN", ""), ("METADATA_UPDATE", ""),
            ] {
                let sent = try await made(
                    "notifications/send",
                    #"{"type": "\#(type)", "transaction": "\#(transaction)", "data": {\#(fields)}}"#)
                notifications.append(try #require(sent["signedPayload"] as? String))
                types.append(type)
            }
            let last = try await made(
                "notifications/send",
                #"{"type": "RENEWAL_EXTENSION", "subtype": "SUMMARY", "data": {"succeededCount": 3}}"#)
            notifications.append(try #require(last["signedPayload"] as? String))
            types.append("RENEWAL_EXTENSION")
            let inside = notifications.compactMap { Self.data($0) }
            let request: [String: any Sendable] = [
                "root": root, "bundleIdentifier": BundleIdentifier.standard.rawValue,
                "notifications": notifications,
                "transactions": [try #require(bought["signedTransactionInfo"] as? String)]
                    + inside.compactMap { $0["signedTransactionInfo"] as? String },
                "renewals": [try #require(bought["signedRenewalInfo"] as? String)]
                    + inside.compactMap { $0["signedRenewalInfo"] as? String },
                "appReceipts": [try #require(bought["receiptData"] as? String)],
            ]
            let answer = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(
                answer["notifications"]?.map {
                    ($0["accepted"] as? [String: Any])?["rawNotificationType"] as? String
                }
                    == types)
            #expect(answer["transactions"]?.count == 9 && answer["renewals"]?.count == 9)
            for found in (answer["transactions"] ?? []) + (answer["renewals"] ?? []) {
                #expect(found["accepted"] != nil, "\(found)")
            }
            #expect(answer["appReceipts"]?.first?["transactionIdentifier"] as? String != nil)
        }
    }

    /// The `data` of a notification; nil if it has none.
    private static func data(_ signed: String) -> [String: Any]? {
        let parts = signed.split(separator: ".")
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return nil }
        let payload = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        return payload?["data"] as? [String: Any]
    }

    /// The key of the server API, as the clients get it, and the application that it is for.
    private func apiKey(_ program: ServerProgram) async throws -> [String: any Sendable] {
        let key = try await program.run(["api-key"]).output.split(separator: "\n").map(String.init)
        try #require(key.count == 3)
        return [
            "bundleIdentifier": BundleIdentifier.standard.rawValue, "issuerIdentifier": key[0],
            "keyIdentifier": key[1], "key": try String(contentsOfFile: key[2], encoding: .utf8),
        ]
    }

    @Test(
        "Apple's client gets the right answer from every address of the API",
        arguments: [("jane", "Sandbox"), ("joe", "Production")])
    func serverAPI(name: String, environment: String) async throws {
        let program = try await program()
        let root = try await exportedRoot(program)
        let key = try await apiKey(program)
        try await program.serve { serving in
            let customer = try await customer(name, serving)
            var transactions: [String] = []
            for key in ["a", "b", "c"] { transactions.append(try await customer.buy(key).1) }
            let request: [String: any Sendable] = [
                "address": serving.address, "environment": environment, "root": root,
                "appAppleIdentifier": AppleIdentifier.standard.rawValue, "transactions": transactions,
                "order": AppStore.orderIdentifier(of: TransactionIdentifier(rawValue: transactions[0])) ?? "",
                "adminToken": try program.adminToken,
            ]
            try await Clients.run("server_api.py", request.merging(key) { $1 })
        }
    }

    @Test func `Apple's client sets retention messages up, and its library reads what asks for one`()
        async throws
    {
        let program = try ServerProgram()
        try await program.serve { serving in
            try await Clients.run(
                "retention_messaging.py", ["address": serving.address, "adminToken": try program.adminToken])
        }
    }

    @Test func `clients as they are find the store under Apple's names, and check its certificates online`()
        async throws
    {
        let folder = try TemporaryDirectory()
        try await Clients.runWithOwnNetwork("apple_names.py", [BuiltProgram.serverPath, folder.path])
    }

    @Test
    func `inapppy and itunes-iap verify the receipts of both environments, and find the right one`()
        async throws
    {
        let program = try await program()
        try await program.serve { serving in
            let jane = try await customer("jane", serving)
            let joe = try await customer("joe", serving)
            let sandbox = [try await jane.buy("a").1, try await jane.buy("b").1]
            let production = [try await joe.buy("c").1]
            try await Clients.run(
                "verify_receipt.py",
                [
                    "address": serving.address, "sandbox": try await jane.receipt(),
                    "production": try await joe.receipt(),
                    "secret": try String(
                        contentsOfFile: program.data + "/keys/shared-secret", encoding: .utf8),
                    "transactions": ["sandbox": sandbox, "production": production],
                ])
        }
    }

    @Test func `the first notification of the manual is verified`() async throws {
        let program = try ServerProgram()
        let example = Clients.package.appendingPathComponent("Resources/Examples/FirstNotification")
        let bundle = "com.example.other"
        let json = try String(contentsOf: example.appendingPathComponent("monkeystore.json"), encoding: .utf8)
            .replacing("com.example.app", with: bundle)
        let file = program.folder.path + "/monkeystore.json"
        try json.write(toFile: file, atomically: false, encoding: .utf8)
        let root = program.folder.path + "/root.pem"
        try await program.run(["root", "--app", file]).output.write(
            toFile: root, atomically: false, encoding: .utf8)
        let script = example.appendingPathComponent("listen.py").path
        try await Clients.whileRunning([script, root, "0", bundle]) { listener in
            let port = try await listener.line("listening on port ")
            #expect(json.contains(":9000/"))
            try json.replacingOccurrences(of: ":9000/", with: ":\(port)/")
                .write(toFile: file, atomically: false, encoding: .utf8)
            try await program.serve(["--app", file]) { serving in
                let product = "com.xamarin.storekit.testing.consume5credits"
                let order = #"{"account": "jane", "product": "\#(product)"}"#
                try #require(try await serving.admin("POST", "purchases", order).status == 201)
                #expect(try await listener.line("verified: ") == "ONE_TIME_CHARGE \(product)")
                try #require(
                    try await serving.admin("POST", "notifications/send", #"{"type": "TEST"}"#).status == 201)
                #expect(try await listener.line("verified: ") == "TEST -")
            }
        }
    }

    @Test func `Apple's client asks a test's store after one line`() async throws {
        let program = try ServerProgram()
        try await program.serve { serving in
            let output = try await Clients.run(
                .python, "FirstRequest/first_request", [serving.address, try program.adminToken],
                caches: program.folder.path)
            #expect(output == "asked: True\n")
        }
    }

    @Test(arguments: [Language.python, .go, .php])
    func `the manual's example in another language verifies a purchase, and refuses forgeries`(
        language: Language
    ) async throws {
        let program = try ServerProgram()
        try await program.serve { serving in
            let output = try await Clients.run(
                language, "FirstTest/verify_purchase", [serving.address, try program.adminToken],
                caches: program.folder.path)
            // A client that does not ask online cannot see that a leaf was revoked.
            let count = Forgery.allCases.count - 1
            #expect(
                output
                    == "verified: com.xamarin.storekit.testing.consume5credits\nrefused: \(count) forgeries\n"
            )
            #expect(try await serving.send("GET", "/stores", token: program.adminToken).body == "[]")
        }
    }

    @Test func `a hundred tests of a developer's server have a store each, four at a time`() async throws {
        let program = try await program()
        try await program.serve { serving in
            let output = try await Clients.pytest(
                "test_stores.py",
                ["MONKEYSTORE": serving.address, "MONKEYSTORE_ADMIN_TOKEN": try program.adminToken])
            #expect(output.contains("100 passed"))
            // Each test removed its own store.
            #expect(try await serving.send("GET", "/stores", token: program.adminToken).body == "[]")
        }
    }

    /// `SCHEMATHESIS_OPTIONS="--seed 21 --max-examples 50"` asks for more than the usual run does.
    @Test func `what the server answers to anything is what its description says`() async throws {
        let program = try await program()
        let key = try await apiKey(program)
        let options = ProcessInfo.processInfo.environment["SCHEMATHESIS_OPTIONS"] ?? ""
        let hostToken = program.folder.path + "/host-token"
        try await program.serve(["--account-rate", "0", "--host-token-file", hostToken]) { serving in
            let jane = try await customer("jane", serving)
            let order = AppStore.orderIdentifier(
                of: TransactionIdentifier(rawValue: try await jane.buy("a").1))
            let request: [String: any Sendable] = [
                "address": serving.address, "adminToken": try program.adminToken,
                "hostToken": try String(contentsOfFile: hostToken, encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines),
                "password": Self.password, "session": jane.token, "order": try #require(order),
                "options": options.split(separator: " ").map(String.init),
            ]
            let output = try await Clients.run("openapi.py", request.merging(key) { $1 })
            #expect(output.contains("Tested: "))
            if !options.isEmpty { print(output) }
        }
    }

    /// The results of `signed_data.py` for each place of each list.
    private static func answer(_ json: String) throws -> [String: [[String: any Sendable]]] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return object as? [String: [[String: any Sendable]]] ?? [:]
    }
}

/// A programming language of the examples.
enum Language: String {
    case python = "py"
    case go, php
}

/// Real clients of the App Store, as developers' servers use them: the scripts in `Clients`, in the virtual
/// environment that `.ci/setup` makes.
enum Clients {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "The clients are not installed; run .ci/setup first." }
    }

    /// Expects that a script ends with 0, and returns what it wrote to standard output.
    @discardableResult
    static func run(_ script: String, _ request: [String: any Sendable]) async throws -> String {
        let input = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        return try await python([path(script)], input: input)
    }

    /// The same, but the script may change the machine's network and files, for itself alone.
    static func runWithOwnNetwork(_ script: String, _ arguments: [String]) async throws {
        let unshare = ["--user", "--map-root-user", "--mount", "--net"]
        try await run("/usr/bin/unshare", unshare + [interpreter(), path(script)] + arguments)
    }

    /// Expects that an example ends with 0, and returns what it wrote to standard output.
    static func run(
        _ language: Language, _ example: String, _ arguments: [String], caches: String
    ) async throws -> String {
        let file = package.appendingPathComponent("Resources/Examples/\(example).\(language.rawValue)").path
        return switch language {
        case .python: try await python([file] + arguments)
        case .go:
            try await run(
                "/usr/bin/go", ["run", file] + arguments, ["GOCACHE": caches, "GOTOOLCHAIN": "local"])
        case .php: try await run("/usr/bin/php", [file] + arguments)
        }
    }

    /// Expects that the tests of a file pass, and returns what pytest wrote.
    static func pytest(
        _ file: String, _ variables: [Subprocess.Environment.Key: String]
    ) async throws -> String {
        // Without a folder for its cache.
        let options = ["-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider"]
        return try await python(options + [path(file)], variables)
    }

    /// The lines that a script writes to standard output.
    final class Lines: Sendable {
        private let lines: AsyncStream<String>

        init(_ lines: AsyncStream<String>) { self.lines = lines }

        /// The rest of the next line that begins like this. Throws if the script ends before that.
        func line(_ start: String) async throws -> String {
            for await line in lines where line.hasPrefix(start) { return String(line.dropFirst(start.count)) }
            throw Missing()
        }
    }

    /// Runs a script while `body` goes on, and then ends the script.
    static func whileRunning(
        _ arguments: [String], _ body: @escaping @Sendable (Lines) async throws -> Void
    ) async throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        _ = try await Subprocess.run(
            .path(FilePath(try interpreter())), arguments: Arguments(arguments),
            environment: .custom(environment),
            input: .none, output: .sequence, error: .discarded
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let output = execution.standardOutput
                group.addTask {
                    var rest = ""
                    for try await part in output {
                        rest += part.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                        while let end = rest.firstIndex(of: "\n") {
                            continuation.yield(String(rest[..<end]))
                            rest.removeSubrange(...end)
                        }
                    }
                    continuation.finish()
                }
                let identifier = execution.processIdentifier.value
                let result: Result<Void, any Error>
                do { result = .success(try await body(Lines(lines))) } catch { result = .failure(error) }
                kill(identifier, SIGTERM)
                try await group.waitForAll()
                try result.get()
            }
        }
    }

    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    private static let environment: [Subprocess.Environment.Key: String] = [
        "PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1",
    ]

    private static func interpreter() throws(Missing) -> String {
        let python = package.appendingPathComponent(".build/clients/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else { throw Missing() }
        return python
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func path(_ script: String) -> String {
        tests.appendingPathComponent("Clients/\(script)").path
    }

    private static func python(
        _ arguments: [String], _ variables: [Subprocess.Environment.Key: String] = [:], input: String = ""
    ) async throws -> String {
        try await run(interpreter(), arguments, variables, input: input)
    }

    @discardableResult
    private static func run(
        _ program: String, _ arguments: [String], _ variables: [Subprocess.Environment.Key: String] = [:],
        input: String = ""
    ) async throws -> String {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments),
            environment: .custom(environment.merging(variables) { $1 }),
            input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(
            result.terminationStatus == .exited(0),
            "\(arguments.last ?? ""): \(result.standardError)\(result.standardOutput.suffix(20_000))")
        return result.standardOutput
    }
}
