import StoreModel
import StoreServer
import StoreWire
import TestSupport
import Testing

private let hostToken = "a token for the host"

@Suite("Visitors over HTTP", .server { $0.hostToken = hostToken }, .timeLimit(.minutes(5)))
struct VisitRouteTests {
    private let server = RunningServer.current

    private static let anna = "SHA256:i/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo"

    private func visit(_ visitor: String = anna, token: String?) async throws -> Answer {
        try await server.send(
            "POST", "/store/v1/visits", json: StoreWire.Visit(visitor: visitor), token: token)
    }

    private func visit(_ visitor: String = anna) async throws -> Answer {
        try await visit(visitor, token: VisitorName.voucher(for: visitor, hostToken: hostToken))
    }

    @Test func `a visitor has one account, whose token serves no other`() async throws {
        let first: StoreWire.Session = try await visit().decode()
        let again: StoreWire.Session = try await visit().decode()
        #expect(first.account == again.account && first.token != again.token && first.name == Self.anna)
        let guest = "guest-0b5b4d7c-1f0e-4f6e-9d46-2f4f0f9c5a11"
        let other: StoreWire.Session = try await visit(guest).decode()
        #expect(other.account != first.account)
        #expect(try await server.send("GET", "/store/v1/settings", token: first.token).status == 200)
    }

    @Test(
        "only the host's voucher for this visitor opens: not another visitor's, not the host's token, not the administrator's"
    )
    func otherTokens() async throws {
        let session: StoreWire.Session = try await visit().decode()
        let other = VisitorName.voucher(
            for: "SHA256:j/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo", hostToken: hostToken)
        for token in [nil, other, hostToken, RunningServer.adminToken, session.token, "x"] {
            #expect(try await visit(token: token).status == 401)
        }
    }

    @Test(.server) func `a store without a host has no such address`() async throws {
        #expect(try await visit(token: "x").status == 404)
    }

    @Test(arguments: [
        "", "anna", "SHA256:short", anna + "=", "SHA256:../../etc/passwd", "guest-", "guest-../x",
        "md5:" + anna,
    ])
    func `what is not a visitor is refused`(visitor: String) async throws {
        #expect(try await visit(visitor).status == 400)
    }

    @Test(
        "nobody gets into a visitor's account with a password, and no account can be made that looks like one"
    )
    func noPassword() async throws {
        _ = try await visit()
        for password in ["", "long enough"] {
            let credentials = StoreWire.Credentials(account: Self.anna, password: password)
            #expect(try await server.send("POST", "/store/v1/sessions", json: credentials).status == 400)
        }
        for name in [Self.anna, "sha256:anything", "guest-42", "GUEST-x"] {
            let credentials = StoreWire.Credentials(account: name, password: "long enough")
            #expect(try await server.send("POST", "/store/v1/accounts", json: credentials).status == 400)
        }
    }
}
