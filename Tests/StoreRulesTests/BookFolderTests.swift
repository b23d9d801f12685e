import Glibc
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Folders of books with a manifest that somebody writes by hand.
@Suite struct BookFolderTests {
    private static let digest = String(repeating: "0", count: 64)

    private static func product(_ fields: String) -> String {
        "{\"productIdentifier\": \"bad\", \"title\": \"Bad\", \(fields)}"
    }

    @Test(
        "A product that the manifest has wrong is left out, and said with its place; the others stay",
        arguments: [
            ("7", "this product lacks"), ("{}", "this product lacks"),
            (product(#""file": "a.txt", "sha256": null"#), "this product lacks"),
            (product(#""file": 7, "sha256": "\#(digest)""#), "this product lacks"),
            (product(#""file": "../a", "sha256": "\#(digest)""#), #""../a" is not the name of a file"#),
            (product(#""file": "a\u001b", "sha256": "X""#), #"the digest of "a\u{1B}" is not a SHA-256"#),
        ])
    func wrongProducts(product: String, fault: String) throws {
        let good =
            #"{"productIdentifier": "good", "title": "", "file": "good.txt", "sha256": "\#(Self.digest)"}"#
        let (products, lines) = try read("{\"products\": [\(good),\n \(product)]}")
        #expect(products == ["good"])
        #expect(lines.count == 1)
        #expect(lines.first?.contains("/manifest.json: products[1]: \(fault)") == true, "\(lines)")
    }

    @Test(
        "A manifest that cannot be read at all is said with the place, and changes nothing",
        arguments: [
            ("{\"products\":\n nothing}", "line 2, column 2: not JSON"), ("[]", "not an object"),
            ("{\"products\": 7}", "products: not an array"), ("{}", "products: missing"),
        ])
    func unreadable(manifest: String, fault: String) throws {
        let (products, lines) = try read(manifest)
        #expect(products.isEmpty)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("/manifest.json: \(fault)") == true, "\(lines)")
    }

    @Test func `A manifest that may not be read is said once, and read as soon as it may be`() throws {
        let (books, log) = (try BookFixture(), Recorder<String>())
        try books.add("good", bytes: [1], file: "good.txt")
        let folder = BookFolder(path: books.path) { log.note([$0]) }
        let manifest = books.path + "/manifest.json"
        try #require(chmod(books.path, 0o755) == 0 && chmod(manifest, 0) == 0)
        whereModesCount {
            for _ in 1...2 { #expect(folder.products().isEmpty) }
        }
        #expect(log.calls.count == 1, "\(log.calls)")
        #expect(log.calls.first?.contains("/manifest.json cannot be read") == true, "\(log.calls)")
        try #require(chmod(manifest, 0o644) == 0)
        #expect(folder.products().map(\.productIdentifier) == ["good"])
        withExtendedLifetime(books) {}
    }

    /// The products of a folder with this manifest, and what is said about it.
    private func read(_ manifest: String) throws -> (products: [ProductIdentifier], lines: [String]) {
        let (books, log) = (try BookFixture(), Recorder<String>())
        try books.add("good", bytes: [1], file: "good.txt")
        try books.write(manifest: manifest)
        let products = BookFolder(path: books.path) { log.note([$0]) }.products()
        return withExtendedLifetime(books) { (products.map(\.productIdentifier), log.calls) }
    }
}
