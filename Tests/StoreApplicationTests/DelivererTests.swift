import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreApplication

@Suite("The deliverers", .timeLimit(.minutes(5)))
struct DelivererTests {
    @Test("claim each product of the catalogue, and every kind of another one: the first that does counts")
    func claims() async throws {
        let device = try await ApplicationHarness()
        let products = try Catalogue.bundled().products.map { ($0.identifier, $0.kind) }
        let others = ProductKind.allCases.map { (ProductIdentifier(rawValue: "another one"), $0) }
        for (product, kind) in products + others {
            for hasContent in [false, true] {
                let goods = Goods(product: product, kind: kind, hasContent: hasContent)
                switch try device.purchases.deliverers.claiming(goods) {
                case is HostedProductManager: #expect(hasContent)
                case is ConsumableDeliverer: #expect(kind == .consumable || kind == .nonRenewing)
                case is OwnedProductDeliverer: #expect(kind == .nonConsumable || kind == .autoRenewable)
                case let other: Issue.record("\(goods): \(other)")
                }
            }
        }
        await device.close()
    }

    @Test func `deliver nothing that nobody claims`() {
        let goods = Goods(product: .fifty, kind: .consumable, hasContent: false)
        #expect(throws: UnclaimedGoods(product: .fifty)) { try [any Deliverer]().claiming(goods) }
    }
}
