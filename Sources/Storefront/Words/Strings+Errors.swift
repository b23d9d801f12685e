internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// The text for each error.
extension Strings {
    /// An error in a few words, without its number.
    func failureWords(_ error: StoreError) -> String {
        if error.isAboutTrust { return errorNotTrusted }
        if error.isNetworkFailure { return errorNetwork }
        return switch (error.domain, error.code) {
        case (.storeKit, 0): errorCannotConnect
        case (.storeKit, 1): errorClientInvalid
        case (.storeKit, 2): errorPaymentCancelled
        case (.storeKit, 3): errorPaymentInvalid
        case (.storeKit, 4): errorPaymentNotAllowed
        case (.storeKit, 5): errorProductNotAvailable
        case (.storeKit, 14): errorPriceChanged
        case (.storeServer, 5002): errorUnknown
        case (.storeServer, 5020): errorForgottenPassword
        case (.account, 401): errorSignInNeeded
        case (.account, 409): errorAccountTaken
        case (.account, 429): errorTooManyAttempts
        case (StoreError.interrupted.domain, StoreError.interrupted.code): errorInterrupted
        case (.backup, 1): errorDeviceMoved
        case (.backup, 2): errorBoughtElsewhere
        default: errorOther
        }
    }

    private func numbered(_ error: StoreError) -> String { "\(failureWords(error)) (\(error.code))" }

    /// An error with its domain, its code and the store's own message.
    func errorDetail(_ error: StoreError) -> String {
        let message = ownSentence(error).map { ": \($0)" } ?? ""
        return "\(error.code) \(failureWords(error)) (\(error.domain.rawValue))\(message)"
    }

    /// Why there are no prices.
    func requestFailedState(_ error: StoreError) -> String { requestFailed(numbered(error)) }

    /// A failed purchase: what it means for the money, and the next key.
    func failure(_ error: StoreError) -> String {
        if let sentence = deviceSentence(error) { return sentence }
        let what = "\(numbered(error))."
        if error.isNetworkFailure { return failedTryAgain(what) }
        return switch (error.domain, error.code) {
        case (.storeKit, 0), (.storeServer, 5002): failedTryAgain(what)
        case (.storeKit, 4): failedNotAllowed(what)
        case (.storeKit, 5), (.storeKit, 14): failedReadPrices(what)
        case (.storeServer, 5020): failedResetPassword(what)
        case (.backup, 1): failedDeviceMoved(what)
        case (.backup, 2): failedBoughtElsewhere(what)
        case (StoreError.interrupted.domain, StoreError.interrupted.code): failedInterrupted(what)
        default: failedOther(what)
        }
    }

    func refusedQuantity(_ quantity: Int) -> String { plainBadQuantity(String(quantity)) }

    func restoreFailed(_ error: StoreError, restored: Int) -> String {
        deviceSentence(error) ?? restoreFailed("\(numbered(error)).", restored: restored)
    }

    /// Why a download stopped or waits. What was paid stays paid.
    func downloadTrouble(_ title: String, _ error: StoreError) -> String {
        if let sentence = deviceSentence(error) { return sentence }
        return switch error.contentCode {
        case .refunded: bookRefunded(title)
        case .notBought, .otherAccount, .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            bookRefused(title)
        case .noSuchContent: bookMissing(title)
        case .otherContent, .tooLong: bookDamaged(title)
        case .cannotVerify: bookNotVerified(title)
        case nil: bookWaits(title)
        }
    }

    /// Why a paid product could not be delivered.
    func deliveryFailed(_ pieces: String, _ reason: DeliveryFailure) -> String {
        let why =
            switch reason {
            case .unknownProduct: deliveryOfUnknownProduct
            case .notVerified(let failure): notVerified(failure)
            case .notFetched(let error): downloadTrouble(pieces, error)
            case .undeliverable(let sentence): sentence
            }
        return deliveryFailed(pieces, why: why)
    }

    func failureName(_ error: StoreError) -> String {
        switch error {
        case .cannotConnect: failsCannotConnect
        case .paymentCancelled: failsPaymentCancelled
        case .paymentInvalid: failsPaymentInvalid
        case .paymentNotAllowed: failsPaymentNotAllowed
        case .productNotAvailable: failsProductNotAvailable
        case .unknownServerError: failsUnknown
        case .forgottenPassword: failsForgottenPassword
        case .interrupted: failsInterrupted
        case .networkDown: failsNetworkDown
        case .connectionLost: failsConnectionLost
        default: "\(error.domain.rawValue) \(error.code)"
        }
    }

    /// The message on the sign-in sheet: what happened, what it means for the money, and what to do.
    func signInMessage(_ sheet: SignInSheet) -> String {
        switch sheet.phase {
        case .waiting(isNewAccount: false): signingIn
        case .waiting(isNewAccount: true): makingAccount
        case .incomplete(let stop): signInIncomplete(stop)
        case .typing: sheet.request.reason.map(signInFailure) ?? signInIntroduction
        }
    }

    func signInIncomplete(_ stop: SignInSheet.Stop) -> String {
        let account = CredentialLengths.accountName
        let password = CredentialLengths.password
        return stop == .account
            ? accountLength(least: account.lowerBound, most: account.upperBound)
            : passwordLength(least: password.lowerBound, most: password.upperBound)
    }

    func signInFailure(_ error: StoreError) -> String {
        switch (error.domain, error.code) {
        case (.storeServer, 5020): signInWrongPassword
        case (.storeKit, 3): notCharged(error.message ?? credentialsRefused)
        case (.account, 401): signInForgotten
        case (.account, 409): signInAccountTaken
        case (.account, 429): notCharged(tooManyAttempts(seconds: error.secondsToWait))
        default: signInFailed(numbered(error))
        }
    }

    /// The sentence of an error of the device's own files.
    func deviceSentence(_ error: StoreError) -> String? { error.domain == .device ? ownSentence(error) : nil }

    /// The sentence for a purchase that changed or kept a subscription without a charge; nil for other errors.
    func subscriptionChange(_ error: StoreError) -> String? {
        error.domain == .subscription ? ownSentence(error) : nil
    }
}
