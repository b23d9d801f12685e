import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

/// Real clients of the App Store, at the real server.
@Suite("Clients of the App Store", .timeLimit(.minutes(15)))
struct ClientTests {
    static let password = "bananas for ever"

    func program() async throws -> ServerProgram {
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
    func exportedRoot(_ program: ServerProgram) async throws -> String {
        try await program.run(["root"]).output.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            .joined()
    }

    /// A customer, signed in with a device that is the only one the server knows.
    func customer(_ name: String, _ serving: Serving) async throws -> Customer {
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

    /// The results of `signed_data.py` for each place of each list.
    static func answer(_ json: String) throws -> [String: [[String: any Sendable]]] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return object as? [String: [[String: any Sendable]]] ?? [:]
    }
}
