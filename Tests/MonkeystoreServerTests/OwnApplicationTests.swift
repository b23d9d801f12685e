import Foundation
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("A monkeystore-server for an application of one's own", .timeLimit(.minutes(10)))
struct OwnApplicationTests {
    private static let own = ["--bundle-id", "com.example.game", "--app-apple-id", "42"]

    @Test func `keeps the application of its first run, and is not opened for another one`() async throws {
        let program = try ServerProgram()
        let made = try await program.run(["account", "add", "jane"] + Self.own, input: "bananas for ever\n")
        #expect(made.status == .exited(0), "\(made.error)")
        try await program.serve { server in
            let certificates: StoreWire.Certificates = try await server.send("GET", "/store/v1/certificates")
                .decode()
            #expect(certificates.bundleIdentifier == "com.example.game")
            let storefront = "monkeystore --store \(server.address) --bundle-id com.example.game\n"
            #expect(server.greeting.contains(storefront), "\(server.greeting)")
        }
        let file = URL(fileURLWithPath: program.data + "/store.sqlite")
        // Everything that it holds is in the file itself, not in the log beside it.
        try SQLiteFile(file.path).checkpoint()
        let before = try Data(contentsOf: file)
        for other in [["--bundle-id", "com.example.other"], ["--app-apple-id", "43"]] {
            // A server that opened the store would end here, too, because it cannot listen at this address.
            let serve = ["serve", "--host", "192.0.2.1", "--without-tls"]
            for command in [serve, ["audit"], ["account", "list"], ["root"], ["api-key"]] {
                let run = try await program.run(command + other)
                #expect(run.status == .exited(74) && run.output.isEmpty)
                #expect(
                    run.error
                        == "monkeystore-server: The store in \(program.data) sells for another application, "
                        + "com.example.game with the number 42; nothing was changed. Choose another place with --data-dir, or "
                        + "give --bundle-id com.example.game and --app-apple-id 42.\n")
            }
        }
        #expect(try Data(contentsOf: file) == before)
        #expect(try await program.run(["audit"] + Self.own).status == .exited(0))
    }
}
