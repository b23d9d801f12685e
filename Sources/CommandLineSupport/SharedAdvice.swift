internal import FileSystem
internal import StoreCatalogue
internal import StorefrontStrings

/// What a person can do about an error with the options that `monkeystore` and `monkeystore-server` have in common.
/// Both print it after the error's own sentence, which knows no options. Nil where that sentence says it all.
package func sharedAdvice(for error: any Error) -> String? {
    switch error {
    case let error as StorageError: Language.english.strings.advice(for: error)
    case CatalogueError.missing, CatalogueError.folder: "Give --catalogue the path of a StoreKit configuration file."
    case CatalogueError.unreadable: "Make it readable, or choose another file with --catalogue."
    case CatalogueError.empty: "Choose another file with --catalogue."
    case CatalogueError.notText, CatalogueError.notJSON, CatalogueError.invalid:
        "Correct it, or choose another file with --catalogue."
    case CatalogueError.noProducts: "Add one, or choose another file with --catalogue."
    default: nil
    }
}
