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
    private struct Manifest: Decodable {
        var products: [Lenient<Entry>]
    }

    private struct Entry: Decodable {
        var productIdentifier: ProductIdentifier
        var title: String
        var file: String
        var sha256: String
    }

    private let path: String
    private let log: @Sendable (String) -> Void
    /// The entries, a stamp by which a changed manifest is recognized, and why it could not be read since.
    private let known = Mutex<(stamp: [Int]?, entries: [Entry], failure: RegularFile.Failure?)>(
        (nil, [], nil))

    /// - Parameter path: the path of the folder, which need not exist yet.
    init(path: String, log: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.log = log
    }

    /// The products whose contents can be fetched now, in the order of the manifest. There may be more of
    /// them than files that a program may open, so this opens none.
    func products() -> [HostedProduct] {
        entries().compactMap { entry in
            let file = path + "/" + entry.file
            guard let status = FileStatus(linkAt: file), status.isFile, access(file, R_OK) == 0 else {
                logMissing(entry)
                return nil
            }
            return product(entry, length: status.size)
        }
    }

    func content(of product: ProductIdentifier) -> HostedContent? {
        entries().first { $0.productIdentifier == product }.flatMap(open)
    }

    private func open(_ entry: Entry) -> HostedContent? {
        guard let file = ContentFile(entry.file, in: path) else {
            logMissing(entry)
            return nil
        }
        return HostedContent(product: product(entry, length: file.length), storage: .file(file))
    }

    private func product(_ entry: Entry, length: Int64) -> HostedProduct {
        HostedProduct(
            productIdentifier: entry.productIdentifier, title: entry.title, length: length,
            digest: entry.sha256)
    }

    private func logMissing(_ entry: Entry) {
        log("\(path): there is no file \(entry.file.debugDescription) that could be read.")
    }

    private func entries() -> [Entry] {
        known.withLock { known in
            var status = stat()
            guard stat(manifestPath, &status) == 0 else {
                if known.stamp != nil { log("\(manifestPath) is gone; nothing of it is handed out.") }
                known = (nil, [], nil)
                return []
            }
            let stamp = [
                Int(bitPattern: UInt(status.st_ino)), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                Int(status.st_size),
            ]
            guard stamp != known.stamp else { return known.entries }
            switch read() {
            case .success(let json): known = (stamp, entries(in: json) ?? known.entries, nil)
            // Whoever makes it readable need not change the stamp, so it is read again each time.
            case .failure(let failure):
                if failure != known.failure {
                    log("\(manifestPath) cannot be read, so nothing changes: \(failure.reason)")
                }
                known.failure = failure
            }
            return known.entries
        }
    }

    private var manifestPath: String { path + "/manifest.json" }

    private static let longestManifest = 16 << 20

    private func read() -> Result<[UInt8], RegularFile.Failure> {
        do { return .success(try RegularFile.bytes(of: manifestPath, most: Self.longestManifest)) } catch {
            return .failure(error)
        }
    }

    private func entries(in json: [UInt8]) -> [Entry]? {
        let manifest: Manifest
        do { manifest = try JSONFile.decode(Manifest.self, from: json) } catch {
            log("\(manifestPath): \(error); nothing changes.")
            return nil
        }
        return manifest.products.enumerated().compactMap { index, product in
            guard let fault = Self.fault(in: product.value) else { return product.value }
            log("\(manifestPath): products[\(index)]: \(fault); it is left out.")
            return nil
        }
    }

    /// What is wrong with a product of the manifest.
    private static func fault(in entry: Entry?) -> String? {
        guard let entry, !entry.productIdentifier.rawValue.isEmpty else {
            return
                "this product lacks one of the texts \"productIdentifier\", \"title\", \"file\" and \"sha256\""
        }
        let file = entry.file
        if file.isEmpty || file.hasPrefix(".") || file.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) {
            return "\(file.debugDescription) is not the name of a file in this folder"
        }
        guard entry.sha256.utf8.count == 64,
            entry.sha256.utf8.allSatisfy("0123456789abcdef".utf8.contains)
        else { return "the digest of \(file.debugDescription) is not a SHA-256 in lower case" }
        return nil
    }
}
