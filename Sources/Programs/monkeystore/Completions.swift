internal import ArgumentParser
internal import StoreApplication
internal import StoreModel
internal import StoreRules
internal import Storefront

// What shells complete in addition to options: products, books and settings. The shell runs the program for
// that, so this must be quick and silent. It opens no store, and takes the products from the catalogue.
extension CompletionKind {
    static var products: CompletionKind { .custom { words, _, _ in catalogue(words).map(\.lastPart) } }

    static var subscriptions: CompletionKind {
        .custom { words, _, _ in
            let products = catalogue(of: words)?.productsOnSale ?? []
            return products.filter { $0.subscription != nil }.map(\.identifier.lastPart)
        }
    }

    static var books: CompletionKind {
        .custom { words, _, _ in
            catalogue(words).filter { $0.rawValue.hasPrefix(BuiltInProducts.bookPrefix) }.map(\.lastPart)
        }
    }

    /// The name of a setting, followed by its values.
    static var settings: CompletionKind {
        .custom { words, index, _ in
            let row =
                words.indices.contains(index - 1)
                ? SettingsRow.allCases.first { $0.word == words[index - 1] } : nil
            return row?.exampleChoices ?? SettingsRow.allCases.map(\.word)
        }
    }

    private static func catalogue(_ words: [String]) -> [ProductIdentifier] {
        catalogue(of: words)?.products.map(\.identifier) ?? BuiltInProducts.identifiers
    }

    private static func catalogue(of words: [String]) -> Catalogue? {
        guard let option = words.firstIndex(of: "--catalogue"), option + 1 < words.count else {
            return try? Catalogue.bundled()
        }
        return try? Catalogue(contentsOfFile: words[option + 1])
    }
}
