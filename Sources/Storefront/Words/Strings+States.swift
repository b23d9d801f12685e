internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// The text for each state.
extension Strings {
    func balance(_ credits: Int?) -> String { credits.map(monkeyCredits) ?? monkeyCreditsUnknown }

    func mood(_ mood: Mood) -> String {
        switch mood {
        case .waiting: moodWaiting
        case .happy: moodHappy
        case .stylish: moodStylish
        case .rich: moodRich
        case .eating: moodEating
        case .hungry: moodHungry
        case .sad: moodSad
        case .asleep: moodAsleep
        }
    }

    func tooSmall(need: Size, have: Size) -> String {
        tooSmall(need: "\(need.columns)x\(need.rows)", have: "\(have.columns)x\(have.rows)")
    }

    /// All titles of buttons in the store, for its layout.
    var storeButtons: [String] {
        [
            loading, networkDownButton, storeError, storeDisabled, notAvailable, subscribe, subscribed,
            buyCredits(10), ownedButton, read, fetch, pause, goOn, restoreButton, restoringButton, feed,
        ] + PhotoFilter.allCases.map { filterSwitch(name(of: $0), isOn: false) }
    }

    /// The visible rows of a list, counted from 1, between blanks.
    func shown(_ rows: Range<Int>, of count: Int) -> String {
        " \(rowsShown("\(rows.lowerBound + 1)–\(rows.upperBound)", of: count)) "
    }

    // MARK: Purchases

    func inFlight(_ progress: Progress) -> String { words(for: progress).state }

    func inFlightCount(_ progress: Progress, _ count: Int) -> String { words(for: progress).count(count) }

    /// The same where there is little room.
    func inFlightShortCount(_ progress: Progress, _ count: Int) -> String { words(for: progress).shortCount(count) }

    private func words(
        for progress: Progress
    ) -> (state: String, count: (Int) -> String, shortCount: (Int) -> String) {
        switch progress {
        case .purchasing: (inFlightPurchasing, purchasingCount, purchasingShortCount)
        case .queued: (inFlightQueued, queuedCount, queuedShortCount)
        case .signInNeeded: (inFlightSignInNeeded, signInNeededCount, signInNeededShortCount)
        case .deferred: (inFlightDeferred, deferredCount, deferredShortCount)
        case .paid: (inFlightPaid, paidCount, paidShortCount)
        }
    }

    func plainProgress(_ pieces: String, _ progress: Progress) -> String { plainProgress(pieces, inFlight(progress)) }

    /// The word for a transaction: its state, or that it was refunded.
    func standing(_ transaction: PaymentTransaction) -> String {
        transaction.revocationDate == nil ? standing(transaction.state) : transactionRefunded
    }

    /// All of these words, for the layout.
    var standings: [String] { PaymentTransactionState.allCases.map(standing) + [transactionRefunded] }

    /// All labels of a transaction's detail, for the layout.
    var detailLabels: [String] {
        [
            detailIdentifier, detailKey, detailProduct, detailAdded, detailDate, detailError, detailFinished,
            detailRefunded, detailOriginal, detailActions,
        ]
    }

    func restoreFinished(_ restored: Int, rejected: Int) -> String {
        rejected > 0 ? self.restored(restored, rejected: rejected) : self.restored(restored)
    }

    /// The notice that a backup of this machine was restored on another one, and the credits with it.
    func creditsMoved(_ event: BalanceChanged) -> String {
        switch -event.change {
        case ..<0: debtMoved(event.change)
        case 0: purchasesMoved
        case let credits: creditsMoved(credits)
        }
    }

    // MARK: Subscriptions

    /// The state of a subscription; `next` is the title that it changes to at its next renewal.
    func standing(
        _ subscription: SubscriptionSummary, isFromStore: Bool, next: String?, _ moment: (Timestamp) -> String
    ) -> String {
        let end = moment(subscription.expires)
        return switch subscription.status {
        case .active where !isFromStore: paid(until: end)
        case .active where !subscription.isAutoRenewing: ends(on: end)
        case .active where subscription.actions.contains(.consentToPrice): endsWithoutConsent(on: end)
        case .active: next.map { changes(on: end, to: $0) } ?? renews(on: end)
        case .gracePeriod: inGracePeriod(until: subscription.gracePeriodExpires.map(moment) ?? end)
        case .billingRetry: inBillingRetry
        case .expired: expired(on: end)
        case .revoked: subscriptionRefunded
        }
    }

