#if AppleServices
import Foundation
import StoreModel
import StoreWire
import Subprocess
import Synchronization
import TestSupport
import Testing

extension CommandTests {
    @Test func `notifications shows the delivery log of a running server, and sends again`() async throws {
        let product = "com.xamarin.storekit.testing.consume5credits"
        try await program.serve { serving in
            func run(_ arguments: [String]) async throws -> ServerProgram.Run {
                try await program.run(["notifications"] + arguments + ["--server", serving.address])
            }
            #expect(try await run([]).output == "There is no notification yet.\n")
            // Nobody listens there.
            let addresses = #"{"sandbox": "http://127.0.0.1:9/"}"#
            #expect(try await serving.admin("PUT", "notifications", addresses).status == 200)
            let account = #"{"account": "jane", "password": "bananas for ever"}"#
            #expect(try await serving.admin("POST", "accounts", account).status == 201)
            for _ in 1...2 {
                let order = #"{"account": "jane", "product": "\#(product)"}"#
                #expect(try await serving.admin("POST", "purchases", order).status == 201)
            }
            let lines = try await run(["list", "--environment", "sandbox"]).output.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("ONE_TIME_CHARGE") })
            let uuid = try #require(lines.last?.split(separator: " ").last).description
            #expect(try await run(["--limit", "1"]).output.contains(uuid))
            let shown = try await run(["show", uuid]).output
            #expect(shown.contains(#""productId" : "\#(product)""#) && shown.contains("Sandbox"))
            #expect(try await run(["show", "--signed", uuid]).output.split(separator: ".").count == 3)
            #expect(try await run(["send", uuid]).output.contains(uuid))
            #expect(try await run(["send", "a/../b"]).status == .exited(64))
            let missing = try await run(["send", UUID().uuidString])
            #expect(missing.status == .exited(1) && missing.error.contains("no such notification"))
        }
        let away = try await program.run(["notifications", "--server", "http://127.0.0.1:9"])
        #expect(away.status == .exited(69) && away.error.contains("No store answers"))
        let other = try LoopbackServer(isStore: false) { _, client in client.answer(200, "Hello") }
        let elsewhere = try await program.run(["notifications", "--server", other.address])
        #expect(elsewhere.status == .exited(69) && elsewhere.error.contains("is not a store"))
        let noToken = try await ServerProgram().run(["notifications"])
        #expect(noToken.status == .exited(65) && noToken.error.contains("no admin token"))
        // It is no token for any program, so it is not sent.
        let words = program.folder.path + "/words"
        try "correct horse battery staple\n".write(toFile: words, atomically: false, encoding: .utf8)
        let noWord = try await program.run(["notifications", "--admin-token-file", words])
        #expect(noWord.status == .exited(65) && noWord.error.contains("no admin token"))
        #expect(try await program.run(["notifications", "--server", "here"]).status == .exited(64))
        let port = try await program.run(["notifications", "--server", "http://127.0.0.1:65536"])
        #expect(port.status == .exited(64) && port.error.contains("with a port of 1 to 65535"))
        // The admin token is sent to no other machine unencrypted.
        let remote = try await program.run(["notifications", "--server", "http://192.0.2.1"])
        #expect(remote.status == .exited(64) && remote.error.contains("--without-tls"))
    }

    @Test(
        "notifications --follow shows each of a burst, and what became of one that waited before it",
        .ownThreads)
    func follow() throws {
        let looks = Mutex(0)
        // At the first look one waits. At the second one there is a burst. At the third one the first is
        // delivered. The last look is the end of the test.
        let server = try LoopbackServer(isStore: false) { request, client in
            let query = URLComponents(string: request.path)?.queryItems ?? []
            func number(_ name: String) -> Int64? {
                query.first { $0.name == name }?.value.flatMap { Int64($0) }
            }
            let before = number("before")
            let look = looks.withLock { looks in
                if before == nil { looks += 1 }
                return looks
            }
            let numbers: ClosedRange<Int64> = 1...(look == 1 ? 1 : look < 4 ? 60 : 61)
            let page = numbers.reversed().filter { $0 < before ?? .max }.prefix(Int(number("limit") ?? 100))
            let deliveries = page.map { Self.delivery($0, waits: $0 == 1 && look < 3) }
            client.answer(200, (try? SentJSON.text(deliveries)) ?? "")
        }
        let token = program.folder.path + "/token"
        try "token".write(toFile: token, atomically: false, encoding: .utf8)
        let command = try ChildProcess(
            [
                BuiltProgram.serverPath, "notifications", "--follow", "--limit", "2", "--server",
                server.address, "--admin-token-file", token,
            ], environment: ["HOME": program.folder.path])
        let lines = try command.read(until: "number-61\n").split(separator: "\n")
        let expected = Array(1...60) + [1, 61]
        #expect(lines.map { $0.split(separator: " ").last ?? "" } == expected.map { "number-\($0)" })
    }

    @Test(
        "notifications names the attempt that delivered, and what a later one came to",
        arguments: [
            (["SUCCESS"], "delivered "), (["SUCCESS", "SUCCESS"], "delivered "),
            (["TIMED_OUT", "SUCCESS"], "delivered, attempt 2 "),
            (["SUCCESS", "NO_RESPONSE"], "delivered, then NO_RESPONSE "),
            (["OTHER", "SUCCESS", "NO_RESPONSE"], "delivered, attempt 2, then NO_RESPONSE "),
        ])
    func deliveringAttempt(results: [String], word: String) async throws {
        let server = try LoopbackServer(isStore: false) { _, client in
            let deliveries = [Self.delivery(1, waits: false, results)]
            client.answer(200, (try? SentJSON.text(deliveries)) ?? "")
        }
        let token = program.folder.path + "/token"
        try "token".write(toFile: token, atomically: false, encoding: .utf8)
        let run = try await program.run(
            ["notifications", "--server", server.address, "--admin-token-file", token])
        #expect(run.output.contains("  \(word) "))
    }

    private static func delivery(
        _ number: Int64, waits: Bool, _ results: [String] = ["SUCCESS"]
    ) -> NotificationDelivery {
        let date = Timestamp(milliseconds: 1_795_000_000_000)
        return NotificationDelivery(
            number: number, identifier: "number-\(number)", environment: .sandbox, notificationType: "TEST",
            subtype: nil, created: date, isDelivered: !waits, nextAttempt: waits ? date : nil,
            attempts: waits ? [] : results.map { NotificationDelivery.Attempt(date: date, result: $0) })
    }
}
#endif
