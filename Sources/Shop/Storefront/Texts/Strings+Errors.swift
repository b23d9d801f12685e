internal import StoreEvents
internal import StoreModel

// The text for each error, for the status line, notices, the sign-in sheet, the plain storefront and
// the commands.
extension Strings {
    /// An error in a few words, without its number.
    func failureWords(_ error: StoreError) -> String {
        if error.isAboutTrust { return self[.errorNotTrusted] }
        if error.isNetworkFailure { return self[.errorNetwork] }
        return switch (error.domain, error.code) {
        case (.storeKit, 0): self[.errorCannotConnect]
        case (.storeKit, 1): self[.errorClientInvalid]
        case (.storeKit, 2): self[.errorPaymentCancelled]
        case (.storeKit, 3): self[.errorPaymentInvalid]
        case (.storeKit, 4): self[.errorPaymentNotAllowed]
        case (.storeKit, 5): self[.errorProductNotAvailable]
        case (.storeKit, 14): self[.errorPriceChanged]
        case (.storeServer, 5002): self[.errorUnknown]
        case (.storeServer, 5020): self[.errorForgottenPassword]
        case (.account, 401): self[.errorSignInNeeded]
        case (.account, 409): self[.errorAccountTaken]
        case (.account, 429): self[.errorTooManyAttempts]
        case (.http, 429): self[.tooManyPurchases ~= error ? .errorTooManyPurchases : .errorTooManyRequests]
        case (StoreError.interrupted.domain, StoreError.interrupted.code): self[.errorInterrupted]
        default: self[.errorOther]
        }
    }

    private func numbered(_ error: StoreError) -> String { "\(failureWords(error)) (\(error.code))" }

    /// An error with its domain, its code and the store's own message.
    func errorDetail(_ error: StoreError) -> String {
        let message = ownSentence(error).map { ": \($0)" } ?? ""
        return "\(error.code) \(failureWords(error)) (\(error.domain.rawValue))\(message)"
    }

    func requestFailedState(_ error: StoreError) -> String { requestFailed(numbered(error)) }

    /// The same if the last prices are still there.
    func refreshFailed(_ error: StoreError) -> String { refreshFailed(numbered(error)) }

    /// A failed purchase: what it means for the money, and which key comes next.
    func failure(_ error: StoreError) -> String {
        if let sentence = deviceFailure(error) { return sentence }
        let text: Text =
            switch (error.domain, error.code) {
            case _ where error.isNetworkFailure, (.storeKit, 0), (.storeServer, 5002): .failedTryAgain
            case (.storeKit, 4): .failedNotAllowed
            case (.storeKit, 5), (.storeKit, 14): .failedReadPrices
            case (.storeServer, 5020): .failedResetPassword
            case (StoreError.interrupted.domain, StoreError.interrupted.code): .failedInterrupted
            default: .failedOther
            }
        return fill(text, ["what": "\(numbered(error))."])
    }

    func restoreFailed(_ error: StoreError, restored: Int) -> String {
        deviceSentence(error) ?? restoreFailed("\(numbered(error)).", restored: restored)
    }

    /// Why a download stopped or waits. What was paid stays paid.
    func downloadTrouble(_ title: String, _ error: StoreError) -> String {
        if let sentence = deviceSentence(error) { return sentence }
        let text: Text =
            switch error.contentCode {
            case .refunded: .bookRefunded
            case .notBought, .otherAccount, .receiptMissing, .receiptNotAuthentic, .otherApplication,
                .receiptTooOld:
                .bookRefused
            case .noSuchContent: .bookMissing
            case .otherContent, .tooLong: .bookDamaged
            case .cannotVerify: .bookNotVerified
            case nil: .bookWaits
            }
        return fill(text, ["title": title])
    }

