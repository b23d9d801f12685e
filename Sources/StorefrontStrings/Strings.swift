package import FileSystem
package import StoreModel

/// All texts of the screens. Each language is a type in a file of its own; if a text is missing in one of them, the program does
/// not compile.
///
/// Each text is a whole, so the language decides on word order, plural forms and punctuation.
package protocol Strings: Sendable {
    var language: Language { get }

    // MARK: Everywhere

    var title: String { get }
    var notSignedIn: String { get }
    var thisDevice: String { get }
    var opening: String { get }
    func networkIs(up: Bool) -> String
    func environment(_ environment: StoreEnvironment) -> String
    var yes: String { get }
    var no: String { get }
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

    // MARK: The monkey and its bananas

    func monkeyCredits(_ count: Int) -> String
    /// The same before the credits are counted.
    var monkeyCreditsUnknown: String { get }
    var inDebtShort: String { get }
    var inDebt: String { get }
    var moodWaiting: String { get }
    var moodHappy: String { get }
    var moodStylish: String { get }
    var moodRich: String { get }
    var moodEating: String { get }
    var moodHungry: String { get }
    var moodSad: String { get }
    var moodAsleep: String { get }
    var feed: String { get }
    var feedPrice: String { get }
    var feedNeedsCredits: String { get }
    var feedNeedsSignIn: String { get }
    var feedLoading: String { get }

    // MARK: Products

    var productsHeading: String { get }
    /// The visible rows of a list.
    func rowsShown(_ rows: String, of count: Int) -> String
    func buyCredits(_ count: Int) -> String
    var buyButton: String { get }
    var loading: String { get }
    var networkDownButton: String { get }
    var storeDisabled: String { get }
    var notAvailable: String { get }
    var storeError: String { get }
    func total(_ price: String) -> String
    var ownedButton: String { get }
    var restoreButton: String { get }
    var restoringButton: String { get }
    var restoreNote: String { get }

    // MARK: Books

    var read: String { get }
    var fetch: String { get }
    var pause: String { get }
    var goOn: String { get }
    func downloadWaiting(_ percent: String) -> String
    func downloadRetrying(_ percent: String) -> String
    func downloadActive(_ percent: String, left time: String) -> String
    func downloadPaused(_ percent: String) -> String
    var downloadFinished: String { get }
    var downloadFailed: String { get }
    var downloadCancelled: String { get }

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String
    func bookRefused(_ title: String) -> String
    func bookMissing(_ title: String) -> String
    func bookDamaged(_ title: String) -> String
    func bookNotVerified(_ title: String) -> String
    func bookWaits(_ title: String) -> String

    // MARK: Subscriptions on sale

    var subscribe: String { get }
    var subscribed: String { get }
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
    var free: String { get }
    var nothing: String { get }

    // MARK: What is on its way

    var inFlightHeading: String { get }
    var nothingInFlight: String { get }
    var logHeading: String { get }
    var inFlightPurchasing: String { get }
    var inFlightQueued: String { get }
    var inFlightSignInNeeded: String { get }
    var inFlightDeferred: String { get }
    var inFlightPaid: String { get }
    func purchasingCount(_ count: Int) -> String
    func queuedCount(_ count: Int) -> String
    func signInNeededCount(_ count: Int) -> String
    func deferredCount(_ count: Int) -> String
    func paidCount(_ count: Int) -> String

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String
    func queuedShortCount(_ count: Int) -> String
    func signInNeededShortCount(_ count: Int) -> String
    func deferredShortCount(_ count: Int) -> String
    func paidShortCount(_ count: Int) -> String
    /// The sum of all, for the narrowest windows.
    func inFlightTotal(_ count: Int) -> String

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String
    var sheetQuantity: String { get }
    var sheetUnitPrice: String { get }
    var sheetTotal: String { get }
    var sheetAccount: String { get }
    var sheetEnvironment: String { get }
    func environmentMeaning(_ environment: StoreEnvironment) -> String
    var sheetCancel: String { get }

    // Of a subscription: the payments, and the effect of the purchase.
    var sheetPrice: String { get }
    var sheetToPay: String { get }
    var sheetBegins: String { get }
    var beginsNow: String { get }
    // Of a product, where the store says it: the group of plans, an offer for those whom the developer chooses, and the family.
    var sheetGroup: String { get }
    func level(_ level: Int) -> String
    var sheetOffer: String { get }
    func chosenSubscribers(pay price: String) -> String
    var sheetFamily: String { get }
    var familyMayShare: String { get }
    func replaces(_ title: String) -> String
    func follows(_ title: String, _ date: String) -> String
    var goesOnAsIs: String { get }
    /// The prices for new and for other subscribers, if it is unknown whether the offer applies.
    func toPay(ifNew price: String, else usual: String) -> String

    // MARK: Questions and notices

    var quitTitle: String { get }
    var quitBody: String { get }
    var quitLeave: String { get }
    var quitStay: String { get }
    var noticeClose: String { get }
    var helpTitle: String { get }
    var ledgerTitle: String { get }
    func ledgerBody(balance: Int) -> String
    var deliveryTitle: String { get }
    func deliveryFailed(_ pieces: String, why: String) -> String
    var deliveryOfUnknownProduct: String { get }
    func notVerified(_ failure: TransactionVerifier.Failure) -> String

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    var restrictedState: String { get }
    func networkDownState(isQueued: Bool) -> String
    var requestFailedByNetworkState: String { get }
    func requestFailed(_ what: String) -> String
    var declined: String { get }
    func lapsed(_ title: String) -> String
    var deferred: String { get }
    func credited(_ pieces: String) -> String
    func owned(_ pieces: String) -> String
    func bought(_ pieces: String) -> String
    func subscribedTo(_ title: String) -> String
    func revoked(_ pieces: String) -> String
    func renewed(_ title: String) -> String
    func isOver(_ title: String) -> String
    func refusedUnknown(_ product: String) -> String
    func corrected(balance: Int) -> String
    var alreadyBuying: String { get }
    var tooEarly: String { get }
    var pasteIgnored: String { get }
    var whyLoading: String { get }
    var whyNetworkDown: String { get }
    var whyDisabled: String { get }
    func whyNotAvailable(_ product: String) -> String
    var whyNoCredits: String { get }
    func whyOwned(_ title: String) -> String
    func nothingToUse(_ title: String) -> String
    func spendRefused(credits: Int, balance: Int) -> String
    var balanceUnknown: String { get }
    var requestingPrices: String { get }

    // MARK: Errors, in a few words

    var errorNotTrusted: String { get }
    var errorNetwork: String { get }
    var errorCannotConnect: String { get }
    var errorClientInvalid: String { get }
    var errorPaymentCancelled: String { get }
    var errorPaymentInvalid: String { get }
    var errorPaymentNotAllowed: String { get }
    var errorProductNotAvailable: String { get }
    var errorPriceChanged: String { get }
    var errorUnknown: String { get }
    var errorForgottenPassword: String { get }
    var errorSignInNeeded: String { get }
    var errorAccountTaken: String { get }
    var errorTooManyAttempts: String { get }
    var errorInterrupted: String { get }
    var errorDeviceMoved: String { get }
    var errorBoughtElsewhere: String { get }
    var errorOther: String { get }

    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    func failedTryAgain(_ what: String) -> String
    func failedNotAllowed(_ what: String) -> String
    func failedReadPrices(_ what: String) -> String
    func failedResetPassword(_ what: String) -> String
    func failedDeviceMoved(_ what: String) -> String
    func failedBoughtElsewhere(_ what: String) -> String
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
    var restoreTooEarly: String { get }

    // MARK: The list of the transactions

    var transactionsTitle: String { get }
    func transactionsCount(_ count: Int) -> String
    /// If only a page of the list is loaded.
    func transactionsMoreThan(_ count: Int) -> String
    var transactionsLoading: String { get }
    var transactionsEmpty: String { get }
    func standing(_ state: PaymentTransactionState) -> String
    var transactionRefunded: String { get }
    var detailHeading: String { get }
    var detailIdentifier: String { get }
    var detailKey: String { get }
    var detailProduct: String { get }
    var detailAdded: String { get }
    var detailDate: String { get }
    var detailError: String { get }
    var detailFinished: String { get }
    var detailRefunded: String { get }
    var detailOriginal: String { get }
    var detailActions: String { get }
    var noIdentifierYet: String { get }
    var noActions: String { get }
    func transactionAction(_ action: TransactionAction) -> String

    // MARK: The list of the subscriptions

    var subscriptionsTitle: String { get }
    func subscriptionsCount(_ count: Int) -> String
    var subscriptionsLoading: String { get }
    var subscriptionsEmpty: String { get }
    var subscriptionsFromDevice: String { get }

    // The state of a subscription.
    func paid(until end: String) -> String
    func ends(on end: String) -> String
    func endsWithoutConsent(on end: String) -> String
    func changes(on end: String, to title: String) -> String
    func renews(on end: String) -> String
    func inGracePeriod(until end: String) -> String
    var inBillingRetry: String { get }
    func expired(on end: String) -> String
    var subscriptionRefunded: String { get }

    // Short forms.
    var subscriptionCancelled: String { get }
    func shortStanding(_ status: SubscriptionStatus) -> String
    var noSubscriptionActions: String { get }
    func subscriptionAction(_ action: SubscriptionAction) -> String

    // MARK: The photo

    var photoTitle: String { get }
    var photoLoading: String { get }
    var clearFilters: String { get }
    func name(of filter: PhotoFilter) -> String
    /// Short forms for narrow windows.
    func shortName(of filter: PhotoFilter) -> String
    func filterSwitch(_ name: String, isOn: Bool) -> String
    func buyFilter(_ name: String) -> String
    var noFilter: String { get }
    func filterRefused(_ filter: PhotoFilter) -> String

    // MARK: The settings

    var settingsTitle: String { get }
    var settingsIntroduction: String { get }
    var settingsLoading: String { get }

    // Each setting's name, and what it does.
    var settingPayments: SettingWords { get }
    var settingNetwork: SettingWords { get }
    var settingAskToBuy: SettingWords { get }
    var settingInterrupted: SettingWords { get }
    var settingNextFailure: SettingWords { get }
    var settingDelay: SettingWords { get }
    var settingSheet: SettingWords { get }
    var settingRate: SettingWords { get }
    var settingRenewals: SettingWords { get }
    var settingGracePeriod: SettingWords { get }
    func allowed(_ isAllowed: Bool) -> String
    func onOff(_ isOn: Bool) -> String
    func network(_ network: StoreSettings.Network) -> String
    var rateRealTime: String { get }
    func rate(aDay time: String) -> String
    func rate(aMonth time: String) -> String
    func rate(eachPeriod time: String) -> String
    func renewalsFail(_ fail: Bool) -> String

    // Errors for the next purchase: their number and two or three words.
    var failsCannotConnect: String { get }
    var failsPaymentCancelled: String { get }
    var failsPaymentInvalid: String { get }
    var failsPaymentNotAllowed: String { get }
    var failsProductNotAvailable: String { get }
    var failsUnknown: String { get }
    var failsForgottenPassword: String { get }
    var failsInterrupted: String { get }
    var failsNetworkDown: String { get }
    var failsConnectionLost: String { get }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String
    var signInPassword: String { get }
    var signInButton: String { get }
    var newAccountButton: String { get }
    /// Short forms for narrow windows.
    var newAccountShort: String { get }
    var signInIntroduction: String { get }
    var signingIn: String { get }
    var makingAccount: String { get }
    func accountLength(least: Int, most: Int) -> String
    func passwordLength(least: Int, most: Int) -> String
    var signInWrongPassword: String { get }
    var signInForgotten: String { get }
    var signInAccountTaken: String { get }
    func signInFailed(_ what: String) -> String
    var credentialsRefused: String { get }
    func tooManyAttempts(seconds: Int?) -> String
    func notCharged(_ sentence: String) -> String
    var feedSignedOut: String { get }
    func signedIn(_ account: String) -> String
    func signedOut(isInFlight: Bool) -> String

    // MARK: The footer: keys in a word

    var footerPage: String { get }
    var footerMove: String { get }
    var footerQuantity: String { get }
    var footerBuy: String { get }
    var footerChange: String { get }
    var footerBack: String { get }
    var footerRefresh: String { get }
    var footerChoose: String { get }
    var footerPress: String { get }
    var footerScroll: String { get }
    var footerSwitch: String { get }
    var footerSignOut: String { get }
    var footerGoOn: String { get }
    var footerCancel: String { get }

    // MARK: The names of keys

    var keySpace: String { get }
    func keyControl(_ letter: String) -> String
    var keyEnter: String { get }
    var keyEscape: String { get }
    var keyTab: String { get }
    var keyBackTab: String { get }
    var keyHome: String { get }
    var keyEnd: String { get }
    var keyPageUp: String { get }
    var keyPageDown: String { get }
    var keyBackspace: String { get }
    var keyDelete: String { get }

    // MARK: The help and the manual page: where keys are pressed, and what they do

    var placeEverywhere: String { get }
    var placeStore: String { get }
    var placeReader: String { get }
    var placeSignIn: String { get }
    var placeDialog: String { get }
    var placeReading: String { get }
    var helpLineDown: String { get }
    var helpLineUp: String { get }
    var helpToNext: String { get }
    var helpToPrevious: String { get }
    var helpPageOn: String { get }
    var helpPageBack: String { get }
    var helpTenDown: String { get }
    var helpTenUp: String { get }
    var helpToLineStart: String { get }
    var helpToLineEnd: String { get }
    var helpToBookStart: String { get }
    var helpToBookEnd: String { get }
    var helpToNewest: String { get }
    var helpToOldest: String { get }
    var helpOneLess: String { get }
    var helpOneMore: String { get }
    var helpToTheLeft: String { get }
    var helpToTheRight: String { get }
    var helpButtonBefore: String { get }
    var helpNextButton: String { get }
    var helpValueBefore: String { get }
    var helpNextValue: String { get }
    var helpUseProduct: String { get }
    var helpUseFilter: String { get }
    var helpNextField: String { get }
    var helpPressButton: String { get }
    func helpToProduct(_ number: Int) -> String
    var helpSettings: String { get }
    var helpTransactions: String { get }
    var helpSubscriptions: String { get }
    var helpRestore: String { get }
    var helpPhoto: String { get }
    func helpFilter(_ filter: PhotoFilter) -> String
    var helpClearFilters: String { get }
    var helpUsePiece: String { get }
    var helpCancelDownload: String { get }
    var helpReadPrices: String { get }
    var helpReadList: String { get }
    var helpKeys: String { get }
    var helpClose: String { get }
    var helpAccept: String { get }
    var helpRefuse: String { get }
    var helpApprove: String { get }
    var helpDecline: String { get }
    var helpResolve: String { get }
    var helpRefund: String { get }
    var helpEraseBefore: String { get }
    var helpEraseAfter: String { get }
    var helpEraseLine: String { get }
    var helpSignIn: String { get }
    var helpSignOut: String { get }
    var helpQuit: String { get }
    var helpInterrupt: String { get }
    var helpRedraw: String { get }
    var helpSuspend: String { get }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    var plainHint: String { get }
    var plainSheetPrompt: String { get }
    func plainAccount(_ name: String) -> String
    func plainProgress(_ pieces: String, _ progress: String) -> String
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String
    var plainAnswer: String { get }
    var plainNothingToConfirm: String { get }
    func plainNoProduct(_ number: Int) -> String
    func plainBadQuantity(_ text: String) -> String
    func plainNoBook(_ number: Int) -> String
    var plainNoTransactions: String { get }
    func plainNoTransaction(_ number: Int) -> String
    func plainNotPossible(_ action: String) -> String
    var plainOlder: String { get }
    var plainNoOlder: String { get }
    var plainNoSubscriptions: String { get }
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
    var plainSignInFirst: String { get }
    var plainPasswordPrompt: String { get }
    var plainNoPassword: String { get }
    var plainNoAccounts: String { get }
    var plainSignedInAlready: String { get }
    var plainNobodySignedIn: String { get }

    // MARK: The help of the lines: each command, and what it does

    var plainHelpBuy: String { get }
    var plainHelpAnswer: String { get }
    var plainHelpUse: String { get }
    var plainHelpBooks: String { get }
    var plainHelpSubscriptions: String { get }
    var plainHelpFeed: String { get }
    var plainHelpRestore: String { get }
    var plainHelpBalance: String { get }
    var plainHelpProducts: String { get }
    var plainHelpTransactions: String { get }
    var plainHelpActions: String { get }
    var plainHelpFilters: String { get }
    var plainHelpSettings: String { get }
    var plainHelpSignIn: String { get }
    var plainHelpSignOut: String { get }
    var plainHelpQuit: String { get }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String
    func logProducts(valid: Int, invalid: Int) -> String
    func logBooks(_ count: Int) -> String
    func logListed(_ count: Int) -> String
    func logRestored(_ count: Int) -> String
    func logOwned(_ count: Int) -> String
    func logFindings(_ count: Int) -> String
    func logCredits(_ credits: Int) -> String

    // MARK: Visitors whom a host lets in

    var hostTitle: String { get }
    var guestTitle: String { get }
    var guestBody: String { get }
    var idleWarning: String { get }
    var goodbye: String { get }
    var goodbyeIdle: String { get }
    var goodbyeEnded: String { get }
    var guestCreditsEnd: String { get }
    var creditsKept: String { get }

    // MARK: A machine whose backup was restored on another one

    var creditsMovedTitle: String { get }
    func debtMoved(_ credits: Int) -> String
    var purchasesMoved: String { get }
    func creditsMoved(_ count: Int) -> String
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

    /// The sentence that comes with an error of the store or the payment queue: in this language where it is known, else as it
    /// came. Nil for an error without a sentence.
    package func ownSentence(_ error: StoreError) -> String? {
        switch error {
        case .alreadySubscribed: sentence(for: .alreadySubscribed)
        case .renewsAgain: sentence(for: .renewsAgain)
        case .changesAtRenewal: sentence(for: .changesAtRenewal)
        case .numberTaken: sentence(for: .numberTaken)
        case .unreadableAnswer: sentence(for: .unreadableAnswer)
        case .ledgerTampered: sentence(for: .ledgerTampered)
        default: error.message.map(translated)
        }
    }

    /// A sentence that a journal or a store kept in English: in this language where it is known, else as it is.
    package func translated(_ kept: String) -> String {
        StorageError(kept).map { sentence(for: .storage($0)) } ?? kept
    }

    /// What a store said of a payment.
    func words(of error: StoreError) -> String { ownSentence(error) ?? "\(errorUnknown)." }
}
