internal import StoreModel

// The texts that contain names, numbers or prices, in the order of `Text`.
extension Strings {
    // MARK: Everywhere

    func networkIs(up: Bool) -> String { self[up ? .networkUp : .networkDown] }
    func andMore(_ count: Int) -> String { counted(.andMore, count) }
    func tooSmall(need: String, have: String) -> String {
        fill(.tooSmall, ["need": need, "have": have])
    }

    // MARK: Numbers and dates, as the language writes them

    func date(year: String, month: String, day: String) -> String {
        fill(.date, ["year": year, "month": month, "day": day])
    }
    func percent(_ percent: Int) -> String { fill(.percent, ["percent": number(percent)]) }

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String { counted(.monkeyCredits, count) }
    func balance(_ credits: Int?) -> String { credits.map(monkeyCredits) ?? self[.monkeyCreditsUnknown] }

    /// Some pieces of a product. One piece is only its title.
    func pieces(_ quantity: Int, of title: String) -> String {
        quantity == 1 ? title : counted(quantity, of: title)
    }

    /// Some pieces of a product, always with the number, so that a price for each piece can follow.
    func counted(_ quantity: Int, of title: String) -> String { "\(quantity) × \(title)" }

    // MARK: Products, books and subscriptions

    /// The visible rows of a list.
    func rowsShown(_ rows: String, of count: Int) -> String {
        fill(.rowsShown, ["rows": rows, "count": number(count)])
    }
    func buyCredits(_ count: Int) -> String { counted(.buyCredits, count) }
    func total(_ price: String) -> String { fill(.total, ["price": price]) }
    func downloadWaiting(_ percent: String) -> String { fill(.downloadWaiting, ["percent": percent]) }
    func downloadRetrying(_ percent: String) -> String {
        fill(.downloadRetrying, ["percent": percent])
    }
    func downloadActive(_ percent: String, left time: String) -> String {
        fill(.downloadActive, ["percent": percent, "time": time])
    }
    func downloadPaused(_ percent: String) -> String { fill(.downloadPaused, ["percent": percent]) }
    func subscribedUntil(_ end: String) -> String { fill(.subscribedUntil, ["end": end]) }
    func piecesLeft(_ count: Int) -> String { counted(.piecesLeft, count) }
    /// Short forms for narrow windows.
    func until(_ end: String) -> String { fill(.until, ["end": end]) }
    /// The length of a period. If it is one unit, only the unit's name.
    func length(_ period: SubscriptionPeriod) -> String {
        let (one, many): (Text, Text) =
            switch period.unit {
            case .day: (.periodDay, .periodDays)
            case .week: (.periodWeek, .periodWeeks)
            case .month: (.periodMonth, .periodMonths)
            case .year: (.periodYear, .periodYears)
            }
        return period.count == 1 ? self[one] : counted(many, period.count)
    }
    func price(_ price: String, for length: String) -> String {
        fill(.priceFor, ["price": price, "length": length])
    }
    func newSubscribers(pay price: String) -> String { fill(.newSubscribers, ["price": price]) }
    /// The first payment.
    func first(_ price: String) -> String { fill(.firstPrice, ["price": price]) }
    func signInIntroduction(button: String) -> String { fill(.signInIntroduction, ["button": button]) }

    // MARK: What is on its way

    /// Uses of credits and pieces that the store has not confirmed. It fits in 38 cells.
    func usesWaiting(_ count: Int) -> String { counted(.usesWaiting, count) }

