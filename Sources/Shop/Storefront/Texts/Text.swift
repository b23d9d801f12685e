internal import StoreEvents
internal import StoreModel

/// The keys of the texts. `Resources/Embedded/Texts` has a file for each language with a line for each key, in this order. Screens, keys and
/// sentences read the texts from `Strings`: those without values by the key, the others by functions.
package enum Text: Int, Hashable, Sendable, CaseIterable {
    // Everywhere.
    case title, notSignedIn, thisDevice, opening, environmentSandbox, environmentProduction, yes, no, networkUp
    case networkDown, andMore, tooSmall
    // Numbers and dates.
    case date, percent
    // The monkey and its bananas.
    case monkeyCredits, monkeyCreditsUnknown, inDebtShort, inDebt, moodWaiting, moodHappy, moodStylish, moodRich
    case moodEating, moodHungry, moodSad, moodAsleep, feed, feedPrice, feedNeedsCredits, feedNeedsSignIn, feedLoading
    // Products.
    case productsHeading, sectionCredits, sectionFilters, sectionSubscriptions, sectionBooks, buyButton, loading,
        networkDownButton, storeDisabled, notAvailable, storeError, ownedButton
    case restoreButton, restoringButton, restoreNote, rowsShown, buyCredits, total, piecesLeft
    // Books and their downloads.
    case read, fetch, pause, goOn, downloadFinished, downloadFailed, downloadCancelled, downloadWaiting
    case downloadRetrying, downloadActive, downloadPaused
    // Why a download stopped or waits: the book stays paid.
    case bookRefunded, bookRefused, bookMissing, bookDamaged, bookNotVerified, bookWaits
    // Subscriptions on sale.
    case subscribe, subscribed, free, nothing, subscribedUntil, until, periodDay, periodDays, periodWeek, periodWeeks
    case periodMonth, periodMonths, periodYear, periodYears, priceFor, newSubscribers, firstPrice
    // What is on its way.
    case inFlightHeading, nothingInFlight, logHeading, chainPayment, chainDelivered, chainFinished, inFlightPurchasing,
        inFlightQueued, inFlightSignInNeeded
    case inFlightDeferred, inFlightPaid, purchasingCount, queuedCount, signInNeededCount, deferredCount, paidCount
    case usesWaiting
    // The same in narrow windows.
    case purchasingShortCount, queuedShortCount, signInNeededShortCount, deferredShortCount, paidShortCount
    case usesWaitingShort, inFlightTotal
    // The confirmation sheet.
    case sheetQuantity, sheetUnitPrice, sheetTotal, sheetBalance, sheetAccount, sheetEnvironment,
        environmentMeaningSandbox
    case environmentMeaningProduction, sheetCancel, confirmTitleOfMany, confirmTitle
    // The same for a subscription: the payments, and the effect of the purchase.
    case sheetPrice, sheetToPay, sheetBegins, beginsNow, sheetGroup, sheetOffer, sheetFamily, familyMayShare
    case goesOnAsIs, level, chosenSubscribers, replaces, follows, toPay
    // Questions and notices.
    case quitTitle, quitBody, quitLeave, quitStay, signOutTitle, signOutBody, refundTitle, refundButton, refundKeep
    case noticeClose, helpTitle, messagesTitle, noMessages, accountTitle, accountFindingSumsEdited
    case accountFindingSumsMissing, accountFindingRowsEdited, accountFindingOlderCopy, accountFindingKeyMissing
    case accountFindingMarkMissing, accountFindingAnotherAccount, deliveryTitle, notVerifiedMalformed
    case notVerifiedWrongSignature, notVerifiedWrongApplication, notVerifiedWrongAccount, notVerifiedWrongEnvironment
    case accountRecounted, refundBody, deliveryFailed
    // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
    case restrictedState, networkDownStateQueued, networkDownStateNotQueued, requestFailedByNetworkState, declined
    case deferred, alreadyBuying, tooEarly, sheetCancelled, pasteIgnored, pasteUnfinished, whyLoading, whyNetworkDown
    case whyDisabled, whyNoCredits, balanceUnknown, requestingPrices, requestFailed, lapsed, boughtCredits
    case boughtForGood, bought, subscribedTo, revoked, renewed, becomes, getsOffer, goesOn, isOver, refusedUnknown
    case changedElsewhere, accountFetched, whyNotAvailable, whyOwned, nothingToUse, hostSaid, spendRefused
    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    case failedTryAgain, failedNotAllowed, failedReadPrices, failedResetPassword, failedInterrupted, failedOther
    // Errors, in a few words.
    case errorNotTrusted, errorNetwork, errorCannotConnect, errorClientInvalid, errorPaymentCancelled
    case errorPaymentInvalid, errorPaymentNotAllowed, errorProductNotAvailable, errorPriceChanged, errorUnknown
    case errorForgottenPassword, errorSignInNeeded, errorAccountTaken, errorTooManyAttempts, errorTooManyPurchases
    case errorTooManyRequests, errorInterrupted, errorOther
    // Restoring. Each fits in 78 cells.
    case restoreTooEarly, restoringBegins, restoring, nothingRestored, restored, restoredWithRejected
    case restoreFailedAtOnce, restoreFailed
    // The list of the transactions.
    case transactionsTitle, transactionsLoading, transactionsEmpty, standingPurchasing, standingPurchased
    case standingFailed, standingRestored, standingDeferred, standingChanged, transactionRefunded
    case transactionCancelled, detailHeading, detailIdentifier, detailKey, detailProduct, detailAdded, detailDate
    case detailAmount, detailError, detailChange, detailFinished, detailRefunded, detailOriginal, detailActions
    case noIdentifierYet, noIdentifierEver, noActions, transactionActionApprove, transactionActionDecline
    case transactionActionLapse, transactionActionResolve, transactionActionRefund, transactionActionReverseRefund
    case transactionsCount, transactionsMoreThan
    // The inspector of a transaction.
    case inspectorTitle, inspectorAsking, footerInspect, footerShow, footerCopy, helpInspect, helpShowValue, helpCopy
    case helpInspectAgain, helpToTop, helpToBottom, payloadHeading, proofHeading, recordHeading, versionsHeading
    case changesHeading, notificationsHeading, proofReceipt, proofOrder, recordStatus, bytes, versionPaid
    case versionCurrent, changeRevision, deliveryDelivered, deliveryWaiting, deliveryGivenUp, deliveryNotSent
    case nextAttempt, noNotifications, notificationIdentifier
    case recordNotEntitled, recordMissing, recordNotReached, recordUnavailable, copied
    case markValue
    // The list of the subscriptions.
    case subscriptionsTitle, subscriptionsLoading, subscriptionsEmpty, subscriptionsFromDevice, inBillingRetry
    case subscriptionRefunded, subscriptionsCount, paidUntil, endsOn, endsWithoutConsent, changesOn, renewsOn
    case inGracePeriodUntil, expiredOn
    // The same in short.
    case subscriptionCancelled, shortStandingActive, shortStandingGracePeriod, shortStandingBillingRetry
    case shortStandingExpired, shortStandingRevoked, noSubscriptionActions, customersActions, storesActions,
        subscriptionActionCancel
    case subscriptionActionResume, subscriptionActionExpire, subscriptionActionRenew, subscriptionActionRefundPeriod
    case subscriptionActionBreakBilling, subscriptionActionFixBilling, subscriptionActionRequestPriceConsent
    case subscriptionActionConsentToPrice, subscriptionActionDeclinePrice
    // The photo.
    case photoTitle, photoLoading, clearFilters, filterGreyscale, filterSepia, shortFilterSepia, shortFilterGreyscale
    case noFilter, filterSwitch, buyFilter, filterRefused
    // The settings: each has a name, and what it does.
    case settingsTitle, settingsIntroduction, settingsLoading, settingNetworkUp, settingNetworkDown
    case settingNetworkAnswersLost, rateRealTime, settingPayments, settingPaymentsMeaning, settingNetwork
    case settingNetworkMeaning, settingAskToBuy, settingAskToBuyMeaning, settingInterrupted
    case settingInterruptedMeaning, settingNextFailure, settingNextFailureMeaning, settingDelay, settingDelayMeaning
    case settingSheet, settingSheetMeaning, settingRate, settingRateMeaning, settingRenewals, settingRenewalsMeaning
    case settingGracePeriod, settingGracePeriodMeaning, settingAllowed, settingNotAllowed, on, off, rateADay
    case rateAMonth, rateEachPeriod, renewalsUnpaid, renewalsPaid
    // Errors for the next purchase: their number and two or three words.
    case failsCannotConnect, failsPaymentCancelled, failsPaymentInvalid, failsPaymentNotAllowed
    case failsProductNotAvailable, failsUnknown, failsForgottenPassword, failsInterrupted, failsNetworkDown
    case failsConnectionLost
    // Signing in.
    case signInPassword, signInButton, newAccountButton, newAccountShort, signInIntroduction, signingIn
    case makingAccount, signInWrongPassword, signInForgotten, signInAccountTaken, credentialsRefused, feedSignedOut
    case signedOutInFlight, signedOutNotInFlight, signInTitle, accountLength, passwordLength, signInFailed
    case tooManyAttempts, tooManyAttemptsFor, notCharged, signedIn
    // The footer: keys in a word.
    case footerPage, footerMove, footerQuantity, footerBuy, footerChange, footerBack, footerRefresh, footerChoose
    case footerPress, footerScroll, footerSignOut, footerGoOn, footerCancel, footerSubscribe, footerManage
    case footerKeep, footerRead, footerDownload, footerPause, footerResume, footerApply, footerClear, footerRestore
    case footerFeed
    // The names of keys.
    case keySpace, keyControl, keyEnter, keyEscape, keyTab, keyBackTab, keyHome, keyEnd, keyPageUp, keyPageDown
    case keyBackspace, keyDelete
    // The help and the manual page: where keys are pressed, and what they do.
    case placeEverywhere, placeStore, placeReader, placeSignIn, placeDialog, placeReading, helpLineDown, helpLineUp
    case helpToNext, helpToPrevious, helpPageOn, helpPageBack, helpTenDown, helpTenUp, helpToLineStart, helpToLineEnd
    case helpToBookStart, helpToBookEnd, helpToNewest, helpToOldest, helpOneLess, helpOneMore, helpToTheLeft
    case helpToTheRight, helpButtonBefore, helpNextButton, helpValueBefore, helpNextValue, helpUseProduct
    case helpUseFilter, helpNextField, helpPressButton, helpToProduct, helpSettings, helpTransactions
    case helpSubscriptions, helpRestore, helpPhoto, helpGreyscale, helpSepia, helpClearFilters, helpUsePiece,
        helpCancelDownload
    case helpReadPrices, helpReadList, helpKeys, helpMessages, helpClose, helpAccept, helpRefuse, helpApprove
    case helpDecline, helpResolve, helpRefund, helpEraseBefore, helpEraseAfter, helpEraseLine, helpSignIn
    case helpSignOut, helpQuit, helpInterrupt, helpRedraw, helpSuspend
    // The prompt: a command behind `:`, or behind `/` what to find. Keys in the footer, then in the help.
    case footerRun, footerComplete, footerStay, footerPast, footerCommand, footerFind, placePrompt, helpEnterPrompt
    case helpComplete, helpCompleteBefore, helpClosePrompt, helpPromptUp, helpPromptDown, helpToTheRightOrComplete
    case helpCommand, helpFind, helpNextMatch, helpPreviousMatch, helpEndSearch, findNothing, foundSoFar
    case scenarioPlayed, plainNoScenario, plainNoAction, plainNeedsName, plainUnknownNear
    // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
    case plainHint, plainSheetPrompt, plainAnswer, plainCancelled, plainRetry, plainNoCredits, plainNothingToConfirm
    case plainNoTransactions, plainOlder, plainNoOlder, plainNoSubscriptions, plainSignInFirst, plainPasswordPrompt
    case plainNoPassword, plainNoAccounts, plainSignedInAlready, plainNobodySignedIn, plainUsesDone, plainLineTooLong
    case soldOneAtATime, plainAccount, plainProgress, plainConfirm, plainConfirmSubscription, plainUsesWaiting
    case plainNoProduct, plainBadQuantity, plainNoBook, plainNoTransaction, plainNotPossible, plainNoSubscription
    case plainActionNotPossible, plainFilters, plainNoFilter, plainNoSetting, plainBadSetting, plainNeedsNumber
    case plainUnknown, plainSignIn, plainSignInAnswer, plainAccountPlaceholder
    // The help of the lines: each command, and what it does.
    case plainHelpBuy, plainHelpAnswer, plainHelpUse, plainHelpBooks, plainHelpSubscriptions, plainHelpFeed
    case plainHelpRestore, plainHelpBalance, plainHelpProducts, plainHelpTransactions, plainHelpInspect
    case plainHelpActions, plainHelpFilters, plainHelpSettings, plainHelpScenario, plainHelpSignIn, plainHelpSignOut
    case plainHelpQuit
    // Visitors whom a host lets in.
    case guestTitle, guestBody, idleWarning, goodbye, goodbyeIdle, goodbyeClosed, goodbyeElsewhere, goodbyeEnded
    case guestCreditsEnd, creditsKept
    // The log, in a few words.
    case logNewAccount, logProducts, logProductsAndInvalid, logBooks, logListed, logRestored, logOwned, logFindings
    case logCredits
    // Errors, as whole sentences: what happened, what it means for the money, what to do.
    case storageNotWritable, storageFull, storageFailing, storageDamaged, storageNewerVersion, storageEarlierBuild
    case storageBusy, storageKeyMissing, storageAnotherApplication, storageUnconfirmed, storageUnusable
    case trustNotAChain
    case trustAnotherStore, trustNotProved, trustNoProof, trustAnotherApplication, untrusted, storeNotReached
    case alreadySubscribed, numberTaken, unreadableAnswer, keyUsed, offerCannotWait, offerNotForCustomer
    case paymentKept, purchaseNotProved, notEnoughCredits
    case notEnoughPieces, recountInterrupted, noAddress, badAddress, catalogueElsewhere, appleIdentifierElsewhere
    case badAdminToken, builtWithoutRemote, noTransactionFound, invalidAction, notEntitled, cannotPlay
    case notInCatalogue, noAnswer
    case refused, unreadableList, signInForSubscriptions, bookNotHere, bookNotOwned, bookUnreadable, bookNotText
    case letterNeedsSubscription, letterExpired, settingsNeedAccount, signInNeeded, accountTaken, wrongPassword
    case badName
    case tooManyPurchases, tooManyRequests, pictureUnreadable, pictureNotAFile, pictureEmpty, pictureTooLarge
    case pictureTooManyPixels, notAPicture, pictureDamaged, adviceNotWritable, adviceDamaged, adviceUnusable
    case adviceAnotherApplication
}
