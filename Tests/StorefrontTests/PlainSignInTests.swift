import EventBus
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@testable import Storefront

@Suite struct PlainSignInTests {
    private let bus = EventBus()
    private let secret = "Correct horse  staple "

    private func opened(account: String? = nil, hasAccounts: Bool = true) -> PlainStorefront {
        let store = PlainStorefront(bus: bus)
        store.appear {}
        bus.publish(StorefrontTests.opened(account: account, hasAccounts: hasAccounts, selling: [five, ten]))
        bus.publish(prices(fiveCredits, tenCredits))
        _ = store.advance()
        return store
    }

    /// The answers and the commands to sign out that are sent while `body` runs.
    private func sent(_ body: () -> Void) -> (answers: [SignInAnswer], signOuts: Int) {
        let recorder = CommandRecorder(bus)
        body()
        let answers = recorder.all.compactMap { if case .signIn(let answer) = $0 { answer } else { nil } }
        return (answers, recorder.all.count { $0 == .signOut })
    }

    @Test func `The store asks, the account is typed, and the next line is the password as it stands`() {
        let store = opened()
        bus.publish(.signInRequested(SignInRequested(storeName: "127.0.0.1:8080", accountName: nil)))
        #expect(
            store.advance() == [
                "127.0.0.1:8080 wants to know who buys.",
                "Type sign-in ACCOUNT, new-account and another name, or no to cancel.",
            ])
        #expect(!store.isBusy && !store.readsPassword && store.prompt == "> ")
        let before = sent { #expect(store.take(line: "  Sign-In Jane Doe ") == []) }
        #expect(before.answers.isEmpty)
        #expect(!store.isBusy && store.readsPassword && store.prompt == "Password: ")
        let after = sent { #expect(store.take(line: secret) == ["Signing in…"]) }
        #expect(after.answers == [.signIn(account: "Jane Doe", password: Password(secret))])
        #expect(store.isBusy && !store.readsPassword)
        bus.publish(
            .signInRequested(
                SignInRequested(storeName: "127.0.0.1:8080", accountName: "Jane Doe", reason: .forgottenPassword)))
        #expect(
            store.advance() == [
                "127.0.0.1:8080 wants to know who buys.",
                "Wrong name or password (5020). Nothing was charged. Try again, or make a new account.",
                "Type sign-in Jane Doe, new-account and another name, or no to cancel.",
            ])
        #expect(!store.isBusy)
        let again = sent { for line in ["sign-in", "12345678\r"] { _ = store.take(line: line) } }
        #expect(again.answers == [.signIn(account: "Jane Doe", password: Password("12345678"))])
        bus.publish(.signedIn(accountName: "Jane Doe", environment: .production))
        bus.publish(balance(5))
        #expect(store.advance() == ["Production: real money", "Signed in as Jane Doe.", "5 monkey credits"])
        #expect(!store.isBusy)
    }

    @Test func `A new account is made by the same two lines, also before the store asks`() {
        let store = opened()
        let sent = sent { for line in ["new-account jane", secret] { _ = store.take(line: line) } }
        #expect(sent.answers == [.createAccount(account: "jane", password: Password(secret))])
    }

    @Test(arguments: [
        (["sign-in"], "1 to 64 characters"), (["sign-in " + String(repeating: "j", count: 65)], "1 to 64"),
        (["sign-in jane", "short"], "8 to 256 characters"), (["sign-in jane", ""], "No password"),
        (["yes"], "Type sign-in"), (["sign-out"], "nobody"),
    ])
    func `Lines that sign nobody in say why, and post nothing`(_ lines: [String], _ words: String) {
        let store = opened()
        bus.publish(.signInRequested(SignInRequested(storeName: "store", accountName: nil)))
        _ = store.advance()
        var said: [String] = []
        let sent = sent { for line in lines { said = store.take(line: line) } }
        #expect(sent.answers.isEmpty && sent.signOuts == 0)
        #expect(said.count == 1 && said[0].contains(words), "\(said)")
        #expect(!store.isBusy && !store.readsPassword)
    }

    @Test func `no cancels the sign-in, and only after it answers the confirmation`() {
        let store = opened()
        bus.publish(sheet("k", fiveCredits, quantity: 1))
        bus.publish(.signInRequested(SignInRequested(storeName: "store", accountName: nil)))
        _ = store.advance()
        #expect(store.prompt == "> ")
        #expect(sent { _ = store.take(line: "no") }.answers == [.cancelled])
        #expect(store.prompt == "yes or no> ")
    }

    @Test func `sign-out signs out where somebody is signed in, and the next line waits until it is done`() {
        let store = opened(account: "jane")
        bus.publish(balance(5))
        bus.publish(updated(transaction("d", five, .deferred)))
        _ = store.advance()
        #expect(store.take(line: "sign-in bob") == ["You are signed in. Type sign-out first."])
        let sent = sent { #expect(store.take(line: "sign-out") == []) }
        #expect(sent.signOuts == 1)
        #expect(store.isBusy)
        bus.publish(.signedOut)
        #expect(store.advance() == ["Signed out. What is in flight is safe and goes on at the next sign-in."])
        #expect(!store.isBusy)
    }

    @Test func `Where there are no accounts, nobody signs in or out, and the help does not name it`() {
        let store = opened(account: "this device", hasAccounts: false)
        let sent = sent {
            #expect(store.take(line: "sign-in jane") == ["This store has no accounts: it knows this device."])
            #expect(store.take(line: "sign-out") == ["There is nobody to sign out."])
        }
        #expect(sent.answers.isEmpty && sent.signOuts == 0)
        #expect(!store.take(line: "help").contains { $0.contains("sign-") })
        #expect(opened().take(line: "help").contains { $0.contains("sign-in ACCOUNT") })
    }
}
