internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// How things stand: which text says which state.
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

    /// What the buttons of the store can say.
    var storeButtons: [String] {
        [
            loading, networkDownButton, storeError, storeDisabled, notAvailable, subscribe, subscribed,
            buyCredits(10), ownedButton, read, fetch, pause, goOn, restoreButton, restoringButton, feed,
        ] + PhotoFilter.allCases.map { filterSwitch(name(of: $0), isOn: false) }
    }

    /// Which of a list's rows are seen, counted from 1; set off from a rule.
    func shown(_ rows: Range<Int>, of count: Int) -> String {
        " \(rowsShown("\(rows.lowerBound + 1)–\(rows.upperBound)", of: count)) "
    }

    // MARK: Purchases

    func inFlight(_ progress: Progress) -> String {
        switch progress {
        case .purchasing: inFlightPurchasing
        case .queued: inFlightQueued
        case .signInNeeded: inFlightSignInNeeded
        case .deferred: inFlightDeferred
        case .paid: inFlightPaid
        }
    }

    func inFlightCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing: purchasingCount(count)
        case .queued: queuedCount(count)
        case .signInNeeded: signInNeededCount(count)
        case .deferred: deferredCount(count)
        case .paid: paidCount(count)
        }
    }

    /// The same where there is little room.
    func inFlightShortCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing: purchasingShortCount(count)
        case .queued: queuedShortCount(count)
        case .signInNeeded: signInNeededShortCount(count)
        case .deferred: deferredShortCount(count)
        case .paid: paidShortCount(count)
        }
    }

    func plainProgress(_ pieces: String, _ progress: Progress) -> String { plainProgress(pieces, inFlight(progress)) }

    /// The word for a transaction: its state, or what became of it since.
    func standing(_ transaction: PaymentTransaction) -> String {
        transaction.revocationDate == nil ? standing(transaction.state) : transactionRefunded
    }

    /// All of these words.
    var standings: [String] { PaymentTransactionState.allCases.map(standing) + [transactionRefunded] }

    /// The labels of a transaction's detail.
    var detailLabels: [String] {
        [
            detailIdentifier, detailKey, detailProduct, detailAdded, detailDate, detailError, detailFinished,
            detailRefunded, detailOriginal, detailActions,
        ]
    }

    func restored(_ event: RestoreFinished) -> String {
        event.rejected > 0 ? restored(event.restored, rejected: event.rejected) : restored(event.restored)
    }

    /// What has become of credits whose backup was restored on another machine.
    func creditsMoved(_ event: BalanceChanged) -> String {
        switch -event.change {
        case ..<0: debtMoved(event.change)
        case 0: purchasesMoved
        case let credits: creditsMoved(credits)
        }
    }

    // MARK: Subscriptions

    /// Where a subscription stands.
    ///
    /// - Parameters:
    ///   - isFromStore: whether the store said so, or only its signatures on this device do.
    ///   - next: what it changes to at its next renewal, if it does.
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

    /// All of these words.
    var shortStandings: [String] { SubscriptionStatus.allCases.map(shortStanding) + [subscriptionCancelled] }

    // MARK: Books and photo

    /// How a download stands, in a few words.
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

    /// Which filters are on, in the order in which they are applied.
    func filtersOn(_ filters: Set<PhotoFilter>) -> String {
        filters.isEmpty
            ? noFilter : PhotoFilter.allCases.filter(filters.contains).map(name).joined(separator: " + ")
    }

    func plainFilters(_ filters: Set<PhotoFilter>) -> String { plainFilters(filtersOn(filters)) }

    func logPicture(width: Int, height: Int) -> String { "\(width) × \(height)" }

    // MARK: Settings

    func setting(_ row: SettingsRow) -> String {
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

    func settingMeaning(_ row: SettingsRow) -> String {
        switch row {
        case .payments: settingPaymentsMeaning
        case .network: settingNetworkMeaning
        case .askToBuy: settingAskToBuyMeaning
        case .interrupted: settingInterruptedMeaning
        case .nextFailure: settingNextFailureMeaning
        case .delay: settingDelayMeaning
        case .sheet: settingSheetMeaning
        case .rate: settingRateMeaning
        case .renewals: settingRenewalsMeaning
        case .gracePeriod: settingGracePeriodMeaning
        }
    }

    func delay(milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    /// How fast the periods of subscriptions pass.
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

    var noFailure: String { no }

    // MARK: Commands in lines

    /// The commands that can be typed. They are English words in every language; what they do is said in the person's own.
    func plainHelp(hasAccounts: Bool) -> [String] {
        [
            plainHelpBuy, plainHelpAnswer, plainHelpBooks, plainHelpSubscriptions, plainHelpFeed, plainHelpRestore,
            plainHelpBalance, plainHelpProducts, plainHelpTransactions, plainHelpActions, plainHelpFilters,
            plainHelpSettings,
        ] + (hasAccounts ? [plainHelpSignIn, plainHelpSignOut] : []) + [plainHelpQuit]
    }
}
