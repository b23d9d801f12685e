// What keys are called, and the words for them in the footer.
extension Strings {
    var footerPage: String { localized(en: "page", es: "página", fr: "page", it: "pagina") }
    var footerMove: String { localized(en: "move", es: "mover", fr: "aller", it: "muovi") }
    var footerQuantity: String { localized(en: "quantity", es: "cantidad", fr: "quantité", it: "quantità") }
    var footerBuy: String { localized(en: "buy", es: "comprar", fr: "acheter", it: "compra") }
    var footerChange: String { localized(en: "change", es: "cambiar", fr: "changer", it: "cambia") }
    var footerBack: String { localized(en: "back", es: "volver", fr: "retour", it: "indietro") }
    var footerRefresh: String { localized(en: "refresh", es: "actualizar", fr: "actualiser", it: "aggiorna") }
    var footerChoose: String { localized(en: "choose", es: "elegir", fr: "choisir", it: "scegli") }
    var footerPress: String { localized(en: "press", es: "pulsar", fr: "presser", it: "premi") }
    var footerScroll: String { localized(en: "scroll", es: "desplazar", fr: "défiler", it: "scorri") }
    var footerSwitch: String {
        localized(en: "on/off, buy", es: "sí/no, comprar", fr: "oui/non, acheter", it: "sì/no, compra")
    }
    var footerSignOut: String { localized(en: "Sign out", es: "Cerrar sesión", fr: "Déconnexion", it: "Disconnetti") }
    var footerGoOn: String { localized(en: "go on", es: "seguir", fr: "suite", it: "avanti") }
    var footerCancel: String { localized(en: "cancel", es: "cancelar", fr: "annuler", it: "annulla") }

    func name(of key: Key) -> String {
        switch key {
        case .character(" "): localized(en: "Space", es: "Espacio", fr: "Espace", it: "Spazio")
        case .character(let character): String(character)
        case .control(let character): localized(all: "Ctrl-\(character.uppercased())")
        case .enter: localized(en: "Enter", es: "Intro", fr: "Entrée", it: "Invio")
        case .escape: localized(en: "Esc", es: "Esc", fr: "Échap", it: "Esc")
        case .tab: localized(all: "Tab")
        case .backTab: localized(en: "Shift-Tab", es: "Mayús-Tab", fr: "Maj-Tab", it: "Maiusc-Tab")
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: localized(en: "Home", es: "Inicio", fr: "Début", it: "Home")
        case .end: localized(en: "End", es: "Fin", fr: "Fin", it: "Fine")
        case .pageUp: localized(en: "PgUp", es: "RePág", fr: "PgPréc", it: "PagSu")
        case .pageDown: localized(en: "PgDn", es: "AvPág", fr: "PgSuiv", it: "PagGiù")
        case .backspace: localized(en: "Backspace", es: "Retroceso", fr: "Ret. arr.", it: "Backspace")
        case .delete: localized(en: "Del", es: "Supr", fr: "Suppr", it: "Canc")
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
