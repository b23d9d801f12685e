internal import Logging
internal import Storage
internal import StoreRules

/// A folder of the option --books is not there.
struct NoBookFolder: Error, CustomStringConvertible {
    let path: String

    var description: String { "There is no folder \(path). Give --books a folder with a manifest.json." }
}

extension ContentCatalog {
    /// The books of `serve` and `content`: those of the option --books, and the project's own.
    convenience init(books: [String], logger: Logger) throws(NoBookFolder) {
        for path in books where FileStatus(at: path)?.isFolder != true { throw NoBookFolder(path: path) }
        self.init(folders: books) { logger.error("\($0)") }
    }
}
