#if AppleServices
import Subprocess
import TestSupport
import Testing

extension SeveralApplicationsTests {
    @Test func `opens each application's purchases to its own token of the Server API`() async throws {
        try addCustomer()
        try await program.serve(options) { server in
            let bought = [
                try await buy("com.xamarin.storekit.testing.consume5credits", "", at: server),
                try await buy("com.example.sword", "/apps/com.example.b", at: server),
            ]
            for (own, bundle) in ["com.example.a", "com.example.b"].enumerated() {
                let token = try ApplicationFileTests.token(key, bundle: bundle)
                for (number, purchase) in bought.enumerated() {
                    let path = "/sandbox/inApps/v1/transactions/\(purchase.transactionIdentifier)"
                    #expect(
                        try await server.send("GET", path, token: token).status == (own == number ? 200 : 404)
                    )
                }
            }
            let other = try ApplicationFileTests.token(key, bundle: "com.example.c")
            #expect(try await server.send("GET", "/inApps/v1/transactions/1", token: other).status == 401)
        }
    }

    @Test func `sends the notifications of each application to its own addresses`() async throws {
        try await program.serve(options) { server in
            let addresses = try await server.admin("GET", "notifications", of: "/apps/com.example.b")
            #expect(addresses.body == #"{"sandbox":"http://127.0.0.1:9/"}"#)
            #expect(try await server.send("GET", "/apps/com.example.b/admin/v1/notifications").status == 401)
            #expect(try await server.admin("GET", "notifications").body == "{}")
        }
    }

    @Test func `refuses an option that says where all notifications go`() async throws {
        let arguments = ["serve", "--port", "0", "--notification-url", "http://a"] + options
        let run = try await program.run(arguments)
        #expect(run.status == .exited(64) && run.error.contains("are in its file"), "\(run.error)")
    }
}
#endif
