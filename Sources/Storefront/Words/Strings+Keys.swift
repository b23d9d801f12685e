internal import StorefrontStrings

// The names of keys and of the places where they work.
extension Strings {
    func name(of key: Key) -> String {
        switch key {
        case .character(" "): self[.keySpace]
        case .character(let character): String(character)
        case .control(let character): self[.keyControl(character.uppercased())]
        case .enter: self[.keyEnter]
        case .escape: self[.keyEscape]
        case .tab: self[.keyTab]
        case .backTab: self[.keyBackTab]
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: self[.keyHome]
        case .end: self[.keyEnd]
        case .pageUp: self[.keyPageUp]
        case .pageDown: self[.keyPageDown]
        case .backspace: self[.keyBackspace]
        case .delete: self[.keyDelete]
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
        case .everywhere: self[.placeEverywhere]
        case .store: self[.placeStore]
        case .photo: self[.photoTitle]
        case .settings: self[.settingsTitle]
        case .transactions: self[.transactionsTitle]
        case .subscriptions: self[.subscriptionsTitle]
        case .reader: self[.placeReader]
        case .signIn: self[.placeSignIn]
        case .dialog: self[.placeDialog]
        case .reading: self[.placeReading]
        }
    }
}
