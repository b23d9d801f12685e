// What keys are called, and the words for them in the footer.
extension Strings {
    var footerPage: String { say(en: "page", es: "página", fr: "page", it: "pagina") }
    var footerMove: String { say(en: "move", es: "mover", fr: "aller", it: "muovi") }
    var footerQuantity: String { say(en: "quantity", es: "cantidad", fr: "quantité", it: "quantità") }
    var footerBuy: String { say(en: "buy", es: "comprar", fr: "acheter", it: "compra") }
    var footerChange: String { say(en: "change", es: "cambiar", fr: "changer", it: "cambia") }
    var footerBack: String { say(en: "back", es: "volver", fr: "retour", it: "indietro") }
    var footerRefresh: String { say(en: "refresh", es: "actualizar", fr: "actualiser", it: "aggiorna") }
    var footerChoose: String { say(en: "choose", es: "elegir", fr: "choisir", it: "scegli") }
    var footerPress: String { say(en: "press", es: "pulsar", fr: "presser", it: "premi") }
    var footerScroll: String { say(en: "scroll", es: "desplazar", fr: "défiler", it: "scorri") }
    var footerSwitch: String {
        say(en: "on/off, buy", es: "sí/no, comprar", fr: "oui/non, acheter", it: "sì/no, compra")
    }
    var footerSignOut: String { say(en: "Sign out", es: "Cerrar sesión", fr: "Déconnexion", it: "Disconnetti") }
    var footerGoOn: String { say(en: "go on", es: "seguir", fr: "suite", it: "avanti") }
    var footerCancel: String { say(en: "cancel", es: "cancelar", fr: "annuler", it: "annulla") }

    func name(of key: Key) -> String {
        switch key {
        case .character(" "): say(en: "Space", es: "Espacio", fr: "Espace", it: "Spazio")
        case .character(let character): String(character)
        case .control(let character): say(all: "Ctrl-\(character.uppercased())")
        case .enter: say(en: "Enter", es: "Intro", fr: "Entrée", it: "Invio")
        case .escape: say(en: "Esc", es: "Esc", fr: "Échap", it: "Esc")
        case .tab: say(all: "Tab")
        case .backTab: say(en: "Shift-Tab", es: "Mayús-Tab", fr: "Maj-Tab", it: "Maiusc-Tab")
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: say(en: "Home", es: "Inicio", fr: "Début", it: "Home")
        case .end: say(en: "End", es: "Fin", fr: "Fin", it: "Fine")
        case .pageUp: say(en: "PgUp", es: "RePág", fr: "PgPréc", it: "PagSu")
        case .pageDown: say(en: "PgDn", es: "AvPág", fr: "PgSuiv", it: "PagGiù")
        case .backspace: say(en: "Backspace", es: "Retroceso", fr: "Ret. arr.", it: "Backspace")
        case .delete: say(en: "Del", es: "Supr", fr: "Suppr", it: "Canc")
        case .function(let number): "F\(number)"
        }
    }

    /// A key together with its opposite.
    func bothWays(_ key: Key) -> String {
        switch key {
        case .down: "↑/↓"
        case .right: "←/→"
        default: name(of: key)
        }
    }
}
