public import StoreModel

// A machine whose backup was restored on another one.
extension Strings {
    var creditsMovedTitle: String { say(en: "Your credits moved") }
    func creditsMoved(_ fact: BalanceChanged) -> String {
        let what =
            switch -fact.change {
            case ...0: say(en: "What was bought here")
            case 1: say(en: "The credit of this device")
            default: say(en: "The \(-fact.change) credits of this device")
            }
        return say(
            en:
                "\(what) moved to the machine on which its backup was restored; nothing is lost. What you buy here from now on is "
                + "kept here.")
    }
}

extension BalanceChanged {
    /// What has become of credits that moved, for output that is not a screen.
    public var movedSentence: String { Strings().creditsMoved(self) }
}
