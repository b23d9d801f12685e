internal import Foundation
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import TestSupport

/// The reader of `.storekit` files. The products of each catalogue that it accepts are bought.
final class CatalogueTarget: FuzzTarget {
    private let folder: String
    private let corpus: Corpus

    init(folder: String) throws {
        self.folder = folder
        let own = try Data(contentsOf: URL(fileURLWithPath: "Resources/Embedded/Products.storekit"))
        corpus = Corpus(inputs: [Array(own), Array(try hostileCatalogue)])
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] { corpus.next(&random) }

    func take(_ input: [UInt8]) throws -> String? {
        let catalogue: Catalogue
        do { catalogue = try Catalogue(json: input, name: "Some.storekit") } catch {
            _ = "\(error)"
            return nil
        }
        let store = try AppStore(
            directory: DataDirectory(path: folder + "/store"), catalogue: catalogue, passwordRounds: 2)
        let session = try store.embeddedSession()
        let products = catalogue.products.map(\.identifier)
        return try waiting {
            let response = try await session.products(for: Set(products))
            guard response.products.count == Set(products).count else { return "products that are not sold" }
            for product in response.products.prefix(4) {
                _ = "\(product) \(product.localizedPrice(quantity: 10))"
                let outcome = try await session.purchase(
                    PurchaseRequest(
                        key: IdempotencyKey(rawValue: randomUUID()), productIdentifier: product.identifier,
                        quantity: product.kind == .consumable ? 10 : 1, priceLimit: product.highestPrice))
                // A device must be able to verify the signed transaction.
                if case .purchased(let signed, _, _) = outcome.result {
                    _ = try session.verifier().verify(signed)
                }
            }
            return nil
        }
    }

    func checkUp() throws -> String? {
        let findings = try AppStore.bundled(in: folder + "/store").audit().findings
        return findings.isEmpty ? nil : "the audit: \(findings.prefix(3))"
    }
}
