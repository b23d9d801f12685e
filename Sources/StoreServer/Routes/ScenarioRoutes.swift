internal import FoundationEssentials
internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes of administrators that make things happen: purchases, notifications, and scenarios.
struct ScenarioRoutes {
    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("purchases") { request, _ in
            let order: OrderBody = try await request.json()
            do {
                let report = try await store.make(order.order(), for: order.account)
                return Response.json(report, status: report.state == "purchased" ? .created : .ok)
            } catch let refusal as PurchaseOrder.Refusal {
                throw HTTPFailure(refusal)
            } catch let error as StoreError {
                // The others are for the log as well.
                let failure: any Error = error.isNetworkFailure ? HTTPFailure(error.explained) : error
                throw failure
            }
        }
        routes.post("notifications/send") { request, _ in
            let order: NotificationOrder = try await request.json()
            do {
                let (notification, isSent) = try store.make(order)
                return Response.json(
                    SentNotification(notification, isSent: isSent),
                    status: .created)
            } catch let refusal as NotificationOrder.Refusal {
                throw HTTPFailure(refusal)
            }
        }
        addScenarios(to: routes)
    }

    // The two addresses with one name each share it: a scenario's there, that of one that was started here.
    private func addScenarios(to routes: some RouterMethods<StoreContext>) {
        routes.get("scenarios") { _, _ in Response.json(Scenario.allCases.map(ScenarioEntry.init)) }
        routes.get("scenarios/{id}") { _, context in
            try answering { ScenarioAnswer(try store.scenarioRun(context.parameter("id"))) }
        }
        routes.post("scenarios/{id}") { request, context in
            let body = try await request.bytes().isEmpty ? StartBody() : try await request.json(StartBody.self)
            return try answering(.created) {
                guard let scenario = Scenario(rawValue: try context.parameter("id")) else {
                    throw ScenarioRefusal.noScenario
                }
                let run = try store.start(
                    scenario, of: body.account, with: body.product, in: body.environment ?? .sandbox,
                    doingAll: body.steps != StartBody.Steps.none)
                return ScenarioAnswer(run)
            }
        }
        routes.post("scenarios/{id}/next") { _, context in
            try answering { ScenarioAnswer(try store.nextStep(ofScenario: context.parameter("id"))) }
        }
    }

    private func answering(
        _ status: HTTPResponse.Status = .ok, _ body: () throws -> ScenarioAnswer
    ) throws -> Response {
        do { return Response.json(try body(), status: status) } catch let refusal as ScenarioRefusal {
            throw HTTPFailure(refusal)
        }
    }
}

/// The body of a purchase.
private struct OrderBody: Decodable {
    var account: AccountIdentifier
    var product: ProductIdentifier
    /// One where it is missing.
    var quantity: Int?
    var appAccountToken: String?
    var offer: String?
    /// A new one where it is missing.
    var key: IdempotencyKey?

    func order() throws(HTTPFailure) -> PurchaseOrder {
        if let key, key.rawValue.isEmpty { throw .badRequest("A key has 1 to 128 bytes.") }
        let token = appAccountToken.map { UUID(uuidString: $0)?.uuidString.lowercased() }
        if let token, token == nil { throw .badRequest("appAccountToken is a UUID.") }
        return PurchaseOrder(
            PurchaseRequest(
                key: key ?? IdempotencyKey(rawValue: randomUUID()), productIdentifier: product,
                quantity: quantity ?? 1), appAccountToken: token ?? nil, offer: offer)
    }
}

private struct SentNotification: Encodable {
    var signedPayload: String
    var notificationUUID: String
    /// Whether there is an address that it goes to.
    var isSent: Bool

    init(_ notification: SignedNotification, isSent: Bool) {
        signedPayload = notification.signedPayload
        notificationUUID = notification.notificationUUID
        self.isSent = isSent
    }
}

/// The body with which a scenario starts; all of it may be missing.
private struct StartBody: Decodable {
    enum Steps: String, Decodable {
        case all, none
    }

