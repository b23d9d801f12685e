@testable import Storefront

// The screens of visitors.
extension Screens {
    static func told(_ notification: BusNotification) -> StorefrontState {
        var state = ready()
        state.hear(notification)
        return state
    }

    static func idle() -> StorefrontState {
        var state = ready()
        state.idleLimit = .seconds(660)
        state.wait(.seconds(600))
        return state
    }
}
