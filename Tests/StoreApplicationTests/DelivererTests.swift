import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreApplication

@Suite("The deliverers", .timeLimit(.minutes(5)))
struct DelivererTests {
    @Test(
        "deliver each product of the catalogue, and every kind of another one; content that can be owned is fetched"
    )
    func claims() async throws {
        let device = try await ApplicationHarness()
        let products = try Catalogue.bundled().products.map { ($0.identifier, $0.kind) }
        let others = ProductKind.allCases.map { (ProductIdentifier(rawValue: "another one"), $0) }
        for (identifier, kind) in products + others {
            for hasContent in [false, true] {
                let product = SoldProduct(identifier: identifier, kind: kind, hasContent: hasContent)
                switch device.purchases.deliverer(of: product) {
                case is HostedProductManager: #expect(hasContent && kind.isRestorable)
                case is AccountDeliverer: #expect(!hasContent || !kind.isRestorable)
                case let other: Issue.record("\(product): \(other)")
                }
            }
        }
        await device.close()
    }
}
