internal import StoreModel

// Restoring: the button, its progress and its endings. Sentences fit in 78 cells.
extension Strings {
    var restoreButton: String { say(en: "Restore") }
    var restoringButton: String { say(en: "Restoring…") }
    var restoreNote: String { say(en: "what this account bought for good") }
    var ownedButton: String { say(en: "Owned") }

    func restoring(_ count: Int) -> String {
        count == 0 ? say(en: "Restoring what this account owns…") : say(en: "Restoring… \(count) so far.")
    }
    func restored(_ fact: RestoreFinished) -> String {
        if fact.rejected > 0 {
            return say(en: "Restored \(fact.restored). \(fact.rejected) without the store's signature do not count.")
        }
        return switch fact.restored {
        case 0: say(en: "Nothing to restore on this account. Credits stay where they were bought.")
        case 1: say(en: "Restored 1 purchase. Credits are not: they stay where they were bought.")
        default:
            say(en: "Restored \(fact.restored) purchases. Credits are not: they stay where they were bought.")
        }
    }
    func restoreFailed(_ fact: RestoreFailed) -> String {
        // Trouble with the device's own files comes as a whole sentence.
        if fact.error.domain == .device, let message = fact.error.message { return message }
        let what = "\(failureWords(fact.error)) (\(fact.error.code))."
        return fact.restored == 0
            ? say(en: "\(what) Nothing was restored. Try again.")
            : say(en: "\(what) \(fact.restored) restored stay. Restore again.")
    }
    var restoreTooEarly: String { say(en: "The store is not open yet, so nothing was restored.") }

    func whyOwned(_ title: String) -> String { say(en: "You own \(title) already. Nothing was charged.") }
    func owned(_ pieces: String) -> String { say(en: "Bought \(pieces). It is yours for good.") }
}
