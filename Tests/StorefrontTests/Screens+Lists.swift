import StoreModel
import StorefrontMessages

@testable import Storefront

// The screens with lists.
extension Screens {
    static func subscribed() -> StorefrontState {
        readyToSubscribe(having: bigBunchID, letterID).pressing("4", .down, .down, .down)
    }

    static func subscriptionSheet(in before: StorefrontState, _ product: Product) -> StorefrontState {
        before.hearing(sheet("key", product, quantity: 1))
    }

    static func subscriptions(
        _ list: [SubscriptionSummary] = [
            summary(of: bigBunchID, "1", changingTo: bunchID, actions: Set(SubscriptionAction.allCases.prefix(7))),
            summary(of: letterID, "2", renews: false, actions: [.resume, .expire, .revoke]),
        ]
    ) -> StorefrontState {
        var state = readyToSubscribe(having: bigBunchID, letterID).pressing("u").hearing(listed(list))
        state.press(.right)
        return state
    }

    static func subscriptionsUnpaid() -> StorefrontState {
        var state = subscriptions([
            summary(of: bunchID, "1", .gracePeriod, actions: [.cancel]),
            summary(of: bigBunchID, "2", .billingRetry, actions: [.cancel]),
            summary(of: letterID, "3", .expired, renews: false),
        ])
        state.press(.down)
        return state
    }

    static func subscriptionsOffline() -> StorefrontState {
        var state = subscriptions()
        state.hear(
            listed(
                [
                    summary(of: bunchID, "1", renews: false), summary(of: letterID, "2", .expired, renews: false),
                ], isFromStore: false))
        return state
    }

    static func transactions() -> StorefrontState {
        var state = ready().pressing("t")
        let minute: Int64 = 60_000
        let first: Int64 = 1_795_000_000_000
        state.hear(
            .transactionsListed(
                TransactionsListed(entries: [
                    .init(transaction: transaction("t6", ten, .purchasing, added: first + 9 * minute), actions: []),
                    .init(
                        transaction: transaction("t5", five, quantity: 2, .deferred, added: first + 8 * minute),
                        actions: [.approve, .decline]),
                    .init(
                        transaction: transaction(
                            "8b1d3f52-6a0c-4e9b-a5d7-22c4e1f09a3b", ten, .failed, error: .interrupted, isFinished: true,
                            added: first + 6 * minute),
                        actions: [.resolve]),
                    .init(
                        transaction: transaction(
                            "t3", ten, quantity: 3, .purchased, isFinished: true, added: first + 4 * minute),
                        actions: [.refund]),
                    .init(
                        transaction: transaction(
                            "t2", five, .purchased, isFinished: true,
                            revoked: Timestamp(milliseconds: first + 3 * minute), added: first + minute),
                        actions: []),
                    .init(
                        transaction: transaction(
                            "t1", five, .failed, error: .paymentCancelled, isFinished: true, added: first),
                        actions: []),
                ])))
        state.press(.down, .down)
        return state
    }

    static func transactionsEmpty() -> StorefrontState {
        ready().pressing("t").hearing(.transactionsListed(TransactionsListed(entries: [])))
    }

    static func settings() -> StorefrontState {
        var state = ready()
        var settings = StorefrontSettings()
        settings.store.nextFailure = .forgottenPassword
        settings.store.delayMilliseconds = 3000
        state.hear(.settingsChanged(settings))
        state.press("s", .down)
        return state
    }
}
