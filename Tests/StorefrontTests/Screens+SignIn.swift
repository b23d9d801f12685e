import StoreModel
import StorefrontMessages

@testable import Storefront

// The sign-in sheet, the store without a sign-in, and the screens of visitors.
extension Screens {
    static func signIn() -> StorefrontState {
        var state = ready(account: nil).hearing(signInQuestion())
        state.write("猿jane")
        return state
    }

    static func signInRefused() -> StorefrontState {
        var state = signInWaiting().hearing(signInQuestion("jane", .forgottenPassword))
        state.write("another ho")
        return state
    }

    static func signInWaiting() -> StorefrontState {
        var state = ready(account: nil).hearing(signInQuestion("jane"))
        state.write("correct horse")
        state.press(.enter)
        return state
    }

    static func newAccount() -> StorefrontState {
        var state = ready(account: nil).hearing(signInQuestion())
        state.write(String(repeating: "long-name-", count: 6))
        state.press(.tab, .tab, .tab)
        return state
    }

    static func signedOut() -> StorefrontState {
        var state = ready(account: "jane").hearing(updated(transaction())).pressing("o").hearing(.signedOut)
        state.wait(.seconds(1))
        return state
    }

    static func told(_ event: StorefrontEvent) -> StorefrontState { ready().hearing(event) }

    static func idle() -> StorefrontState {
        var state = ready()
        state.idleLimit = .seconds(660)
        state.wait(.seconds(600))
        return state
    }
}
