import StoreModel
import StorefrontMessages

@testable import Storefront

// The sign-in sheet, and the store without a sign-in.
extension Screens {
    static func signIn() -> StorefrontState {
        var state = ready(account: nil)
        state.hear(signInQuestion())
        state.write("猿jane")
        return state
    }

    static func signInRefused() -> StorefrontState {
        var state = signInWaiting()
        state.hear(signInQuestion("jane", .forgottenPassword))
        state.write("another ho")
        return state
    }

    static func signInWaiting() -> StorefrontState {
        var state = ready(account: nil)
        state.hear(signInQuestion("jane"))
        state.write("correct horse")
        state.press(.enter)
        return state
    }

    static func newAccount() -> StorefrontState {
        var state = ready(account: nil)
        state.hear(signInQuestion())
        state.write(String(repeating: "long-name-", count: 6))
        state.press(.tab, .tab, .tab)
        return state
    }

    static func signedOut() -> StorefrontState {
        var state = ready(account: "jane")
        state.hear(updated(transaction()))
        state.press("o")
        state.hear(.signedOut)
        state.wait(.seconds(1))
        return state
    }
}
