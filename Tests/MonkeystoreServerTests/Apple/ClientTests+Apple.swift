#if AppleServices
import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

extension ClientTests {
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
            let number = try #require(
                PurchaseRecord.number(of: TransactionIdentifier(rawValue: transactions[0])))
            let request: [String: any Sendable] = [
                "address": serving.address, "environment": environment, "root": root,
                "appAppleIdentifier": AppleIdentifier.standard.rawValue, "transactions": transactions,
                "order": OrderIdentifier.text(ofPurchase: number),
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
            #expect(output == "asked: com.xamarin.storekit.testing.consume5credits\n")
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
            let bought = TransactionIdentifier(rawValue: try await jane.buy("a").1)
            let number = try #require(PurchaseRecord.number(of: bought))
            let request: [String: any Sendable] = [
                "address": serving.address, "adminToken": try program.adminToken,
                "hostToken": try String(contentsOfFile: hostToken, encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines),
                "password": Self.password, "session": jane.token,
                "order": OrderIdentifier.text(ofPurchase: number),
                "options": options.split(separator: " ").map(String.init),
            ]
            let output = try await Clients.run("openapi.py", request.merging(key) { $1 })
            #expect(output.contains("Tested: "))
            if !options.isEmpty { print(output) }
        }
    }
}
#endif
