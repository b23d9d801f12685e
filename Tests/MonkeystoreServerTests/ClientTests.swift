import Foundation
import StoreEngine
import StoreModel
import StoreSigning
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
        try await program.run(["root"]).output.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }

    /// A customer signs in with the device that the server knows no other of.
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
            #expect(answer["transactions"]?.map { $0["refused"] as? String } == [nil, "VERIFICATION_FAILURE"])
            for receipts in ["appReceipts", "transactionReceipts"] {
                #expect(answer[receipts]?.map { $0["transactionIdentifier"] as? String } == [identifier])
            }
            request["transactions"] = [signed.rawValue]
            request["bundleIdentifier"] = "com.example.other"
            let otherApplication = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(otherApplication["transactions"]?.first?["refused"] as? String == "INVALID_APP_IDENTIFIER")
            request["bundleIdentifier"] = BundleIdentifier.standard.rawValue
            request["root"] = stranger
            let otherStore = try await Self.answer(Clients.run("signed_data.py", request))
            #expect(otherStore["transactions"]?.first?["refused"] as? String == "VERIFICATION_FAILURE")
        }
    }

    /// What Apple's library says of each forgery, and the words of the library underneath where it has some.
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
                let answer = try await serving.send(
                    "POST", "/admin/v1/purchases/\(identifier)/forgeries/\(kind)", token: program.adminToken)
                let body = try JSONDecoder().decode([String: String].self, from: Data(answer.body.utf8))
                transactions.append(try #require(body["signedTransactionInfo"]))
            }
            let request: [String: any Sendable] = [
                "root": root, "bundleIdentifier": BundleIdentifier.standard.rawValue,
                "transactions": transactions + [signed.rawValue],
            ]
            let answer = try await Self.answer(Clients.run("signed_data.py", request))["transactions"] ?? []
            #expect(answer.count == kinds.count + 1 && answer.last?["accepted"] != nil)
            for (kind, refusal) in zip(kinds, answer) {
                let expected = try #require(Self.refusals[kind])
                #expect(refusal["refused"] as? String == expected.reason, "\(kind)")
                #expect(
                    (refusal["cause"] as? String)?.contains(expected.cause) == true || expected.cause.isEmpty,
                    "\(kind): \(refusal)")
            }
        }
    }

    @Test(
        "Apple's client gets the right answer from every address of the API",
        arguments: [("jane", "Sandbox"), ("joe", "Production")])
    func serverAPI(name: String, environment: String) async throws {
        let program = try await program()
        let root = try await exportedRoot(program)
        let key = try await program.run(["api-key"]).output.split(separator: "\n").map(String.init)
        #expect(key.count == 3)
        try await program.serve { serving in
            let customer = try await customer(name, serving)
            var transactions: [String] = []
            for key in ["a", "b", "c"] { transactions.append(try await customer.buy(key).1) }
            let request: [String: any Sendable] = [
                "address": serving.address, "environment": environment, "root": root,
                "bundleIdentifier": BundleIdentifier.standard.rawValue,
                "appAppleIdentifier": AppleIdentifier.standard.rawValue,
                "issuerIdentifier": key[0], "keyIdentifier": key[1],
                "key": try String(contentsOfFile: key[2], encoding: .utf8), "transactions": transactions,
                "order": AppStore.orderIdentifier(of: TransactionIdentifier(rawValue: transactions[0])) ?? "",
                "adminToken": try program.adminToken,
            ]
            try await Clients.run("server_api.py", request)
        }
    }

    @Test
    func `inapppy and itunes-iap verify the receipts of both environments, and find the right one`() async throws {
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
                    "secret": try String(contentsOfFile: program.data + "/keys/shared-secret", encoding: .utf8),
                    "transactions": ["sandbox": sandbox, "production": production],
                ])
        }
    }

    @Test func `a hundred tests of a developer's server have a store each, four at a time`() async throws {
        let program = try await program()
        try await program.serve { serving in
            let output = try await Clients.pytest(
                "test_stores.py",
                ["MONKEYSTORE": serving.address, "MONKEYSTORE_ADMIN_TOKEN": try program.adminToken])
            #expect(output.contains("100 passed"))
            // Each test removed its own.
            #expect(try await serving.send("GET", "/stores", token: program.adminToken).body == "[]")
        }
    }

    @Test func `what the server answers to anything is what its description says`() async throws {
        let program = try await program()
        let key = try await program.run(["api-key"]).output.split(separator: "\n").map(String.init)
        #expect(key.count == 3)
        let hostToken = program.folder.path + "/host-token"
        try await program.serve(["--account-rate", "0", "--host-token-file", hostToken]) { serving in
            let jane = try await customer("jane", serving)
            _ = try await jane.buy("a")
            try await Clients.run(
                "openapi.py",
                [
                    "address": serving.address, "adminToken": try program.adminToken,
                    "hostToken": try String(contentsOfFile: hostToken, encoding: .utf8)
                        .trimmingCharacters(in: .whitespacesAndNewlines),
                    "session": jane.token, "otherSession": try await customer("jane", serving).token,
                    "bundleIdentifier": BundleIdentifier.standard.rawValue, "issuerIdentifier": key[0],
                    "keyIdentifier": key[1], "key": try String(contentsOfFile: key[2], encoding: .utf8),
                ])
        }
    }

    /// The results of `signed_data.py` for each place of each list.
    private static func answer(_ json: String) throws -> [String: [[String: any Sendable]]] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return object as? [String: [[String: any Sendable]]] ?? [:]
    }
}

/// Real clients of the App Store, as developers' servers use them: the scripts in `Clients`, in the virtual environment
/// that `.ci/setup` makes.
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

    /// Expects that the tests of a file pass, and returns what pytest wrote.
    static func pytest(_ file: String, _ variables: [Subprocess.Environment.Key: String]) async throws -> String {
        // Without a folder for its cache.
        let options = ["-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider"]
        return try await python(options + [path(file)], variables)
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func path(_ script: String) -> String { tests.appendingPathComponent("Clients/\(script)").path }

    private static func python(
        _ arguments: [String], _ variables: [Subprocess.Environment.Key: String] = [:], input: String = ""
    ) async throws -> String {
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".build/clients/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else { throw Missing() }
        var environment: [Subprocess.Environment.Key: String] = [
            "PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1",
        ]
        environment.merge(variables) { $1 }
        let result = try await Subprocess.run(
            .path(FilePath(python)), arguments: Arguments(arguments),
            environment: .custom(environment),
            input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(
            result.terminationStatus == .exited(0),
            "\(arguments.last ?? ""): \(result.standardError)\(result.standardOutput.suffix(4000))")
        return result.standardOutput
    }
}
