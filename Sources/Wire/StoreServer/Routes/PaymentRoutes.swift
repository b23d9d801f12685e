internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes of an account for each purchase and each use. They wait for the group commit, and hold no thread
/// meanwhile. `StoreRoutes` adds them.
struct PaymentRoutes {
    let metrics: Metrics

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("purchases") { request, context in
            let purchase: PurchaseRequest = try request.json(context, fields: { $0.fieldCount })
            try Self.check(purchase)
            let (session, limit) = (try context.signedIn, context.limits.purchases)
            let account = session.account.identifier
            try limit?.allow(account, from: context.network, orThrow: .tooManyPurchases)
            let outcome: PurchaseOutcome
            do { outcome = try await session.purchase(purchase) } catch {
                // It comes again under the same key. One that fails counts, because it is kept.
                limit?.giveBack(account, from: context.network)
                throw error
            }
            metrics.purchased(outcome.result.name)
            return Response.json(ByteBuffer(bytes: outcome.json))
        }
        routes.status(.noContent, .post, "transactions/{id}/finish") { request, context in
            let finish: StoreWire.Finish = try request.json(context)
            try await context.signedIn.finish(
                FinishedTransaction(identifier: context.transaction, signedDate: finish.signedDate))
        }
        routes.post("account/uses") { request, context in
            let use: Use = try request.json(context)
            return Response.json(try await context.signedIn.use(use))
        }
    }

    /// - Parameter isOptional: whether the body may have no key.
    static func check(_ key: IdempotencyKey, isOptional: Bool = false) throws(HTTPFailure) {
        guard !key.rawValue.isEmpty else {
            let advice = isOptional ? "; it may be left out" : ""
            throw .badRequest("The field key of the body is empty\(advice).")
        }
        guard !key.isReserved else {
            throw .badRequest(
                "The payment's key looks like the number of a transaction, or like a key that the store makes (a UUID of version 8); nothing was charged. Send it with another key."
            )
        }
    }

    private static func check(_ purchase: PurchaseRequest) throws(HTTPFailure) {
        try check(purchase.key)
        guard purchase.priceLimit?.isPrice != false else {
            throw .badRequest("priceLimit is an amount from 0 and the three capital letters of its currency.")
        }
        guard purchase.appAccountToken.map({ UUID(uuidString: $0) != nil }) != false else {
            throw .badRequest("appAccountToken is a UUID.")
        }
    }
}

extension PurchaseOutcome {
    /// What `JSONBody` would make of it. Purchases are answered most, and signed texts are long.
    var json: [UInt8] {
        guard case .purchased(let signed, let identifier, let date) = result else {
            return JSONBody.bytes(self)
        }
        return JSONWriter.object { writer in
            writer.field("key", key.rawValue)
            writer.field("productIdentifier", productIdentifier.rawValue)
            writer.field("quantity", Int64(quantity))
            writer.field("result") { writer in
                writer.field("date", date)
                writer.field("signedTransaction", signed)
                writer.field("state", "purchased")
                writer.field("transactionIdentifier", identifier.rawValue)
            }
        }
    }
}

extension PurchaseOutcome.Result {
    fileprivate var name: String {
        switch self {
        case .purchased: "purchased"
        case .deferred: "deferred"
        case .changed: "changed"
        case .failed: "failed"
        case .revoked: "revoked"
        }
    }
}
