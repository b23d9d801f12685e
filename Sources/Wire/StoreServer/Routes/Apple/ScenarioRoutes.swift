#if AppleServices
internal import FoundationEssentials
internal import Hummingbird
internal import AppleServices
internal import StoreRules
internal import StoreModel

/// The routes of administrators that make things happen: purchases, notifications,
/// scenarios. `StoreRoutes` adds them.
struct ScenarioRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("purchases") { request, context in
            let order: OrderBody = try request.json(context)
            do {
                let answer = try await context.store.answer(
                    to: order.order(), for: order.account.rawValue)
                return Response.json(answer, status: answer.report.state == .purchased ? .created : .ok)
            } catch let error as StoreError where error.isNetworkFailure || error.mayBeWritten {
                throw error.failure(hasKey: order.key != nil)
            } catch let error as StoreAdministrationError {
                // Nothing was bought yet; `failure` says whether to come again.
                throw error.failure
            }
        }
        routes.post("notifications/send") { request, context in
            let (notification, isSent) = try context.store.make(try request.json(context))
            let sent = SentNotification(
                signedPayload: notification.signedPayload, notificationUUID: notification.notificationUUID,
                isSent: isSent)
            return Response.json(sent, status: .created)
        }
        // The next two routes share the address `scenarios/{id}`. In POST, `id` is a scenario's name. In GET,
        // it is the identifier of one that was started with POST.
        routes.get("scenarios") { _, context in
            Response.json(
                Scenario.allCases.map { ScenarioEntry(name: $0.rawValue, steps: $0.steps.map(\.rawValue)) })
        }
        routes.get("scenarios/{id}") { _, context in
            try Response.json(Self.answer(to: context.scenarios.find(context.identifier), at: context.store))
        }
        routes.post("scenarios/{id}") { request, context in
            let body = try request.json(context, orEmpty: StartBody())
            guard let scenario = Scenario(rawValue: try context.identifier) else {
                throw ScenarioRefusal(.noScenario)
            }
            let run = try context.scenarios.start(
                scenario, of: body.account?.rawValue, with: body.product, in: body.environment ?? .sandbox,
                doingAll: body.steps != StartBody.Steps.none, at: context.store)
            return try Response.json(Self.answer(toDone: run, at: context.store), status: .created)
        }
        routes.withoutBody.post("scenarios/{id}/next") { _, context in
            let run = try context.scenarios.doNextStep(of: context.identifier, at: context.store)
            return try Response.json(Self.answer(toDone: run, at: context.store))
        }
    }

    /// The answer to steps that are done. If it cannot be made, the same request would do more of them.
    private static func answer(toDone run: ScenarioRun, at store: AppStore) throws -> RunAnswer {
        do { return try answer(to: run, at: store) } catch StoreAdministrationError.serviceUnavailable(
            let trouble)
        {
            var failure = HTTPFailure(
                .serviceUnavailable, "It was done. GET /admin/v1/scenarios/\(run.identifier) shows it.")
            (failure.retryAfter, failure.logged) = (nil, trouble.description)
            throw failure
        }
    }

    private static func answer(to run: ScenarioRun, at store: AppStore) throws -> RunAnswer {
        try RunAnswer(run, done: store.answers(to: run))
    }
}

extension StoreContext {
    fileprivate var scenarios: ScenarioRuns { served.scenarios }
}

private struct OrderBody: Decodable {
    var account: AccountOrName
    var product: ProductIdentifier
    /// One if it is missing.
    var quantity: Int?
    var appAccountToken: String?
    var offer: String?
    /// A new one if it is missing.
    var key: IdempotencyKey?

    func order() throws(HTTPFailure) -> PurchaseOrder {
        if let key { try PaymentRoutes.check(key, isOptional: true) }
        let token = appAccountToken.map { UUID(uuidString: $0)?.uuidString.lowercased() }
        if let token, token == nil { throw .badRequest("appAccountToken is a UUID.") }
        return PurchaseOrder(
            PurchaseRequest(
                key: key ?? IdempotencyKey(rawValue: randomUUID()), productIdentifier: product,
                quantity: quantity ?? 1, appAccountToken: token ?? nil), offer: offer)
    }
}

private struct SentNotification: Encodable {
    var signedPayload: String
    var notificationUUID: String
    /// Whether an address is set for it.
    var isSent: Bool
}

