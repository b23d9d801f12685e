package import StoreModel

// The texts that contain names, numbers or prices, in the order of `Text`.
extension Strings {
    // MARK: Everywhere

    package func networkIs(up: Bool) -> String { self[up ? .networkUp : .networkDown] }
    package func andMore(_ count: Int) -> String { fill(.andMore, ["count": number(count)]) }
    package func tooSmall(need: String, have: String) -> String {
        fill(.tooSmall, ["need": need, "have": have])
    }

    // MARK: Numbers and dates, as the language writes them

    package func date(year: String, month: String, day: String) -> String {
        fill(.date, ["year": year, "month": month, "day": day])
    }
    package func percent(_ percent: Int) -> String { fill(.percent, ["percent": number(percent)]) }

    // MARK: Credits

    package func monkeyCredits(_ count: Int) -> String {
        plural(.monkeyCredits, count, ["count": number(count)])
    }
    func balance(_ credits: Int?) -> String { credits.map(monkeyCredits) ?? self[.monkeyCreditsUnknown] }

    /// Some pieces of a product. One piece is only its title.
    func pieces(_ quantity: Int, of title: String) -> String {
        quantity == 1 ? title : counted(quantity, of: title)
    }

    /// The same, but always with the number, so that a price for each piece can follow.
    func counted(_ quantity: Int, of title: String) -> String { "\(quantity) × \(title)" }

    // MARK: Products, books and subscriptions

    /// The visible rows of a list.
    package func rowsShown(_ rows: String, of count: Int) -> String {
        fill(.rowsShown, ["rows": rows, "count": number(count)])
    }
    package func buyCredits(_ count: Int) -> String { fill(.buyCredits, ["count": number(count)]) }
    package func total(_ price: String) -> String { fill(.total, ["price": price]) }
    package func downloadWaiting(_ percent: String) -> String { fill(.downloadWaiting, ["percent": percent]) }
    package func downloadRetrying(_ percent: String) -> String {
        fill(.downloadRetrying, ["percent": percent])
    }
    package func downloadActive(_ percent: String, left time: String) -> String {
        fill(.downloadActive, ["percent": percent, "time": time])
    }
    package func downloadPaused(_ percent: String) -> String { fill(.downloadPaused, ["percent": percent]) }

    // Why a download stopped or waits. The book stays paid.
    package func bookRefunded(_ title: String) -> String { fill(.bookRefunded, ["title": title]) }
    package func bookRefused(_ title: String) -> String { fill(.bookRefused, ["title": title]) }
    package func bookMissing(_ title: String) -> String { fill(.bookMissing, ["title": title]) }
    package func bookDamaged(_ title: String) -> String { fill(.bookDamaged, ["title": title]) }
    package func bookNotVerified(_ title: String) -> String { fill(.bookNotVerified, ["title": title]) }
    package func bookWaits(_ title: String) -> String { fill(.bookWaits, ["title": title]) }
    package func subscribedUntil(_ end: String) -> String { fill(.subscribedUntil, ["end": end]) }
    package func piecesLeft(_ count: Int) -> String { fill(.piecesLeft, ["count": number(count)]) }
    /// Short forms for narrow windows.
    package func until(_ end: String) -> String { fill(.until, ["end": end]) }
    /// The length of a period. If it is one unit, only the unit's name.
    package func length(_ period: SubscriptionPeriod) -> String {
        let (one, many): (Text, Text) =
            switch period.unit {
            case .day: (.periodDay, .periodDays)
            case .week: (.periodWeek, .periodWeeks)
            case .month: (.periodMonth, .periodMonths)
            case .year: (.periodYear, .periodYears)
            }
        return period.count == 1 ? self[one] : fill(many, ["count": number(period.count)])
    }
    package func price(_ price: String, for length: String) -> String {
        fill(.priceFor, ["price": price, "length": length])
    }
    package func newSubscribers(pay price: String) -> String { fill(.newSubscribers, ["price": price]) }
    /// The first payment.
    package func first(_ price: String) -> String { fill(.firstPrice, ["price": price]) }

    // MARK: What is on its way

