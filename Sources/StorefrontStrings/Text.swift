package import StoreModel
package import StorefrontMessages

/// The texts of the storefront that need no value, or one value, such as a mood or a state. They stand in the order of
/// the places where they appear. Screens, keys and sentences read them from `Strings`, in the language of the person.
/// `Strings` has functions for texts with names, numbers or prices in them.
package enum Text: Hashable, Sendable {
    // Everywhere.
    case title, notSignedIn, thisDevice, opening, environment(StoreEnvironment), yes, no
    // The monkey and its bananas.
    case monkeyCreditsUnknown, inDebtShort, inDebt, mood(Mood), feed, feedPrice, feedNeedsCredits, feedNeedsSignIn
    case feedLoading
    // Products.
    case productsHeading, buyButton, loading, networkDownButton, storeDisabled, notAvailable, storeError, ownedButton
    case restoreButton, restoringButton, restoreNote
    // Books.
    case read, fetch, pause, goOn, downloadFinished, downloadFailed, downloadCancelled
    // Subscriptions on sale.
    case subscribe, subscribed, free, nothing
    // What is on its way.
    case inFlightHeading, nothingInFlight, logHeading, inFlightPurchasing, inFlightQueued, inFlightSignInNeeded
    case inFlightDeferred, inFlightPaid
    // The confirmation sheet.
    case sheetQuantity, sheetUnitPrice, sheetTotal, sheetAccount, sheetEnvironment, sheetCancel
    case environmentMeaning(StoreEnvironment)
    // Of a subscription: the payments, and the effect of the purchase.
    case sheetPrice, sheetToPay, sheetBegins, beginsNow, goesOnAsIs
    // Of a product, where the store says it: the group of plans, an offer for those whom the developer chooses, and the family.
    case sheetGroup, sheetOffer, sheetFamily, familyMayShare
    // Questions and notices.
    case quitTitle, quitBody, quitLeave, quitStay, signOutTitle, signOutBody, refundTitle, refundButton, refundKeep
    case noticeClose, helpTitle, messagesTitle, noMessages, accountTitle, deliveryTitle
    /// Why the account was counted again.
    case accountFinding(AccountFinding)
    case notVerified(TransactionVerifier.Failure)
    // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
    case restrictedState, networkDownState(isQueued: Bool), requestFailedByNetworkState, declined, deferred
    case alreadyBuying, tooEarly, sheetCancelled, pasteIgnored, pasteUnfinished
    case whyLoading, whyNetworkDown, whyDisabled, whyNoCredits, balanceUnknown, requestingPrices
    // Errors, in a few words.
    case errorNotTrusted, errorNetwork, errorCannotConnect, errorClientInvalid, errorPaymentCancelled
    case errorPaymentInvalid, errorPaymentNotAllowed, errorProductNotAvailable, errorPriceChanged, errorUnknown
    case errorForgottenPassword, errorSignInNeeded, errorAccountTaken, errorTooManyAttempts, errorInterrupted
    case errorTooManyPurchases, errorTooManyRequests, errorOther
    // Restoring; it fits in 78 cells.
    case restoreTooEarly
    // The list of the transactions.
    case transactionsTitle, transactionsLoading, transactionsEmpty, standing(PaymentTransactionState)
    case transactionRefunded, transactionCancelled, detailHeading, detailIdentifier, detailKey, detailProduct
    case detailAdded, detailDate, detailAmount, detailError, detailChange, detailFinished, detailRefunded
    case detailOriginal, detailActions, noIdentifierYet, noIdentifierEver, noActions
    case transactionAction(TransactionAction)
    // The list of the subscriptions.
    case subscriptionsTitle, subscriptionsLoading, subscriptionsEmpty, subscriptionsFromDevice, inBillingRetry
    case subscriptionRefunded
    // Short forms.
    case subscriptionCancelled, shortStanding(SubscriptionStatus), noSubscriptionActions
    case subscriptionAction(SubscriptionAction)
    // The photo.
    case photoTitle, photoLoading, clearFilters, noFilter
    /// A filter's name.
    case filter(PhotoFilter)
    /// The same in a narrow window.
    case shortFilter(PhotoFilter)
    // The settings.
    case settingsTitle, settingsIntroduction, settingsLoading, network(StoreSettings.Network), rateRealTime
    // Errors for the next purchase: their number and two or three words.
    case failsCannotConnect, failsPaymentCancelled, failsPaymentInvalid, failsPaymentNotAllowed
    case failsProductNotAvailable, failsUnknown, failsForgottenPassword, failsInterrupted, failsNetworkDown
    case failsConnectionLost
    // Signing in.
    case signInPassword, signInButton, newAccountButton, newAccountShort, signInIntroduction, signingIn, makingAccount
    case signInWrongPassword, signInForgotten, signInAccountTaken, credentialsRefused, feedSignedOut
    case signedOut(isInFlight: Bool)
    // The footer: keys in a word.
    case footerPage, footerMove, footerQuantity, footerBuy, footerChange, footerBack, footerRefresh, footerChoose
    case footerPress, footerScroll, footerSignOut, footerGoOn, footerCancel
    // The same for the selected button.
    case footerSubscribe, footerManage, footerKeep, footerRead, footerDownload, footerPause, footerResume, footerApply
    case footerClear, footerRestore, footerFeed
    // The names of keys.
    case keySpace, keyEnter, keyEscape, keyTab, keyBackTab, keyHome, keyEnd, keyPageUp, keyPageDown, keyBackspace
    case keyDelete, keyControl(String)
    // The help and the manual page: where keys are pressed, and what they do.
    case placeEverywhere, placeStore, placeReader, placeSignIn, placeDialog, placeReading, helpLineDown, helpLineUp
    case helpToNext, helpToPrevious, helpPageOn, helpPageBack, helpTenDown, helpTenUp, helpToLineStart, helpToLineEnd
    case helpToBookStart, helpToBookEnd, helpToNewest, helpToOldest, helpOneLess, helpOneMore, helpToTheLeft
    case helpToTheRight, helpButtonBefore, helpNextButton, helpValueBefore, helpNextValue, helpUseProduct
    case helpUseFilter, helpNextField, helpPressButton, helpToProduct(Int), helpSettings, helpTransactions
    case helpSubscriptions, helpRestore, helpPhoto, helpFilter(PhotoFilter), helpClearFilters, helpUsePiece
    case helpCancelDownload, helpReadPrices, helpReadList, helpKeys, helpClose, helpAccept, helpRefuse, helpApprove
    case helpDecline, helpResolve, helpRefund, helpEraseBefore, helpEraseAfter, helpEraseLine, helpSignIn, helpSignOut
    case helpMessages, helpQuit, helpInterrupt, helpRedraw, helpSuspend
    // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
    case plainHint, plainSheetPrompt, plainAnswer, plainNothingToConfirm, plainNoTransactions, plainOlder
    case plainCancelled, plainRetry, plainNoCredits
    case plainNoOlder, plainNoSubscriptions, plainSignInFirst, plainPasswordPrompt, plainNoPassword, plainNoAccounts
    case plainSignedInAlready, plainNobodySignedIn, plainUsesDone, plainLineTooLong, soldOneAtATime
    // The help of the lines: each command, and what it does.
    case plainHelpBuy, plainHelpAnswer, plainHelpUse, plainHelpBooks, plainHelpSubscriptions, plainHelpFeed
    case plainHelpRestore, plainHelpBalance, plainHelpProducts, plainHelpTransactions, plainHelpActions
    case plainHelpFilters, plainHelpSettings, plainHelpSignIn, plainHelpSignOut, plainHelpQuit
    // Visitors whom a host lets in.
    case guestTitle, guestBody, idleWarning, goodbye, goodbyeIdle, goodbyeClosed, goodbyeElsewhere, goodbyeEnded
    case guestCreditsEnd, creditsKept
}
