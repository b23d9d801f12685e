#if AppleServices
import Crypto
import Foundation
import TestSupport
import Testing

extension ApplicationFileTests {
    @Test func `makes a store whose notifications go to its address, and whose Server API takes its key`()
        async throws
    {
        let program = try ServerProgram()
        let key = P256.Signing.PrivateKey()
        let file = try write(
            """
            {"bundleIdentifier": "com.example.app", "version": "2.3",
             "notifications": {"sandbox": "http://127.0.0.1:9/"},
             "serverAPI": {"privateKey": "AuthKey_ABCDE12345.p8", "keyIdentifier": "ABCDE12345",
                           "issuer": "\(Self.issuer)"}}
            """, ["AuthKey_ABCDE12345.p8": key.pemRepresentation], for: program)
        // The second time, everything is there already.
        for _ in 0..<2 {
            try await program.serve(["--app", file]) { server in
                let addresses = try await server.admin("GET", "notifications")
                #expect(addresses.body == #"{"sandbox":"http://127.0.0.1:9/"}"#)
                let sent = try await server.admin("POST", "notifications/send", #"{"type": "TEST"}"#)
                #expect(try Self.data(inNotificationOf: sent.body)["bundleVersion"] as? String == "2.3")
                let token = try Self.token(key, bundle: "com.example.app")
                let answer = try await server.send("GET", "/inApps/v1/transactions/1", token: token)
                #expect(answer.status == 400 || answer.status == 404)
            }
        }
    }

    @Test func `sends notifications nowhere if the file says null, and as before if it says nothing`()
        async throws
    {
        let program = try ServerProgram()
        let address = "http://127.0.0.1:9/"
        let sandbox = ["--sandbox-notification-url", address]
        try await program.serve(["--notification-url", address] + sandbox) { _ in }
        // An option overrides the file.
        let cases: [(notifications: String, options: [String], hasSandbox: Bool)] = [
            ("{}", [], true), (#"{"sandbox": null}"#, sandbox, true), (#"{"sandbox": null}"#, [], false),
        ]
        for (notifications, options, hasSandbox) in cases {
            let file = try write(#"{"notifications": \#(notifications)}"#, for: program)
            try await program.serve(["--app", file] + options) { server in
                let answer = try await server.admin("GET", "notifications").decode([String: String].self)
                #expect(answer["production"] == address)
                #expect(answer["sandbox"] == (hasSandbox ? address : nil), "\(notifications) \(options)")
            }
        }
    }

    private static func data(inNotificationOf answer: String) throws -> [String: Any] {
        let answer = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        let part = (answer?["signedPayload"] as? String)?.split(separator: ".").dropFirst().first
        let base64 = (part ?? "").replacing("-", with: "+").replacing("_", with: "/")
        let bytes =
            Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)) ?? Data()
        let payload = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return payload?["data"] as? [String: Any] ?? [:]
    }
}
#endif
