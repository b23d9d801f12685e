internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes of an account for its storefronts (`HTTPStore`) that read the database: restores, subscriptions
/// and settings. `StoreRoutes` adds them.
struct CustomerRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("purchases/restored") { request, context in
            let query: StoreWire.RestoreQuery = try request.json(context)
            return Response.json(
                try await context.signedIn.restoredPurchases(after: query.cursor, limit: query.limit))
        }
        routes.get("subscriptions") { _, context in Response.json(try context.signedIn.subscriptions()) }
        routes.withoutBody.post("subscriptions/{id}/{action}") { _, context in
            let action = try context.action(of: SubscriptionAction.customers)
            return Response.json(try context.signedIn.perform(action, on: context.transaction))
        }
        routes.get("settings") { _, context in Response.json(try await context.signedIn.settings()) }
    }
}
