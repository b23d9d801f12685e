internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The routes that synchronize a device's replica of an account with the store's. `StoreRoutes` adds them.
struct ExchangeRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("account/exchange") { request, context in
            let exchange: ExchangeRequest = try request.json(context)
            let given = [exchange.purchases.count, exchange.uses.count, exchange.finished.count]
            guard given.allSatisfy({ $0 <= ExchangeRequest.mostGiven }) else {
                throw HTTPFailure.badRequest(
                    "At most \(ExchangeRequest.mostGiven) purchases, as many uses and as many finishes at once; nothing was taken."
                )
            }
            guard 1...ExchangeRequest.mostChanges ~= exchange.limit else {
                throw HTTPFailure.badRequest(
                    "The limit is 1 to \(ExchangeRequest.mostChanges); nothing was taken.")
            }
            let (session, limit) = (try context.signedIn, context.limits.newUses)
            let (account, newUses) = (session.account.identifier, try session.newUses(in: exchange))
            // The device keeps them, and gives them again.
            if newUses > 0 { try limit?.allow(account, from: context.network, count: newUses) }
            do { return Response.json(try await session.exchange(exchange)) } catch {
                limit?.giveBack(account, from: context.network, count: newUses)
                throw error
            }
        }
        routes.post("account/comparison") { request, context in
            let comparison: ComparisonRequest = try request.json(context)
            guard comparison.elements.count <= ComparisonRequest.mostElements else {
                throw HTTPFailure.badRequest("At most \(ComparisonRequest.mostElements) elements at once.")
            }
            return Response.json(try await context.signedIn.compare(comparison))
        }
    }
}
