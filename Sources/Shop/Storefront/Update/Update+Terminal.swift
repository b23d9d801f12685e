internal import StoreEvents
internal import StoreModel

// What the terminal is asked for beyond a frame. `StorefrontScreen` takes the
// effects, and `TerminalSession` does them.
extension StorefrontState {
    /// Puts a text on the clipboard. False if this terminal does not do that, or not for so long a text: then
    /// somebody has to mark it by hand.
    mutating func copy(_ text: String) -> Bool {
        guard terminal.takesClipboard, text.utf8.count <= TerminalEffect.mostCopied else { return false }
        effects.append(.copy(text))
        return true
    }

    /// Whether an event is news for somebody who looks at another window, and which the status line says. It
    /// is asked before the event is applied.
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
