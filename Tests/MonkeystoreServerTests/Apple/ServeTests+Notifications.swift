#if AppleServices
import TestSupport
import Testing

extension ServeTests {
    @Test func `sends notifications where it was told at the start, and at the next one`() async throws {
        for arguments in [["--notification-url", "http://127.0.0.1:1/a", "--server-api-rate", "1"], []] {
            try await program.serve(arguments) { server in
                let addresses = try await server.admin("GET", "notifications").body
                #expect(addresses == #"{"production":"http://127.0.0.1:1/a"}"#)
            }
        }
        try await program.serve(["--sandbox-notification-url", "https://localhost/b"]) { server in
            let addresses = try await server.admin("GET", "notifications").body
            #expect(addresses.contains("http://127.0.0.1:1/a") && addresses.contains("https://localhost/b"))
        }
    }
}
#endif
