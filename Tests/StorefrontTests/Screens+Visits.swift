import StorefrontMessages

@testable import Storefront

// The screens of visitors.
extension Screens {
    static func told(_ event: StorefrontEvent) -> StorefrontState {
        var state = ready()
        state.hear(event)
        return state
    }

    static func idle() -> StorefrontState {
        var state = ready()
        state.idleLimit = .seconds(660)
        state.wait(.seconds(600))
        return state
    }
}
