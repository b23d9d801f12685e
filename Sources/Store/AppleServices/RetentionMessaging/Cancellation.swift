package import StoreModel
internal import StoreRules

/// A customer's visit to the page that cancels a subscription. The server's `RetentionRoutes` begin it, ask
/// the developer's server what to show, and then get what the page shows: `CancellationPage`, below.
package struct Cancellation: Sendable {
    package static let usualLocale = "en-US"

    /// The question for the developer's server; nil if it has no endpoint.
    package let question: RealtimeRequest?
    let account: Account
    let subscription: Subscription
    let locale: String
}

/// What that page shows.
package struct CancellationPage: Hashable, Sendable, Encodable {
    package enum Source: String, Hashable, Sendable, Encodable {
        /// The developer's server chose.
        case realtime
        /// It has no endpoint, or no answer that can be shown. The page shows the default for the product and
        /// the locale.
        case standard = "default"
        /// There is no default either.
        case nothing
    }

    struct Question: Hashable, Sendable, Encodable {
        var signedPayload: String
        /// Apple's word for the result of the question.
        var result: String
        /// Why the answer is not shown; nil if it is shown.
        var problem: String?
    }

    var source = Source.nothing
    var messageIdentifier: RetentionIdentifier?
    var message: RetentionMessage?
    /// The product that the customer can change to, or that the offer is for.
    var productId: String?
    var offerIdentifier: String?
    var question: Question?
}

/// Why an answer of the developer's server is not shown to the customer.
private struct UnusableAnswer: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    static let wrongSignature = UnusableAnswer(
        "The offer's signature is not that of the store's API key for this customer.")

    static func anotherGroup(_ product: String) -> UnusableAnswer {
        UnusableAnswer("\(PrintableText.line(product)) is not another subscription of the same group.")
    }
}

extension ServerAPI {
    /// Begins a customer's visit to the page that cancels a subscription. Throws
    /// `StoreAdministrationError.invalidAction` if the subscription does not renew anyway.
    package func cancellation(
        of transaction: TransactionIdentifier, locale: String
    ) throws(StoreAdministrationError) -> Cancellation {
        try store.administration {
            let before = try store.database.read { database in
                try store.original(of: transaction, database)
                    .flatMap { try SubscriptionTable.find(original: $0, database) }
            }
            guard let before else { throw StoreAdministrationError.noTransactionFound }
            try store.makeDueRenewals(of: before.account)
            return try store.database.read { database in
                guard let subscription = try SubscriptionTable.find(original: before.original, database),
                    let account = try AccountTable.find(before.account, database)
                else { throw StoreAdministrationError.noTransactionFound }
                guard subscription.due != nil, subscription.isAutoRenewing else {
                    throw StoreAdministrationError.invalidAction
                }
                let question = try Self.realtimeURL(in: account.environment, database).map { address in
                    try RealtimeRequest(
                        to: address, about: subscription, locale: locale, in: account.environment,
                        store: store,
                        now: store.date(of: account.identifier, database))
                }
                return Cancellation(
                    question: question, account: account, subscription: subscription, locale: locale)
            }
        }
    }

    /// What the page shows. `answer`: the developer's server's answer; nil if it was not asked.
    package func page(
        of cancellation: Cancellation, answer: RealtimeAnswer?
    ) throws(StoreAdministrationError) -> CancellationPage {
        try store.reading { database in
            guard let question = cancellation.question, let answer else {
                return try defaultPage(of: cancellation, database)
            }
            var page: CancellationPage
            var problem: String?
            do { page = try chosenPage(of: cancellation, answer, database) } catch let unusable
                as UnusableAnswer
            {
                page = try defaultPage(of: cancellation, database)
                problem = unusable.sentence
            }
            page.question = .init(
                signedPayload: question.signedPayload, result: answer.result.rawValue, problem: problem)
            return page
        }
    }

    private func defaultPage(
        of cancellation: Cancellation, _ database: any StoreTransaction
    ) throws -> CancellationPage {
        let environment = cancellation.account.environment
        let name = DefaultRetentionMessage.name(
            cancellation.subscription.product.rawValue, cancellation.locale)
        guard
            let identifier = try DefaultRetentionMessage.find(name, in: environment, database)?
                .messageIdentifier,
            // A message that has been rejected since then is not shown.
            let message = try? Self.approvedMessage(identifier, in: environment, database)
        else { return CancellationPage() }
        return CancellationPage(source: .standard, messageIdentifier: identifier, message: message)
    }

