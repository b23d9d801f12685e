internal import Hummingbird
internal import StoreEngine
internal import StoreModel
internal import StoreSigning
internal import StoreWire

/// The receipts of those who are signed in, for whoever checks them.
struct ReceiptRoutes {
    let encoding: ReceiptEncoding

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("receipt") { _, context in
            Response.json(StoreWire.Receipt(receiptData: try context.signedIn.receipt(as: encoding)))
        }
        routes.get("transactions/{id}/receipt") { _, context in
            let id = try context.parameters.require("id")
            guard let receipt = try context.signedIn.legacyReceipt(for: TransactionIdentifier(rawValue: id)) else {
                throw HTTPError(.notFound)
            }
            return Response.json(StoreWire.Receipt(receiptData: receipt))
        }
    }
}
