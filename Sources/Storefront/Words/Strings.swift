internal import StoreModel

/// Every text that a person reads, in the person's language. A further language is a further parameter of `localized`: where a
/// translation is missing, the program does not compile.
struct Strings: Hashable, Sendable {
    let language: Language

    init(language: Language = .english) { self.language = language }

    /// Picks the text of the language.
    func localized(
        en: @autoclosure () -> Wording, es: @autoclosure () -> Wording, fr: @autoclosure () -> Wording,
        it: @autoclosure () -> Wording
    ) -> String {
        switch language {
        case .english: en().text
        case .spanish: es().text
        case .french: fr().text
        case .italian: it().text
        case .pseudo: en().pseudo
        }
    }

    /// A text that is the same in every language.
    func localized(all: @autoclosure () -> Wording) -> String { localized(en: all(), es: all(), fr: all(), it: all()) }

    // MARK: Header

    var title: String { localized(all: "Monkey Store") }
    var notSignedIn: String {
        localized(en: "not signed in", es: "sin sesión", fr: "non connecté", it: "nessun accesso")
    }
    var thisDevice: String {
        localized(en: "this device", es: "este dispositivo", fr: "cet appareil", it: "questo dispositivo")
    }
    var opening: String { localized(en: "opening…", es: "abriendo…", fr: "ouverture…", it: "apertura…") }
    func networkIs(up: Bool) -> String {
        up
            ? localized(en: "network up", es: "con red", fr: "en ligne", it: "in rete")
            : localized(en: "network down", es: "sin red", fr: "hors ligne", it: "senza rete")
    }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: localized(all: "Sandbox")
        case .production: localized(en: "Production", es: "Producción", fr: "Production", it: "Produzione")
        }
    }

    // MARK: The monkey

    func balance(_ credits: Int?) -> String {
        let count = credits.map(number) ?? "…"
        return credits.map(isOne) ?? false
            ? localized(
                en: "\(count) monkey credit", es: "\(count) crédito de mono", fr: "\(count) crédit singe",
                it: "\(count) credito scimmia")
            : localized(
                en: "\(count) monkey credits", es: "\(count) créditos de mono", fr: "\(count) crédits singe",
                it: "\(count) crediti scimmia")
    }
    /// Whether so many are spoken of as one is: French does that with none, too.
    func isOne(_ count: Int) -> Bool { count == 1 || language == .french && count == 0 }
    func mood(_ mood: Mood) -> String {
        switch mood {
        case .waiting:
            localized(
                en: "Would like a banana.", es: "Le apetece un plátano.", fr: "Voudrait bien une banane.",
                it: "Vorrebbe una banana.")
        case .happy:
            localized(
                en: "Happy about your purchase!", es: "¡Feliz con tu compra!", fr: "Ravi de ton achat !",
                it: "Felice del tuo acquisto!")
        case .stylish:
            localized(
                en: "Sunglasses on: what a picture!", es: "Gafas puestas: ¡qué foto!",
                fr: "Lunettes de soleil : quelle photo !", it: "Occhiali da sole: che foto!")
        case .rich:
            localized(
                en: "Happy about the new credits!", es: "¡Feliz con los créditos nuevos!",
                fr: "Ravi des nouveaux crédits !", it: "Felice per i nuovi crediti!")
        case .eating:
            localized(
                en: "Mmm. A banana!", es: "Mmm. ¡Un plátano!", fr: "Miam. Une banane !",
                it: "Gnam. Una banana!")
        case .hungry:
            localized(
                en: "Hungry, and no credits for a banana.", es: "Con hambre y sin créditos para un plátano.",
                fr: "A faim, et aucun crédit pour une banane.", it: "Ha fame, e niente crediti per una banana.")
        case .sad:
            localized(
                en: "Sorry that it did not work.", es: "Siente que no haya salido bien.",
                fr: "Désolé que ça n'ait pas marché.", it: "Gli dispiace che sia andata male.")
        case .asleep:
            localized(
                en: "Asleep while the store is closed.", es: "Duerme mientras la tienda está cerrada.",
                fr: "Dort tant que la boutique est fermée.", it: "Dorme finché il negozio è chiuso.")
        }
    }
    var inDebtShort: String { localized(en: "refunded", es: "reembolso", fr: "remboursé", it: "rimborso") }
    var inDebt: String {
        localized(
            en: "In debt: spent credits were refunded.", es: "En deuda: se reembolsaron créditos gastados.",
            fr: "En dette : crédits dépensés remboursés.", it: "In debito: rimborsati crediti già spesi.")
    }

    // MARK: Products

    func buy(credits: Int?) -> String {
        credits.map { localized(en: "Buy \($0)", es: "Comprar \($0)", fr: "Acheter \($0)", it: "Compra \($0)") }
            ?? localized(en: "Buy", es: "Comprar", fr: "Acheter", it: "Compra")
    }
    var loading: String { localized(en: "loading…", es: "cargando…", fr: "chargement…", it: "caricamento…") }
    var networkDownButton: String {
        localized(en: "Network down?", es: "¿Sin red?", fr: "Réseau coupé ?", it: "Rete assente?")
    }
    var storeDisabled: String {
        localized(
            en: "AppStore disabled", es: "AppStore inactiva", fr: "AppStore désactivé",
            it: "AppStore spento")
    }
    var notAvailable: String {
        localized(en: "Not available", es: "No disponible", fr: "Indisponible", it: "Non disponibile")
    }
    var storeError: String {
        localized(en: "Store error", es: "Error de tienda", fr: "Erreur boutique", it: "Errore del negozio")
    }
    var noPrice: String { "–" }
    func total(_ price: String) -> String {
        localized(en: "total \(price)", es: "total \(price)", fr: "total \(price)", it: "totale \(price)")
    }
    func pieces(_ quantity: Int, of title: String) -> String { "\(quantity) × \(title)" }

    // MARK: Feeding

    var feed: String {
        localized(en: "Feed a banana", es: "Dar un plátano", fr: "Donner une banane", it: "Dai una banana")
    }
    var feedPrice: String {
        localized(
            en: "one credit, one banana", es: "un crédito, un plátano", fr: "un crédit, une banane",
            it: "un credito, una banana")
    }
    var feedNeedsCredits: String {
        localized(
            en: "no credits: buy some first", es: "sin créditos: compra antes", fr: "aucun crédit : achètes-en d'abord",
            it: "niente crediti: prima compra")
    }
    var feedNeedsSignIn: String {
        localized(
            en: "sign in to see the credits", es: "inicia sesión para ver los créditos",
            fr: "connecte-toi pour voir les crédits", it: "accedi per vedere i crediti")
    }
    var feedLoading: String {
        localized(
            en: "counting the credits…", es: "contando los créditos…", fr: "comptage des crédits…",
            it: "conto i crediti…")
    }

    // MARK: Windows

    func tooSmall(need: Size, have: Size) -> String {
        let (need, have) = ("\(need.columns)x\(need.rows)", "\(have.columns)x\(have.rows)")
        return localized(
            en: "Need \(need), have \(have)", es: "Mínimo \(need), hay \(have)", fr: "Il faut \(need), ici \(have)",
            it: "Serve \(need), ora \(have)")
    }
    var yes: String { localized(en: "yes", es: "sí", fr: "oui", it: "sì") }
    var no: String { localized(en: "no", es: "no", fr: "non", it: "no") }
    func andMore(_ count: Int) -> String {
        localized(en: "and \(count) more", es: "y \(count) más", fr: "et \(count) de plus", it: "e ancora \(count)")
    }
}
