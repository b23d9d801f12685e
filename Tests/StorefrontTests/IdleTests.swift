import StoreModel
import StorefrontMessages
import StorefrontStrings
import Testing

@testable import Storefront

@Suite("Somebody who presses no key") struct IdleTests {
    private static let limit = Duration.seconds(660)

    private var state: StorefrontState {
        var state = Screens.told(network(up: true))
        state.idleLimit = Self.limit
        return state
    }

    @Test(arguments: [
        (after: Duration.seconds(599), isAsked: false, hasLeft: false), (.seconds(600), true, false),
        (.seconds(659), true, false), (.seconds(660), true, true),
    ])
    func `is asked a minute before the end, and then sent home`(after time: Duration, isAsked: Bool, hasLeft: Bool) {
        var state = state
        state.wait(time)
        state.leaveIfIdle()
        #expect((state.statusLine?.text == state.strings[.idleWarning]) == isAsked)
        #expect((state.exit == .idle) == hasLeft)
    }

    @Test func `wakes the screen for both, and for nothing between`() {
        var state = state
        let start = state.lastInput
        #expect(state.nextDeadline(allowsAnimation: true) == start + .seconds(600))
        state.wait(.seconds(600))
        #expect(state.nextDeadline(allowsAnimation: true) == start + .seconds(660))
    }

    @Test(arguments: [Input.key(.down), .key(.character("%")), .paste("x")])
    func `stays with any key: one that does something, one that does nothing, and a paste`(input: Input) {
        var state = state
        state.wait(.seconds(630))
        _ = state.handle(input)
        state.wait(.seconds(599))
        state.leaveIfIdle()
        #expect(state.exit == nil && !state.isIdle)
    }

    @Test func `may stay for ever where nobody set a limit`() {
        var state = state
        state.idleLimit = nil
        state.wait(.seconds(1_000_000))
        state.leaveIfIdle()
        #expect(state.exit == nil && state.nextDeadline(allowsAnimation: true) == nil)
    }
}
