extension Strings {
    var plainHint: String { say(en: "Type help for the commands.") }
    var plainSheetPrompt: String { say(en: "yes or no> ") }
    func plainHelp(hasAccounts: Bool) -> [String] {
        let accounts = [
            say(en: "sign-in ACCOUNT, new-account ACCOUNT: say who buys; the password is the next line"),
            say(en: "sign-out: what is in flight goes on at the next sign-in"),
        ]
        return [
            say(en: "buy NUMBER [QUANTITY]: buy a product, 1 to 10 pieces"),
            say(en: "yes, no: answer when a purchase is to be confirmed"),
            say(en: "read, download, pause, cancel NUMBER: what to do about a book or a letter that is yours"),
            say(en: "subscriptions: where they stand; subscription ACTION NUMBER: do something to one of that list"),
            say(en: "feed: spend one credit on a banana"),
            say(en: "restore: bring back what this account bought for good"),
            say(en: "balance: the credits"),
            say(en: "products: ask for the prices again"),
            say(en: "transactions: what was bought, newest first"),
            say(en: "approve, decline, resolve, refund NUMBER: act on a transaction of that list"),
            say(en: "filter NAME: switch a photo filter that you bought on or off; filters: which are on; clear: none"),
            say(en: "settings [NAME VALUE]: show or change the settings"),
        ] + (hasAccounts ? accounts : []) + [
            say(en: "quit: leave; a purchase in flight goes on at the next start")
        ]
    }
    func plainAccount(_ name: String) -> String { say(en: "Account: \(name)") }
    func plainProgress(_ pieces: String, _ progress: Progress) -> String { say(en: "\(pieces): \(inFlight(progress))") }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        say(en: "Confirm purchase: \(pieces), \(unit) each, total \(total).")
    }
    var plainAnswer: String { say(en: "Type yes to buy or no to cancel.") }
    var plainNothingToConfirm: String { say(en: "There is nothing to confirm. Nothing was charged.") }
    func plainNoProduct(_ number: Int) -> String { say(en: "There is no product \(number). Nothing was charged.") }
    func plainNoTransaction(_ number: Int) -> String {
        say(en: "There is no transaction \(number) in the list. Type transactions first.")
    }
    func plainNoSubscription(_ number: Int) -> String {
        say(en: "There is no subscription \(number) in the list. Type subscriptions first.")
    }
    var plainNoSubscriptions: String { say(en: "Nothing is subscribed to.") }
    func plainActionNotPossible(_ action: String) -> String {
        say(en: "\(action) is not possible for that subscription.")
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        say(en: "Confirm subscription: \(title), \(price). To pay now: \(toPay). Begins: \(begins).")
    }
    var plainNoTransactions: String { say(en: "Nothing bought yet.") }
    func plainNotPossible(_ action: String) -> String { say(en: "\(action) is not possible for that transaction.") }
    func plainNoSetting(_ name: String) -> String { say(en: "There is no setting \(name). Type settings for all.") }
    func plainBadSetting(_ name: String, _ choices: String) -> String { say(en: "\(name) takes \(choices).") }
    func plainBadQuantity(_ text: String) -> String {
        say(en: "A quantity is 1 to 10, not \(text). Nothing was charged.")
    }
    func plainNeedsNumber(_ word: String) -> String { say(en: "\(word) needs a number, for example: \(word) 1") }
    func plainUnknown(_ line: String) -> String { say(en: "Unknown command: \(line). Type help for the commands.") }

    // MARK: Accounts

    func plainSignIn(_ store: String) -> String { say(en: "\(store) wants to know who buys.") }
    func plainSignInAnswer(_ account: String?) -> String {
        let account = account ?? say(en: "ACCOUNT")
        return say(en: "Type sign-in \(account), new-account and another name, or no to cancel.")
    }
    var plainPasswordPrompt: String { say(en: "Password: ") }
    var plainSignInFirst: String {
        say(en: "Type sign-in or new-account with the name of an account, or no to cancel.")
    }
    var plainNoAccounts: String { say(en: "This store has no accounts: it knows this device.") }
    var plainSignedInAlready: String { say(en: "You are signed in. Type sign-out first.") }
    var plainNobodySignedIn: String { say(en: "There is nobody to sign out.") }
    var plainNoPassword: String { say(en: "No password, so nothing was sent.") }
}
