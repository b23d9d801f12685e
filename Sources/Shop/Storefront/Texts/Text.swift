internal import StoreEvents
internal import StoreModel

/// The keys of the texts. `Resources/Embedded/Texts` has a file for each language with a line for each key,
/// in this order. Screens, keys and sentences read the texts from `Strings`: texts without values by their
/// key, the others through functions.
package enum Text: Int, Hashable, Sendable, CaseIterable {
    // Everywhere.
    case title, notSignedIn, thisDevice, opening, environmentSandbox, environmentProduction, yes, no
    case networkUp, networkDown, andMore, tooSmall
    // Numbers and dates.
    case date, percent
    // The monkey and its bananas.
    case monkeyCredits, monkeyCreditsUnknown, inDebtShort, inDebt, moodWaiting, moodHappy, moodStylish
    case moodRich, moodEating, moodHungry, moodSad, moodAsleep, feed, feedPrice, feedNeedsCredits
    case feedNeedsSignIn, feedLoading
    // Products.
    case productsHeading, sectionCredits, sectionFilters, sectionSubscriptions, sectionBooks, buyButton
    case loading, networkDownButton, storeDisabled, notAvailable, storeError, ownedButton, restoreButton
    case restoringButton, restoreNote, rowsShown, buyCredits, total, piecesLeft
    // Books and their downloads.
    case read, fetch, pause, goOn, downloadFinished, downloadFailed, downloadCancelled, downloadWaiting
    case downloadRetrying, downloadActive, downloadPaused
    // Why a download stopped or waits. The book stays paid.
    case bookRefunded, bookRefused, bookMissing, bookDamaged, bookNotVerified, bookWaits
    // Subscriptions on sale.
    case subscribe, subscribed, free, nothing, subscribedUntil, until, periodDay, periodDays, periodWeek
    case periodWeeks, periodMonth, periodMonths, periodYear, periodYears, priceFor, newSubscribers
    case firstPrice
    // What is in flight.
    case inFlightHeading, nothingInFlight, logHeading, chainPayment, chainDelivered, chainFinished
    case inFlightAsking, inFlightPurchasing, inFlightQueued, inFlightSignInNeeded, inFlightDeferred
    case inFlightPaid
    case askingCount, purchasingCount, queuedCount, signInNeededCount, deferredCount, paidCount, usesWaiting
    // What is in flight, in narrow windows.
    case askingShortCount, purchasingShortCount, queuedShortCount, signInNeededShortCount
    case deferredShortCount, paidShortCount, usesWaitingShort, inFlightTotal
    // The confirmation sheet.
    case sheetQuantity, sheetUnitPrice, sheetTotal, nothingYouOwnIt, sheetBalance, sheetAccount
    case sheetEnvironment, environmentMeaningSandbox, environmentMeaningProduction, sheetCancel
    case confirmTitleOfMany, confirmTitle
    // The confirmation sheet for a subscription: its payments, and what the purchase does.
    case sheetPrice, sheetToPay, sheetBegins, beginsNow, sheetGroup, sheetOffer, sheetFamily
    case familyMayShare, sheetRenewsOn, level, chosenSubscribers, replaces, follows, toPay
    // Questions and notices.
    case quitTitle, quitBody, quitLeave, stayButton, signOutTitle, signOutBody, signOutButton
    case refundTitle, refundButton, refundKeep, helpTitle, messagesTitle, noMessages, accountTitle
    case accountFindingSumsEdited, accountFindingSumsMissing, accountFindingRowsEdited
    case accountFindingOlderCopy, accountFindingKeyMissing, accountFindingHighWaterMarkMissing
    case accountFindingAnotherAccount, deliveryTitle, notVerifiedMalformed, notVerifiedWrongSignature
    case notVerifiedWrongApplication, notVerifiedWrongAccount, notVerifiedWrongEnvironment
    case accountRecounted, refundBody, refundBodyFree, refundDebt, deliveryFailed
    // The status line: what happened, what it means for the money, and the next key. Each fits in 78 cells.
    case restrictedState, restrictedStateQueued, networkDownStateQueued, networkDownStateNotQueued
    case networkDownStateForSale, answersLostState, requestFailedByNetworkState
    case declined, deferred, alreadyBuying, tooEarly, tooEarlyToRead, tooBusy, sheetCancelled
    case pasteIgnored, pasteUnfinished
    case whyLoading, whyNetworkDown, whyDisabled, whyNoCredits, whyNoCreditsUnnumbered, balanceUnknown
    case requestingPrices, requestFailed, refreshFailed, lapsed, boughtCredits, boughtForGood, bought
    case subscribedTo
    case revoked, refundReversed, renewed, becomes, getsOffer, goesOn, isOver, refusedUnknown
    case changedElsewhere, accountFetched, whyNotAvailable, whyOwned, nothingToUse, neverUsedUp
    case creditsAreForBananas, piecesNowLeft
    case hostSaid, contentNotReached, spendRefused
    // A failed purchase: the failure with its code, what it means for the money, and
    // what to do. Each fits in 78 cells.
    case failedTryAgain, failedNotAllowed, failedReadPrices, failedResetPassword, failedInterrupted
    case failedOther
    // Errors, in a few words.
    case errorNotTrusted, errorNetwork, errorCannotConnect, errorClientInvalid, errorPaymentCancelled
    case errorPaymentInvalid, errorPaymentNotAllowed, errorProductNotAvailable, errorPriceChanged
    case errorUnknown, errorForgottenPassword, errorSignInNeeded, errorAccountTaken
    case errorTooManyAttempts, errorTooManyPurchases, errorTooManyRequests, errorInterrupted, errorOther
    // Restoring. Each fits in 78 cells.
    case restoreTooEarly, restoringBegins, restoring, nothingRestored, restored, restoredWithRejected
    case restoreFailedAtOnce, restoreFailed
    // The list of the transactions.
    case transactionsTitle, transactionsLoading, transactionsEmpty, transactionsNotReached, listNeedsSignIn
    case standingPurchasing, standingPurchased, standingFailed, standingRestored, standingDeferred
    case standingLapsed, standingInterrupted, standingChanged
    case transactionRefunded, transactionCancelled, detailHeading, detailIdentifier, detailKey
    case detailProduct, detailAdded, detailDate, detailAmount, detailError, detailChange, detailFinished
    case detailRefunded, detailOriginal, detailActions, noIdentifierYet, noIdentifierEver, noActions
    case actionNotPossible
    case transactionActionApprove, transactionActionDecline, transactionActionLapse
    case transactionActionResolve, transactionActionRefund, transactionActionReverseRefund
    case transactionsCount, transactionsMoreThan
    // The inspector of a transaction.
    case inspectorTitle, inspectorAsking, footerInspect, footerShow, footerCopy, helpInspect
    case helpShowValue, helpCopy, helpInspectAgain, helpToTop, helpToBottom, payloadHeading
    case proofHeading, recordHeading, versionsHeading, changesHeading, notificationsHeading
    case proofReceipt, proofOrder, recordStatus, bytes, versionPaid, versionCurrent, changeRevision
    case deliveryDelivered, deliveryWaiting, deliveryGivenUp, deliveryNotSent, nextAttempt
    case noNotifications, notificationIdentifier, recordNotEntitled, actionsNotEntitled
    case recordMissing, recordNotReached, recordUnavailable, copied, markValue
    // The list of the subscriptions.
    case subscriptionsTitle, subscriptionsLoading, subscriptionsEmpty, subscriptionsFromDevice
    case inBillingRetry, subscriptionRefunded, subscriptionsCount, paidUntil, endsOn, endsWithoutConsent
    case changesOn, renewsOn, inGracePeriodUntil, expiredOn
    // The list of the subscriptions, in short.
    case subscriptionCancelled, shortStandingActive, shortStandingGracePeriod, shortStandingBillingRetry
    case shortStandingExpired, shortStandingRevoked, customersActions
    case storesActions, subscriptionActionCancel, subscriptionActionResume, subscriptionActionExpire
    case subscriptionActionRenew, subscriptionActionRefundPeriod, subscriptionActionBreakBilling
    case subscriptionActionFixBilling, subscriptionActionRequestPriceConsent
    case subscriptionActionConsentToPrice, subscriptionActionDeclinePrice
    // The photo.
    case photoTitle, photoLoading, clearFilters, filterGreyscale, filterSepia
    case shortFilterGreyscale, noFilter, filterSwitch, buyFilter, filterRefused
    // The settings. Each has a name, and says what it does.
    case settingsTitle, settingsIntroduction, settingsForCustomers
    case settingsLoading, settingNetworkUp, settingNetworkDown
    case settingNetworkAnswersLost, rateRealTime, settingPayments, settingPaymentsMeaning
    case settingNetwork, settingNetworkMeaning, settingAskToBuy, settingAskToBuyMeaning
    case settingInterrupted, settingInterruptedMeaning, settingNextFailure, settingNextFailureMeaning
    case settingDelay, settingDelayMeaning, settingSheet, settingSheetMeaning, settingRate
    case settingRateMeaning, settingRenewals, settingRenewalsMeaning, settingGracePeriod
    case settingGracePeriodMeaning, settingAllowed, settingNotAllowed, on, off, rateADay, rateAMonth
    case rateEachPeriod, renewalsUnpaid, renewalsPaid
    // Errors for the next purchase: their number, and two or three words.
    case failsCannotConnect, failsPaymentCancelled, failsPaymentInvalid, failsPaymentNotAllowed
    case failsProductNotAvailable, failsUnknown, failsForgottenPassword, failsInterrupted
    case failsNetworkDown, failsConnectionLost
    // Signing in.
    case signInPassword, signInButton, newAccountButton, newAccountShort, signInIntroduction, signingIn
    case makingAccount, signInWrongPassword, signInForgotten, signInForgottenQueued, signInAccountTaken
    case credentialsRefused, feedSignedOut, signedOutInFlight, signedOutNotInFlight, signInTitle
    case accountLength, passwordLength, signInFailed, tooManyAttempts, tooManyAttemptsFor, notCharged
    case signedIn
    // The footer: what keys do, in one word.
    case footerPage, footerMove, footerQuantity, footerBuy, footerChange, footerBack, footerRefresh
    case footerChoose, footerPress, footerScroll, footerGoOn, footerCancel
    case footerSubscribe, footerManage, footerKeep, footerRead, footerDownload, footerPause
    case footerResume, footerApply, footerClear, footerSwitchOff, footerRestore, footerFeed
    // The names of keys.
    case keySpace, keyControl, keyEnter, keyEscape, keyTab, keyBackTab, keyHome, keyEnd, keyPageUp
    case keyPageDown, keyBackspace, keyDelete
    // The help and the manual page: where keys are pressed, and what they do.
    case placeEverywhere, placeStore, placeReader, placeSignIn, placeDialog, placeReading, helpLineDown
    case helpLineUp, helpToNext, helpToPrevious, helpPageOn, helpPageBack, helpTenDown, helpTenUp
    case helpToLineStart, helpToLineEnd, helpToBookStart, helpToBookEnd, helpToNewest, helpToOldest
    case helpOneLess, helpOneMore, helpToTheLeft, helpToTheRight, helpButtonBefore, helpNextButton
    case helpValueBefore, helpNextValue, helpUseProduct, helpUseFilter, helpNextField, helpPressButton
    case helpToProduct, helpSettings, helpTransactions, helpSubscriptions, helpRestore, helpPhoto
    case helpGreyscale, helpSepia, helpClearFilters, helpUsePiece, helpCancelDownload, helpReadPrices
    case helpReadList, helpKeys, helpMessages, helpClose, helpApprove
    case helpDecline, helpResolve, helpRefund, helpEraseBefore, helpEraseAfter, helpEraseLine
    case helpSignIn, helpSignOut, helpQuit, helpInterrupt, helpRedraw, helpSuspend
    // The prompt: a command after `:`, or a text to find after `/`. First keys in the footer, then keys in
    // the help.
    case footerRun, footerComplete, footerStay, footerPast, footerCommand, footerFind, placePrompt
    case helpEnterPrompt, helpComplete, helpCompleteBefore, helpClosePrompt, helpPromptUp
    case helpPromptDown, helpToTheRightOrComplete, helpCommand, helpFind, helpNextMatch
    case helpPreviousMatch, helpEndSearch, findNothing, foundSoFar, scenarioPlayed, plainNoScenario
    case plainNoAction, plainNeedsName, plainUnknownNear
    // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
    case plainHint, plainSheetPrompt, plainAnswer, plainRetry, plainRestoreAgain, plainBuyAgain
    case plainDownloadAgain, plainSwitchOn, plainSeeTransactions, plainSeeSubscriptions, plainSignInAgain
    case plainNoCredits, plainNothingToConfirm, plainNoTransactions, plainOlder, plainNoOlder
    case plainNoSubscriptions, plainSignInFirst, plainPasswordPrompt, plainNoPassword, plainNoAccounts
    case plainNobodySignsIn, plainSignedInAlready, plainNobodySignedIn, plainUsesDone, plainLineTooLong
    case soldOneAtATime
    case plainAccount, plainProgress, plainConfirm, plainConfirmOne, plainConfirmOwned
    case plainConfirmSubscription
    case plainUsesWaiting, plainNoProduct, plainBadQuantity, plainNoBook, plainNoTransaction
    case plainNotInTransactions, plainNoSubscription, plainActionNotPossible, plainFilters, plainNoFilterOn,
        plainNoFilter
    case plainNoSetting, plainBadSetting
    case plainNeedsNumber, plainUnknown, plainSignIn, plainSignInAnswer, plainAccountPlaceholder
    // The help of the plain storefront: each command, and what it does.
    case plainHelpBuy, plainHelpAnswer, plainHelpUse, plainHelpBooks, plainHelpSubscriptions
    case plainHelpFeed, plainHelpRestore, plainHelpBalance, plainHelpProducts, plainHelpTransactions
    case plainHelpInspect, plainHelpActions, plainHelpFilters, plainHelpSettings, plainHelpScenario
    case plainHelpSignIn, plainHelpSignOut, plainHelpQuit
    // Visitors whom a host lets in.
    case guestTitle, guestBody, idleWarning, goodbye, goodbyeIdle, goodbyeClosed, goodbyeElsewhere
    case goodbyeEnded, guestCreditsEnd, creditsKept
    // The log, in a few words.
    case logNewAccount, logProducts, logProductsAndInvalid, logBooks, logListed, logRestored, logOwned
    case logFindings, logCredits
    // Errors as whole sentences: what happened, what it means for the money, and what to do.
    case storageNotWritable, storageFull, storageFailing, storageDamaged, storageNewerVersion
    case storageEarlierBuild, storageBusy, storageKeyMissing, storageAnotherKey, storageAnotherApplication
    case storageUnconfirmed, storageUncertain, storageReplaced, storageUnusable
    case fileNotWritable, fileFull, fileFailing, fileDamaged, fileBusy, fileReplaced, fileUnusable
    case fileNotUsed
    case trustNotAChain, trustAnotherStore, trustNotProved
    case trustNoProof, trustNoStore, trustAnotherApplication, untrusted, storeNotReached, alreadySubscribed
    case numberTaken, unreadableAnswer, keyUsed, offerCannotWait, offerNotForCustomer, paymentKept
    case paymentKeptHere
    case purchaseNotProved, purchasesLeftOut, notEnoughCredits, notEnoughPieces, notUsed, usedAndUnread
    case useTaken
    case recountInterrupted, noAddress, badAddress
    case catalogueElsewhere, appleIdentifierElsewhere, badAdminToken, builtWithoutRemote
    case noTransactionFound, invalidAction, notEntitled, cannotPlay, notInCatalogue, noAnswer, refused
    case scenarioNoAccount, scenarioNeedsConsumable, scenarioNeedsBoughtOnce, scenarioNeedsSubscription
    case scenarioHigherLevel, scenarioLowerLevel, scenarioOffer, scenarioSubscribed, scenarioOwned
    case scenarioStepNotDone, scenarioAccountChanged, scenarioClockTooFar
    case unreadableMaybeDone, signInForSubscriptions, bookNotHere, bookNotOwned, bookUnreadable, bookNotText
    case letterNeedsSubscription, letterExpired, signInNeeded, accountTaken
    case wrongPassword, badName, tooManyPurchases, tooManyRequests, pictureUnreadable, pictureNotAFile
    case pictureEmpty, pictureTooLarge, pictureTooManyPixels, notAPicture, pictureDamaged
    case adviceNotWritable, adviceDamaged, adviceUnusable, adviceAnotherApplication, adviceNotEntitled
    // After a crash.
    case crashed, crashLog
}
