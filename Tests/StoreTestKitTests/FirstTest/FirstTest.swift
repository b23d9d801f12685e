import PaymentQueueKit
import StoreModel
import StoreTestKit

/// A child asks for five credits, a parent approves, and the money goes back.
/// `shop` is the application under test.
func buyWithApproval(for shop: Shop, in folder: String) async throws -> StoreTestSession {
    let session = try StoreTestSession()
    let queue = try PaymentQueue(directory: folder, service: session.paymentService) { _, product in
        .given(priceLimit: product.highestPrice)
    }
    queue.add(shop)

    session.askToBuyEnabled = true
    let credits: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    let transaction = try await session.buyProduct(identifier: credits)  // pendingAskToBuyConfirmation
    try session.approveAskToBuyTransaction(identifier: transaction.identifier)
    for await _ in shop.deliveries { break }  // The application has delivered.

    try session.refundTransaction(identifier: transaction.identifier)
    for await _ in shop.refunds { break }  // And has heard that the money went back.
    await queue.close()
    return session
}