    package func purchasingCount(_ count: Int) -> String { fill(.purchasingCount, ["count": number(count)]) }
    package func queuedCount(_ count: Int) -> String { fill(.queuedCount, ["count": number(count)]) }
    package func signInNeededCount(_ count: Int) -> String {
        fill(.signInNeededCount, ["count": number(count)])
    }
    package func deferredCount(_ count: Int) -> String { fill(.deferredCount, ["count": number(count)]) }
    package func paidCount(_ count: Int) -> String { plural(.paidCount, count, ["count": number(count)]) }
    /// Uses of credits and pieces that the store has not confirmed. It fits in 38 cells.
    package func usesWaiting(_ count: Int) -> String { plural(.usesWaiting, count, ["count": number(count)]) }

    // Short forms for narrow windows.
    package func purchasingShortCount(_ count: Int) -> String {
        fill(.purchasingShortCount, ["count": number(count)])
    }
    package func queuedShortCount(_ count: Int) -> String {
        fill(.queuedShortCount, ["count": number(count)])
    }
    package func signInNeededShortCount(_ count: Int) -> String {
        fill(.signInNeededShortCount, ["count": number(count)])
    }
    package func deferredShortCount(_ count: Int) -> String {
        fill(.deferredShortCount, ["count": number(count)])
    }
    package func paidShortCount(_ count: Int) -> String {
        plural(.paidShortCount, count, ["count": number(count)])
    }
    package func usesWaitingShort(_ count: Int) -> String {
        fill(.usesWaitingShort, ["count": number(count)])
    }
    /// The number of all transactions in flight, for the narrowest windows.
    package func inFlightTotal(_ count: Int) -> String { fill(.inFlightTotal, ["count": number(count)]) }

    // MARK: The confirmation sheet

