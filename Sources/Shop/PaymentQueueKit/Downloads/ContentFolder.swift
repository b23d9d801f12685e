internal import Crypto
internal import Glibc
package import Storage
package import StoreModel

/// The folder `content/` of a data directory, for `DownloadQueue`. It has a file for each product that was
/// fetched, and a file that ends in `.part` for each product that is being fetched.
package struct ContentFolder: Sendable {
    private static let partSuffix = ".part"
    /// A file's name may have 255 bytes, and a part's name ends in its suffix.
    private static let mostBytes = 255 - partSuffix.utf8.count

    private let path: String

    /// The folder in a data directory. Makes it (0700) if it is missing.
    package init(in directory: DataDirectory) throws(StorageError) {
        path = try DataDirectory(path: directory.file("content")).path
    }

    /// The path of a product's content, whether it is there or not.
    package func path(of product: ProductIdentifier) -> String { path + "/" + Self.name(of: product) }

    /// The length of a product's content; nil if there is none.
    package func length(of product: ProductIdentifier) -> Int64? { Self.length(path(of: product)) }

    /// How much of a product's content has come, while it is not complete.
    func partialLength(of product: ProductIdentifier) -> Int64 { Self.length(partPath(of: product)) ?? 0 }

    /// Opens what has come of a product's content, to go on with it; nil if another program has it open.
    func openPart(of product: ProductIdentifier) throws(StorageError) -> ContentPart? {
        try ContentPart(path: partPath(of: product), destination: path(of: product))
    }

    /// Deletes what has come of a product's content, if it is not complete.
    func removePart(of product: ProductIdentifier) { unlink(partPath(of: product)) }

    func remove(_ product: ProductIdentifier) { unlink(path(of: product)) }

    private func partPath(of product: ProductIdentifier) -> String { path(of: product) + Self.partSuffix }

    /// A product's name as a file name. Whatever is in it, it is one name in this folder: letters, digits,
    /// hyphens, underscores and periods that do not come first stay as they are. Every other byte is written
    /// as `%` and two hexadecimal digits. A name that would be too long is `%x` and a digest; no
    /// other begins like that.
    static func name(of product: ProductIdentifier) -> String {
        var name = ""
        for byte in product.rawValue.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default: name += "%" + Hexadecimal.encode([byte])
            }
        }
        // A product's name may end as the name of a part does.
        if name.hasSuffix(partSuffix) { name = String(name.dropLast(5)) + "%2epart" }
        if name.utf8.count > mostBytes {
            return "%x" + Hexadecimal.encode(SHA256.hash(data: Array(product.rawValue.utf8)))
        }
        return name.isEmpty ? "%" : name
    }

    private static func length(_ path: String) -> Int64? {
        FileStatus(at: path).flatMap { $0.isFile ? $0.size : nil }
    }
}
