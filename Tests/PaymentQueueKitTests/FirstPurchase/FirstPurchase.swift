import LocalStoreKit
import PaymentQueueKit
import StoreModel

/// Buys five credits. The shop is an observer of the queue, and the delegate of the request for prices.
func buyCredits(in folder: String) async throws -> (PaymentQueue, Shop) {
    let store = try LocalStore(directory: folder)
    let shop = Shop(verifier: store.verifier)
    let queue = try PaymentQueue(directory: folder, service: store.paymentService) { _, product in
        .given(priceLimit: product.highestPrice)  // What somebody answers on the confirmation sheet.
    }

    queue.add(shop)  // Hears of each transaction, delivers it, and calls queue.finishTransaction.
    let credits: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    ProductsRequest(productIdentifiers: [credits], queue: queue, delegate: shop).start()
    for try await product in shop.products {  // What the delegate was told: the price is known.
        let key = try queue.add(Payment(product: product.identifier))
        for await removed in shop.removals where removed == key { break }  // It has left the queue.
    }
    shop.delivered.finish()
    return (queue, shop)
}
