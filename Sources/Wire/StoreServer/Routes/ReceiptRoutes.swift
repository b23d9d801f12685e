internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes of an account's receipts. `StoreRoutes` adds them.
struct ReceiptRoutes {
    let encoding: ReceiptEncoding

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("receipt") { _, context in
            Response.json(StoreWire.Receipt(receiptData: try context.signedIn.receipt(as: encoding)))
        }
        routes.get("transactions/{id}/receipt") { _, context in
            guard let receipt = try context.signedIn.legacyReceipt(for: context.transaction) else {
                throw StoreAdministrationError.noTransactionFound
            }
            return Response.json(StoreWire.Receipt(receiptData: receipt))
        }
    }
}
