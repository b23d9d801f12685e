internal import FileSystem
internal import StoreModel
internal import StorefrontMessages

/// The texts in English, the source of all translations, and `Language.pseudo` made of them, for `Language.strings`.
struct English: Strings {
    /// English, or the pseudo-language.
    let language: Language

    private func say(_ wording: Wording) -> String { language == .pseudo ? wording.pseudo : wording.text }

    subscript(text: Text) -> String { say(wording(of: text)) }

    private func wording(of text: Text) -> Wording {
        switch text {
        // Everywhere.
        case .title: "Monkey Store"
        case .notSignedIn: "not signed in"
        case .thisDevice: "this device"
        case .opening: "opening…"
        case .environment(.sandbox): "Sandbox"
        case .environment(.production): "Production"
        case .yes: "yes"
        case .no: "no"
        // The monkey and its bananas.
        case .monkeyCreditsUnknown: "… monkey credits"
        case .inDebtShort: "refunded"
        case .inDebt: "In debt: spent credits were refunded."
        case .mood(.waiting): "Would like a banana."
        case .mood(.happy): "Happy about your purchase!"
        case .mood(.stylish): "Sunglasses on: what a picture!"
        case .mood(.rich): "Happy about the new credits!"
        case .mood(.eating): "Mmm. A banana!"
        case .mood(.hungry): "Hungry, and no credits for a banana."
        case .mood(.sad): "Sorry that it did not work."
        case .mood(.asleep): "Asleep while the store is closed."
        case .feed: "Feed a banana"
        case .feedPrice: "one credit, one banana"
        case .feedNeedsCredits: "no credits: buy some first"
        case .feedNeedsSignIn: "sign in to see the credits"
        case .feedLoading: "counting the credits…"
        // Products.
        case .productsHeading: "On sale"
        case .buyButton: "Buy"
        case .loading: "loading…"
        case .networkDownButton: "Network down?"
        case .storeDisabled: "AppStore disabled"
        case .notAvailable: "Not available"
        case .storeError: "Store error"
        case .ownedButton: "Owned"
        case .restoreButton: "Restore"
        case .restoringButton: "Restoring…"
        case .restoreNote: "what this account bought for good"
        // Books.
        case .read: "Read"
        case .fetch: "Download"
        case .pause: "Pause"
        case .goOn: "Resume"
        case .downloadFinished: "on this device"
        case .downloadFailed: "failed"
        case .downloadCancelled: "not on this device"
        // Subscriptions on sale.
        case .subscribe: "Subscribe"
        case .subscribed: "Subscribed"
        case .free: "free"
        case .nothing: "nothing"
        // What is on its way.
        case .inFlightHeading: "In flight"
        case .nothingInFlight: "Nothing on its way."
        case .logHeading: "Notifications"
        case .inFlightPurchasing: "Purchasing"
        case .inFlightQueued: "waiting for the network"
        case .inFlightSignInNeeded: "waiting for a sign-in"
        case .inFlightDeferred: "waiting for approval"
        case .inFlightPaid: "paid, not delivered yet"
        // The confirmation sheet.
        case .sheetQuantity: "Quantity"
        case .sheetUnitPrice: "Unit price"
        case .sheetTotal: "Total"
        case .sheetAccount: "Account"
        case .sheetEnvironment: "Environment"
        case .environmentMeaning(.sandbox): "Sandbox: no real money"
        case .environmentMeaning(.production): "Production: real money"
        case .sheetCancel: "Cancel"
        // Of a subscription: the payments, and the effect of the purchase.
        case .sheetPrice: "Price"
        case .sheetToPay: "To pay now"
        case .sheetBegins: "Begins"
        case .beginsNow: "now, and then renews"
        case .sheetGroup: "Group"
        case .sheetOffer: "Offer"
        case .sheetFamily: "Family"
        case .familyMayShare: "may share it"
        case .goesOnAsIs: "goes on as it is"
        // Questions and notices.
        case .quitTitle: "A purchase is in flight"
        case .quitBody: "Leaving now is safe: the queue resumes at the next start, and nothing is charged twice."
        case .quitLeave: "Quit"
        case .quitStay: "Stay"
        case .signOutTitle: "Sign out?"
        case .signOutBody: "Your purchases and credits stay with your account and are here again at the next sign-in."
        case .refundTitle: "Refund this purchase?"
        case .refundButton: "Refund"
        case .refundKeep: "Keep"
        case .noticeClose: "Close"
        case .helpTitle: "Keys"
        case .messagesTitle: "Messages"
        case .noMessages: "No messages yet."
        case .accountTitle: "Your account"
        case .accountFinding(.sumsEdited): "Another program edited the balance on this device."
        case .accountFinding(.sumsMissing): "The balance was missing on this device."
        case .accountFinding(.rowsEdited): "Another program edited, removed or added purchases or uses on this device."
        case .accountFinding(.olderCopy): "An older copy of the purchases was put back on this device."
        case .accountFinding(.keyMissing):
            "The key that seals the balance on this device was missing, or was another one."
        case .accountFinding(.markMissing):
            "The mark that secures the balance on this device was missing, or did not hold."
        case .accountFinding(.anotherAccount): "The purchases on this device were another account's, and do not count."
        case .deliveryTitle: "Paid, but not delivered"
        case .notVerified(.malformed): "Its receipt cannot be read."
        case .notVerified(.wrongSignature): "Its receipt does not carry the store's signature."
        case .notVerified(.wrongApplication(let other)): "Its receipt is for another application, \(other)."
        case .notVerified(.wrongAccount): "Its receipt is for another account."
        case .notVerified(.wrongEnvironment(let other)): "Its receipt is from another environment, \(other.rawValue)."
        // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
        case .restrictedState: "In-app purchases are not allowed; nothing is charged. s: settings"
        case .networkDownState(isQueued: true):
            "Network down. Your purchase is queued and goes on when it is back.  r retry"
        case .networkDownState(isQueued: false):
            "Network down. Nothing is charged meanwhile; prices come when it is up."
        case .requestFailedByNetworkState: "No connection to the store, so no prices. Nothing was charged.  r retry"
        case .declined: "The request to buy was declined. Nothing was charged."
        case .deferred: "Waiting for approval. Nothing is charged before it comes.  t transactions"
        case .alreadyBuying: "This is being bought already. Nothing is charged twice; wait for the answer."
        case .tooEarly: "Key typed ahead: ignored. Look at the total first, then answer."
        case .sheetCancelled: "Cancelled; nothing was charged. To buy, press y when the sheet is open."
        case .pasteIgnored: "Pasted text does nothing here, so nothing was bought. Use the keys."
        case .pasteUnfinished: "Text is being pasted; keys do nothing before its end. Ctrl-C leaves."
        case .whyLoading: "The prices are on their way. Nothing is charged before they are here."
        case .whyNetworkDown: "No prices without the network. Nothing was charged.  r retry"
        case .whyDisabled: "In-app purchases are not allowed. Nothing was charged. s: settings"
        case .whyNoCredits: "No credit, no banana. Buy credits first: 1 or 2, then Enter."
        case .balanceUnknown: "The credits are not counted yet. None was spent."
        case .requestingPrices: "Asking the store for prices."
        // Errors, in a few words.
        case .errorNotTrusted: "Nobody there proves to be the store"
        case .errorNetwork: "No connection to the store"
        case .errorCannotConnect: "Cannot connect to the store"
        case .errorClientInvalid: "The store refused this program"
        case .errorPaymentCancelled: "Cancelled"
        case .errorPaymentInvalid: "The payment is not valid"
        case .errorPaymentNotAllowed: "In-app purchases are not allowed"
        case .errorProductNotAvailable: "The product is no longer sold"
        case .errorPriceChanged: "The price has changed"
        case .errorUnknown: "The store had an unknown error"
        case .errorForgottenPassword: "Forgotten password"
        case .errorSignInNeeded: "Nobody is signed in"
        case .errorAccountTaken: "This account exists already"
        case .errorTooManyAttempts: "Too many attempts to sign in"
        case .errorTooManyPurchases: "Too many purchases in a day"
        case .errorTooManyRequests: "Too many requests"
        case .errorInterrupted: "The account needs attention"
        case .errorOther: "The store refused"
        // Restoring. Sentences fit in 78 cells.
        case .restoreTooEarly: "The store is not open yet, so nothing was restored."
        // The list of the transactions.
        case .transactionsTitle: "Transactions"
        case .transactionsLoading: "Reading the transactions…"
        case .transactionsEmpty: "Nothing bought yet. Esc goes back to the store."
        case .standing(.purchasing): "purchasing"
        case .standing(.purchased): "purchased"
        case .standing(.failed): "failed"
        case .standing(.restored): "restored"
        case .standing(.deferred): "deferred"
        case .standing(.changed): "changed"
        case .transactionRefunded: "refunded"
        case .transactionCancelled: "cancelled"
        case .detailHeading: "Detail"
        case .detailIdentifier: "Transaction"
        case .detailKey: "Payment key"
        case .detailProduct: "Product"
        case .detailAdded: "Added"
        case .detailDate: "Purchased"
        case .detailAmount: "Amount"
        case .detailError: "Error"
        case .detailChange: "Change"
        case .detailFinished: "Finished"
        case .detailRefunded: "Refunded"
        case .detailOriginal: "Brings back"
        case .detailActions: "Actions"
        case .noIdentifierYet: "none before it is purchased"
        case .noIdentifierEver: "none: nothing was bought"
        case .noActions: "nothing can be done to it"
        case .transactionAction(.approve): "approve"
        case .transactionAction(.decline): "decline"
        case .transactionAction(.lapse): "lapse"
        case .transactionAction(.resolve): "resolve"
        case .transactionAction(.refund): "refund"
        case .transactionAction(.reverseRefund): "reverse refund"
        // The list of the subscriptions.
        case .subscriptionsTitle: "Subscriptions"
        case .subscriptionsLoading: "Asking the store for the subscriptions…"
        case .subscriptionsEmpty: "Nothing is subscribed to. Esc goes back to the store."
        case .subscriptionsFromDevice: "The store does not answer. This is what it signed before."
        case .inBillingRetry: "The renewal was not paid and is tried again. It cannot be used meanwhile."
        case .subscriptionRefunded: "Refunded: it is over."
        // Short forms.
        case .subscriptionCancelled: "cancelled"
        case .shortStanding(.active): "paid"
        case .shortStanding(.gracePeriod): "grace period"
        case .shortStanding(.billingRetry): "not paid"
        case .shortStanding(.expired): "expired"
        case .shortStanding(.revoked): "refunded"
        case .noSubscriptionActions: "nothing can be done to it now"
        case .subscriptionAction(.cancel): "cancel"
        case .subscriptionAction(.resume): "resume"
        case .subscriptionAction(.expire): "expire now"
        case .subscriptionAction(.renew): "renew now"
        case .subscriptionAction(.refundPeriod): "refund"
        case .subscriptionAction(.breakBilling): "break billing"
        case .subscriptionAction(.fixBilling): "fix billing"
        case .subscriptionAction(.requestPriceConsent): "ask a higher price"
        case .subscriptionAction(.consentToPrice): "consent to the price"
        case .subscriptionAction(.declinePrice): "decline the price"
        // The photo.
        case .photoTitle: "Photo"
        case .photoLoading: "Opening the picture…"
        case .clearFilters: "Clear"
        case .filter(.greyscale): "Greyscale"
        case .filter(.sepia), .shortFilter(.sepia): "Sepia"
        case .shortFilter(.greyscale): "Grey"
        case .noFilter: "no filter"
        // The settings.
        case .settingsTitle: "Settings"
        case .settingsIntroduction: "What a store can do to a storefront. Changes are in force at once."
        case .settingsLoading: "Reading the settings…"
        case .network(.up): "up"
        case .network(.down): "down"
        case .network(.answersLost): "answers lost"
        case .rateRealTime: "in real time"
        // Errors for the next purchase: their number and two or three words.
        case .failsCannotConnect: "0 cannot connect"
        case .failsPaymentCancelled: "2 cancelled"
        case .failsPaymentInvalid: "3 payment invalid"
        case .failsPaymentNotAllowed: "4 not allowed"
        case .failsProductNotAvailable: "5 product gone"
        case .failsUnknown: "5002 unknown error"
        case .failsForgottenPassword: "5020 forgotten password"
        case .failsInterrupted: "3038 interrupted"
        case .failsNetworkDown: "-1009 network down"
        case .failsConnectionLost: "-1005 connection lost"
        // Signing in.
        case .signInPassword: "Password"
        case .signInButton: "Sign in"
        case .newAccountButton: "New account"
        case .newAccountShort: "New"
        case .signInIntroduction:
            "The store wants to know who buys. New here? Choose a name and a password, then New account."
        case .signingIn: "Signing in…"
        case .makingAccount: "Making the account…"
        case .signInWrongPassword:
            "Wrong name or password (5020). Nothing was charged. Try again, or make a new account."
        case .signInForgotten: "The store has forgotten who you are (401). Nothing was charged. Sign in again."
        case .signInAccountTaken:
            "This account exists already (409). Nothing was charged. Sign in, or take another name."
        case .credentialsRefused: "The store takes no such name or password (3)."
        case .feedSignedOut: "Nobody is signed in. None was spent.  i signs in"
        case .signedOut(isInFlight: true): "Signed out. What is in flight is safe and goes on at the next sign-in."
        case .signedOut(isInFlight: false): "Signed out. i signs in again."
        // The footer: keys in a word.
        case .footerPage: "page"
        case .footerMove: "move"
        case .footerQuantity: "quantity"
        case .footerBuy: "buy"
        case .footerChange: "change"
        case .footerBack: "back"
        case .footerRefresh: "refresh"
        case .footerChoose: "choose"
        case .footerPress: "press"
        case .footerScroll: "scroll"
        case .footerSignOut: "Sign out"
        case .footerGoOn: "go on"
        case .footerCancel: "cancel"
        case .footerSubscribe: "subscribe"
        case .footerManage: "manage"
        case .footerKeep: "keep"
        case .footerRead: "read"
        case .footerDownload: "download"
        case .footerPause: "pause"
        case .footerResume: "resume"
        case .footerApply: "apply filter"
        case .footerClear: "clear filter"
        case .footerRestore: "restore"
        case .footerFeed: "feed"
        // The names of keys.
        case .keySpace: "Space"
        case .keyControl(let letter): "Ctrl-\(letter)"
        case .keyEnter: "Enter"
        case .keyEscape: "Esc"
        case .keyTab: "Tab"
        case .keyBackTab: "Shift-Tab"
        case .keyHome: "Home"
        case .keyEnd: "End"
        case .keyPageUp: "PgUp"
        case .keyPageDown: "PgDn"
        case .keyBackspace: "Backspace"
        case .keyDelete: "Del"
        // The help and the manual page: where keys are pressed, and what they do.
        case .placeEverywhere: "Everywhere"
        case .placeStore: "Store"
        case .placeReader: "Reading"
        case .placeSignIn: "Signing in"
        case .placeDialog: "Questions"
        case .placeReading: "Messages"
        case .helpLineDown: "one line down"
        case .helpLineUp: "one line up"
        case .helpToNext: "to the next one"
        case .helpToPrevious: "to the one before"
        case .helpPageOn: "one page on"
        case .helpPageBack: "one page back"
        case .helpTenDown: "ten down"
        case .helpTenUp: "ten up"
        case .helpToLineStart: "to the beginning of the line"
        case .helpToLineEnd: "to the end of the line"
        case .helpToBookStart: "to the beginning of the book"
        case .helpToBookEnd: "to the end of the book"
        case .helpToNewest: "to the newest"
        case .helpToOldest: "to the oldest"
        case .helpOneLess: "one less"
        case .helpOneMore: "one more"
        case .helpToTheLeft: "one character or button to the left"
        case .helpToTheRight: "one character or button to the right"
        case .helpButtonBefore: "the button before"
        case .helpNextButton: "the next button"
        case .helpValueBefore: "the value before"
        case .helpNextValue: "the next value"
        case .helpUseProduct: "buy, feed the monkey, or fetch, stop and read a book"
        case .helpUseFilter: "switch the filter on or off, or buy it"
        case .helpNextField: "to the next field; sign in, or press the selected button"
        case .helpPressButton: "press the selected button"
        case .helpToProduct(let number): "to product \(number)"
        case .helpSettings: "open the settings"
        case .helpTransactions: "open the transactions"
        case .helpSubscriptions: "open the subscriptions"
        case .helpRestore: "restore what the account owns"
        case .helpPhoto: "open the photo and its filters"
        case .helpFilter(let filter): "\(self[.filter(filter)]): switch it on or off"
        case .helpClearFilters: "switch all filters off"
        case .helpUsePiece: "use up a piece of a product"
        case .helpCancelDownload: "give the download of a book up"
        case .helpReadPrices: "ask for the prices again"
        case .helpReadList: "read the list again"
        case .helpKeys: "show all keys"
        case .helpMessages: "read the last messages again"
        case .helpClose: "close, and go back"
        case .helpAccept: "yes: buy, or leave"
        case .helpRefuse: "no: cancel, or stay"
        case .helpApprove: "approve a request to buy"
        case .helpDecline: "decline a request to buy"
        case .helpResolve: "resolve an interrupted purchase"
        case .helpRefund: "refund a purchase"
        case .helpEraseBefore: "erase the character before"
        case .helpEraseAfter: "erase the character after"
        case .helpEraseLine: "erase the whole line"
        case .helpSignIn: "sign in, where nobody is"
        case .helpSignOut: "sign out, where somebody is signed in"
        case .helpQuit: "leave the store"
        case .helpInterrupt: "leave at once, from anywhere"
        case .helpRedraw: "draw the whole screen again"
        case .helpSuspend: "stop the program; fg brings it back"
        // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
        case .plainHint: "Type help for the commands."
        case .plainSheetPrompt: "yes or no> "
        case .plainAnswer: "Type yes to buy or no to cancel."
        case .plainCancelled: "Cancelled. Nothing was charged."
        case .plainRetry: "Type products to try again."
        case .plainNoCredits: "No credit, no banana. Buy credits first: type buy 1."
        case .plainNothingToConfirm: "There is nothing to confirm. Nothing was charged."
        case .plainNoTransactions: "Nothing bought yet."
        case .plainOlder: "There are older ones. Type transactions older."
        case .plainNoOlder: "The list has no older ones. Type transactions for the newest."
        case .plainNoSubscriptions: "Nothing is subscribed to."
        case .plainSignInFirst: "Type sign-in or new-account with the name of an account, or no to cancel."
        case .plainPasswordPrompt: "Password: "
        case .plainNoPassword: "No password, so nothing was sent."
        case .plainNoAccounts: "This store has no accounts: it knows this device."
        case .plainSignedInAlready: "You are signed in. Type sign-out first."
        case .plainNobodySignedIn: "There is nobody to sign out."
        case .plainUsesDone: "Nothing waits for the store any more."
        case .plainLineTooLong: "That line is longer than 64 KiB. Nothing was done or charged."
        case .soldOneAtATime: "This is sold one at a time. Nothing was charged."
        // The help of the lines: each command, and what it does.
        case .plainHelpBuy: "buy NUMBER [QUANTITY]: buy a product, 1 to 10 pieces"
        case .plainHelpAnswer: "yes, no: answer when a purchase is to be confirmed"
        case .plainHelpUse: "use NUMBER: use up a piece of a product"
        case .plainHelpBooks: "read, download, pause, cancel NUMBER: what to do about a book or a letter that is yours"
        case .plainHelpSubscriptions:
            "subscriptions: where they stand; subscription ACTION NUMBER: do something to one of that list"
        case .plainHelpFeed: "feed: spend one credit on a banana"
        case .plainHelpRestore: "restore: bring back what this account bought for good"
        case .plainHelpBalance: "balance: the credits"
        case .plainHelpProducts: "products: ask for the prices again"
        case .plainHelpTransactions:
            "transactions: what was bought, newest first; transactions older: what was bought before that"
        case .plainHelpActions: "approve, decline, resolve, refund NUMBER: act on a transaction of that list"
        case .plainHelpFilters:
            "filter NAME: switch a photo filter that you bought on or off; filters: which are on; clear: none"
        case .plainHelpSettings: "settings [NAME VALUE]: show or change the settings"
        case .plainHelpSignIn: "sign-in ACCOUNT, new-account ACCOUNT: say who buys; the password is the next line"
        case .plainHelpSignOut: "sign-out: what is in flight goes on at the next sign-in"
        case .plainHelpQuit: "quit: leave; a purchase in flight goes on at the next start"
        // Visitors whom a host lets in.
        case .guestTitle: "Welcome, guest"
        case .guestBody:
            """
            You came without an SSH key, so nobody can know you again: what you buy is gone when you leave. With a key \
            (ssh-keygen makes one) your credits are here the next time.
            """
        case .idleWarning: "Are you there? The store closes soon. Any key keeps it open."
        case .goodbye: "Goodbye."
        case .goodbyeIdle: "Goodbye: no key was pressed for a while."
        case .goodbyeClosed: "Goodbye: the store closes now."
        case .goodbyeElsewhere: "Goodbye from here: you have opened the store in another window."
        case .goodbyeEnded: "Goodbye: your host ended this visit."
        case .guestCreditsEnd: "What a guest buys ends with the visit."
        case .creditsKept: "Your credits are safe: come back with the same key."
        }
    }

