internal import StoreModel
internal import StoreRules

/// An error about an application that a file of `--app` describes. `DataOptions` and `FurtherApplication` throw
/// it. Its advice is about that file: a server for several applications takes no options about one of them.
struct ApplicationFailure: Error, CustomStringConvertible {
    let error: any Error
    /// Nil if the description says everything.
    let advice: String?

    var description: String { "\(error)" }

    /// Does something for the application that the file at `path` describes; nil if options describe it.
    static func inFile<Value>(_ path: String?, isFirst: Bool, _ work: () throws -> Value) throws -> Value {
        guard let path else { return try work() }
        do { return try work() } catch let error as CatalogueError {
            throw ApplicationFailure(error: error, advice: error.advice(with: "\"catalogue\" in \(path)"))
        } catch let error as StorageError {
            guard case .anotherApplication(_, let bundle, let number) = error else { throw error }
            let remedy =
                isFirst
                ? "give the file of \(bundle), with the appAppleIdentifier \(number), as the first --app."
                : "give the appAppleIdentifier \(number) in \(path)."
            throw ApplicationFailure(
                error: error, advice: "Choose another place with --data-dir, or " + remedy)
        }
    }
}
