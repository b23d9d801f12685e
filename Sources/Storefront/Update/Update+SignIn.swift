internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Who buys: the sign-in sheet, and what the bus says about it.
extension StorefrontState {
    mutating func ask(_ event: SignInRequested) {
        if signIn == nil { signIn = SignInSheet(event) } else { signIn?.ask(again: event) }
    }

    mutating func signedIn(_ event: SignedIn) {
        signIn = nil
        store?.accountName = event.accountName
        store?.environment = event.environment
        // The store is asked from now on for what waited until somebody is signed in.
        for index in inFlight.indices where inFlight[index].transaction.state == .purchasing {
            inFlight[index].since = now
        }
        showStatus(strings.signedIn(event.accountName), .info)
    }

    mutating func signedOut() {
        store?.accountName = nil
        (restored, ownedProducts, subscribedUntil, subscriptions) = (nil, [], [:], nil)
        showStatus(strings.signedOut(isInFlight: !inFlight.isEmpty), .info)
    }

    /// Puts a text into the selected field. A blank on a button presses it.
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
        case .activate: return answerSignIn(sheet.selected)
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

    /// Answers the sheet as the button does; the password field stands for the button after it.
    mutating func answerSignIn(_ stop: SignInSheet.Stop) -> [StorefrontCommand] {
        if stop == .cancel {
            signIn = nil
            // What was to be bought after it is not bought.
            adding = []
            return [.signIn(.cancelled)]
        }
        return (signIn?.send(isNewAccount: stop == .newAccount)).map { [.signIn($0)] } ?? []
    }

    private mutating func select(after step: Int) {
        guard let selected = signIn?.selected else { return }
        let count = SignInSheet.Stop.allCases.count
        signIn?.selected = SignInSheet.Stop.allCases[(selected.rawValue + step + count) % count]
    }
}