    /// Why a paid product could not be delivered.
    func deliveryFailed(_ pieces: String, _ reason: DeliveryFailure) -> String {
        let why =
            switch reason {
            case .notVerified(let failure): notVerified(failure)
            case .notFetched(let error): downloadTrouble(pieces, error)
            case .undeliverable(let trouble): undelivered(because: trouble)
            }
        return deliveryFailed(pieces, why: why)
    }

    func failureName(_ error: StoreError) -> String {
        switch error {
        case .cannotConnect: self[.failsCannotConnect]
        case .paymentCancelled: self[.failsPaymentCancelled]
        case .paymentInvalid: self[.failsPaymentInvalid]
        case .paymentNotAllowed: self[.failsPaymentNotAllowed]
        case .productNotAvailable: self[.failsProductNotAvailable]
        case .unknownServerError: self[.failsUnknown]
        case .forgottenPassword: self[.failsForgottenPassword]
        case .interrupted: self[.failsInterrupted]
        case .networkDown: self[.failsNetworkDown]
        case .connectionLost: self[.failsConnectionLost]
        default: "\(error.domain.rawValue) \(error.code)"
        }
    }

    /// The message on the sign-in sheet: what happened, what it means for the money, and what to do.
    ///
    /// - Parameters:
    ///   - isQueued: whether a purchase waits for the store's answer. It may be charged already.
    ///   - newAccount: the words of the button for a new account.
    func signInMessage(
        _ sheet: SignInSheet, isQueued: Bool, newAccount: Text = .newAccountButton
    ) -> String {
        switch sheet.phase {
        case .waiting(isNewAccount: false): self[.signingIn]
        case .waiting(isNewAccount: true): self[.makingAccount]
        case .incomplete(let stop): signInIncomplete(stop)
        case .typing:
            sheet.request.reason.map { signInFailure($0, isQueued: isQueued) }
                ?? signInIntroduction(button: self[newAccount])
        }
    }

    func signInIncomplete(_ stop: SignInSheet.Stop) -> String {
        let account = CredentialLengths.accountName
        let password = CredentialLengths.password
        return stop == .account
            ? accountLength(least: account.lowerBound, most: account.upperBound)
            : passwordLength(least: password.lowerBound, most: password.upperBound)
    }

    func signInFailure(_ error: StoreError, isQueued: Bool = false) -> String {
        switch (error.domain, error.code) {
        case (.storeServer, 5020): self[.signInWrongPassword]
        case (.storeKit, 3):
            Trouble(saidBy: error).map(sentence(for:))
                ?? notCharged(error.message ?? self[.credentialsRefused])
        case (.account, 401): self[isQueued ? .signInForgottenQueued : .signInForgotten]
        case (.account, 409): self[.signInAccountTaken]
        case (.account, 429): ownSentence(error) ?? self[.tooManyAttempts]
        default: signInFailed(numbered(error))
        }
    }

    /// Why the queue refused a payment.
    func refusal(_ refused: PaymentRefused) -> String {
        switch refused.reason {
        case .unknownProduct: refusedUnknown(refused.productIdentifier.rawValue)
        case .quantityOutOfRange where Payment.quantities.contains(refused.quantity): self[.soldOneAtATime]
        case .quantityOutOfRange: plainBadQuantity(String(refused.quantity))
        }
    }

    /// The sentence for an error of the device's own files; nil for other errors.
    func deviceSentence(_ error: StoreError) -> String? { error.domain == .device ? ownSentence(error) : nil }

    /// The same for a failed purchase. It is written down before it is sent, so a purchase that fails because
    /// of the files was not sent. If nobody knows whether it is written down, the next start may send it.
    func deviceFailure(_ error: StoreError) -> String? {
        guard let sentence = deviceSentence(error) else { return nil }
        switch error.detail {
        case .storage(.uncertain): return sentence
        case .storage: return notCharged(sentence)
        default: return sentence
        }
    }

    /// The sentence for buying what is already subscribed to; nil for other errors.
    func subscriptionSentence(_ error: StoreError) -> String? {
        error.domain == .subscription ? ownSentence(error) : nil
    }
}