/// The body that starts a scenario; everything in it may be missing.
private struct StartBody: Decodable {
    enum Steps: String, Decodable, CaseIterable {
        case all, none
    }

    var account: AccountOrName?
    var product: ProductIdentifier?
    var environment: StoreEnvironment?
    var steps: Steps?
}

private struct ScenarioEntry: Encodable {
    var name: String
    var steps: [String]
}

private struct RunAnswer: Encodable {
    var id: String
    var scenario: String
    var account: AccountIdentifier
    var product: ProductIdentifier
    var isOver: Bool
    /// The names of all steps.
    var steps: [String]
    /// The results of the steps that are done, in order.
    var done: [ScenarioAnswer]

    init(_ run: ScenarioRun, done: [ScenarioAnswer]) {
        id = run.identifier
        scenario = run.scenario.rawValue
        account = run.account
        product = run.product
        isOver = run.isOver
        steps = run.scenario.steps.map(\.rawValue)
        self.done = done
    }
}

extension PurchaseOrder.Refusal: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .noAccount: HTTPFailure(.notFound, "There is no such account.")
        case .noProduct(let product):
            HTTPFailure(.notFound, "The catalogue has no product \(product.rawValue.debugDescription).")
        case .noOffer(let offer, let product):
            HTTPFailure(.notFound, "\(product) has no offer \(offer.debugDescription) that can be redeemed.")
        case .quantity(let range) where range.count == 1:
            .badRequest("The quantity is 1: this product is sold one at a time.")
        case .quantity(let range): .badRequest("The quantity is \(range.lowerBound) to \(range.upperBound).")
        case .keyUsed:
            HTTPFailure(.conflict, "This key was used for another payment. Nothing was charged for this one.")
        }
    }
}

extension NotificationOrder.Refusal: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .unknownType(let type, let known):
            .badRequest(
                "Apple has no notification of this type. \(known.suggestions(for: type, of: "types"))")
        case .unknownSubtype(_, let type, let known) where known.isEmpty:
            .badRequest("\(type) has no subtypes.")
        case .unknownSubtype(let subtype, let type, let known):
            .badRequest(
                "\(type) has no such subtype. \(known.suggestions(for: subtype, of: "subtypes"))")
        case .noTransaction: HTTPFailure(.notFound, "There is no such transaction.")
        case .notPaid: HTTPFailure(.conflict, "Nothing was paid for this purchase, so it has no transaction.")
        case .otherEnvironment(let environment):
            .badRequest("The transaction is of the environment \(environment.rawValue).")
        case .nothingToSign(let name):
            .badRequest("\(name) takes fields of what the transaction has; name a transaction that has it.")
        case .notAnObject(let name):
            .badRequest("\(name) is an object with the fields that are signed again.")
        }
    }
}

extension StoreError {
    /// Whether the database was lost in the middle of a change, so that nobody knows whether it was made.
    fileprivate var mayBeWritten: Bool {
        if case .storage(let error)? = detail { error.mayBeWritten } else { false }
    }

    /// The answer to a purchase that got no other answer. What is wrong with the database is only logged.
    fileprivate func failure(hasKey: Bool) -> HTTPFailure {
        var failure = HTTPFailure(.serviceUnavailable, error: explained(hasKey: hasKey))
        // Without a key, the same request would be another purchase.
        if !hasKey { failure.retryAfter = nil }
        if case .storage(let trouble)? = detail { failure.logged = trouble.description }
        return failure
    }

    /// The same error with a sentence for the person who made the purchase.
    ///
    /// - Parameter hasKey: whether the request has a key, with which it can be repeated.
    private func explained(hasKey: Bool) -> StoreError {
        guard message == nil else { return self }
        let next =
            hasKey
            ? "the same key answers what became of it."
            : "GET /admin/v1/purchases shows it if it was. Do not repeat this request before; one with a key can "
                + "be repeated."
        var error = self
        error.message =
            switch self {
            case .networkDown: "The network of the customers is down (network). Nothing was charged."
            // With a detail, the settings are not at fault.
            case .connectionLost where detail == nil:
                "The answer was lost (network). The purchase may have been charged: \(next)"
            default: "The store did not answer. The purchase may have been charged: \(next)"
            }
        return error
    }
}
#endif
