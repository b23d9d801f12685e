internal import StorefrontStrings

// The names of keys and of the places where they work.
extension Strings {
    func name(of key: Key) -> String {
        switch key {
        case .character(" "): keySpace
        case .character(let character): String(character)
        case .control(let character): keyControl(character.uppercased())
        case .enter: keyEnter
        case .escape: keyEscape
        case .tab: keyTab
        case .backTab: keyBackTab
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: keyHome
        case .end: keyEnd
        case .pageUp: keyPageUp
        case .pageDown: keyPageDown
        case .backspace: keyBackspace
        case .delete: keyDelete
        case .function(let number): "F\(number)"
        }
    }

    /// A key and its opposite.
    func bothWays(_ key: Key) -> String {
        switch key {
        case .down: "↑/↓"
        case .right: "←/→"
        default: name(of: key)
        }
    }

    func name(of context: Keymap.Context) -> String {
        switch context {
        case .everywhere: placeEverywhere
        case .store: placeStore
        case .photo: photoTitle
        case .settings: settingsTitle
        case .transactions: transactionsTitle
        case .subscriptions: subscriptionsTitle
        case .reader: placeReader
        case .signIn: placeSignIn
        case .dialog: placeDialog
        case .reading: placeReading
        }
    }
}
