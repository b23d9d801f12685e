internal import ArgumentParser
internal import PaymentQueueKit
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// The command `monkeystore subscriptions`, which lists the account's subscriptions, or cancels or
/// changes one.
struct Subscriptions: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "subscriptions",
        abstract: "List the account's subscriptions, or change one of them.",
        discussion: """
            ACTION is cancel, resume, consent-to-price or decline-price. An administrator of the store may also use expire, \
            renew, refund, break-billing, fix-billing and request-price-consent. SUBSCRIPTION is a product, or its last part: \
            monthlybunch. Leave it out if there is only one.
            """)

    @OptionGroup var options: StoreOptions
    @Argument(
        help: ArgumentHelp("What to do.", valueName: "action"),
        completion: .list(SubscriptionAction.allCases.map(\.rawValue)),
        transform: { text in
            guard let action = SubscriptionAction(rawValue: text) else {
                let names = SubscriptionAction.allCases.map(\.rawValue)
                throw ValidationError(
                    "'\(text)' is not an action for a subscription. \(suggestion(for: text, among: names))"
                        + "Choose one of: \(names.joined(separator: ", ")).")
            }
            return action
        })
    var action: SubscriptionAction?
    @Argument(
        help: ArgumentHelp("Which subscription.", valueName: "subscription"), completion: .subscriptions)
    var subscription: String?
    @Flag(help: "Print an array of subscriptions.") var json = false

    var changes: Bool { action != nil }

    func run() throws {
        try CommandRun.run(options) { application in
            if let action {
                let chosen = try chosen(from: await application.subscriptions.current().subscriptions)
                do {
                    try await application.subscriptions.perform(
                        action, on: chosen.originalTransactionIdentifier)
                } catch StoreAdministrationError.invalidAction {
                    let sentence = Language.english.strings.plainActionNotPossible(action.rawValue)
                    throw fail(.badUsage, sentence + " Nothing was changed.")
                }
                // What this brings is delivered first.
                await application.queue.settle()
            }
            try show(await application.subscriptions.current())
        }
    }

    private func chosen(from all: [SubscriptionSummary]) throws -> SubscriptionSummary {
        let products = all.map(\.productIdentifier)
        let wanted = subscription.map(products.named) ?? products
        let named = all.filter { wanted.contains($0.productIdentifier) }
        guard let chosen = named.first, named.count == 1 else {
            let names = all.map(\.productIdentifier.rawValue).joined(separator: ", ")
            let near = subscription.map { suggestion(for: $0, among: products.map(\.lastPart)) } ?? ""
            throw fail(
                .badUsage,
                all.isEmpty
                    ? "You have no subscriptions, so nothing was changed."
                    : "Say which subscription; nothing was changed. \(near)Choose one of: \(names).")
        }
        return chosen
    }

    private func show(_ list: SubscriptionsListed) throws {
        if json {
            try Output.json(list.subscriptions.map { SubscriptionRecord($0, isFromStore: list.isFromStore) })
        } else {
            if !list.isFromStore, !CommandRun.isRefused {
                complain("The store doesn't answer; this is what it last signed.")
            }
            Output.table(list.subscriptions.map { [$0.productIdentifier.rawValue, list.sentence(for: $0)] })
        }
    }
}

/// A subscription, in the words of Apple's server API.
private struct SubscriptionRecord: Encodable {
    var originalTransactionIdentifier: String
    var productIdentifier: String
    var renewalProductIdentifier: String
    var status: String
    var expiresDate: String
    var gracePeriodExpiresDate: String?
    var isAutoRenewing: Bool
    var actions: [String]
    var isFromStore: Bool

    init(_ subscription: SubscriptionSummary, isFromStore: Bool) {
        originalTransactionIdentifier = subscription.originalTransactionIdentifier.rawValue
        productIdentifier = subscription.productIdentifier.rawValue
        renewalProductIdentifier = subscription.renewalProductIdentifier.rawValue
        status = "\(subscription.status)"
        expiresDate = subscription.expires.rfc3339
        gracePeriodExpiresDate = subscription.gracePeriodExpires?.rfc3339
        isAutoRenewing = subscription.isAutoRenewing
        actions = SubscriptionAction.allCases.filter(subscription.actions.contains).map(\.rawValue)
        self.isFromStore = isFromStore
    }
}
