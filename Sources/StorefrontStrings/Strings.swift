package import FileSystem
package import StoreModel

/// All texts of the storefront, for its screens, its errors and its commands. `Language.strings` returns them. Each
/// language is a type in a file of its own; if a text is missing in one of them, the program does not compile. Each
/// text is a whole, so the language decides on word order, plural forms and punctuation.
package protocol Strings: Sendable {
    var language: Language { get }

    subscript(text: Text) -> String { get }

    // MARK: Everywhere

    func networkIs(up: Bool) -> String
    func andMore(_ count: Int) -> String
    func tooSmall(need: String, have: String) -> String

    // MARK: Numbers and dates, as the language writes them (CLDR)

    /// The separator of groups of three digits.
    var groupingSeparator: String { get }
    /// The fewest digits before the first separator.
    var minimumGroupingDigits: Int { get }
    /// The symbol of a currency (ISO 4217) behind an amount; nil for the store's own format.
    func currencySymbol(_ currency: String) -> String?
    func date(year: String, month: String, day: String) -> String
    func percent(_ percent: Int) -> String

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String

    // MARK: Products, books and subscriptions

    /// The visible rows of a list.
    func rowsShown(_ rows: String, of count: Int) -> String
    func buyCredits(_ count: Int) -> String
    func total(_ price: String) -> String
    func downloadWaiting(_ percent: String) -> String
    func downloadRetrying(_ percent: String) -> String
    func downloadActive(_ percent: String, left time: String) -> String
    func downloadPaused(_ percent: String) -> String

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String
    func bookRefused(_ title: String) -> String
    func bookMissing(_ title: String) -> String
    func bookDamaged(_ title: String) -> String
    func bookNotVerified(_ title: String) -> String
    func bookWaits(_ title: String) -> String
    func subscribedUntil(_ end: String) -> String
    func piecesLeft(_ count: Int) -> String
    /// Short forms for narrow windows.
    func until(_ end: String) -> String
    /// The length of a period; of one unit only its name.
    func length(_ period: SubscriptionPeriod) -> String
    func price(_ price: String, for length: String) -> String
    func newSubscribers(pay price: String) -> String
    /// The first payment.
    func first(_ price: String) -> String

    // MARK: What is on its way

    func purchasingCount(_ count: Int) -> String
    func queuedCount(_ count: Int) -> String
    func signInNeededCount(_ count: Int) -> String
    func deferredCount(_ count: Int) -> String
    func paidCount(_ count: Int) -> String
    /// Uses of credits and pieces that the store has not confirmed. It fits in 38 cells.
    func usesWaiting(_ count: Int) -> String

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String
    func queuedShortCount(_ count: Int) -> String
    func signInNeededShortCount(_ count: Int) -> String
    func deferredShortCount(_ count: Int) -> String
    func paidShortCount(_ count: Int) -> String
    func usesWaitingShort(_ count: Int) -> String
    /// The sum of all in flight, for the narrowest windows.
    func inFlightTotal(_ count: Int) -> String

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String
    func level(_ level: Int) -> String
    func chosenSubscribers(pay price: String) -> String
    func replaces(_ title: String) -> String
    func follows(_ title: String, _ date: String) -> String
    /// The prices for new and for other subscribers, if it is unknown whether the offer applies.
    func toPay(ifNew price: String, else usual: String) -> String

    // MARK: Questions and notices

    /// What was done about an `accountFinding`, and what counts.
    func accountRecounted(balance: Int) -> String
    func refundBody(_ what: String) -> String
    func deliveryFailed(_ pieces: String, why: String) -> String

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String
    func lapsed(_ title: String) -> String
    func credited(_ pieces: String) -> String
    func owned(_ pieces: String) -> String
    func bought(_ pieces: String) -> String
    func subscribedTo(_ title: String) -> String
    func revoked(_ pieces: String) -> String
    func renewed(_ title: String) -> String
    // A payment that changes a subscription without a charge, at the next renewal.
    func becomes(_ title: String, on date: String) -> String
    func getsOffer(_ title: String, on date: String) -> String
    func goesOn(_ title: String, renewingOn date: String) -> String
    func isOver(_ title: String) -> String
    func refusedUnknown(_ product: String) -> String
    func changedElsewhere(by change: Int) -> String
    func accountFetched(percent: String) -> String
    func whyNotAvailable(_ product: String) -> String
    func whyOwned(_ title: String) -> String
    func nothingToUse(_ title: String) -> String
    func hostSaid(_ text: String) -> String
    func spendRefused(credits: Int, balance: Int) -> String

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    func failedTryAgain(_ what: String) -> String
    func failedNotAllowed(_ what: String) -> String
    func failedReadPrices(_ what: String) -> String
    func failedResetPassword(_ what: String) -> String
    func failedInterrupted(_ what: String) -> String
    func failedOther(_ what: String) -> String

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    func sentence(for trouble: Trouble) -> String
    /// What to do about it with the options of the programs; nil where the sentence says it all.
    func advice(for error: StorageError) -> String?

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String
    func restored(_ count: Int) -> String
    func restored(_ count: Int, rejected: Int) -> String
    func restoreFailed(_ what: String, restored: Int) -> String

    // MARK: The lists of the transactions and the subscriptions

    func transactionsCount(_ count: Int) -> String
    /// If only a page of the list is loaded.
    func transactionsMoreThan(_ count: Int) -> String
    func subscriptionsCount(_ count: Int) -> String

    // The state of a subscription.
    func paid(until end: String) -> String
    func ends(on end: String) -> String
    func endsWithoutConsent(on end: String) -> String
    func changes(on end: String, to title: String) -> String
    func renews(on end: String) -> String
    func inGracePeriod(until end: String) -> String
    func expired(on end: String) -> String

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String
    func buyFilter(_ name: String) -> String
    func filterRefused(_ filter: PhotoFilter) -> String
    func setting(_ row: SettingsRow) -> SettingWords
    func allowed(_ isAllowed: Bool) -> String
    func onOff(_ isOn: Bool) -> String
    func rate(aDay time: String) -> String
    func rate(aMonth time: String) -> String
    func rate(eachPeriod time: String) -> String
    func renewalsFail(_ fail: Bool) -> String

    // MARK: Signing in

    func signInTitle(_ store: String) -> String
    func accountLength(least: Int, most: Int) -> String
    func passwordLength(least: Int, most: Int) -> String
    func signInFailed(_ what: String) -> String
    func tooManyAttempts(seconds: Int?) -> String
    func notCharged(_ sentence: String) -> String
    func signedIn(_ account: String) -> String

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainAccount(_ name: String) -> String
    func plainProgress(_ pieces: String, _ progress: String) -> String
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String
    func plainUsesWaiting(_ count: Int) -> String
    func plainNoProduct(_ number: Int) -> String
    func plainBadQuantity(_ text: String) -> String
    func plainNoBook(_ number: Int) -> String
    func plainNoTransaction(_ number: Int) -> String
    func plainNotPossible(_ action: String) -> String
    func plainNoSubscription(_ number: Int) -> String
    func plainActionNotPossible(_ action: String) -> String
    func plainFilters(_ names: String) -> String
    func plainNoFilter(_ name: String) -> String
    func plainNoSetting(_ name: String) -> String
    func plainBadSetting(_ name: String, _ choices: String) -> String
    func plainNeedsNumber(_ word: String) -> String
    func plainUnknown(_ line: String) -> String
    func plainSignIn(_ store: String) -> String
    /// The account is the last one, if any.
    func plainSignInAnswer(_ account: String?) -> String

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String
    func logProducts(valid: Int, invalid: Int) -> String
    func logBooks(_ count: Int) -> String
    func logListed(_ count: Int) -> String
    func logRestored(_ count: Int) -> String
    func logOwned(_ count: Int) -> String
    func logFindings(_ count: Int) -> String
    func logCredits(_ credits: Int) -> String
}

/// A setting's name, and what it does.
package typealias SettingWords = (name: String, meaning: String)

extension Strings {
    /// A whole number with its digits in groups.
    package func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard digits.count >= 3 + minimumGroupingDigits else { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += groupingSeparator }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    /// A difference: a whole number with its sign.
    package func signed(_ number: Int) -> String { (number > 0 ? "+" : "") + self.number(number) }

    /// The sentence that comes with an error of the store or the payment queue: in this language where it is known, else as it
    /// came. Nil for an error without a sentence.
    package func ownSentence(_ error: StoreError) -> String? {
        switch error {
        case .alreadySubscribed: sentence(for: .alreadySubscribed)
        case .numberTaken: sentence(for: .numberTaken)
        case .unreadableAnswer: sentence(for: .unreadableAnswer)
        default: Trouble(limit: error).map(sentence(for:)) ?? error.message.map(translated)
        }
    }

    /// A sentence that a journal or a store kept in English: in this language where it is known, else as it is.
    package func translated(_ kept: String) -> String {
        StorageError(kept).map { sentence(for: .storage($0)) } ?? kept
    }

    /// What a store said of a payment.
    func words(of error: StoreError) -> String { ownSentence(error) ?? "\(self[.errorUnknown])." }
}
