internal import StorefrontMessages
internal import StorefrontStrings

// Signing in by lines: `sign-in ACCOUNT` or `new-account ACCOUNT`, and the password in the next line.
extension PlainStorefront {
    /// Takes the name of an account, after which the password is read. The store need not have asked for it.
    func signIn(_ account: String, isNew: Bool) -> [String] {
        let strings = state.strings
        guard state.signIn != nil || state.isSignedOut else {
            return [state.canSignOut ? strings.plainSignedInAlready : strings.plainNoAccounts]
        }
        var sheet = state.signIn ?? SignInSheet(SignInRequested(storeName: strings.title, accountName: nil))
        if !account.isEmpty { sheet.account = TextField(account) }
        guard sheet.isAccountComplete else { return [strings.signInIncomplete(.account)] }
        state.signIn = sheet
        passwordIsFor = isNew ? .newAccount : .signIn
        return []
    }

    /// Takes the line after it as the password, with all its blanks. An empty line is no password.
    func take(password line: String, for stop: SignInSheet.Stop) -> ([StorefrontCommand], [String]) {
        passwordIsFor = nil
        let password = line.hasSuffix("\r") ? String(line.dropLast()) : line
        guard !password.isEmpty else { return ([], [state.strings.plainNoPassword]) }
        state.signIn?.password = TextField(password)
        let commands = state.answerSignIn(stop)
        state.signIn?.password = TextField()
        return (commands, state.signIn.map { [state.strings.signInMessage($0)] } ?? [])
    }

    /// `no` cancels the sign-in; `yes` needs an account.
    func answerSignIn(_ isConfirmed: Bool) -> ([StorefrontCommand], [String]) {
        isConfirmed ? ([], [state.strings.plainSignInFirst]) : (state.answerSignIn(.cancel), [])
    }

    func signOut() -> ([StorefrontCommand], [String]) {
        guard state.canSignOut else { return ([], [state.strings.plainNobodySignedIn]) }
        return (awaiting(.signOut, [.signOut]), [])
    }
}
