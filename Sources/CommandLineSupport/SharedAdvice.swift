internal import FileSystem
internal import StoreCatalogue

/// What a person can do about an error with the options that `monkeystore` and `monkeystore-server` have in common. Both print it
/// after the error's own sentence, which knows no options.
///
/// - Returns: nil where the error's sentence says it all.
package func sharedAdvice(for error: any Error) -> String? {
    switch error {
    case StorageError.notWritable: "Make it writable, or choose another place with --data-dir."
    case StorageError.damaged: "Put back a copy of it, or choose another place with --data-dir."
    case StorageError.unusable: "Choose another place with --data-dir."
    case StorageError.anotherApplication(_, let bundleIdentifier, let appleIdentifier):
        "Choose another place with --data-dir, or give --bundle-id \(bundleIdentifier) and --app-apple-id \(appleIdentifier)."
    case CatalogueError.missing, CatalogueError.folder: "Give --catalogue the path of a StoreKit configuration file."
    case CatalogueError.unreadable: "Make it readable, or choose another file with --catalogue."
    case CatalogueError.empty: "Choose another file with --catalogue."
    case CatalogueError.notText, CatalogueError.notJSON, CatalogueError.invalid:
        "Correct it, or choose another file with --catalogue."
    case CatalogueError.noProducts: "Add one, or choose another file with --catalogue."
    default: nil
    }
}
