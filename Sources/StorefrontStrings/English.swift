internal import FileSystem
internal import StoreModel

/// The texts in English, the source of all translations.
///
/// `say` also makes the pseudo-language of them: see `Language.pseudo`.
struct English: Strings {
    /// English, or the pseudo-language.
    let language: Language

    private func say(_ wording: Wording) -> String { language == .pseudo ? wording.pseudo : wording.text }

    // MARK: Everywhere

    var title: String { say("Monkey Store") }
    var notSignedIn: String { say("not signed in") }
    var thisDevice: String { say("this device") }
    var opening: String { say("opening…") }
    func networkIs(up: Bool) -> String { up ? say("network up") : say("network down") }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: say("Sandbox")
        case .production: say("Production")
        }
    }
    var yes: String { say("yes") }
    var no: String { say("no") }
    func andMore(_ count: Int) -> String { say("and \(count) more") }
    func tooSmall(need: String, have: String) -> String { say("Need \(need), have \(have)") }

    // MARK: Numbers and dates, as the language writes them (CLDR)

    var groupingSeparator: String { "," }
    var minimumGroupingDigits: Int { 1 }
    func currencySymbol(_: String) -> String? { nil }
    func date(year: String, month: String, day: String) -> String { "\(year)-\(month)-\(day)" }
    func percent(_ percent: Int) -> String { say("\(percent) %") }

    // MARK: The monkey and its bananas

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? say("\(number(count)) monkey credit") : say("\(number(count)) monkey credits")
    }
    var monkeyCreditsUnknown: String { say("… monkey credits") }
    var inDebtShort: String { say("refunded") }
    var inDebt: String { say("In debt: spent credits were refunded.") }
    var moodWaiting: String { say("Would like a banana.") }
    var moodHappy: String { say("Happy about your purchase!") }
    var moodStylish: String { say("Sunglasses on: what a picture!") }
    var moodRich: String { say("Happy about the new credits!") }
    var moodEating: String { say("Mmm. A banana!") }
    var moodHungry: String { say("Hungry, and no credits for a banana.") }
    var moodSad: String { say("Sorry that it did not work.") }
    var moodAsleep: String { say("Asleep while the store is closed.") }
    var feed: String { say("Feed a banana") }
    var feedPrice: String { say("one credit, one banana") }
    var feedNeedsCredits: String { say("no credits: buy some first") }
    var feedNeedsSignIn: String { say("sign in to see the credits") }
    var feedLoading: String { say("counting the credits…") }

    // MARK: Products

    var productsHeading: String { say("On sale") }
    func rowsShown(_ rows: String, of count: Int) -> String { say("\(rows) of \(count)") }
    func buyCredits(_ count: Int) -> String { say("Buy \(count)") }
    var buyButton: String { say("Buy") }
    var loading: String { say("loading…") }
    var networkDownButton: String { say("Network down?") }
    var storeDisabled: String { say("AppStore disabled") }
    var notAvailable: String { say("Not available") }
    var storeError: String { say("Store error") }
    func total(_ price: String) -> String { say("total \(price)") }
    var ownedButton: String { say("Owned") }
    var restoreButton: String { say("Restore") }
    var restoringButton: String { say("Restoring…") }
    var restoreNote: String { say("what this account bought for good") }

    // MARK: Books

    var read: String { say("Read") }
    var fetch: String { say("Download") }
    var pause: String { say("Pause") }
    var goOn: String { say("Resume") }
    func downloadWaiting(_ percent: String) -> String { say("waiting, \(percent)") }
    func downloadRetrying(_ percent: String) -> String { say("tries again, \(percent)") }
    func downloadActive(_ percent: String, left time: String) -> String { say("\(percent), \(time) left") }
    func downloadPaused(_ percent: String) -> String { say("paused, \(percent)") }
    var downloadFinished: String { say("on this device") }
    var downloadFailed: String { say("failed") }
    var downloadCancelled: String { say("not on this device") }

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

    // MARK: Subscriptions on sale

    var subscribe: String { say("Subscribe") }
    var subscribed: String { say("Subscribed") }
    func subscribedUntil(_ end: String) -> String { say("Subscribed until \(end)") }
    func piecesLeft(_ count: Int) -> String { say("You have \(number(count))") }
    func until(_ end: String) -> String { say("until \(end)") }
    func length(_ period: SubscriptionPeriod) -> String {
        let count = period.count
        return switch (period.unit, count) {
        case (.day, 1): say("day")
        case (.day, _): say("\(count) days")
        case (.week, 1): say("week")
        case (.week, _): say("\(count) weeks")
        case (.month, 1): say("month")
        case (.month, _): say("\(count) months")
        case (.year, 1): say("year")
        case (.year, _): say("\(count) years")
        }
    }
    func price(_ price: String, for length: String) -> String { say("\(price) for \(length)") }
    func newSubscribers(pay price: String) -> String { say("new subscribers: \(price)") }
    func first(_ price: String) -> String { say("first: \(price)") }
    var free: String { say("free") }
    var nothing: String { say("nothing") }

    // MARK: What is on its way

    var inFlightHeading: String { say("In flight") }
    var nothingInFlight: String { say("Nothing on its way.") }
    var logHeading: String { say("Notifications") }
    var inFlightPurchasing: String { say("Purchasing") }
    var inFlightQueued: String { say("waiting for the network") }
    var inFlightSignInNeeded: String { say("waiting for a sign-in") }
    var inFlightDeferred: String { say("waiting for approval") }
    var inFlightPaid: String { say("paid, not delivered yet") }
    func purchasingCount(_ count: Int) -> String { say("\(count) purchasing") }
    func queuedCount(_ count: Int) -> String { say("\(count) waiting for the network") }
    func signInNeededCount(_ count: Int) -> String { say("\(count) waiting for a sign-in") }
    func deferredCount(_ count: Int) -> String { say("\(count) waiting for approval") }
    func paidCount(_ count: Int) -> String {
        count == 1 ? say("1 paid, not delivered yet") : say("\(count) paid, not delivered yet")
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { say("\(count) purchasing") }
    func queuedShortCount(_ count: Int) -> String { say("\(count) queued") }
    func signInNeededShortCount(_ count: Int) -> String { say("\(count) to sign in") }
    func deferredShortCount(_ count: Int) -> String { say("\(count) to approve") }
    func paidShortCount(_ count: Int) -> String { count == 1 ? say("1 paid") : say("\(count) paid") }
    func inFlightTotal(_ count: Int) -> String { say("\(count) in flight") }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? say("Confirm purchase (1 of \(waiting))") : say("Confirm purchase")
    }
    var sheetQuantity: String { say("Quantity") }
    var sheetUnitPrice: String { say("Unit price") }
    var sheetTotal: String { say("Total") }
    var sheetAccount: String { say("Account") }
    var sheetEnvironment: String { say("Environment") }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: say("Sandbox: no real money")
        case .production: say("Production: real money")
        }
    }
    var sheetCancel: String { say("Cancel") }

    // Of a subscription: the payments, and the effect of the purchase.
    var sheetPrice: String { say("Price") }
    var sheetToPay: String { say("To pay now") }
    var sheetBegins: String { say("Begins") }
    var beginsNow: String { say("now, and then renews") }
    var sheetGroup: String { say("Group") }
    func level(_ level: Int) -> String { say("level \(level)") }
    var sheetOffer: String { say("Offer") }
    func chosenSubscribers(pay price: String) -> String { say("by invitation: \(price)") }
    var sheetFamily: String { say("Family") }
    var familyMayShare: String { say("may share it") }
    func replaces(_ title: String) -> String { say("now; replaces \(title)") }
    func follows(_ title: String, _ date: String) -> String { say("\(date), after \(title)") }
    var goesOnAsIs: String { say("goes on as it is") }
    func toPay(ifNew price: String, else usual: String) -> String { say("\(price) new, else \(usual)") }

    // MARK: Questions and notices

    var quitTitle: String { say("A purchase is in flight") }
    var quitBody: String {
        say("Leaving now is safe: the queue resumes at the next start, and nothing is charged twice.")
    }
    var quitLeave: String { say("Quit") }
    var quitStay: String { say("Stay") }
    var noticeClose: String { say("Close") }
    var helpTitle: String { say("Keys") }
    var ledgerTitle: String { say("Credit ledger") }
    func ledgerBody(balance: Int) -> String {
        say(
            """
            The ledger does not hold what was written to it. What was edited does not count; the balance that counts is \
            \(number(balance)).
            """)
    }
    var deliveryTitle: String { say("Paid, but not delivered") }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        say("\(pieces) is paid and stays in the queue; delivery is tried again at the next start. \(why)")
    }
    var deliveryOfUnknownProduct: String { say("This program does not know what it is worth.") }
    func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: say("Its receipt cannot be read.")
        case .wrongSignature: say("Its receipt does not carry the store's signature.")
        case .wrongApplication(let other): say("Its receipt is for another application, \(other).")
        case .wrongAccount: say("Its receipt is for another account.")
        case .wrongEnvironment(let other): say("Its receipt is from another environment, \(other.rawValue).")
        }
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    var restrictedState: String { say("In-app purchases are not allowed; nothing is charged. s: settings") }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? say("Network down. Your purchase is queued and goes on when it is back.  r retry")
            : say("Network down. Nothing is charged meanwhile; prices come when it is up.")
    }
    var requestFailedByNetworkState: String {
        say("No connection to the store, so no prices. Nothing was charged.  r retry")
    }
    func requestFailed(_ what: String) -> String { say("No prices: \(what). Nothing was charged. r retry") }
    var declined: String { say("The request to buy was declined. Nothing was charged.") }
    func lapsed(_ title: String) -> String { say("The request to buy \(title) lapsed. Nothing was charged.") }
    var deferred: String { say("Waiting for approval. Nothing is charged before it comes.  t transactions") }
    func credited(_ pieces: String) -> String { say("Bought \(pieces). The credits are yours.") }
    func owned(_ pieces: String) -> String { say("Bought \(pieces). It is yours for good.") }
    func bought(_ pieces: String) -> String { say("Bought \(pieces).") }
    func subscribedTo(_ title: String) -> String { say("You are subscribed to \(title).") }
    func revoked(_ pieces: String) -> String { say("Refunded \(pieces): money and credits went back.") }
    func renewed(_ title: String) -> String { say("\(title) has renewed.") }
    func isOver(_ title: String) -> String { say("\(title): the period that was paid is over.  u subscriptions") }
    func refusedUnknown(_ product: String) -> String { say("\(product) is not sold here. Nothing was charged.") }
    func corrected(balance: Int) -> String {
        say("The ledger was corrected: the balance is \(number(balance)). Nothing was charged.")
    }
    var alreadyBuying: String { say("This is being bought already. Nothing is charged twice; wait for the answer.") }
    var tooEarly: String { say("Key typed ahead: ignored. Look at the total first, then answer.") }
    var pasteIgnored: String { say("Pasted text does nothing here, so nothing was bought. Use the keys.") }
    var whyLoading: String { say("The prices are on their way. Nothing is charged before they are here.") }
    var whyNetworkDown: String { say("No prices without the network. Nothing was charged.  r retry") }
    var whyDisabled: String { say("In-app purchases are not allowed. Nothing was charged. s: settings") }
    func whyNotAvailable(_ product: String) -> String {
        say("The store does not know \(product). Nothing was charged.")
    }
    var whyNoCredits: String { say("No credit, no banana. Buy credits first: 1 or 2, then Enter.") }
    func whyOwned(_ title: String) -> String { say("You own \(title) already. Nothing was charged.") }
    func nothingToUse(_ title: String) -> String {
        say("There is no piece of \(title) to use up. Nothing was changed.")
    }
    func spendRefused(credits: Int, balance: Int) -> String {
        say("A banana costs \(number(credits)); there are \(number(balance)) credits. None was spent. Buy some first.")
    }
    var balanceUnknown: String { say("The credits are not counted yet. None was spent.") }
    var requestingPrices: String { say("Asking the store for prices.") }

    // MARK: Errors, in a few words

    var errorNotTrusted: String { say("Nobody there proves to be the store") }
    var errorNetwork: String { say("No connection to the store") }
    var errorCannotConnect: String { say("Cannot connect to the store") }
    var errorClientInvalid: String { say("The store refused this program") }
    var errorPaymentCancelled: String { say("Cancelled") }
    var errorPaymentInvalid: String { say("The payment is not valid") }
    var errorPaymentNotAllowed: String { say("In-app purchases are not allowed") }
    var errorProductNotAvailable: String { say("The product is no longer sold") }
    var errorPriceChanged: String { say("The price has changed") }
    var errorUnknown: String { say("The store had an unknown error") }
    var errorForgottenPassword: String { say("Forgotten password") }
    var errorSignInNeeded: String { say("Nobody is signed in") }
    var errorAccountTaken: String { say("This account exists already") }
    var errorTooManyAttempts: String { say("Too many attempts to sign in") }
    var errorInterrupted: String { say("The account needs attention") }
    var errorDeviceMoved: String { say("Your credits moved away") }
    var errorBoughtElsewhere: String { say("Your other machine has this") }
    var errorOther: String { say("The store refused") }

    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    func failedTryAgain(_ what: String) -> String { say("\(what) Nothing was charged. Enter tries again.") }
    func failedNotAllowed(_ what: String) -> String { say("\(what) Nothing was charged. s: settings") }
    func failedReadPrices(_ what: String) -> String { say("\(what) Nothing was charged. r reads the prices.") }
    func failedResetPassword(_ what: String) -> String { say("\(what) Nothing was charged. Reset it, then Enter.") }
    func failedDeviceMoved(_ what: String) -> String { say("\(what) Nothing was charged here.") }
    func failedBoughtElsewhere(_ what: String) -> String { say("\(what) Nothing was charged again.") }
    func failedInterrupted(_ what: String) -> String { say("\(what) Nothing was charged so far. t: resolve it") }
    func failedOther(_ what: String) -> String { say("\(what) Nothing was charged. t shows the details.") }

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    /// The sentence that comes with an error of the store or the payment queue.
    private func say(_ error: StoreError) -> String { say(Wording(stringLiteral: error.message ?? "")) }

    func sentence(for trouble: Trouble) -> String {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(let error): say(Wording(stringLiteral: error.description))
        case .trust(let error):
            switch error {
            case .notAChain, .anotherStore, .notProved, .noProof: say(Wording(stringLiteral: error.description))
            case .anotherApplication:
                say("\(error) Give the address of another store, or the application with --bundle-id.")
            }
        case .untrusted(let reason): say(Wording(stringLiteral: reason))
        // What the store or the payment queue says of a payment.
        case .storeNotReached: say("The store cannot be reached; nothing was charged. Try again later.")
        case .alreadySubscribed: say(.alreadySubscribed)
        case .renewsAgain: say(.renewsAgain)
        case .changesAtRenewal: say(.changesAtRenewal)
        case .numberTaken: say(.numberTaken)
        case .unreadableAnswer: say(.unreadableAnswer)
        case .paymentKept(let error):
            say(
                """
                \(words(of: error)) The payment is kept and sent again, and charged once; look for a newer version of this \
                program if that does not end.
                """)
        // The credit ledger.
        case .creditsRefunded: say("The store took the money for this purchase back, so it brings no credits.")
        case .creditsNotRefunded: say("The store does not say that this purchase was refunded, so its credits stay.")
        case .creditsOfOtherDevice:
            say(
                """
                The store signed this purchase for another device, so it brings no credits here. Where a backup was \
                restored here, they come at the next contact with the store.
                """)
        case .creditsNotInQueue: say("This purchase was dealt with before, so it brings no credits.")
        case .creditsNotProved:
            say("The store's signature does not prove this purchase, so it brings no credits; ask the store's support.")
        case .notForCredits(let product):
            say(
                """
                \(product) is not for monkey credits, so nothing was credited; use a version of the program that sells \
                it.
                """)
        case .notEnoughCredits(let balance):
            say("There are only \(balance) monkey credits, so nothing was spent; buy some first.")
        case .nothingToSpend: say("Nothing was spent; spend at least one credit.")
        case .ledgerTampered:
            say(
                """
                The credit ledger was changed by another program, so nothing was counted; start again to have it \
                checked.
                """)
        case .ledgerInterrupted: say("The credit ledger was not looked through to its end; nothing was changed.")
        // The record of what is owned.
        case .purchaseNotProved:
            say("The store's signature does not prove this purchase, so it brings nothing; ask the store's support.")
        case .notEnoughPieces(let product, let left):
            say("There are \(number(left)) pieces of \(product), so nothing was used up; buy more first.")
        case .recordTampered:
            say(
                """
                The record of what you own was changed by another program, so it does not count. Restore brings back \
                what you bought; nothing is charged for that.
                """)
        case .recordInterrupted:
            say("The record of what you own was not looked through to its end; nothing was changed.")
        // The store's place, as the options give it.
        case .noAddress: say("The store in this program has no accounts; nothing was sent. Name a store with --store.")
        case .badAddress(let text):
            say(
                """
                \(text) is no address of a store; nothing was sent. Give https://host:port, or http://host:port on \
                this machine.
                """)
        case .catalogueElsewhere:
            say(
                """
                A store at an address sells from its own catalogue; nothing was sent. Leave out --catalogue, or \
                --store.
                """)
        case .appleIdentifierElsewhere:
            say(
                """
                A store at an address knows its application's number; nothing was sent. Leave out --app-apple-id, or \
                --store.
                """)
        case .badAdminToken(let path):
            say(
                """
                \(path) does not hold an administrator's token; nothing was sent. Give the file that the store's \
                server wrote.
                """)
        case .builtWithoutRemote:
            say(
                """
                This program was built without the client for stores at an address; nothing was sent. Leave out \
                --store, or build it with the package's default traits.
                """)
        // The store's administration.
        case .noTransactionFound: say("The store does not know that transaction; nothing was changed.")
        case .invalidAction: say("That cannot be done to the transaction any more; nothing was changed.")
        case .notEntitled:
            say("Only an administrator of the store can do that; nothing was changed. Start with --admin-token-file.")
        case .noAnswer(let store):
            say("The store at \(store) did not answer; nobody knows whether it did that. Try again.")
        case .refused(let store, let status):
            say("The store at \(store) refused (status \(status)); nothing was changed. See its log.")
        case .unreadableList:
            say(
                """
                The store answered with something that is no list of purchases or subscriptions; nothing was changed. \
                See its log.
                """)
        case .signInForSubscriptions: say("Nobody is signed in at the store; nothing was changed. Sign in first.")
        // Books, letters and settings.
        case .bookNotHere: say("The book is not on this device. Fetch it first; it is not paid again.")
        case .bookUnreadable: say("The book cannot be read from the disk. Fetch it again; it is not paid again.")
        case .bookNotText(let path): say("This is no text for a terminal. It is yours all the same: \(path)")
        case .letterNeedsSubscription:
            say("The keeper's letter is for its subscribers. Subscribe to it; it costs nothing.")
        case .letterExpired:
            say("The subscription to the keeper's letter has run out. Subscribe again; it costs nothing.")
        case .settingsNeedAccount: say("Settings belong to an account; nothing was changed. Sign in first.")
        // Signing in.
        case .signInNeeded:
            say("Nobody is signed in at the store; nothing was charged. Sign in first: monkeystore sign-in NAME.")
        case .accountTaken:
            say("There is an account of that name already; nothing was changed. Take another name.")
        case .tooManyAttempts(let seconds): say("\(tooManyAttempts(seconds: seconds)) Nothing was changed.")
        case .wrongPassword:
            say(
                """
                The store does not know that name and password (5020); nothing was changed. Try again, or make a new \
                account with --new.
                """)
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            say("Cannot read the picture \(file) (\(reason)). Give --picture a PNG or JPEG file.")
        case .pictureNotAFile(let file): say("\(file) is not a file. Give --picture a PNG or JPEG file.")
        case .pictureEmpty(let file): say("The picture \(file) is empty. Choose another one with --picture.")
        case .pictureTooLarge(let file, let megabytes):
            say("The picture \(file) is larger than \(megabytes) MB. Choose a smaller one with --picture.")
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            say(
                """
                The picture \(file) has \(width) by \(height) pixels; \(millions) million are the most. Choose a \
                smaller one with --picture.
                """)
        case .notAPicture(let file):
            say("\(file) is not a PNG or JPEG picture. Choose another one with --picture.")
        case .pictureDamaged(let file):
            say("The picture \(file) is damaged or incomplete. Choose another one with --picture.")
        }
    }
    func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: say("Make it writable, or choose another place with --data-dir.")
        case .damaged: say("Put back a copy of it, or choose another place with --data-dir.")
        case .unusable: say("Choose another place with --data-dir.")
        case .anotherApplication(_, let bundle, let number):
            say("Choose another place with --data-dir, or give --bundle-id \(bundle) and --app-apple-id \(number).")
        case .full, .failing, .newerVersion, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? say("Restoring what this account owns…") : say("Restoring… \(number(count)) so far.")
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: say("Nothing to restore on this account. Credits stay where they were bought.")
        case 1: say("Restored 1 purchase. Credits are not: they stay where they were bought.")
        default: say("Restored \(number(count)) purchases. Credits are not: they stay where they were bought.")
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
    var restoreTooEarly: String { say("The store is not open yet, so nothing was restored.") }

    // MARK: The list of the transactions

    var transactionsTitle: String { say("Transactions") }
    func transactionsCount(_ count: Int) -> String {
        count == 1 ? say("\(count) transaction") : say("\(number(count)) transactions")
    }
    func transactionsMoreThan(_ count: Int) -> String { say("more than \(number(count)) transactions") }
    var transactionsLoading: String { say("Reading the transactions…") }
    var transactionsEmpty: String { say("Nothing bought yet. Esc goes back to the store.") }
    func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: say("purchasing")
        case .purchased: say("purchased")
        case .failed: say("failed")
        case .restored: say("restored")
        case .deferred: say("deferred")
        }
    }
    var transactionRefunded: String { say("refunded") }
    var detailHeading: String { say("Detail") }
    var detailIdentifier: String { say("Transaction") }
    var detailKey: String { say("Payment key") }
    var detailProduct: String { say("Product") }
    var detailAdded: String { say("Added") }
    var detailDate: String { say("Purchased") }
    var detailError: String { say("Error") }
    var detailFinished: String { say("Finished") }
    var detailRefunded: String { say("Refunded") }
    var detailOriginal: String { say("Brings back") }
    var detailActions: String { say("Actions") }
    var noIdentifierYet: String { say("none before it is purchased") }
    var noActions: String { say("nothing can be done to it") }
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: say("approve")
        case .decline: say("decline")
        case .lapse: say("lapse")
        case .resolve: say("resolve")
        case .refund: say("refund")
        case .reverseRefund: say("reverse refund")
        }
    }

    // MARK: The list of the subscriptions

    var subscriptionsTitle: String { say("Subscriptions") }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? say("\(count) subscription") : say("\(number(count)) subscriptions")
    }
    var subscriptionsLoading: String { say("Asking the store for the subscriptions…") }
    var subscriptionsEmpty: String { say("Nothing is subscribed to. Esc goes back to the store.") }
    var subscriptionsFromDevice: String { say("The store does not answer. This is what it signed before.") }

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
    var inBillingRetry: String { say("The renewal was not paid and is tried again. It cannot be used meanwhile.") }
    func expired(on end: String) -> String { say("Expired on \(end).") }
    var subscriptionRefunded: String { say("Refunded: it is over.") }

    // Short forms.
    var subscriptionCancelled: String { say("cancelled") }
    func shortStanding(_ status: SubscriptionStatus) -> String {
        switch status {
        case .active: say("paid")
        case .gracePeriod: say("grace period")
        case .billingRetry: say("not paid")
        case .expired: say("expired")
        case .revoked: say("refunded")
        }
    }
    var noSubscriptionActions: String { say("nothing can be done to it now") }
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: say("cancel")
        case .resume: say("resume")
        case .expire: say("expire now")
        case .renew: say("renew now")
        case .revoke: say("refund")
        case .breakBilling: say("break billing")
        case .fixBilling: say("fix billing")
        case .requestPriceConsent: say("ask a higher price")
        case .consentToPrice: say("consent to the price")
        case .declinePrice: say("decline the price")
        }
    }

    // MARK: The photo

    var photoTitle: String { say("Photo") }
    var photoLoading: String { say("Opening the picture…") }
    var clearFilters: String { say("Clear") }
    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: say("Greyscale")
        case .sepia: say("Sepia")
        }
    }
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: say("Grey")
        case .sepia: name(of: filter)
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String { say("\(name): \(onOff(isOn))") }
    func buyFilter(_ name: String) -> String { say("Buy \(name)") }
    var noFilter: String { say("no filter") }
    func filterRefused(_ filter: PhotoFilter) -> String {
        say("\(name(of: filter)) is not yours yet. Nothing was charged; buy it first.")
    }

    // MARK: The settings

    var settingsTitle: String { say("Settings") }
    var settingsIntroduction: String { say("What a store can do to a storefront. Changes are in force at once.") }
    var settingsLoading: String { say("Reading the settings…") }

    // Each setting's name, and what it does.
    var settingPayments: SettingWords { (say("In-app purchases"), say("off: AppStore disabled")) }
    var settingNetwork: SettingWords { (say("Network"), say("the way to the store")) }
    var settingAskToBuy: SettingWords { (say("Ask to buy"), say("waits for approval")) }
    var settingInterrupted: SettingWords { (say("Interrupted purchases"), say("fails until resolved")) }
    var settingNextFailure: SettingWords { (say("Next purchase fails"), say("once, with this error")) }
    var settingDelay: SettingWords { (say("Store delay"), say("before each answer")) }
    var settingSheet: SettingWords { (say("Confirmation sheet"), say("asks before it buys")) }
    var settingRate: SettingWords { (say("Subscriptions run"), say("for periods to come")) }
    var settingRenewals: SettingWords { (say("Renewals"), say("of subscriptions")) }
    var settingGracePeriod: SettingWords { (say("Grace period"), say("after one is not paid")) }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? say("allowed") : say("not allowed") }
    func onOff(_ isOn: Bool) -> String { isOn ? say("on") : say("off") }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: say("up")
        case .down: say("down")
        case .answersLost: say("answers lost")
        }
    }
    var rateRealTime: String { say("in real time") }
    func rate(aDay time: String) -> String { say("\(time) a day") }
    func rate(aMonth time: String) -> String { say("\(time) a month") }
    func rate(eachPeriod time: String) -> String { say("\(time) each") }
    func renewalsFail(_ fail: Bool) -> String { fail ? say("not paid") : say("paid") }

    // Errors for the next purchase: their number and two or three words.
    var failsCannotConnect: String { say("0 cannot connect") }
    var failsPaymentCancelled: String { say("2 cancelled") }
    var failsPaymentInvalid: String { say("3 payment invalid") }
    var failsPaymentNotAllowed: String { say("4 not allowed") }
    var failsProductNotAvailable: String { say("5 product gone") }
    var failsUnknown: String { say("5002 unknown error") }
    var failsForgottenPassword: String { say("5020 forgotten password") }
    var failsInterrupted: String { say("3038 interrupted") }
    var failsNetworkDown: String { say("-1009 network down") }
    var failsConnectionLost: String { say("-1005 connection lost") }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { say("Sign in to \(store)") }
    var signInPassword: String { say("Password") }
    var signInButton: String { say("Sign in") }
    var newAccountButton: String { say("New account") }
    var newAccountShort: String { say("New") }
    var signInIntroduction: String {
        say("The store wants to know who buys. New here? Choose a name and a password, then New account.")
    }
    var signingIn: String { say("Signing in…") }
    var makingAccount: String { say("Making the account…") }
    func accountLength(least: Int, most: Int) -> String { say("An account name has \(least) to \(most) characters.") }
    func passwordLength(least: Int, most: Int) -> String { say("A password has \(least) to \(most) characters.") }
    var signInWrongPassword: String {
        say("Wrong name or password (5020). Nothing was charged. Try again, or make a new account.")
    }
    var signInForgotten: String {
        say("The store has forgotten who you are (401). Nothing was charged. Sign in again.")
    }
    var signInAccountTaken: String {
        say("This account exists already (409). Nothing was charged. Sign in, or take another name.")
    }
    func signInFailed(_ what: String) -> String { say("\(what). Nothing was charged. Try again, or cancel.") }
    var credentialsRefused: String { say("The store takes no such name or password (3).") }
    func tooManyAttempts(seconds: Int?) -> String {
        guard let seconds else { return say("Too many attempts (429). Wait a minute, then try again.") }
        return say("Too many failed attempts; try again in \(seconds) s.")
    }
    func notCharged(_ sentence: String) -> String { say("\(sentence) Nothing was charged.") }
    var feedSignedOut: String { say("Nobody is signed in. None was spent.  i signs in") }
    func signedIn(_ account: String) -> String { say("Signed in as \(account).") }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? say("Signed out. What is in flight is safe and goes on at the next sign-in.")
            : say("Signed out. i signs in again.")
    }

    // MARK: The footer: keys in a word

    var footerPage: String { say("page") }
    var footerMove: String { say("move") }
    var footerQuantity: String { say("quantity") }
    var footerBuy: String { say("buy") }
    var footerChange: String { say("change") }
    var footerBack: String { say("back") }
    var footerRefresh: String { say("refresh") }
    var footerChoose: String { say("choose") }
    var footerPress: String { say("press") }
    var footerScroll: String { say("scroll") }
    var footerSwitch: String { say("on/off, buy") }
    var footerSignOut: String { say("Sign out") }
    var footerGoOn: String { say("go on") }
    var footerCancel: String { say("cancel") }

    // MARK: The names of keys

    var keySpace: String { say("Space") }
    func keyControl(_ letter: String) -> String { say("Ctrl-\(letter)") }
    var keyEnter: String { say("Enter") }
    var keyEscape: String { say("Esc") }
    var keyTab: String { say("Tab") }
    var keyBackTab: String { say("Shift-Tab") }
    var keyHome: String { say("Home") }
    var keyEnd: String { say("End") }
    var keyPageUp: String { say("PgUp") }
    var keyPageDown: String { say("PgDn") }
    var keyBackspace: String { say("Backspace") }
    var keyDelete: String { say("Del") }

    // MARK: The help and the manual page: where keys are pressed, and what they do

    var placeEverywhere: String { say("Everywhere") }
    var placeStore: String { say("Store") }
    var placeReader: String { say("Reading") }
    var placeSignIn: String { say("Signing in") }
    var placeDialog: String { say("Questions") }
    var placeReading: String { say("Messages") }
    var helpLineDown: String { say("one line down") }
    var helpLineUp: String { say("one line up") }
    var helpToNext: String { say("to the next one") }
    var helpToPrevious: String { say("to the one before") }
    var helpPageOn: String { say("one page on") }
    var helpPageBack: String { say("one page back") }
    var helpTenDown: String { say("ten down") }
    var helpTenUp: String { say("ten up") }
    var helpToLineStart: String { say("to the beginning of the line") }
    var helpToLineEnd: String { say("to the end of the line") }
    var helpToBookStart: String { say("to the beginning of the book") }
    var helpToBookEnd: String { say("to the end of the book") }
    var helpToNewest: String { say("to the newest") }
    var helpToOldest: String { say("to the oldest") }
    var helpOneLess: String { say("one less") }
    var helpOneMore: String { say("one more") }
    var helpToTheLeft: String { say("one character or button to the left") }
    var helpToTheRight: String { say("one character or button to the right") }
    var helpButtonBefore: String { say("the button before") }
    var helpNextButton: String { say("the next button") }
    var helpValueBefore: String { say("the value before") }
    var helpNextValue: String { say("the next value") }
    var helpUseProduct: String { say("buy, feed the monkey, or fetch, stop and read a book") }
    var helpUseFilter: String { say("switch the filter on or off, or buy it") }
    var helpNextField: String { say("to the next field; sign in, or press the selected button") }
    var helpPressButton: String { say("press the selected button") }
    func helpToProduct(_ number: Int) -> String { say("to product \(number)") }
    var helpSettings: String { say("open the settings") }
    var helpTransactions: String { say("open the transactions") }
    var helpSubscriptions: String { say("open the subscriptions") }
    var helpRestore: String { say("restore what the account owns") }
    var helpPhoto: String { say("open the photo and its filters") }
    func helpFilter(_ filter: PhotoFilter) -> String { say("\(name(of: filter)): switch it on or off, or buy it") }
    var helpClearFilters: String { say("switch all filters off") }
    var helpUsePiece: String { say("use up a piece of a product") }
    var helpCancelDownload: String { say("give the download of a book up") }
    var helpReadPrices: String { say("ask for the prices again") }
    var helpReadList: String { say("read the list again") }
    var helpKeys: String { say("show all keys") }
    var helpClose: String { say("close, and go back") }
    var helpAccept: String { say("yes: buy, or leave") }
    var helpRefuse: String { say("no: cancel, or stay") }
    var helpApprove: String { say("approve a request to buy") }
    var helpDecline: String { say("decline a request to buy") }
    var helpResolve: String { say("resolve an interrupted purchase") }
    var helpRefund: String { say("refund a purchase") }
    var helpEraseBefore: String { say("erase the character before") }
    var helpEraseAfter: String { say("erase the character after") }
    var helpEraseLine: String { say("erase the whole line") }
    var helpSignIn: String { say("sign in, where nobody is") }
    var helpSignOut: String { say("sign out, where somebody is signed in") }
    var helpQuit: String { say("leave the store") }
    var helpInterrupt: String { say("leave at once, from anywhere") }
    var helpRedraw: String { say("draw the whole screen again") }
    var helpSuspend: String { say("stop the program; fg brings it back") }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    var plainHint: String { say("Type help for the commands.") }
    var plainSheetPrompt: String { say("yes or no> ") }
    func plainAccount(_ name: String) -> String { say("Account: \(name)") }
    func plainProgress(_ pieces: String, _ progress: String) -> String { say("\(pieces): \(progress)") }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        say("Confirm purchase: \(pieces), \(unit) each, total \(total).")
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        say("Confirm subscription: \(title), \(price). To pay now: \(toPay). Begins: \(begins).")
    }
    var plainAnswer: String { say("Type yes to buy or no to cancel.") }
    var plainNothingToConfirm: String { say("There is nothing to confirm. Nothing was charged.") }
    func plainNoProduct(_ number: Int) -> String { say("There is no product \(number). Nothing was charged.") }
    func plainBadQuantity(_ text: String) -> String { say("A quantity is 1 to 10, not \(text). Nothing was charged.") }
    func plainNoBook(_ number: Int) -> String { say("\(number) is no book that is yours. Type products for all.") }
    var plainNoTransactions: String { say("Nothing bought yet.") }
    func plainNoTransaction(_ number: Int) -> String {
        say("There is no transaction \(number) in the list. Type transactions first.")
    }
    func plainNotPossible(_ action: String) -> String { say("\(action) is not possible for that transaction.") }
    var plainOlder: String { say("There are older ones. Type transactions older.") }
    var plainNoOlder: String { say("The list has no older ones. Type transactions for the newest.") }
    var plainNoSubscriptions: String { say("Nothing is subscribed to.") }
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
    var plainSignInFirst: String { say("Type sign-in or new-account with the name of an account, or no to cancel.") }
    var plainPasswordPrompt: String { say("Password: ") }
    var plainNoPassword: String { say("No password, so nothing was sent.") }
    var plainNoAccounts: String { say("This store has no accounts: it knows this device.") }
    var plainSignedInAlready: String { say("You are signed in. Type sign-out first.") }
    var plainNobodySignedIn: String { say("There is nobody to sign out.") }

    // MARK: The help of the lines: each command, and what it does

    var plainHelpBuy: String { say("buy NUMBER [QUANTITY]: buy a product, 1 to 10 pieces") }
    var plainHelpAnswer: String { say("yes, no: answer when a purchase is to be confirmed") }
    var plainHelpUse: String { say("use NUMBER: use up a piece of a product") }
    var plainHelpBooks: String {
        say("read, download, pause, cancel NUMBER: what to do about a book or a letter that is yours")
    }
    var plainHelpSubscriptions: String {
        say("subscriptions: where they stand; subscription ACTION NUMBER: do something to one of that list")
    }
    var plainHelpFeed: String { say("feed: spend one credit on a banana") }
    var plainHelpRestore: String { say("restore: bring back what this account bought for good") }
    var plainHelpBalance: String { say("balance: the credits") }
    var plainHelpProducts: String { say("products: ask for the prices again") }
    var plainHelpTransactions: String {
        say("transactions: what was bought, newest first; transactions older: what was bought before that")
    }
    var plainHelpActions: String { say("approve, decline, resolve, refund NUMBER: act on a transaction of that list") }
    var plainHelpFilters: String {
        say("filter NAME: switch a photo filter that you bought on or off; filters: which are on; clear: none")
    }
    var plainHelpSettings: String { say("settings [NAME VALUE]: show or change the settings") }
    var plainHelpSignIn: String {
        say("sign-in ACCOUNT, new-account ACCOUNT: say who buys; the password is the next line")
    }
    var plainHelpSignOut: String { say("sign-out: what is in flight goes on at the next sign-in") }
    var plainHelpQuit: String { say("quit: leave; a purchase in flight goes on at the next start") }

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

    // MARK: Visitors whom a host lets in

    var hostTitle: String { say("From your host") }
    var guestTitle: String { say("Welcome, guest") }
    var guestBody: String {
        say(
            """
            You came without an SSH key, so nobody can know you again: what you buy is gone when you leave. With a key \
            (ssh-keygen makes one) your credits are here the next time.
            """)
    }
    var idleWarning: String { say("Are you there? The store closes soon. Any key keeps it open.") }
    var goodbye: String { say("Goodbye.") }
    var goodbyeIdle: String { say("Goodbye: no key was pressed for a while.") }
    var goodbyeEnded: String { say("This visit was ended: the store closes, or was opened elsewhere with your key.") }
    var guestCreditsEnd: String { say("What a guest buys ends with the visit; come with an SSH key to keep it.") }
    var creditsKept: String { say("Your credits are safe: come back with the same key.") }

    // MARK: A machine whose backup was restored on another one

    var creditsMovedTitle: String { say("Your credits moved") }
    func debtMoved(_ credits: Int) -> String {
        say(
            """
            What this device owed (credits: \(number(credits))) moved to the machine on which its backup was restored, and is owed there. \
            What you buy here from now on is kept here.
            """)
    }
    var purchasesMoved: String {
        say(
            """
            What was bought here moved to the machine on which its backup was restored; nothing is lost. What you buy \
            here from now on is kept here.
            """)
    }
    func creditsMoved(_ count: Int) -> String {
        count == 1
            ? say(
                """
                The credit of this device moved to the machine on which its backup was restored; nothing is lost. What \
                you buy here from now on is kept here.
                """)
            : say(
                """
                The \(number(count)) credits of this device moved to the machine on which its backup was restored; nothing is \
                lost. What you buy here from now on is kept here.
                """)
    }
}
