internal import StoreModel
internal import StoreWire
internal import TestSupport

/// The bodies of the requests that sign in: accounts, sessions and visits. If one succeeds, it must have a
/// name and its password, or be from a visitor for whom the host vouches.
final class SignInTarget: FuzzTarget {
    private let fixture: FuzzStore
    private let server: FuzzServer
    private let requests: [RawRequest]
    /// The passwords by name, byte for byte.
    private var passwords: [[UInt8]: [UInt8]] = [:]

    init(folder: String) throws {
        fixture = try FuzzStore(folder: folder)
        server = try FuzzServer(fixture)
        for name in ["anna", "honest"] { passwords[Array(name.utf8)] = Array(FuzzStore.password.utf8) }
        let right = #"{"account":"anna","password":"\#(FuzzStore.password)"}"#
        let wrong = #"{"account":"honest","password":"\#(FuzzStore.password)s"}"#
        let visits = [
            "guest-00000000-0000-4000-8000-000000000001",
            "SHA256:" + String(repeating: "aB3+/", count: 9).prefix(43),
        ].map { #"{"visitor":"\#($0)"}"# }
        requests =
            [right, wrong].flatMap {
                [
                    RawRequest("POST", "/store/v1/sessions", body: $0),
                    RawRequest("POST", "/store/v1/accounts", body: $0),
                ]
            } + visits.map { RawRequest("POST", "/store/v1/visits", token: FuzzServer.hostToken, body: $0) }
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        var request = requests.randomElement(using: &random)!
        let other = requests.randomElement(using: &random)!
        request.body = Mutation.of(request.body ?? [], with: other.body ?? [], &random)
        return request.bytes
    }

    func take(_ input: [UInt8]) throws -> String? {
        // Later than the pauses after failures.
        fixture.time.advance(by: .seconds(301))
        let answer = try server.exchange(input)
        let statuses = answer.statuses
        if let status = statuses.first(where: { $0 >= 500 }) { return "status \(status)" }
        guard statuses.first == 200 || statuses.first == 201 else { return nil }
        let body = RawAnswer(input).body
        if input.starts(with: Array("POST /store/v1/visits".utf8)) {
            let visitor = (try? ReceivedJSON.decode(StoreWire.Visit.self, from: body))?.visitor ?? ""
            let isVisitor = visitor.wholeMatch(
                of:
                    /SHA256:[A-Za-z0-9+\/]{43}|guest-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
            )
            return isVisitor == nil ? "let in as \(visitor.debugDescription)" : nil
        }
        guard let sent = try? ReceivedJSON.decode(StoreWire.Credentials.self, from: body) else {
            return "let in without a name and a password"
        }
        let (name, password) = (Array(sent.account.utf8), Array(sent.password.utf8))
        if statuses.first == 201 {
            passwords[name] = password
            return nil
        }
        return passwords[name] == password ? nil : "let in as \(sent.account.debugDescription)"
    }

    func checkUp() throws -> String? {
        fixture.time.advance(by: .seconds(3601))
        let answer = try server.exchange(requests[0].bytes)
        guard answer.statuses == [200] else {
            return "an honest sign-in: \(answer.text)"
        }
        return try fixture.audit()
    }
}
