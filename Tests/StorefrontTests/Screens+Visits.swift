import StorefrontMessages

@testable import Storefront

// The screens of visitors.
extension Screens {
    static func told(_ event: StorefrontEvent) -> StorefrontState { ready().then { $0.hear(event) } }

    static func idle() -> StorefrontState {
        var state = ready()
        state.idleLimit = .seconds(660)
        state.wait(.seconds(600))
        return state
    }
}