    package func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? fill(.confirmTitleOfMany, ["waiting": number(waiting)]) : self[.confirmTitle]
    }
    package func level(_ level: Int) -> String { fill(.level, ["level": number(level)]) }
    package func chosenSubscribers(pay price: String) -> String { fill(.chosenSubscribers, ["price": price]) }
    package func replaces(_ title: String) -> String { fill(.replaces, ["title": title]) }
    package func follows(_ title: String, _ date: String) -> String {
        fill(.follows, ["title": title, "date": date])
    }
    /// The prices for new subscribers and for others, if it is unknown whether the offer applies.
    package func toPay(ifNew price: String, else usual: String) -> String {
        fill(.toPay, ["price": price, "usual": usual])
    }

    // MARK: Questions and notices

    /// What was done about an `accountFinding`, and which balance counts.
    package func accountRecounted(balance: Int) -> String {
        fill(.accountRecounted, ["balance": number(balance)])
    }
    /// - Parameter isCredits: whether it brought credits, of which some may be spent.
    package func refundBody(_ what: String, isCredits: Bool) -> String {
        fill(.refundBody, ["what": what]) + (isCredits ? " \(self[.refundDebt])" : "")
    }
    package func deliveryFailed(_ pieces: String, why: String) -> String {
        fill(.deliveryFailed, ["pieces": pieces, "why": why])
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    package func requestFailed(_ what: String) -> String { fill(.requestFailed, ["what": what]) }
    package func lapsed(_ title: String) -> String { fill(.lapsed, ["title": title]) }
    package func credited(_ pieces: String) -> String { fill(.boughtCredits, ["pieces": pieces]) }
    package func owned(_ pieces: String) -> String { fill(.boughtForGood, ["pieces": pieces]) }
    package func bought(_ pieces: String) -> String { fill(.bought, ["pieces": pieces]) }
    package func subscribedTo(_ title: String) -> String { fill(.subscribedTo, ["title": title]) }
    package func revoked(_ pieces: String) -> String { fill(.revoked, ["pieces": pieces]) }
    package func refundReversed(_ pieces: String) -> String { fill(.refundReversed, ["pieces": pieces]) }
    package func renewed(_ title: String) -> String { fill(.renewed, ["title": title]) }
    // A payment that changes a subscription without a charge, at the next renewal.
    package func becomes(_ title: String, on date: String) -> String {
        fill(.becomes, ["title": title, "date": date])
    }
    package func getsOffer(_ title: String, on date: String) -> String {
        fill(.getsOffer, ["title": title, "date": date])
    }
    package func goesOn(_ title: String, renewingOn date: String) -> String {
        fill(.goesOn, ["title": title, "date": date])
    }
    package func isOver(_ title: String) -> String { fill(.isOver, ["title": title]) }
    package func refusedUnknown(_ product: String) -> String { fill(.refusedUnknown, ["product": product]) }
    package func changedElsewhere(by change: Int) -> String {
        plural(.changedElsewhere, change, ["change": signed(change)])
    }
    package func accountFetched(percent: String) -> String { fill(.accountFetched, ["percent": percent]) }
    package func whyNotAvailable(_ product: String) -> String { fill(.whyNotAvailable, ["product": product]) }
    package func whyOwned(_ title: String) -> String { fill(.whyOwned, ["title": title]) }
    package func nothingToUse(_ title: String) -> String { fill(.nothingToUse, ["title": title]) }
    package func piecesNowLeft(_ count: Int, of title: String) -> String {
        fill(.piecesNowLeft, ["title": title, "count": number(count)])
    }
    package func hostSaid(_ text: String) -> String { fill(.hostSaid, ["text": text]) }
    package func spendRefused(credits: Int, balance: Int) -> String {
        fill(.spendRefused, ["credits": number(credits), "balance": number(balance)])
    }

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    package func failedTryAgain(_ what: String) -> String { fill(.failedTryAgain, ["what": what]) }
    package func failedNotAllowed(_ what: String) -> String { fill(.failedNotAllowed, ["what": what]) }
    package func failedReadPrices(_ what: String) -> String { fill(.failedReadPrices, ["what": what]) }
    package func failedResetPassword(_ what: String) -> String { fill(.failedResetPassword, ["what": what]) }
    package func failedInterrupted(_ what: String) -> String { fill(.failedInterrupted, ["what": what]) }
    package func failedOther(_ what: String) -> String { fill(.failedOther, ["what": what]) }

    // MARK: Restoring. Sentences fit in 78 cells

    package func restoring(_ count: Int) -> String {
        count == 0 ? self[.restoringBegins] : fill(.restoring, ["count": number(count)])
    }
    package func restored(_ count: Int) -> String {
        count == 0 ? self[.nothingRestored] : plural(.restored, count, ["count": number(count)])
    }
    package func restored(_ count: Int, rejected: Int) -> String {
        fill(.restoredWithRejected, ["count": number(count), "rejected": number(rejected)])
    }
    package func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? fill(.restoreFailedAtOnce, ["what": what])
            : fill(.restoreFailed, ["what": what, "restored": number(restored)])
    }

    // MARK: The lists of the transactions and the subscriptions

    package func transactionsCount(_ count: Int) -> String {
        plural(.transactionsCount, count, ["count": number(count)])
    }
    /// If only one page of the list is loaded.
    package func transactionsMoreThan(_ count: Int) -> String {
        fill(.transactionsMoreThan, ["count": number(count)])
    }
    package func subscriptionsCount(_ count: Int) -> String {
        plural(.subscriptionsCount, count, ["count": number(count)])
    }

    // The inspector of a transaction.
    package func bytes(_ count: Int) -> String { plural(.bytes, count, ["count": number(count)]) }
    package func changeRevision(_ revision: Int64) -> String {
        fill(.changeRevision, ["number": String(revision)])
    }
    /// Why the store does not say what it has.
    package func recordUnavailable(_ why: String) -> String { fill(.recordUnavailable, ["why": why]) }
    package func copied(_ name: String, _ length: String) -> String {
        fill(.copied, ["name": name, "length": length])
    }

    // The state of a subscription.
    package func paid(until end: String) -> String { fill(.paidUntil, ["end": end]) }
    package func ends(on end: String) -> String { fill(.endsOn, ["end": end]) }
    package func endsWithoutConsent(on end: String) -> String { fill(.endsWithoutConsent, ["end": end]) }
    package func changes(on end: String, to title: String) -> String {
        fill(.changesOn, ["end": end, "title": title])
    }
    package func renews(on end: String) -> String { fill(.renewsOn, ["end": end]) }
    package func inGracePeriod(until end: String) -> String { fill(.inGracePeriodUntil, ["end": end]) }
    package func expired(on end: String) -> String { fill(.expiredOn, ["end": end]) }

    // MARK: The photo and the settings

    package func filterSwitch(_ name: String, isOn: Bool) -> String {
        fill(.filterSwitch, ["name": name, "state": onOff(isOn)])
    }
    package func buyFilter(_ name: String) -> String { fill(.buyFilter, ["name": name]) }
    package func filterRefused(_ filter: PhotoFilter) -> String {
        fill(.filterRefused, ["filter": self[.filter(filter)]])
    }
    package func setting(_ row: SettingsRow) -> SettingWords {
        let (name, meaning): (Text, Text) =
            switch row {
            case .payments: (.settingPayments, .settingPaymentsMeaning)
            case .network: (.settingNetwork, .settingNetworkMeaning)
            case .askToBuy: (.settingAskToBuy, .settingAskToBuyMeaning)
            case .interrupted: (.settingInterrupted, .settingInterruptedMeaning)
            case .nextFailure: (.settingNextFailure, .settingNextFailureMeaning)
            case .delay: (.settingDelay, .settingDelayMeaning)
            case .sheet: (.settingSheet, .settingSheetMeaning)
            case .rate: (.settingRate, .settingRateMeaning)
            case .renewals: (.settingRenewals, .settingRenewalsMeaning)
            case .gracePeriod: (.settingGracePeriod, .settingGracePeriodMeaning)
            }
        return (self[name], self[meaning])
    }
    package func allowed(_ isAllowed: Bool) -> String {
        self[isAllowed ? .settingAllowed : .settingNotAllowed]
    }
    package func onOff(_ isOn: Bool) -> String { self[isOn ? .on : .off] }
    package func rate(aDay time: String) -> String { fill(.rateADay, ["time": time]) }
    package func rate(aMonth time: String) -> String { fill(.rateAMonth, ["time": time]) }
    package func rate(eachPeriod time: String) -> String { fill(.rateEachPeriod, ["time": time]) }
    package func renewalsFail(_ fail: Bool) -> String { self[fail ? .renewalsUnpaid : .renewalsPaid] }

    // MARK: Signing in

    package func signInTitle(_ store: String) -> String { fill(.signInTitle, ["store": store]) }
    package func accountLength(least: Int, most: Int) -> String {
        fill(.accountLength, ["least": number(least), "most": number(most)])
    }
    package func passwordLength(least: Int, most: Int) -> String {
        fill(.passwordLength, ["least": number(least), "most": number(most)])
    }
    package func signInFailed(_ what: String) -> String { fill(.signInFailed, ["what": what]) }
    package func tooManyAttempts(seconds: Int?) -> String {
        seconds.map { fill(.tooManyAttemptsFor, ["seconds": String($0)]) } ?? self[.tooManyAttempts]
    }
    package func notCharged(_ sentence: String) -> String { fill(.notCharged, ["sentence": sentence]) }
    package func signedIn(_ account: String) -> String { fill(.signedIn, ["account": account]) }

    // MARK: Keys

    package func keyControl(_ letter: String) -> String { fill(.keyControl, ["letter": letter]) }
    package func helpToProduct(_ number: Int) -> String { fill(.helpToProduct, ["number": String(number)]) }

    /// What was found in those rows of a list that are loaded.
    package func foundSoFar(_ found: String, rows: Int) -> String {
        fill(.foundSoFar, ["found": found, "rows": number(rows)])
    }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    package func plainAccount(_ name: String) -> String { fill(.plainAccount, ["name": name]) }
    package func plainProgress(_ pieces: String, _ progress: String) -> String {
        fill(.plainProgress, ["pieces": pieces, "progress": progress])
    }
    package func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        fill(.plainConfirm, ["pieces": pieces, "unit": unit, "total": total])
    }
    package func plainConfirmOwned(_ title: String) -> String { fill(.plainConfirmOwned, ["title": title]) }
    package func plainConfirmSubscription(
        _ title: String, price: String, toPay: String, begins: String
    ) -> String {
        fill(.plainConfirmSubscription, ["title": title, "price": price, "toPay": toPay, "begins": begins])
    }
    package func plainUsesWaiting(_ count: Int) -> String {
        plural(.plainUsesWaiting, count, ["count": number(count)])
    }
    package func plainNoProduct(_ number: Int) -> String { fill(.plainNoProduct, ["number": String(number)]) }
    package func plainBadQuantity(_ text: String) -> String { fill(.plainBadQuantity, ["text": text]) }
    package func plainNoBook(_ number: Int) -> String { fill(.plainNoBook, ["number": String(number)]) }
    package func plainNoTransaction(_ number: Int) -> String {
        fill(.plainNoTransaction, ["number": String(number)])
    }
    package func plainNotPossible(_ action: String) -> String { fill(.plainNotPossible, ["action": action]) }
    package func plainNoSubscription(_ number: Int) -> String {
        fill(.plainNoSubscription, ["number": String(number)])
    }
    package func plainActionNotPossible(_ action: String) -> String {
        fill(.plainActionNotPossible, ["action": action])
    }
    package func plainFilters(_ names: String) -> String { fill(.plainFilters, ["names": names]) }
    package func plainNoFilter(_ name: String) -> String { fill(.plainNoFilter, ["name": name]) }
    package func plainNoSetting(_ name: String, _ names: String) -> String {
        fill(.plainNoSetting, ["name": name, "names": names])
    }
    package func plainBadSetting(_ name: String, _ choices: String) -> String {
        fill(.plainBadSetting, ["name": name, "choices": choices])
    }
    package func plainNeedsNumber(_ word: String) -> String { fill(.plainNeedsNumber, ["word": word]) }
    package func plainUnknown(_ line: String) -> String { fill(.plainUnknown, ["line": line]) }
    /// `words` are commands that may have been meant.
    package func plainUnknown(_ line: String, _ words: String) -> String {
        fill(.plainUnknownNear, ["line": line, "words": words])
    }
    package func plainNoScenario(_ name: String, _ names: String) -> String {
        fill(.plainNoScenario, ["name": name, "names": names])
    }
    package func plainNoAction(_ name: String, _ names: String) -> String {
        fill(.plainNoAction, ["name": name, "names": names])
    }
    package func plainNeedsName(_ word: String, _ name: String) -> String {
        fill(.plainNeedsName, ["word": word, "name": name])
    }
    package func scenarioPlayed(_ name: String) -> String { fill(.scenarioPlayed, ["name": name]) }
    package func plainSignIn(_ store: String) -> String { fill(.plainSignIn, ["store": store]) }
    /// `account` is the last one, if there is one.
    package func plainSignInAnswer(_ account: String?) -> String {
        fill(.plainSignInAnswer, ["account": account ?? self[.plainAccountPlaceholder]])
    }

    // MARK: The log: a few words

    package func logNewAccount(_ account: String) -> String { fill(.logNewAccount, ["account": account]) }
    package func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0
            ? fill(.logProducts, ["valid": number(valid)])
            : fill(.logProductsAndInvalid, ["valid": number(valid), "invalid": number(invalid)])
    }

    package func logBooks(_ count: Int) -> String { fill(.logBooks, ["count": number(count)]) }
    package func logListed(_ count: Int) -> String { fill(.logListed, ["count": number(count)]) }
    package func logRestored(_ count: Int) -> String { fill(.logRestored, ["count": number(count)]) }
    package func logOwned(_ count: Int) -> String { fill(.logOwned, ["count": number(count)]) }
    package func logFindings(_ count: Int) -> String { fill(.logFindings, ["count": number(count)]) }
    package func logCredits(_ credits: Int) -> String {
        plural(.logCredits, credits, ["credits": number(credits)])
    }
}

/// A setting's name, and what it does.
package typealias SettingWords = (name: String, meaning: String)
