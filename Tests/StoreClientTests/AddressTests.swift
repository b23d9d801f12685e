import Testing

@testable import StoreClient

@Suite("The address of a store")
struct AddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1-8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", "127.0.0.1-8080"),
        ("HTTP://LocalHost", "http://localhost:80", "localhost-80"),
        ("https://store.example", "https://store.example:443", "store.example-443"),
        ("https://store.example:65535", "https://store.example:65535", "store.example-65535"),
        ("http://[::1]:9", "http://[::1]:9", "[::1]-9"),
        ("http://127.0.0.1:8080/stores/x1/", "http://127.0.0.1:8080/stores/x1", "127.0.0.1-8080-stores-x1"),
        (
            "HTTP://LocalHost/apps/com.Example.a-b/", "http://localhost:80/apps/com.Example.a-b",
            "localhost-80-apps-com.Example.a-b"
        ),
        (
            "https://store.example/stores/x1", "https://store.example:443/stores/x1",
            "store.example-443-stores-x1"
        ),
    ])
    func `names a place, and the folder for what belongs to it`(
        text: String, address: String, folder: String
    ) throws {
        let parsed = try #require(StoreAddress(text))
        #expect(parsed.description == address)
        #expect(parsed.folderName == folder)
    }

    @Test(arguments: [
        "", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "https://:443", "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:", "http://127.0.0.1:+80", "http://127.0.0.1:8080/shop",
        "https://store.example?x=1",
        "https://me:secret@store.example", "https://store..example/..", "https://..", "https://a b",
        "https://a%2Fb",
        "https://ž.example", "https://store.example\r\nHost: other", "http://[::1", "https://x:y:1",
        "https://[a]b",
        "https://a/stores", "https://a/stores/", "https://a/stores/..", "https://a/stores/a/b",
        "https://a/stores/a?b",
        "https://a/apps", "https://a/apps/", "https://a/apps/..", "https://a/apps/.a", "https://a/apps/a/b",
        "https://a/apps/a_b",
        "https://a/apps/\(String(repeating: "a", count: 156))", "https://a//stores/a",
        "https://a/stores/\(String(repeating: "a", count: 65))", "https://a/stores/ž",
    ])
    func `is nothing else`(text: String) { #expect(StoreAddress(text) == nil) }

    @Test(
        "has the content server's after it: the next port of the same machine, without a path",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081"),
            ("http://127.0.0.1:8080/stores/x1", "http://127.0.0.1:8081"),
            ("https://store.example", "https://store.example:444"),
            ("https://store.example:65535", "https://store.example:65535"),
        ])
    func next(text: String, content: String) throws {
        let parsed = try #require(StoreAddress(text))
        #expect(parsed.next.description == content)
    }

    @Test(
        "of another machine is not spoken to in the clear",
        arguments: [
            "http://store.example", "http://10.0.0.1:8080", "http://127.example", "http://localhost.example",
        ])
    func clear(text: String) { #expect(StoreAddress(text) == nil) }
}