    // MARK: Everywhere

    func networkIs(up: Bool) -> String { up ? say("network up") : say("network down") }
    func andMore(_ count: Int) -> String { say("and \(count) more") }
    func tooSmall(need: String, have: String) -> String { say("Need \(need), have \(have)") }

    // MARK: Numbers and dates, as the language writes them (CLDR)

    var groupingSeparator: String { "," }
    var minimumGroupingDigits: Int { 1 }
    func currencySymbol(_: String) -> String? { nil }
    func date(year: String, month: String, day: String) -> String { "\(year)-\(month)-\(day)" }
    func percent(_ percent: Int) -> String { say("\(percent) %") }

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? say("\(number(count)) monkey credit") : say("\(number(count)) monkey credits")
    }

    // MARK: Products, books and subscriptions

    func rowsShown(_ rows: String, of count: Int) -> String { say("\(rows) of \(count)") }
    func buyCredits(_ count: Int) -> String { say("Buy \(count)") }
    func total(_ price: String) -> String { say("total \(price)") }
    func downloadWaiting(_ percent: String) -> String { say("waiting, \(percent)") }
    func downloadRetrying(_ percent: String) -> String { say("tries again, \(percent)") }
    func downloadActive(_ percent: String, left time: String) -> String { say("\(percent), \(time) left") }
    func downloadPaused(_ percent: String) -> String { say("paused, \(percent)") }

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String {
        say("\(title) was refunded, so it is not given. Nothing was charged.")
    }
    func bookRefused(_ title: String) -> String {
        say("\(title) was not given for this receipt. It is not paid again. Enter tries again.")
    }
    func bookMissing(_ title: String) -> String {
        say("\(title) is not on the content server now. It is not paid again.")
    }
    func bookDamaged(_ title: String) -> String {
        say("\(title) came wrong, so nothing was kept. It is not paid again.")
    }
    func bookNotVerified(_ title: String) -> String {
        say("\(title) waits until the store can be asked. It is not paid again.")
    }
    func bookWaits(_ title: String) -> String {
        say("\(title) waits for the content server, and goes on by itself. Not paid again.")
    }
    func subscribedUntil(_ end: String) -> String { say("Subscribed until \(end)") }
    func piecesLeft(_ count: Int) -> String { say("You have \(number(count))") }
    func until(_ end: String) -> String { say("until \(end)") }
    func length(_ period: SubscriptionPeriod) -> String {
        switch (period.unit, period.count) {
        case (.day, 1): say("day")
        case (.day, let count): say("\(count) days")
        case (.week, 1): say("week")
        case (.week, let count): say("\(count) weeks")
        case (.month, 1): say("month")
        case (.month, let count): say("\(count) months")
        case (.year, 1): say("year")
        case (.year, let count): say("\(count) years")
        }
    }
    func price(_ price: String, for length: String) -> String { say("\(price) for \(length)") }
    func newSubscribers(pay price: String) -> String { say("new subscribers: \(price)") }
    func first(_ price: String) -> String { say("first: \(price)") }

    // MARK: What is on its way

    func purchasingCount(_ count: Int) -> String { say("\(count) purchasing") }
    func queuedCount(_ count: Int) -> String { say("\(count) waiting for the network") }
    func signInNeededCount(_ count: Int) -> String { say("\(count) waiting for a sign-in") }
    func deferredCount(_ count: Int) -> String { say("\(count) waiting for approval") }
    func paidCount(_ count: Int) -> String {
        count == 1 ? say("1 paid, not delivered yet") : say("\(count) paid, not delivered yet")
    }
    func usesWaiting(_ count: Int) -> String {
        count == 1 ? say("1 use waits for the store.") : say("\(number(count)) uses wait for the store.")
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { say("\(count) purchasing") }
    func queuedShortCount(_ count: Int) -> String { say("\(count) queued") }
    func signInNeededShortCount(_ count: Int) -> String { say("\(count) to sign in") }
    func deferredShortCount(_ count: Int) -> String { say("\(count) to approve") }
    func paidShortCount(_ count: Int) -> String { count == 1 ? say("1 paid") : say("\(count) paid") }
    func usesWaitingShort(_ count: Int) -> String { say("\(number(count)) waiting") }
    func inFlightTotal(_ count: Int) -> String { say("\(count) in flight") }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? say("Confirm purchase (1 of \(waiting))") : say("Confirm purchase")
    }
    func level(_ level: Int) -> String { say("level \(level)") }
    func chosenSubscribers(pay price: String) -> String { say("by invitation: \(price)") }
    func replaces(_ title: String) -> String { say("now; replaces \(title)") }
    func follows(_ title: String, _ date: String) -> String { say("\(date), after \(title)") }
    func toPay(ifNew price: String, else usual: String) -> String { say("\(price) new, else \(usual)") }

    // MARK: Questions and notices

    func accountRecounted(balance: Int) -> String {
        say(
            """
            All purchases were checked and counted again, and the store is asked for the rest. No purchase is lost, and what \
            was used stays used. The balance is \(number(balance)).
            """)
    }
    func refundBody(_ what: String) -> String {
        say("The store takes \(what) back and returns the money. Credits that are spent by then count as a debt.")
    }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        say("\(pieces) is paid and stays in the queue; delivery is tried again at the next start. \(why)")
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String { say("No prices: \(what). Nothing was charged. r retry") }
    func lapsed(_ title: String) -> String { say("The request to buy \(title) lapsed. Nothing was charged.") }
    func credited(_ pieces: String) -> String { say("Bought \(pieces). The credits are yours.") }
    func owned(_ pieces: String) -> String { say("Bought \(pieces). It is yours for good.") }
    func bought(_ pieces: String) -> String { say("Bought \(pieces).") }
    func subscribedTo(_ title: String) -> String { say("You are subscribed to \(title).") }
    func revoked(_ pieces: String) -> String { say("Refunded \(pieces): money and credits went back.") }
    func renewed(_ title: String) -> String { say("\(title) has renewed.") }
    func becomes(_ title: String, on date: String) -> String {
        say("You change to \(title) on \(date). Nothing was charged.")
    }
    func getsOffer(_ title: String, on date: String) -> String {
        say("\(title) has its offer from \(date). Nothing was charged.")
    }
    func goesOn(_ title: String, renewingOn date: String) -> String {
        say("\(title) renews again on \(date). Nothing was charged.")
    }
    func isOver(_ title: String) -> String { say("\(title): the period that was paid is over.  u subscriptions") }
    func refusedUnknown(_ product: String) -> String { say("\(product) is not sold here. Nothing was charged.") }
    func changedElsewhere(by change: Int) -> String {
        abs(change) == 1
            ? say("On another device or in another window: \(signed(change)) credit.")
            : say("On another device or in another window: \(signed(change)) credits.")
    }
    func accountFetched(percent: String) -> String { say("Fetching your account: \(percent) is here.") }
    func whyNotAvailable(_ product: String) -> String {
        say("The store does not know \(product). Nothing was charged.")
    }
    func whyOwned(_ title: String) -> String { say("You own \(title) already. Nothing was charged.") }
    func nothingToUse(_ title: String) -> String {
        say("There is no piece of \(title) to use up. Nothing was changed.")
    }
    func hostSaid(_ text: String) -> String { "From your host: \(text)" }
    func spendRefused(credits: Int, balance: Int) -> String {
        say("A banana costs \(number(credits)); there are \(number(balance)) credits. None was spent. Buy some first.")
    }

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    func failedTryAgain(_ what: String) -> String { say("\(what) Nothing was charged. Enter tries again.") }
    func failedNotAllowed(_ what: String) -> String { say("\(what) Nothing was charged. s: settings") }
    func failedReadPrices(_ what: String) -> String { say("\(what) Nothing was charged. r reads the prices.") }
    func failedResetPassword(_ what: String) -> String { say("\(what) Nothing was charged. Reset it, then Enter.") }
    func failedInterrupted(_ what: String) -> String { say("\(what) Nothing was charged so far. t: resolve it") }
    func failedOther(_ what: String) -> String { say("\(what) Nothing was charged. t shows the details.") }

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    /// The sentence that comes with an error of the store or the payment queue.
    private func message(of error: StoreError) -> Wording { Wording(stringLiteral: error.message ?? "") }

    func sentence(for trouble: Trouble) -> String { say(wording(of: trouble)) }

    private func wording(of trouble: Trouble) -> Wording {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(let error): Wording(stringLiteral: error.description)
        case .trust(let error):
            switch error {
            case .notAChain, .anotherStore, .notProved, .noProof: Wording(stringLiteral: error.description)
            case .anotherApplication: "\(error) Give the address of another store, or the application with --bundle-id."
            }
        case .untrusted(let reason): Wording(stringLiteral: reason)
        // What the store or the payment queue says of a payment.
        case .storeNotReached: "The store cannot be reached; nothing was charged. Try again later."
        case .alreadySubscribed: message(of: .alreadySubscribed)
        case .numberTaken: message(of: .numberTaken)
        case .unreadableAnswer: message(of: .unreadableAnswer)
        case .paymentKept(let error):
            """
            \(words(of: error)) The payment is kept and sent again, and charged once; look for a newer version of this \
            program if that does not end.
            """
        // What proves a purchase, and what is used.
        case .purchaseNotProved:
            "The store's signature does not prove this purchase, so it brings nothing; ask the store's support."
        case .notEnoughCredits(let balance):
            "There are only \(balance) monkey credits, so nothing was spent; buy some first."
        case .notEnoughPieces(let product, let left):
            "There are \(number(left)) pieces of \(product), so nothing was used up; buy more first."
        case .recountInterrupted:
            "What this device knows of your account was not looked through to its end; nothing was changed."
        // The store's place, as the options give it.
        case .noAddress: "The store in this program has no accounts; nothing was sent. Name a store with --store."
        case .badAddress(let text):
            """
            \(text) is no address of a store; nothing was sent. Give https://host:port, or http://host:port on \
            this machine.
            """
        case .catalogueElsewhere:
            "A store at an address sells from its own catalogue; nothing was sent. Leave out --catalogue, or --store."
        case .appleIdentifierElsewhere:
            """
            A store at an address knows its application's number; nothing was sent. Leave out --app-apple-id, or \
            --store.
            """
        case .badAdminToken(let path):
            """
            \(path) does not hold an administrator's token; nothing was sent. Give the file that the store's \
            server wrote.
            """
        case .builtWithoutRemote:
            """
            This program was built without the client for stores at an address; nothing was sent. Leave out \
            --store, or build it with the package's default traits.
            """
        // The store's administration.
        case .noTransactionFound: "The store does not know that transaction; nothing was changed."
        case .invalidAction: "That cannot be done to the transaction any more; nothing was changed."
        case .notEntitled:
            "Only an administrator of the store can do that; nothing was changed. Start with --admin-token-file."
        case .noAnswer(let store): "The store at \(store) did not answer; nobody knows whether it did that. Try again."
        case .refused(let store, let status):
            "The store at \(store) refused (status \(status)); nothing was changed. See its log."
        case .unreadableList:
            """
            The store answered with something that is no list of purchases or subscriptions; nothing was changed. \
            See its log.
            """
        case .signInForSubscriptions: "Nobody is signed in at the store; nothing was changed. Sign in first."
        // Books, letters and settings.
        case .bookNotHere: "The book is not on this device. Fetch it first; it is not paid again."
        case .bookNotOwned: "The book is not yours, or was refunded. Nothing was charged; buy or restore it first."
        case .bookUnreadable: "The book cannot be read from the disk. Fetch it again; it is not paid again."
        case .bookNotText(let path): "This is no text for a terminal. It is yours all the same: \(path)"
        case .letterNeedsSubscription: "The keeper's letter is for its subscribers. Subscribe to it; it costs nothing."
        case .letterExpired: "The subscription to the keeper's letter has run out. Subscribe again; it costs nothing."
        case .settingsNeedAccount: "Settings belong to an account; nothing was changed. Sign in first."
        // Signing in.
        case .signInNeeded:
            "Nobody is signed in at the store; nothing was charged. Sign in first: monkeystore sign-in NAME."
        case .accountTaken: "There is an account of that name already; nothing was changed. Take another name."
        case .tooManyAttempts(let seconds): "\(notCharged(tooManyAttempts(seconds: seconds)))"
        case .wrongPassword:
            """
            The store does not know that name and password (5020); nothing was changed. Try again, or make a new \
            account with --new.
            """
        // Limits of the store.
        case .tooManyPurchases:
            """
            This account has bought as often as one may in a day, so nothing was charged. Wait: the payment is kept, sent \
            again by itself, and charged once.
            """
        case .tooManyRequests:
            """
            The store takes no more requests for a moment, so nothing was charged. Payments are kept, sent again by \
            themselves, and charged once; try anything else again in a minute.
            """
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            "Cannot read the picture \(file) (\(reason)). Give --picture a PNG or JPEG file."
        case .pictureNotAFile(let file): "\(file) is not a file. Give --picture a PNG or JPEG file."
        case .pictureEmpty(let file): "The picture \(file) is empty. Choose another one with --picture."
        case .pictureTooLarge(let file, let megabytes):
            "The picture \(file) is larger than \(megabytes) MB. Choose a smaller one with --picture."
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            """
            The picture \(file) has \(width) by \(height) pixels; \(millions) million are the most. Choose a \
            smaller one with --picture.
            """
        case .notAPicture(let file): "\(file) is not a PNG or JPEG picture. Choose another one with --picture."
        case .pictureDamaged(let file):
            "The picture \(file) is damaged or incomplete. Choose another one with --picture."
        }
    }
    func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: say("Make it writable, or choose another place with --data-dir.")
        case .damaged: say("Put back a copy of it, or choose another place with --data-dir.")
        case .unusable: say("Choose another place with --data-dir.")
        case .anotherApplication(_, let bundle, let number):
            say("Choose another place with --data-dir, or give --bundle-id \(bundle) and --app-apple-id \(number).")
        case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? say("Restoring what this account owns…") : say("Restoring… \(number(count)) so far.")
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: say("Nothing to restore on this account. Your credits are in it already.")
        case 1: say("Restored 1 purchase. Your credits are in your account already.")
        default: say("Restored \(number(count)) purchases. Your credits are in your account already.")
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        say("Restored \(number(count)). \(number(rejected)) without the store's signature do not count.")
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? say("\(what) Nothing was restored. Try again.")
            : say("\(what) \(number(restored)) restored stay. Restore again.")
    }

    // MARK: The lists of the transactions and the subscriptions

    func transactionsCount(_ count: Int) -> String {
        count == 1 ? say("\(count) transaction") : say("\(number(count)) transactions")
    }
    func transactionsMoreThan(_ count: Int) -> String { say("more than \(number(count)) transactions") }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? say("\(count) subscription") : say("\(number(count)) subscriptions")
    }

    // The state of a subscription.
    func paid(until end: String) -> String { say("Paid until \(end).") }
    func ends(on end: String) -> String { say("Cancelled: ends on \(end).") }
    func endsWithoutConsent(on end: String) -> String {
        say("Paid until \(end). A higher price waits for your consent; without it, it ends then.")
    }
    func changes(on end: String, to title: String) -> String {
        say("Paid until \(end). Changes to \(title) at the next renewal.")
    }
    func renews(on end: String) -> String { say("Paid until \(end), then it renews.") }
    func inGracePeriod(until end: String) -> String {
        say("In grace period until \(end). The renewal was not paid and is tried again.")
    }
    func expired(on end: String) -> String { say("Expired on \(end).") }

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String { say("\(name): \(onOff(isOn))") }
    func buyFilter(_ name: String) -> String { say("Buy \(name)") }
    func filterRefused(_ filter: PhotoFilter) -> String {
        say("\(self[.filter(filter)]) is not yours yet. Nothing was charged; buy it first.")
    }
    func setting(_ row: SettingsRow) -> SettingWords {
        switch row {
        case .payments: (say("In-app purchases"), say("off: AppStore disabled"))
        case .network: (say("Network"), say("the way to the store"))
        case .askToBuy: (say("Ask to buy"), say("waits for approval"))
        case .interrupted: (say("Interrupted purchases"), say("fails until resolved"))
        case .nextFailure: (say("Next purchase fails"), say("once, with this error"))
        case .delay: (say("Store delay"), say("before each answer"))
        case .sheet: (say("Confirmation sheet"), say("asks before it buys"))
        case .rate: (say("Subscriptions run"), say("for periods to come"))
        case .renewals: (say("Renewals"), say("of subscriptions"))
        case .gracePeriod: (say("Grace period"), say("after one is not paid"))
        }
    }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? say("allowed") : say("not allowed") }
    func onOff(_ isOn: Bool) -> String { isOn ? say("on") : say("off") }
    func rate(aDay time: String) -> String { say("\(time) a day") }
    func rate(aMonth time: String) -> String { say("\(time) a month") }
    func rate(eachPeriod time: String) -> String { say("\(time) each") }
    func renewalsFail(_ fail: Bool) -> String { fail ? say("not paid") : say("paid") }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { say("Sign in to \(store)") }
    func accountLength(least: Int, most: Int) -> String { say("An account name has \(least) to \(most) characters.") }
    func passwordLength(least: Int, most: Int) -> String { say("A password has \(least) to \(most) characters.") }
    func signInFailed(_ what: String) -> String { say("\(what). Nothing was charged. Try again, or cancel.") }
    func tooManyAttempts(seconds: Int?) -> String {
        guard let seconds else { return say("Too many attempts (429). Wait a minute, then try again.") }
        return say("Too many failed attempts; try again in \(seconds) s.")
    }
    func notCharged(_ sentence: String) -> String { say("\(sentence) Nothing was charged.") }
    func signedIn(_ account: String) -> String { say("Signed in as \(account).") }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainAccount(_ name: String) -> String { say("Account: \(name)") }
    func plainProgress(_ pieces: String, _ progress: String) -> String { say("\(pieces): \(progress)") }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        say("Confirm purchase: \(pieces), \(unit) each, total \(total).")
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        say("Confirm subscription: \(title), \(price). To pay now: \(toPay). Begins: \(begins).")
    }
    func plainUsesWaiting(_ count: Int) -> String {
        count == 1
            ? say("1 use waits for the store. It counts here already, and goes on by itself.")
            : say("\(number(count)) uses wait for the store. They count here already, and go on by themselves.")
    }
    func plainNoProduct(_ number: Int) -> String { say("There is no product \(number). Nothing was charged.") }
    func plainBadQuantity(_ text: String) -> String { say("A quantity is 1 to 10, not \(text). Nothing was charged.") }
    func plainNoBook(_ number: Int) -> String { say("\(number) is no book that is yours. Type products for all.") }
    func plainNoTransaction(_ number: Int) -> String {
        say("There is no transaction \(number) in the list. Type transactions first.")
    }
    func plainNotPossible(_ action: String) -> String { say("\(action) is not possible for that transaction.") }
    func plainNoSubscription(_ number: Int) -> String {
        say("There is no subscription \(number) in the list. Type subscriptions first.")
    }
    func plainActionNotPossible(_ action: String) -> String { say("\(action) is not possible for that subscription.") }
    func plainFilters(_ names: String) -> String { say("Filters on: \(names).") }
    func plainNoFilter(_ name: String) -> String { say("There is no filter \(name); there are greyscale and sepia.") }
    func plainNoSetting(_ name: String) -> String { say("There is no setting \(name). Type settings for all.") }
    func plainBadSetting(_ name: String, _ choices: String) -> String { say("\(name) takes \(choices).") }
    func plainNeedsNumber(_ word: String) -> String { say("\(word) needs a number, for example: \(word) 1") }
    func plainUnknown(_ line: String) -> String { say("Unknown command: \(line). Type help for the commands.") }
    func plainSignIn(_ store: String) -> String { say("\(store) wants to know who buys.") }
    func plainSignInAnswer(_ account: String?) -> String {
        say("Type sign-in \(account ?? say("ACCOUNT")), new-account and another name, or no to cancel.")
    }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String { say("new account, \(account)") }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0 ? say("\(valid) with prices") : say("\(valid) with prices, \(invalid) not known")
    }
    func logBooks(_ count: Int) -> String { say("\(count) on the content server") }
    func logListed(_ count: Int) -> String { say("\(count) on sale") }
    func logRestored(_ count: Int) -> String { say("\(number(count)) restored") }
    func logOwned(_ count: Int) -> String { say("\(count) owned") }
    func logFindings(_ count: Int) -> String { say("\(count) found") }
    func logCredits(_ credits: Int) -> String {
        credits == 1 ? say("\(credits) credit") : say("\(number(credits)) credits")
    }
}