    // Short forms for narrow windows.
    func usesWaitingShort(_ count: Int) -> String { counted(.usesWaitingShort, count) }
    /// The number of all transactions in flight, for the narrowest windows.
    func inFlightTotal(_ count: Int) -> String { counted(.inFlightTotal, count) }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? fill(.confirmTitleOfMany, ["waiting": number(waiting)]) : self[.confirmTitle]
    }
    func level(_ level: Int) -> String { fill(.level, ["level": number(level)]) }
    func chosenSubscribers(pay price: String) -> String { fill(.chosenSubscribers, ["price": price]) }
    func replaces(_ title: String) -> String { fill(.replaces, ["title": title]) }
    func goesOn(renewingOn date: String) -> String { fill(.sheetRenewsOn, ["date": date]) }
    func follows(_ title: String, _ date: String) -> String {
        fill(.follows, ["title": title, "date": date])
    }
    /// The prices for new subscribers and for others, if it is unknown whether the offer applies.
    func toPay(ifNew price: String, else usual: String) -> String {
        fill(.toPay, ["price": price, "usual": usual])
    }

    // MARK: Questions and notices

    /// What was done about an `accountFinding`, and which balance counts.
    func accountRecounted(balance: Int) -> String {
        fill(.accountRecounted, ["balance": number(balance)])
    }
    /// - Parameters:
    ///   - isFree: whether nothing was paid.
    ///   - isCredits: whether it brought credits, of which some may be spent.
    func refundBody(_ what: String, isFree: Bool, isCredits: Bool) -> String {
        fill(isFree ? .refundBodyFree : .refundBody, ["what": what])
            + (isCredits ? " \(self[.refundDebt])" : "")
    }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        fill(.deliveryFailed, ["pieces": pieces, "why": why])
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String { fill(.requestFailed, ["what": what]) }
    func refreshFailed(_ what: String) -> String { fill(.refreshFailed, ["what": what]) }
    func lapsed(_ title: String) -> String { fill(.lapsed, ["title": title]) }
    func credited(_ pieces: String) -> String { fill(.boughtCredits, ["pieces": pieces]) }
    func owned(_ pieces: String) -> String { fill(.boughtForGood, ["pieces": pieces]) }
    func bought(_ pieces: String) -> String { fill(.bought, ["pieces": pieces]) }
    func subscribedTo(_ title: String) -> String { fill(.subscribedTo, ["title": title]) }
    func revoked(_ pieces: String) -> String { fill(.revoked, ["pieces": pieces]) }
    func refundReversed(_ pieces: String) -> String { fill(.refundReversed, ["pieces": pieces]) }
    func renewed(_ title: String) -> String { fill(.renewed, ["title": title]) }
    // A payment that changes a subscription without a charge, at the next renewal.
    func becomes(_ title: String, on date: String) -> String {
        fill(.becomes, ["title": title, "date": date])
    }
    func getsOffer(_ title: String, on date: String) -> String {
        fill(.getsOffer, ["title": title, "date": date])
    }
    func goesOn(_ title: String, renewingOn date: String) -> String {
        fill(.goesOn, ["title": title, "date": date])
    }
    func isOver(_ title: String) -> String { fill(.isOver, ["title": title]) }
    func refusedUnknown(_ product: String) -> String { fill(.refusedUnknown, ["product": product]) }
    func changedElsewhere(by change: Int) -> String {
        plural(.changedElsewhere, change, ["change": signed(change)])
    }
    func accountFetched(percent: String) -> String { fill(.accountFetched, ["percent": percent]) }
    func whyNotAvailable(_ product: String) -> String { fill(.whyNotAvailable, ["product": product]) }
    func whyOwned(_ title: String) -> String { fill(.whyOwned, ["title": title]) }
    func nothingToUse(_ title: String) -> String { fill(.nothingToUse, ["title": title]) }
    func neverUsedUp(_ title: String) -> String { fill(.neverUsedUp, ["title": title]) }
    func piecesNowLeft(_ count: Int, of title: String) -> String {
        plural(.piecesNowLeft, count, ["title": title, "count": number(count)])
    }
    func hostSaid(_ text: String) -> String { fill(.hostSaid, ["text": text]) }
    func spendRefused(credits: Int, balance: Int) -> String {
        fill(.spendRefused, ["credits": number(credits), "balance": number(balance)])
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? self[.restoringBegins] : counted(.restoring, count)
    }
    func restored(_ count: Int) -> String {
        count == 0 ? self[.nothingRestored] : counted(.restored, count)
    }
    func restored(_ count: Int, rejected: Int) -> String {
        fill(.restoredWithRejected, ["count": number(count), "rejected": number(rejected)])
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? fill(.restoreFailedAtOnce, ["what": what])
            : fill(.restoreFailed, ["what": what, "restored": number(restored)])
    }

    // MARK: The lists of the transactions and the subscriptions

    func actionNotPossible(_ action: String) -> String { fill(.actionNotPossible, ["action": action]) }
    func transactionsCount(_ count: Int) -> String { counted(.transactionsCount, count) }
    /// If only one page of the list is loaded.
    func transactionsMoreThan(_ count: Int) -> String { counted(.transactionsMoreThan, count) }
    func subscriptionsCount(_ count: Int) -> String { counted(.subscriptionsCount, count) }

    // The inspector of a transaction.
    func bytes(_ count: Int) -> String { counted(.bytes, count) }
    func changeRevision(_ revision: Int64) -> String {
        fill(.changeRevision, ["number": String(revision)])
    }
    /// Why the store does not say what it has.
    func recordUnavailable(_ why: String) -> String { fill(.recordUnavailable, ["why": why]) }
    func copied(_ name: String, _ length: String) -> String {
        fill(.copied, ["name": name, "length": length])
    }

    // The state of a subscription.
    func paid(until end: String) -> String { fill(.paidUntil, ["end": end]) }
    func ends(on end: String) -> String { fill(.endsOn, ["end": end]) }
    func endsWithoutConsent(on end: String) -> String { fill(.endsWithoutConsent, ["end": end]) }
    func changes(on end: String, to title: String) -> String {
        fill(.changesOn, ["end": end, "title": title])
    }
    func renews(on end: String) -> String { fill(.renewsOn, ["end": end]) }
    func inGracePeriod(until end: String) -> String { fill(.inGracePeriodUntil, ["end": end]) }
    func expired(on end: String) -> String { fill(.expiredOn, ["end": end]) }

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String {
        fill(.filterSwitch, ["name": name, "state": onOff(isOn)])
    }
    func buyFilter(_ name: String) -> String { fill(.buyFilter, ["name": name]) }
    func filterRefused(_ filter: PhotoFilter) -> String {
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
    func allowed(_ isAllowed: Bool) -> String {
        self[isAllowed ? .settingAllowed : .settingNotAllowed]
    }
    func onOff(_ isOn: Bool) -> String { self[isOn ? .on : .off] }
    func rate(aDay time: String) -> String { fill(.rateADay, ["time": time]) }
    func rate(aMonth time: String) -> String { fill(.rateAMonth, ["time": time]) }
    func rate(eachPeriod time: String) -> String { fill(.rateEachPeriod, ["time": time]) }
    func renewalsFail(_ fail: Bool) -> String { self[fail ? .renewalsUnpaid : .renewalsPaid] }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { fill(.signInTitle, ["store": store]) }
    func accountLength(least: Int, most: Int) -> String {
        fill(.accountLength, ["least": number(least), "most": number(most)])
    }
    func passwordLength(least: Int, most: Int) -> String {
        fill(.passwordLength, ["least": number(least), "most": number(most)])
    }
    func signInFailed(_ what: String) -> String { fill(.signInFailed, ["what": what]) }
    func tooManyAttempts(seconds: Int?) -> String {
        seconds.map { fill(.tooManyAttemptsFor, ["seconds": String($0)]) } ?? self[.tooManyAttempts]
    }
    func notCharged(_ sentence: String) -> String { fill(.notCharged, ["sentence": sentence]) }
    func signedIn(_ account: String) -> String { fill(.signedIn, ["account": account]) }

    // MARK: Keys

    func keyControl(_ letter: String) -> String { fill(.keyControl, ["letter": letter]) }
    func helpToProduct(_ number: Int) -> String { fill(.helpToProduct, ["number": String(number)]) }

    /// What was found in those rows of a list that are loaded.
    func foundSoFar(_ found: String, rows: Int) -> String {
        fill(.foundSoFar, ["found": found, "rows": number(rows)])
    }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainNobodySignsIn(_ name: String) -> String { fill(.plainNobodySignsIn, ["name": name]) }
    func plainAccount(_ name: String) -> String { fill(.plainAccount, ["name": name]) }
    func plainProgress(_ pieces: String, _ progress: String) -> String {
        fill(.plainProgress, ["pieces": pieces, "progress": progress])
    }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        fill(.plainConfirm, ["pieces": pieces, "unit": unit, "total": total])
    }
    func plainConfirmOne(_ title: String, price: String) -> String {
        fill(.plainConfirmOne, ["title": title, "price": price])
    }
    func plainConfirmOwned(_ title: String) -> String { fill(.plainConfirmOwned, ["title": title]) }
    func plainConfirmSubscription(
        _ title: String, price: String, toPay: String, begins: String
    ) -> String {
        fill(.plainConfirmSubscription, ["title": title, "price": price, "toPay": toPay, "begins": begins])
    }
    func plainUsesWaiting(_ count: Int) -> String { counted(.plainUsesWaiting, count) }
    func plainNoProduct(_ number: Int) -> String { fill(.plainNoProduct, ["number": String(number)]) }
    func plainBadQuantity(_ text: String) -> String { fill(.plainBadQuantity, ["text": text]) }
    func plainNoBook(_ number: Int) -> String { fill(.plainNoBook, ["number": String(number)]) }
    /// - Parameter isListed: whether the list was shown.
    func plainNoTransaction(_ number: Int, isListed: Bool) -> String {
        fill(isListed ? .plainNotInTransactions : .plainNoTransaction, ["number": String(number)])
    }
    func plainNoSubscription(_ number: Int) -> String {
        fill(.plainNoSubscription, ["number": String(number)])
    }
    package func plainActionNotPossible(_ action: String) -> String {
        fill(.plainActionNotPossible, ["action": action])
    }
    func plainFilters(_ names: String) -> String { fill(.plainFilters, ["names": names]) }
    func plainNoFilter(_ name: String, _ names: String) -> String {
        fill(.plainNoFilter, ["name": name, "names": names])
    }
    func plainNoSetting(_ name: String, _ names: String) -> String {
        fill(.plainNoSetting, ["name": name, "names": names])
    }
    func plainBadSetting(_ name: String, _ choices: String) -> String {
        fill(.plainBadSetting, ["name": name, "choices": choices])
    }
    /// `number` is one that makes sense after the word.
    func plainNeedsNumber(_ word: String, _ number: String) -> String {
        fill(.plainNeedsNumber, ["word": word, "number": number])
    }
    func plainUnknown(_ line: String) -> String { fill(.plainUnknown, ["line": line]) }
    /// `words` are commands that may have been meant.
    func plainUnknown(_ line: String, _ words: String) -> String {
        fill(.plainUnknownNear, ["line": line, "words": words])
    }
    func plainNoScenario(_ name: String, _ names: String) -> String {
        fill(.plainNoScenario, ["name": name, "names": names])
    }
    func plainNoAction(_ name: String, _ names: String) -> String {
        fill(.plainNoAction, ["name": name, "names": names])
    }
    func plainNeedsName(_ word: String, _ name: String) -> String {
        fill(.plainNeedsName, ["word": word, "name": name])
    }
    func scenarioPlayed(_ name: String) -> String { fill(.scenarioPlayed, ["name": name]) }
    func plainSignIn(_ store: String) -> String { fill(.plainSignIn, ["store": store]) }
    /// `account` is the last one, if there is one.
    func plainSignInAnswer(_ account: String?) -> String {
        fill(.plainSignInAnswer, ["account": account ?? self[.plainAccountPlaceholder]])
    }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String { fill(.logNewAccount, ["account": account]) }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0
            ? fill(.logProducts, ["valid": number(valid)])
            : fill(.logProductsAndInvalid, ["valid": number(valid), "invalid": number(invalid)])
    }

    func logBooks(_ count: Int) -> String { counted(.logBooks, count) }
    func logListed(_ count: Int) -> String { counted(.logListed, count) }
    func logRestored(_ count: Int) -> String { counted(.logRestored, count) }
    func logOwned(_ count: Int) -> String { counted(.logOwned, count) }
    func logFindings(_ count: Int) -> String { counted(.logFindings, count) }
    func logCredits(_ credits: Int) -> String {
        plural(.logCredits, credits, ["credits": number(credits)])
    }
}

/// A setting's name, and what it does.
package typealias SettingWords = (name: String, meaning: String)
