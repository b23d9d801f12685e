import StoreModel
import StorefrontMessages
import Testing

@testable import Storefront

@Suite struct PlainSignInTests {
    private let secret = "Correct horse  staple "
    private let question = StorefrontEvent.signInRequested(SignInRequested(storeName: "store", accountName: nil))

    private func shop(account: String? = nil, hasAccounts: Bool = true) -> PlainShop {
        PlainShop([
            opened(account: account, hasAccounts: hasAccounts, selling: [five, ten]), prices(fiveCredits, tenCredits),
        ])
    }

    private func answers(_ shop: PlainShop) -> [SignInAnswer] {
        shop.sent.all.compactMap { if case .signIn(let answer) = $0 { answer } else { nil } }
    }

    private func signOuts(_ shop: PlainShop) -> Int { shop.sent.all.count { $0 == .signOut } }

    @Test func `The store asks, the account is typed, and the next line is the password as it stands`() {
        let shop = shop()
        #expect(
            shop.hear(.signInRequested(SignInRequested(storeName: "127.0.0.1:8080", accountName: nil))) == [
                "127.0.0.1:8080 wants to know who buys.",
                "Type sign-in ACCOUNT, new-account and another name, or no to cancel.",
            ])
        #expect(!shop.store.isBusy && !shop.store.readsPassword && shop.store.prompt == "> ")
        #expect(shop.take("  Sign-In Jane Doe ") == [])
        #expect(answers(shop).isEmpty)
        #expect(!shop.store.isBusy && shop.store.readsPassword && shop.store.prompt == "Password: ")
        #expect(shop.take(secret) == ["Signing in…"])
        let first = SignInAnswer.signIn(account: "Jane Doe", password: Password(secret))
        #expect(answers(shop) == [first])
        #expect(shop.store.isBusy && !shop.store.readsPassword)
        let again = SignInRequested(storeName: "127.0.0.1:8080", accountName: "Jane Doe", reason: .forgottenPassword)
        #expect(
            shop.hear(.signInRequested(again)) == [
                "127.0.0.1:8080 wants to know who buys.",
                "Wrong name or password (5020). Nothing was charged. Try again, or make a new account.",
                "Type sign-in Jane Doe, new-account and another name, or no to cancel.",
            ])
        #expect(!shop.store.isBusy)
        for line in ["sign-in", "12345678\r"] { shop.take(line) }
        #expect(answers(shop) == [first, .signIn(account: "Jane Doe", password: Password("12345678"))])
        #expect(
            shop.hear(.signedIn(accountName: "Jane Doe", environment: .production), balance(5))
                == ["Production: real money", "Signed in as Jane Doe.", "5 monkey credits"])
        #expect(!shop.store.isBusy)
    }

    @Test func `A new account is made by the same two lines, also before the store asks`() {
        let shop = shop()
        for line in ["new-account jane", secret] { shop.take(line) }
        #expect(answers(shop) == [.createAccount(account: "jane", password: Password(secret))])
    }

    @Test(arguments: [
        (["sign-in"], "1 to 64 characters"), (["sign-in " + String(repeating: "j", count: 65)], "1 to 64"),
        (["sign-in jane", "short"], "8 to 256 characters"), (["sign-in jane", ""], "No password"),
        (["yes"], "Type sign-in"), (["sign-out"], "nobody"),
    ])
    func `Lines that sign nobody in say why, and post nothing`(_ lines: [String], _ words: String) {
        let shop = shop()
        shop.hear(question)
        let said = lines.map(shop.take).last ?? []
        #expect(answers(shop).isEmpty && signOuts(shop) == 0)
        #expect(said.count == 1 && said[0].contains(words), "\(said)")
        #expect(!shop.store.isBusy && !shop.store.readsPassword)
    }

    @Test func `no cancels the sign-in, and only after it answers the confirmation`() {
        let shop = shop()
        shop.hear(sheet("k", fiveCredits, quantity: 1), question)
        #expect(shop.store.prompt == "> ")
        shop.take("no")
        #expect(answers(shop) == [.cancelled])
        #expect(shop.store.prompt == "yes or no> ")
    }

    @Test func `sign-out signs out where somebody is signed in, and the next line waits until it is done`() {
        let shop = shop(account: "jane")
        shop.hear(balance(5), updated(transaction("d", five, .deferred)))
        #expect(shop.take("sign-in bob") == ["You are signed in. Type sign-out first."])
        #expect(signOuts(shop) == 0)
        #expect(shop.take("sign-out") == [])
        #expect(signOuts(shop) == 1)
        #expect(shop.store.isBusy)
        #expect(shop.hear(.signedOut) == ["Signed out. What is in flight is safe and goes on at the next sign-in."])
        #expect(!shop.store.isBusy)
    }

    @Test func `Where there are no accounts, nobody signs in or out, and the help does not name it`() {
        let shop = shop(account: "this device", hasAccounts: false)
        #expect(shop.take("sign-in jane") == ["This store has no accounts: it knows this device."])
        #expect(shop.take("sign-out") == ["There is nobody to sign out."])
        #expect(answers(shop).isEmpty && signOuts(shop) == 0)
        #expect(!shop.take("help").contains { $0.contains("sign-") })
        #expect(self.shop().take("help").contains { $0.contains("sign-in ACCOUNT") })
    }
}