    /// The same in a word or two.
    func shortStanding(_ subscription: SubscriptionSummary) -> String {
        let isEnding = subscription.status == .active && !subscription.isAutoRenewing && !subscription.actions.isEmpty
        return isEnding ? subscriptionCancelled : shortStanding(subscription.status)
    }

    /// All of these words, for the layout.
    var shortStandings: [String] { SubscriptionStatus.allCases.map(shortStanding) + [subscriptionCancelled] }

    // MARK: Books and photo

    /// The state of a download, in a few words.
    func downloadState(_ download: Download) -> String {
        let percent = percent(Int(download.progress * 100))
        switch download.state {
        case .waiting: return download.error == nil ? downloadWaiting(percent) : downloadRetrying(percent)
        case .active:
            guard let rest = download.timeRemaining, rest >= .seconds(1) else { return percent }
            return downloadActive(percent, left: time(rest))
        case .paused: return downloadPaused(percent)
        case .finished: return downloadFinished
        case .failed: return downloadFailed
        case .cancelled: return downloadCancelled
        }
    }

    private func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }

    /// The names of filters, in the order in which they are applied.
    func filtersOn(_ filters: Set<PhotoFilter>) -> String {
        filters.isEmpty
            ? noFilter : PhotoFilter.allCases.filter(filters.contains).map(name).joined(separator: " + ")
    }

    func plainFilters(_ filters: Set<PhotoFilter>) -> String { plainFilters(filtersOn(filters)) }

    // MARK: Settings

    func setting(_ row: SettingsRow) -> SettingWords {
        switch row {
        case .payments: settingPayments
        case .network: settingNetwork
        case .askToBuy: settingAskToBuy
        case .interrupted: settingInterrupted
        case .nextFailure: settingNextFailure
        case .delay: settingDelay
        case .sheet: settingSheet
        case .rate: settingRate
        case .renewals: settingRenewals
        case .gracePeriod: settingGracePeriod
        }
    }

    func delay(milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    func rate(_ rate: TimeRate) -> String {
        switch rate {
        case .realTime: rateRealTime
        case .oneHourIsOneDay: self.rate(aDay: "1 h")
        case .thirtyMinutesIsOneDay: self.rate(aDay: "30 min")
        case .fiveMinutesIsOneDay: self.rate(aDay: "5 min")
        case .oneMinuteIsOneDay: self.rate(aDay: "1 min")
        case .thirtySecondsIsOneDay: self.rate(aDay: "30 s")
        case .oneSecondIsOneDay: self.rate(aDay: "1 s")
        case .monthlyRenewalEveryHour: self.rate(aMonth: "1 h")
        case .monthlyRenewalEveryThirtyMinutes: self.rate(aMonth: "30 min")
        case .monthlyRenewalEveryFifteenMinutes: self.rate(aMonth: "15 min")
        case .monthlyRenewalEveryFiveMinutes: self.rate(aMonth: "5 min")
        case .monthlyRenewalEveryThirtySeconds: self.rate(aMonth: "30 s")
        case .oneRenewalEveryFifteenMinutes: self.rate(eachPeriod: "15 min")
        case .oneRenewalEveryFiveMinutes: self.rate(eachPeriod: "5 min")
        case .oneRenewalEveryMinute: self.rate(eachPeriod: "1 min")
        case .oneRenewalEveryThirtySeconds: self.rate(eachPeriod: "30 s")
        case .oneRenewalEveryTenSeconds: self.rate(eachPeriod: "10 s")
        case .oneRenewalEveryTwoSeconds: self.rate(eachPeriod: "2 s")
        }
    }

    // MARK: Commands in lines

    /// The help of the plain storefront. The commands are English words in every language; their explanations are translated.
    func plainHelp(hasAccounts: Bool) -> [String] {
        [
            plainHelpBuy, plainHelpAnswer, plainHelpBooks, plainHelpSubscriptions, plainHelpFeed, plainHelpUse,
            plainHelpRestore, plainHelpBalance, plainHelpProducts, plainHelpTransactions, plainHelpActions,
            plainHelpFilters,
            plainHelpSettings,
        ] + (hasAccounts ? [plainHelpSignIn, plainHelpSignOut] : []) + [plainHelpQuit]
    }
}
