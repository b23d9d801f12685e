#if AppleServices
import Foundation
import Subprocess
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
        #expect(try await program.run(["notifications", "--server", "here"]).status == .exited(64))
        let port = try await program.run(["notifications", "--server", "http://127.0.0.1:65536"])
        #expect(port.status == .exited(64) && port.error.contains("its port is 1 to 65535"))
    }
}
#endif
