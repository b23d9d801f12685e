package import StoreEvents
package import StoreModel

// Errors as whole sentences: what happened, what it means for the money, what to do.
extension Strings {
    package func sentence(for trouble: Trouble) -> String {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(let error), .highWaterMarkNotKept(let error): sentence(for: error)
        case .trust(let error): sentence(for: error)
        case .untrusted: self[.untrusted]
        // What the store or the payment queue says about a payment.
        case .storeNotReached: self[.storeNotReached]
        case .alreadySubscribed: self[.alreadySubscribed]
        case .numberTaken: self[.numberTaken]
        case .unreadableAnswer: self[.unreadableAnswer]
        case .keyUsed: self[.keyUsed]
        case .offerCannotWait: self[.offerCannotWait]
        case .offerNotForCustomer: self[.offerNotForCustomer]
        case .paymentKept(let error): paymentKept(because: error)
        // What proves a purchase, and what is used.
        case .purchaseNotProved: self[.purchaseNotProved]
        case .purchasesLeftOut: self[.purchasesLeftOut]
        case .notEnoughCredits(let balance): fill(.notEnoughCredits, ["balance": monkeyCredits(balance)])
        case .notEnoughPieces(let product, let left):
            fill(.notEnoughPieces, ["product": product, "left": number(left)])
        case .notUsed(let error): fill(.notUsed, ["what": whatHappened(error)])
        case .usedAndUnread: self[.usedAndUnread]
        case .useTaken: self[.useTaken]
        case .recountInterrupted: self[.recountInterrupted]
        // The store's place, as the options give it.
        case .noAddress: self[.noAddress]
        case .badAddress(let text): fill(.badAddress, ["text": text])
        case .catalogueElsewhere: self[.catalogueElsewhere]
        case .appleIdentifierElsewhere: self[.appleIdentifierElsewhere]
        case .badAdminToken(let path): fill(.badAdminToken, ["path": path])
        case .builtWithoutRemote: self[.builtWithoutRemote]
        // The store's administration.
        case .noTransactionFound: self[.noTransactionFound]
        case .invalidAction: self[.invalidAction]
        case .notEntitled: self[.notEntitled]
        case .cannotPlay(let refusal): fill(.cannotPlay, ["reason": sentence(for: refusal)])
        case .notInCatalogue(let product): fill(.notInCatalogue, ["product": product])
        case .noAnswer(let store): fill(.noAnswer, ["store": store])
        case .refused(let store, let status): fill(.refused, ["store": store, "status": String(status)])
        case .unreadableMaybeDone: self[.unreadableMaybeDone]
        case .signInForSubscriptions: self[.signInForSubscriptions]
        // Books, letters and settings.
        case .bookNotHere: self[.bookNotHere]
        case .bookNotOwned: self[.bookNotOwned]
        case .bookUnreadable: self[.bookUnreadable]
        case .bookNotText(let path): fill(.bookNotText, ["path": path])
        case .letterNeedsSubscription: self[.letterNeedsSubscription]
        case .letterExpired: self[.letterExpired]
        // Signing in.
        case .signInNeeded: self[.signInNeeded]
        case .accountTaken: self[.accountTaken]
        case .tooManyAttempts(let seconds): notCharged(tooManyAttempts(seconds: seconds))
        case .wrongPassword: self[.wrongPassword]
        case .badName:
            fill(
                .badName,
                [
                    "least": number(CredentialLengths.accountName.lowerBound),
                    "most": number(CredentialLengths.accountName.upperBound),
                ])
        case .badPassword:
            notCharged(
                passwordLength(
                    least: CredentialLengths.password.lowerBound, most: CredentialLengths.password.upperBound)
            )
        // Limits of the store.
        case .tooManyPurchases: self[.tooManyPurchases]
        case .tooManyRequests: self[.tooManyRequests]
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            fill(.pictureUnreadable, ["file": file, "reason": reason])
        case .pictureNotAFile(let file): fill(.pictureNotAFile, ["file": file])
        case .pictureEmpty(let file): fill(.pictureEmpty, ["file": file])
        case .pictureTooLarge(let file, let megabytes):
            fill(.pictureTooLarge, ["file": file, "megabytes": String(megabytes)])
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            fill(
                .pictureTooManyPixels,
                [
                    "file": file, "width": String(width), "height": String(height),
                    "millions": String(millions),
                ])
        case .notAPicture(let file): fill(.notAPicture, ["file": file])
        case .pictureDamaged(let file): fill(.pictureDamaged, ["file": file])
        case .described(let sentence): sentence
        }
    }

    private func sentence(for error: StorageError) -> String {
        switch error {
        case .notWritable(let path): fill(.storageNotWritable, ["path": path])
        case .full(let path): fill(.storageFull, ["path": path])
        case .failing(let path): fill(.storageFailing, ["path": path])
        case .damaged(let path): fill(.storageDamaged, ["path": path])
        case .newerVersion(let path): fill(.storageNewerVersion, ["path": path])
        case .earlierBuild(let path): fill(.storageEarlierBuild, ["path": path])
        case .busy(let path): fill(.storageBusy, ["path": path])
        case .keyMissing(let path): fill(.storageKeyMissing, ["path": path])
        case .anotherKey(let path, let key): fill(.storageAnotherKey, ["path": path, "key": key])
        case .anotherApplication(let path, let bundle, let number):
            fill(.storageAnotherApplication, ["path": path, "bundle": bundle, "number": String(number)])
        case .unconfirmed(let path): fill(.storageUnconfirmed, ["path": path])
        case .uncertain(let path): fill(.storageUncertain, ["path": path])
        case .replaced(let path): fill(.storageReplaced, ["path": path])
        case .unusable(let path, let reason):
            fill(.storageUnusable, ["path": path, "reason": reason])
        }
    }

    /// Why a payment waits. No sentence says to try again, because that would be a second purchase.
    private func paymentKept(because error: StoreError) -> String {
        if let what = whyKeptHere(error) { return fill(.paymentKeptHere, ["what": what]) }
        // Trouble with the store needs advice on what to do. The sentences for other causes already
        // contain it.
        if error.domain != .storeServer, let sentence = ownSentence(error) { return sentence }
        return fill(.paymentKept, ["error": ownSentence(error) ?? "\(self[.errorUnknown])."])
    }

    /// Why a payment waits on this device, if the store need not be asked about it; nil for other errors.
    func whyKeptHere(_ error: StoreError) -> String? {
        if case .storage(let error)? = error.detail { return whatHappened(error) }
        // These are over after a while, so there is nothing to do about them.
        return switch error {
        case .cannotConnect: "\(self[.errorCannotConnect])."
        // A payment signs nobody in: a proxy has counted requests.
        case .tooManyAttempts: "\(self[.errorTooManyRequests])."
        default: nil
        }
    }

    /// What is wrong with a file, and what to do about it, if another sentence says what it means for the
    /// money.
    private func whatHappened(_ error: StorageError) -> String {
        switch error {
        case .notWritable(let path): fill(.fileNotWritable, ["path": path])
        case .full(let path): fill(.fileFull, ["path": path])
        case .failing(let path), .uncertain(let path): fill(.fileFailing, ["path": path])
        case .damaged(let path): fill(.fileDamaged, ["path": path])
        case .busy(let path): fill(.fileBusy, ["path": path])
        case .replaced(let path): fill(.fileReplaced, ["path": path])
        case .unusable(let path, let reason): fill(.fileUnusable, ["path": path, "reason": reason])
        // These come when a file is opened, before there is a payment, or from PostgreSQL, which no device has.
        case .newerVersion(let path), .earlierBuild(let path), .keyMissing(let path),
            .anotherKey(let path, _), .anotherApplication(let path, _, _), .unconfirmed(let path):
            fill(.fileNotUsed, ["path": path])
        }
    }

    private func sentence(for error: TrustError) -> String {
        switch error {
        case .notAChain(let store): fill(.trustNotAChain, ["store": store])
        case .anotherStore(let store, let pinFile):
            fill(.trustAnotherStore, ["store": store, "pinFile": pinFile])
        case .notProved(let store): fill(.trustNotProved, ["store": store])
        case .noProof(let store): fill(.trustNoProof, ["store": store])
        case .noStore(let store): fill(.trustNoStore, ["store": store])
        case .anotherApplication(let store, let bundle):
            fill(.trustAnotherApplication, ["store": store, "bundle": bundle.debugDescription])
        }
    }

    /// Why a scenario is not played. What only a developer's requests can meet is said in English.
    private func sentence(for refusal: ScenarioRefusal) -> String {
        func notDone(_ step: ScenarioStep, _ reason: String) -> String {
            fill(.scenarioStepNotDone, ["step": step.rawValue, "reason": reason])
        }
        return switch refusal.reason {
        case .noAccount: self[.scenarioNoAccount]
        case .unfit(nil, .consumable): self[.scenarioNeedsConsumable]
        case .unfit(nil, .boughtOnce): self[.scenarioNeedsBoughtOnce]
        case .unfit(nil, .subscription(let other, let hasOffer)):
            fill(.scenarioNeedsSubscription, ["demand": demand(other, hasOffer)])
        case .isSubscribed(let product): fill(.scenarioSubscribed, ["product": product.rawValue])
        case .isOwned(let product): fill(.scenarioOwned, ["product": product.rawValue])
        case .accountChanged(let step): notDone(step, self[.scenarioAccountChanged])
        case .purchaseFailed(let step, let error): notDone(step, ownSentence(error) ?? failure(error))
        case .clockTooFar(let step): notDone(step, self[.scenarioClockTooFar])
        case .unfit, .noScenario, .noProduct, .accountTaken, .isOver, .isBusy, .noRun: refusal.description
        }
    }

    /// What a scenario needs besides a subscription that costs something.
    private func demand(_ other: ScenarioRefusal.Level?, _ hasOffer: Bool) -> String {
        let texts: [Text?] = [
            other.map { $0 == .higher ? .scenarioHigherLevel : .scenarioLowerLevel },
            hasOffer ? .scenarioOffer : nil,
        ]
        return texts.compactMap { $0.map { " " + self[$0] } }.joined()
    }

    /// The sentence, and what to do about it with the options of the programs. A payment that is kept is in
    /// this place, so no other place helps it.
    package func explanation(of trouble: Trouble) -> String {
        switch trouble {
        case .storage(let error), .highWaterMarkNotKept(let error):
            guard let advice = advice(for: error) else { return sentence(for: trouble) }
            return "\(sentence(for: trouble)) \(advice)"
        case .notEntitled: return "\(sentence(for: trouble)) \(self[.adviceNotEntitled])"
        default: return sentence(for: trouble)
        }
    }

    /// Why what was paid for is not delivered yet. The sentence before it says what this means for the money.
    package func undelivered(because trouble: Trouble) -> String {
        guard case .storage(let error) = trouble else { return explanation(of: trouble) }
        return whatHappened(error)
    }

    /// Why the store does not say what can be done with a transaction. The transaction may have been charged,
    /// so this says nothing about money.
    func whyActionsUnknown(_ reason: Trouble) -> String {
        switch reason {
        case .storeNotReached, .trust(.noStore): self[.recordNotReached]
        // Nobody has tried to do anything.
        case .notEntitled: self[.actionsNotEntitled]
        case .tooManyRequests: recordUnavailable(self[.errorTooManyRequests])
        case .trust, .untrusted: recordUnavailable(self[.errorNotTrusted])
        default: explanation(of: reason)
        }
    }

    /// What to do about it with the options of the programs; nil if the sentence says everything.
    package func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: self[.adviceNotWritable]
        case .damaged: self[.adviceDamaged]
        case .unusable: self[.adviceUnusable]
        case .anotherApplication(_, let bundle, let number):
            fill(.adviceAnotherApplication, ["bundle": bundle, "number": String(number)])
        case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing, .anotherKey, .unconfirmed,
            .uncertain, .replaced:
            nil
        }
    }

    /// Why a paid purchase is not delivered.
    package func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: self[.notVerifiedMalformed]
        case .wrongSignature: self[.notVerifiedWrongSignature]
        case .wrongApplication(let other): fill(.notVerifiedWrongApplication, ["other": other])
        case .wrongAccount: self[.notVerifiedWrongAccount]
        case .wrongEnvironment(let other): fill(.notVerifiedWrongEnvironment, ["other": other.rawValue])
        }
    }

    /// What an error of the store or the payment queue says in addition to its number, in this language or in
    /// the store's own words. Nil if it says no more.
    package func ownSentence(_ error: StoreError) -> String? {
        Trouble(saidBy: error).map(sentence(for:)) ?? error.message
    }
}
