internal import Crypto
internal import Foundation
package import StoreModel

/// A folder of books as a content server takes it.
package final class BookFixture: Sendable {
    /// A book's identifier, title, file name and digest, as the manifest has them.
    package struct Entry: Hashable, Sendable, Codable {
        package var productIdentifier: ProductIdentifier
        package var title: String
        package var file: String
        /// Its digest, 64 hexadecimal digits.
        package var sha256: String

        package init(productIdentifier: ProductIdentifier, title: String, file: String, sha256: String) {
            self.productIdentifier = productIdentifier
            self.title = title
            self.file = file
            self.sha256 = sha256
        }
    }

    private struct Manifest: Codable {
        var products: [Entry]
    }

    private let folder: TemporaryDirectory
    package var path: String { folder.path }

    package init() throws { folder = try TemporaryDirectory() }

    /// Puts a book into the folder and the manifest.
    @discardableResult
    package func add(
        _ product: ProductIdentifier, bytes: [UInt8], file: String = "book.txt"
    ) throws -> Entry {
        try Data(bytes).write(to: URL(filePath: path + "/" + file))
        let entry = Entry(
            productIdentifier: product, title: "Book of \(bytes.count)", file: file,
            sha256: Hexadecimal.encode(SHA256.hash(data: bytes)))
        let others = (try? entries()) ?? []
        try write(others.filter { $0.productIdentifier != product } + [entry])
        return entry
    }

    /// Writes the manifest in one step, as an editor does.
    package func write(_ entries: [Entry]) throws {
        try JSONEncoder().encode(Manifest(products: entries)).write(
            to: URL(filePath: path + "/manifest.json"), options: .atomic)
    }

    package func write(manifest: String) throws {
        try Data(manifest.utf8).write(to: URL(filePath: path + "/manifest.json"), options: .atomic)
    }

    package func entries() throws -> [Entry] {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: URL(filePath: path + "/manifest.json"))
        ).products
    }

    /// Bytes that nobody would guess, the same for the same seed.
    package static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while length < count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                buffer[length] = UInt8(truncatingIfNeeded: state >> 33)
                length += 1
            }
        }
    }
}