    var account: AccountIdentifier?
    var product: ProductIdentifier?
    var environment: StoreEnvironment?
    var steps: Steps?
}

/// A scenario in the list.
private struct ScenarioEntry: Encodable {
    var name: String
    var steps: [String]

    init(_ scenario: Scenario) {
        name = scenario.rawValue
        steps = scenario.steps.map(\.rawValue)
    }
}

/// A scenario that was started.
private struct ScenarioAnswer: Encodable {
    var id: String
    var scenario: String
    var account: AccountIdentifier
    var product: ProductIdentifier
    var isOver: Bool
    /// All of them, by name.
    var steps: [String]
    /// What came of those that are done, in their order.
    var done: [ScenarioReport]

    init(_ run: ScenarioRun) {
        id = run.identifier
        scenario = run.scenario.rawValue
        account = run.account
        product = run.product
        isOver = run.isOver
        steps = run.scenario.steps.map(\.rawValue)
        done = run.done
    }
}

extension HTTPFailure {
    fileprivate init(_ refusal: PurchaseOrder.Refusal) {
        switch refusal {
        case .noAccount: self.init(.notFound, "There is no such account.")
        case .noProduct(let product): self.init(.notFound, "The catalogue has no product \(product).")
        case .noOffer(let offer, let product):
            self.init(.notFound, "\(product) has no offer \(offer) that can be redeemed.")
        case .quantity(let range) where range.count == 1:
            self = .badRequest("The quantity is 1: this product is sold one at a time.")
        case .quantity(let range): self = .badRequest("The quantity is \(range.lowerBound) to \(range.upperBound).")
        case .keyUsed: self.init(.conflict, "This key was used for another payment. Nothing was charged for this one.")
        }
    }

    fileprivate init(_ refusal: NotificationOrder.Refusal) {
        switch refusal {
        case .unknownType: self = .badRequest("Apple has no notification of this type.")
        case .unknownSubtype(_, let type): self = .badRequest("\(type) has no such subtype.")
        case .noTransaction: self.init(.notFound, "There is no such transaction.")
        case .notPaid: self.init(.conflict, "Nothing was paid for this purchase, so it has no transaction.")
        case .otherEnvironment(let environment):
            self = .badRequest("The transaction is of the environment \(environment.rawValue).")
        case .nothingToSign(let name):
            self = .badRequest("\(name) takes fields of what the transaction has; name a transaction that has it.")
        case .notAnObject(let name):
            self = .badRequest("\(name) is an object with the fields that are signed anew.")
        }
    }

    fileprivate init(_ refusal: ScenarioRefusal) {
        switch refusal {
        case .noScenario: self.init(.notFound, "There is no such scenario. GET /admin/v1/scenarios lists them.")
        case .noAccount: self.init(.notFound, "There is no such account.")
        case .noProduct(let product): self.init(.notFound, "The catalogue has no product \(product).")
        case .cannotStart(let sentence): self.init(.conflict, sentence)
        case .cannotGoOn(let step, let sentence):
            self.init(.conflict, "The step \(step.rawValue) was not done. \(sentence)")
        case .isOver: self.init(.conflict, "All steps of this scenario are done.")
        case .isBusy: self.init(.conflict, "Another request does a step of this scenario now.")
        case .noRun:
            self.init(
                .notFound, "No scenario of this id is known: this server has not started it, or a hundred others since."
            )
        }
    }
}

extension StoreError {
    /// The same error with a sentence for whoever made the purchase.
    fileprivate var explained: StoreError {
        guard message == nil else { return self }
        var error = self
        error.message =
            switch self {
            case .networkDown: "The network of the customers is down (network). Nothing was charged."
            case .connectionLost:
                "The answer was lost (network). The purchase may have been charged: the same key answers what became of it."
            default: "The store did not answer. The same key answers what became of the purchase."
            }
        return error
    }
}