    /// - Throws: `UnusableAnswer`, or trouble with the database.
    private func chosenPage(
        of cancellation: Cancellation, _ answer: RealtimeAnswer, _ database: any StoreTransaction
    ) throws -> CancellationPage {
        if case .failed(let result) = answer {
            throw UnusableAnswer("There was no answer that counts (\(result.rawValue)).")
        }
        guard let choice = answer.choice else {
            throw UnusableAnswer("The answer is not the JSON of a RealtimeResponseBody.")
        }
        func page(_ identifier: RetentionIdentifier, hasImages: Bool = false) throws -> CancellationPage {
            do {
                let environment = cancellation.account.environment
                let message = try Self.approvedMessage(identifier, in: environment, database)
                guard hasImages || message.images.isEmpty else {
                    throw UnusableAnswer(
                        "The message \(identifier.rawValue) has images, which a switch of plans or an offer cannot show."
                    )
                }
                return CancellationPage(source: .realtime, messageIdentifier: identifier, message: message)
            } catch let error as ServerAPIError {
                throw UnusableAnswer("The message \(identifier.rawValue): \(error.message)")
            }
        }
        switch (choice.message, choice.alternateProduct, choice.promotionalOffer) {
        case (let message?, nil, nil): return try page(message.messageIdentifier, hasImages: true)
        case (nil, let other?, nil):
            var page = try page(other.messageIdentifier)
            let product = ProductIdentifier(rawValue: other.productId)
            guard product != cancellation.subscription.product,
                plan(product, inGroupOf: cancellation.subscription) != nil
            else { throw UnusableAnswer.anotherGroup(other.productId) }
            page.productId = other.productId
            return page
        case (nil, nil, let offer?):
            var page = try page(offer.messageIdentifier)
            (page.productId, page.offerIdentifier) = try signedOffer(offer, for: cancellation, database)
            return page
        default:
            throw UnusableAnswer(
                "The answer has to have one of message, alternateProduct and promotionalOffer.")
        }
    }

    /// The plan of a product in a subscription's group; nil if the product is not in it.
    private func plan(
        _ product: ProductIdentifier, inGroupOf subscription: Subscription
    ) -> SubscriptionPlan? {
        guard let plan = store.assortment.plans[product],
            store.assortment.subscription(in: plan.terms.group, among: [subscription]) != nil
        else { return nil }
        return plan
    }

    /// The product and the identifier of an offer that the developer's server signed.
    private func signedOffer(
        _ offer: RealtimeChoice.PromotionalOffer, for cancellation: Cancellation,
        _ database: any StoreTransaction
    ) throws -> (product: String, offer: String) {
        let bundle = store.application.bundleIdentifier.rawValue
        let product: String
        let identifier: String
        if let text = offer.promotionalOfferSignatureV2 {
            guard let claims = PromotionalOfferClaims(text, signedBy: key, bundleIdentifier: bundle) else {
                throw UnusableAnswer.wrongSignature
            }
            if let transaction = claims.transactionId {
                let customer = try? customer(transaction, in: cancellation.account.environment, database)
                guard customer?.identifier == cancellation.account.identifier else {
                    throw UnusableAnswer.wrongSignature
                }
            }
            (product, identifier) = (claims.productId, claims.offerIdentifier)
        } else {
            guard let signature = offer.promotionalOfferSignatureV1,
                signature.isValid(for: key, bundleIdentifier: bundle, now: now)
            else { throw UnusableAnswer.wrongSignature }
            (product, identifier) = (signature.productId, signature.offerIdentifier)
        }
        let wanted = ProductIdentifier(rawValue: product)
        guard let plan = plan(wanted, inGroupOf: cancellation.subscription) else {
            throw UnusableAnswer.anotherGroup(product)
        }
        guard plan.terms.offers.contains(where: { $0.kind == .promotional && $0.identifier == identifier })
        else {
            throw UnusableAnswer(
                "\(PrintableText.line(product)) has no promotional offer \(PrintableText.line(identifier)).")
        }
        return (product, identifier)
    }
}
