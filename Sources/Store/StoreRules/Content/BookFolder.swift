internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import StoreModel
internal import Synchronization

/// A folder with books for `ContentCatalog`, and a `manifest.json` that lists them:
///
///     {"products": [{"productIdentifier": "com.example.book", "title": "A Book", "file": "book.txt", "sha256": "2c26…"}]}
///
/// The manifest is read again when it has changed, so a new book in the folder needs no restart. Faulty
/// entries are left out, and the log says why. If the manifest cannot be read, everything stays as it was.
final class BookFolder: Sendable {
    private struct Entry {
        var productIdentifier: ProductIdentifier
        var title: String
        var file: String
        var sha256: String
    }

    private let path: String
    private let log: @Sendable (String) -> Void
    /// The entries, and a stamp by which a changed manifest is recognized.
    private let known = Mutex<(stamp: [Int]?, entries: [Entry])>((nil, []))

    /// - Parameter path: the path of the folder, which need not exist yet.
    init(path: String, log: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.log = log
    }

    /// The contents that can be fetched now, in the order of the manifest.
    func contents() -> [HostedContent] { entries().compactMap(open) }

    func content(of product: ProductIdentifier) -> HostedContent? {
        entries().first { $0.productIdentifier == product }.flatMap(open)
    }

    private func open(_ entry: Entry) -> HostedContent? {
        guard let file = ContentFile(entry.file, in: path) else {
            log("\(path): there is no file \(entry.file.debugDescription) that could be read.")
            return nil
        }
        let product = HostedProduct(
            productIdentifier: entry.productIdentifier, title: entry.title, length: file.length,
            digest: entry.sha256)
        return HostedContent(product: product, storage: .file(file))
    }

    private func entries() -> [Entry] {
        known.withLock { known in
            var status = stat()
            guard stat(manifestPath, &status) == 0 else {
                if known.stamp != nil { log("\(manifestPath) is gone; nothing of it is handed out.") }
                known = (nil, [])
                return []
            }
            let stamp = [
                Int(bitPattern: UInt(status.st_ino)), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                Int(status.st_size),
            ]
            if stamp != known.stamp { known = (stamp, read() ?? known.entries) }
            return known.entries
        }
    }

    private var manifestPath: String { path + "/manifest.json" }

    private static let longestManifest = 16 << 20

    private func read() -> [Entry]? {
        let json: [UInt8]
        do {
            json = JSONReader.withoutMark(try RegularFile.bytes(of: manifestPath, most: Self.longestManifest))
        } catch {
            return nothing(" cannot be read, so nothing changes: \(error.reason)")
        }
        guard (try? UTF8Span(validating: json.span)) != nil else {
            return nothing(" is not UTF-8; nothing changes.")
        }
        let index = TextIndex(json)
        let root: JSONNode
        do { root = try JSONReader.read(json) } catch {
            return nothing(":\(index[error.offset]): not JSON: \(error.reason); nothing changes.")
        }
        guard let products = root["products"]?.elements else {
            return nothing(":\(index[root.offset]): there is no array \"products\"; nothing changes.")
        }
        return products.compactMap { node in
            let (entry, fault) = Self.entry(node)
            if let fault { log("\(manifestPath):\(index[node.offset]): \(fault); it is left out.") }
            return entry
        }
    }

    private func nothing(_ fault: String) -> [Entry]? {
        log(manifestPath + fault)
        return nil
    }

    /// A product from the manifest, or what is wrong with it.
    private static func entry(_ node: JSONNode) -> (Entry?, fault: String?) {
        guard let identifier = node["productIdentifier"]?.text, !identifier.isEmpty,
            let title = node["title"]?.text,
            let file = node["file"]?.text, let digest = node["sha256"]?.text
        else {
            return (
                nil,
                "this product lacks one of the texts \"productIdentifier\", \"title\", \"file\" and \"sha256\""
            )
        }
        if file.isEmpty || file.hasPrefix(".") || file.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) {
            return (nil, "\(file.debugDescription) is not the name of a file in this folder")
        }
        guard digest.utf8.count == 64, digest.utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
            return (nil, "the digest of \(file.debugDescription) is no SHA-256 in lower case")
        }
        let product = ProductIdentifier(rawValue: identifier)
        return (Entry(productIdentifier: product, title: title, file: file, sha256: digest), nil)
    }
}
