#if Postgres
import StoreModel
import Testing

@testable import StorePostgres

/// What the library says about an address, and the password in it.
@Suite("A database that cannot be reached", .timeLimit(.minutes(1)))
struct PostgresFailureTests {
    /// All of them fail before a server is asked, or because none listens there.
    @Test(
        "is told of without the password, however the address is malformed",
        arguments: [
            "store:geheim@[::1", "store:geheim@[::1]x/ms", "store:geheim@[]/ms",
            "store:ge%ZZheim@127.0.0.1:1/ms",
            "store:ge/heim@127.0.0.1/ms", "store@127.0.0.1:1/ms?password=geheim%ZZ",
            "store@127.0.0.1:1/ms?password=ge&heim", "store@127.0.0.1:1/ms?password=ge=heim",
            "store@127.0.0.1:1/ms?pass word=geheim", "store:ge heim@127.0.0.1:1/ms",
            "store:geheim[1@127.0.0.1:1/ms",
            "store:ge,heim@127.0.0.1:1x/ms", "store:geheim@127.0.0.1:1,[::1/ms", "store:geheim",
            "store:ge?heim@127.0.0.1:1/ms", "store:ge#heim@127.0.0.1:1/ms", "store:geheim@127.0.0.1:1/ms",
            "store:ge\"heim@[::1",
        ])
    func malformed(address: String) throws {
        let error = #expect(throws: StorageError.self) {
            try PostgresEngine(address: "postgres://" + address)
        }
        let sentence = try #require(error?.description)
        #expect(!sentence.contains("heim") && !sentence.contains("\"ge"))
    }

    @Test(
        "is told of with the reason",
        arguments: [
            ("store:pass@geheim@db1/ms", "host name \"geheim@db1\": not known", "host name \"…\": not known"),
            ("store:ge%40he@im@db1/ms", "host name \"im@db1\": not known", "host name \"…\": not known"),
            ("store:geheim@db1/ms", "at \"db1\", port 1 failed: refused", "at \"…\", port 1 failed: refused"),
            ("store:ge\"heim@db1/ms", "in URI: \"store:ge\"heim@db1/ms\"", "in URI: \"…\""),
            ("store:ge%22heim/x@db1/ms", "port: \"ge\"heim\"", "port: \"…\""),
            ("store:geheim@db1/ms", "cut off: \"store:geh", "cut off: \"…\""),
            ("store@db1:5433/ms", "database \"ms\" does not exist", "database \"ms\" does not exist"),
            ("store@db1,db2:5433/ms", "at \"db2\", port 5433: refused", "at \"db2\", port 5433: refused"),
        ])
    func reason(address: String, text: String, shown: String) {
        let failure = PostgresFailure(state: "", description: text, isConnectionLost: true)
        #expect(failure.withoutPassword(of: "postgres://" + address).description == shown)
    }
}
#endif
