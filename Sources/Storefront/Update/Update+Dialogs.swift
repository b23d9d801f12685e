internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Keys in the layers on top of a screen.
extension StorefrontState {
    /// A question with two buttons: the confirmation sheet, or leaving with a purchase in flight.
    mutating func actInDialog(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next, .previous:
            shown.isAcceptSelected.toggle()
            return []
        case .refuse: return answer(false)
        case .accept, .activate:
            // Keys that can confirm do nothing until the person has had time to see the question; refusing always works.
            guard now >= shown.since + ShownLayer.typeAhead else { return refuse(strings[.tooEarly], .info) }
            return answer(action == .accept || shown.isAcceptSelected)
        default: return []
        }
    }

    /// A text to read: the help, or a notice.
    mutating func read(_ action: Action) {
        switch action {
        case .next: shown.firstLine += 1
        case .previous: shown.firstLine -= 1
        case .close:
            if isHelpOpen { isHelpOpen = false } else if !notices.isEmpty { notices.removeFirst() }
        default: break
        }
        shown.firstLine = min(max(shown.firstLine, 0), lastFirstLine)
    }

    /// Answers the oldest sheet.
    mutating func answerSheet(_ isConfirmed: Bool) -> [StorefrontCommand] {
        guard let sheet = sheets.first else { return [] }
        let priceLimit = SheetLines(state: self, sheet: sheet, options: ScreenOptions()).priceLimit
        sheets.removeFirst()
        if !isConfirmed { adding.remove(sheet.product.identifier) }
        // The payment is sent only now.
        if let index = inFlight.firstIndex(where: { $0.transaction.key == sheet.key }) { inFlight[index].since = now }
        return [.answer(key: sheet.key, isConfirmed: isConfirmed, priceLimit: isConfirmed ? priceLimit : nil)]
    }

    private mutating func answer(_ isAccepted: Bool) -> [StorefrontCommand] {
        switch layer {
        case .quitQuestion:
            isQuitAsked = false
            if isAccepted { exit = .quit }
            return []
        case .sheet: return answerSheet(isAccepted)
        case .none, .help, .signIn, .notice: return []
        }
    }
}
