internal import StoreEvents
internal import StoreModel

// The texts for the cases of types that the storefront shows.
extension Text {
    static func mood(_ mood: Mood) -> Text {
        switch mood {
        case .waiting: .moodWaiting
        case .happy: .moodHappy
        case .stylish: .moodStylish
        case .rich: .moodRich
        case .eating: .moodEating
        case .hungry: .moodHungry
        case .sad: .moodSad
        case .asleep: .moodAsleep
        }
    }

    static func environment(_ environment: StoreEnvironment) -> Text {
        switch environment {
        case .sandbox: .environmentSandbox
        case .production: .environmentProduction
        }
    }

    static func environmentMeaning(_ environment: StoreEnvironment) -> Text {
        switch environment {
        case .sandbox: .environmentMeaningSandbox
        case .production: .environmentMeaningProduction
        }
    }

    static func accountFinding(_ finding: AccountFinding) -> Text {
        switch finding {
        case .sumsEdited: .accountFindingSumsEdited
        case .sumsMissing: .accountFindingSumsMissing
        case .rowsEdited: .accountFindingRowsEdited
        case .olderCopy: .accountFindingOlderCopy
        case .keyMissing: .accountFindingKeyMissing
        case .highWaterMarkMissing: .accountFindingHighWaterMarkMissing
        case .anotherAccount: .accountFindingAnotherAccount
        }
    }

    /// The words for a state, how many transactions are in it, and the same for places with little room.
    static func inFlight(_ progress: Progress) -> (state: Text, count: Text, shortCount: Text) {
        switch progress {
        case .asking: (.inFlightAsking, .askingCount, .askingShortCount)
        case .purchasing: (.inFlightPurchasing, .purchasingCount, .purchasingShortCount)
        case .queued: (.inFlightQueued, .queuedCount, .queuedShortCount)
        case .signInNeeded: (.inFlightSignInNeeded, .signInNeededCount, .signInNeededShortCount)
        case .deferred: (.inFlightDeferred, .deferredCount, .deferredShortCount)
        case .paid: (.inFlightPaid, .paidCount, .paidShortCount)
        }
    }

    static func standing(_ state: PaymentTransactionState) -> Text {
        switch state {
        case .purchasing: .standingPurchasing
        case .purchased: .standingPurchased
        case .failed: .standingFailed
        case .restored: .standingRestored
        case .deferred: .standingDeferred
        case .changed: .standingChanged
        }
    }

    static func transactionAction(_ action: TransactionAction) -> Text {
        switch action {
        case .approve: .transactionActionApprove
        case .decline: .transactionActionDecline
        case .lapse: .transactionActionLapse
        case .resolve: .transactionActionResolve
        case .refund: .transactionActionRefund
        case .reverseRefund: .transactionActionReverseRefund
        }
    }

    static func delivery(_ state: NotificationDelivery.State) -> Text {
        switch state {
        case .delivered: .deliveryDelivered
        case .waiting: .deliveryWaiting
        case .givenUp: .deliveryGivenUp
        case .notSent: .deliveryNotSent
        }
    }

    static func shortStanding(_ status: SubscriptionStatus) -> Text {
        switch status {
        case .active: .shortStandingActive
        case .gracePeriod: .shortStandingGracePeriod
        case .billingRetry: .shortStandingBillingRetry
        case .expired: .shortStandingExpired
        case .revoked: .shortStandingRevoked
        }
    }

    static func subscriptionAction(_ action: SubscriptionAction) -> Text {
        switch action {
        case .cancel: .subscriptionActionCancel
        case .resume: .subscriptionActionResume
        case .expire: .subscriptionActionExpire
        case .renew: .subscriptionActionRenew
        case .refundPeriod: .subscriptionActionRefundPeriod
        case .breakBilling: .subscriptionActionBreakBilling
        case .fixBilling: .subscriptionActionFixBilling
        case .requestPriceConsent: .subscriptionActionRequestPriceConsent
        case .consentToPrice: .subscriptionActionConsentToPrice
        case .declinePrice: .subscriptionActionDeclinePrice
        }
    }

    static func filter(_ filter: PhotoFilter) -> Text {
        switch filter {
        case .greyscale: .filterGreyscale
        case .sepia: .filterSepia
        }
    }

    static func shortFilter(_ filter: PhotoFilter) -> Text {
        switch filter {
        case .sepia: .filterSepia
        case .greyscale: .shortFilterGreyscale
        }
    }

    static func network(_ network: StoreSettings.Network) -> Text {
        switch network {
        case .up: .settingNetworkUp
        case .down: .settingNetworkDown
        case .answersLost: .settingNetworkAnswersLost
        }
    }

    /// - Parameters:
    ///   - isForSale: whether there is a price at which something can be bought.
    ///   - losesAnswers: whether payments reach the store, and only its answers are lost.
    static func networkDownState(
        isQueued: Bool, isForSale: Bool = false, losesAnswers: Bool = false
    ) -> Text {
        if isQueued { return .networkDownStateQueued }
        guard isForSale else { return .networkDownStateNotQueued }
        return losesAnswers ? .answersLostState : .networkDownStateForSale
    }

    static func signedOut(isInFlight: Bool) -> Text {
        isInFlight ? .signedOutInFlight : .signedOutNotInFlight
    }
}
