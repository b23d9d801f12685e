internal import StoreEvents
internal import StoreModel

// The sign-in sheet in `StorefrontState`: what the store's events (`receive`) and the person's keys
// (`handle`) do with it, and its answer to the store. `PlainStorefront` answers with the lines that the
// person types.
extension StorefrontState {
    mutating func signInRequested(_ event: SignInRequested) {
        storeName = event.storeName
        if !isSignedOut, let reason = event.reason, StoreError.signInNeeded ~= reason { isForgotten = true }
        if signIn == nil { signIn = SignInSheet(event) } else { signIn?.ask(again: event) }
    }

    /// The request for the sheet that a person opens. If the store no longer knows the session, the sheet
    /// says so again.
    var ownRequest: SignInRequested {
        SignInRequested(
            storeName: storeName ?? strings[.title], accountName: isForgotten ? store?.accountName : nil,
            reason: isForgotten ? .signInNeeded : nil)
    }

    mutating func signedIn(_ accountName: String, _ environment: StoreEnvironment) {
        (signIn, isForgotten) = (nil, false)
        if let before = store?.accountName, before != accountName { forgetPerson() }
        store?.accountName = accountName
        store?.environment = environment
        resend()
        showStatus(strings.signedIn(accountName), .info, about: .account(accountName))
    }

    mutating func signedOut() {
        store?.accountName = nil
        isForgotten = false
        // The balance stays on the screen until the store is open without an account.
        account = AccountState(balance: account.balance)
        forgetPerson()
        showStatus(strings[.signedOut(isInFlight: !inFlight.isEmpty)], .info, about: .account(nil))
    }

    /// Forgets what the person before was told, read and chose, and what that person was about to buy.
    mutating func forgetPerson() {
        (status, messages, question, notices, adding) = (nil, [], nil, [], [])
        (book, quantities, selectedSubscription, selectedAction) = (nil, [:], nil, nil)
        dropUnconfirmed()
        // The steps of a purchase that goes on stay.
        if !inFlight.contains(where: { $0.transaction.key == lastPurchase?.key }) { lastPurchase = nil }
        if place == .reader { place = .store }
    }

    /// Forgets the purchases that nobody has confirmed: a store that closes cancels them.
    mutating func dropUnconfirmed() {
        let asked = Set(sheets.map(\.key))
        inFlight.removeAll { $0.adding == .unconfirmed || asked.contains($0.transaction.key) }
        sheets = []
    }

    /// Inserts text into the selected field. If a button is selected, a blank presses it.
    mutating func type(_ text: String) -> [StorefrontCommand] {
        if signIn?.field != nil {
            signIn?.field?.insert(text)
            return []
        }
        return text == " " ? actInSignIn(.activate) : []
    }

    mutating func actInSignIn(_ action: Action) -> [StorefrontCommand] {
        guard let sheet = signIn else { return [] }
        if action == .refuse { return answerSignIn(.cancel) }
        guard !sheet.isWaiting else { return [] }
        switch action {
        case .next: select(after: 1)
        case .previous: select(after: -1)
        case .activate where sheet.selected == .account: signIn?.selected = .password
        case .activate: return answerSignIn(sheet.selected == .password ? sheet.meant : sheet.selected)
        case .less where !sheet.selected.isField: select(after: -1)
        case .more where !sheet.selected.isField: select(after: 1)
        case .less: signIn?.field?.moveCursor(by: -1)
        case .more: signIn?.field?.moveCursor(by: 1)
        case .first: signIn?.field?.moveCursor(by: -sheet.account.text.count - sheet.password.text.count)
        case .last: signIn?.field?.moveCursor(by: sheet.account.text.count + sheet.password.text.count)
        case .eraseBefore: signIn?.field?.eraseBefore()
        case .eraseAfter: signIn?.field?.eraseAfter()
        case .eraseAll: signIn?.field = TextField()
        default: break
        }
        return []
    }

    /// Answers the sheet with a button.
    mutating func answerSignIn(_ stop: SignInSheet.Stop) -> [StorefrontCommand] {
        if stop == .cancel {
            signIn = nil
            // The purchases that needed the sign-in are cancelled.
            adding = []
            return [.signIn(.cancelled)]
        }
        return (signIn?.send(isNewAccount: stop == .newAccount)).map { [.signIn($0)] } ?? []
    }

    private mutating func select(after step: Int) {
        guard var selected = signIn?.selected else { return }
        SignInSheet.Stop.allCases.step(&selected, by: step)
        signIn?.selected = selected
    }
}
