internal import StoreEvents
internal import StoreModel

// The text for each state of purchases, subscriptions, downloads and settings, for the views and the
// plain storefront.
extension Strings {
    /// All button titles in the store, for its layout.
    var storeButtons: [String] {
        let texts: [Text] = [
            .loading, .networkDownButton, .storeError, .storeDisabled, .notAvailable, .subscribe, .subscribed,
            .ownedButton, .read, .fetch, .pause, .goOn, .restoreButton, .restoringButton, .feed,
        ]
        return texts.map { self[$0] } + [buyCredits(10)]
            + PhotoFilter.allCases.map { filterSwitch(self[.filter($0)], isOn: false) }
    }

    /// The visible rows of a list, counted from 1, with blanks around them.
    func shown(_ rows: Range<Int>, of count: Int) -> String {
        " \(rowsShown("\(rows.lowerBound + 1)–\(rows.upperBound)", of: count)) "
    }

    // MARK: Purchases

    /// The word for a transaction: its state, or that it was cancelled, interrupted or refunded, or has lapsed.
    func standing(_ transaction: PaymentTransaction) -> String {
        if transaction.revocationDate != nil { return self[.transactionRefunded] }
        if transaction.isLapsed { return self[.standingLapsed] }
        if transaction.state == .failed, let error = transaction.error, case .interrupted = error {
            return self[.standingInterrupted]
        }
        return self[transaction.isCancelled ? .transactionCancelled : .standing(transaction.state)]
    }

    /// All of these words, for the layout.
    var standings: [String] {
        PaymentTransactionState.allCases.map { self[.standing($0)] }
            + [Text.transactionRefunded, .transactionCancelled, .standingLapsed, .standingInterrupted].map {
                self[$0]
            }
    }

    /// All labels of a transaction's detail, for the layout.
    var detailLabels: [String] {
        let labels: [Text] = [
            .detailIdentifier, .detailKey, .detailProduct, .detailAdded, .detailDate, .detailError,
            .detailFinished,
            .detailRefunded, .detailOriginal, .detailActions, .detailAmount, .detailChange,
        ]
        return labels.map { self[$0] }
    }

    func restoreFinished(_ restored: Int, rejected: Int) -> String {
        rejected > 0 ? self.restored(restored, rejected: rejected) : self.restored(restored)
    }

    /// The notice that the account was recounted: what was found, what was done, and what counts now.
    func recounted(_ findings: [AccountFinding], balance: Int) -> [String] {
        findings.map { self[.accountFinding($0)] } + [accountRecounted(balance: balance)]
    }

    // MARK: Subscriptions

    /// What a payment changed without a charge. `title` is the product's title.
    func sentence(for change: RenewalChange, to title: String, _ moment: (Timestamp) -> String) -> String {
        let date = moment(change.date)
        return switch change.kind {
        case .product: becomes(title, on: date)
        case .offer: getsOffer(title, on: date)
        case .renewal: goesOn(title, renewingOn: date)
        }
    }

    /// The state of a subscription. `next` is the title of the one that follows at the next renewal.
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
        case .billingRetry: self[.inBillingRetry]
        case .expired: expired(on: end)
        case .revoked: self[.subscriptionRefunded]
        }
    }

    /// The state of a subscription in a word or two.
    func shortStanding(_ subscription: SubscriptionSummary) -> String {
        let isEnding =
            subscription.status == .active && !subscription.isAutoRenewing && !subscription.actions.isEmpty
        return self[isEnding ? .subscriptionCancelled : .shortStanding(subscription.status)]
    }

    /// All of these words, for the layout.
    var shortStandings: [String] {
        SubscriptionStatus.allCases.map { self[.shortStanding($0)] } + [self[.subscriptionCancelled]]
    }

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
        case .finished: return self[.downloadFinished]
        case .failed: return self[.downloadFailed]
        case .cancelled: return self[.downloadCancelled]
        }
    }

    private func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }

    /// The names of filters, in the order in which they are applied.
    func filtersOn(_ filters: Set<PhotoFilter>) -> String {
        filters.isEmpty
            ? self[.noFilter]
            : PhotoFilter.allCases.filter(filters.contains).map { self[.filter($0)] }.joined(separator: " + ")
    }

    func plainFilters(_ filters: Set<PhotoFilter>) -> String {
        filters.isEmpty ? self[.plainNoFilterOn] : plainFilters(filtersOn(filters))
    }

    // MARK: Settings

    func delay(milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    func rate(_ rate: TimeRate) -> String {
        switch rate {
        case .realTime: self[.rateRealTime]
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

    /// The help of the plain storefront, and of typed commands on the screen, where buttons answer questions.
    /// The commands are English words in every language, and their explanations are translated.
    func plainHelp(hasAccounts: Bool, onScreen: Bool = false) -> [String] {
        let signingIn: [Text] = hasAccounts ? [.plainHelpSignIn, .plainHelpSignOut] : []
        let commands: [Text] = [
            .plainHelpBuy, .plainHelpAnswer, .plainHelpBooks, .plainHelpSubscriptions, .plainHelpFeed,
            .plainHelpUse,
            .plainHelpRestore, .plainHelpBalance, .plainHelpProducts, .plainHelpTransactions,
            .plainHelpInspect,
            .plainHelpActions, .plainHelpFilters, .plainHelpSettings, .plainHelpScenario,
        ]
        return (commands + signingIn + [.plainHelpQuit]).filter { !onScreen || $0 != .plainHelpAnswer }.map {
            self[$0]
        }
    }
}
