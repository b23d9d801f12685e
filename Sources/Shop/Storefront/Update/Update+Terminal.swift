internal import StoreEvents
internal import StoreModel

// What the terminal is asked to do beyond showing a frame. `StorefrontScreen` takes the effects, and
// `TerminalSession` does them.
extension StorefrontState {
    /// Puts a text on the clipboard. False if this terminal cannot do that, or not with a text of this
    /// length: then somebody has to mark it by hand.
    mutating func copy(_ text: String) -> Bool {
        guard terminal.takesClipboard, text.utf8.count <= TerminalEffect.mostCopied else { return false }
        effects.append(.copy(text))
        return true
    }

    /// Whether an event is news for somebody who is looking at another window, and the status line says it.
    /// Called before the event is applied.
    func isNews(_ event: StorefrontEvent) -> Bool {
        guard hasFocus == false else { return false }
        switch event {
        case .transactionSucceeded(let transaction):
            return !transaction.isFromElsewhere
                && inFlight.contains {
                    $0.transaction.key == transaction.key && $0.transaction.state == .deferred
                }
        case .transactionRevoked: return true
        case .balanceChanged(let event): return event.cause == .elsewhere && event.change != 0
        default: return false
        }
    }
}
