internal import StoreModel

// The sentences of the status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
extension Strings {
    // MARK: States that stay

    var restrictedState: String {
        localized(
            en: "In-app purchases are not allowed; nothing is charged. s: settings",
            es: "Compras integradas no permitidas; no se cobra nada. s: ajustes",
            fr: "Achats intégrés non autorisés ; rien n'est débité. s : réglages",
            it: "Acquisti in-app non consentiti; nessun addebito. s: impostazioni")
    }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? localized(
                en: "Network down. Your purchase is queued and goes on when it is back.  r retry",
                es: "Sin red. Tu compra está en cola y sigue cuando vuelva.  r reintentar",
                fr: "Réseau coupé. Ton achat est en attente et reprend à son retour.  r réessayer",
                it: "Rete assente. L'acquisto è in coda e riprende al suo ritorno.  r riprova")
            : localized(
                en: "Network down. Nothing is charged meanwhile; prices come when it is up.",
                es: "Sin red. No se cobra nada mientras tanto; los precios vendrán con ella.",
                fr: "Réseau coupé. Rien n'est débité d'ici là ; les prix viendront avec lui.",
                it: "Rete assente. Intanto nessun addebito; i prezzi arrivano al suo ritorno.")
    }
    var requestFailedByNetworkState: String {
        localized(
            en: "No connection to the store, so no prices. Nothing was charged.  r retry",
            es: "Sin conexión con la tienda ni precios. No se ha cobrado nada.  r reintentar",
            fr: "Boutique injoignable, pas de prix. Rien n'a été débité.  r réessayer",
            it: "Negozio irraggiungibile, quindi niente prezzi. Nessun addebito.  r riprova")
    }
    func requestFailedState(_ error: StoreError) -> String {
        let what = "\(failureWords(error)) (\(error.code))"
        return localized(
            en: "No prices: \(what). Nothing was charged. r retry",
            es: "Sin precios: \(what). Nada cobrado. r reintentar",
            fr: "Pas de prix : \(what). Rien débité. r réessayer",
            it: "Niente prezzi: \(what). Nessun addebito. r riprova")
    }

    // MARK: Purchases

    func failure(_ error: StoreError) -> String {
        // Trouble with the device's own files comes as a whole sentence.
        if error.domain == .device, let message = error.message { return message }
        let what = "\(failureWords(error)) (\(error.code))."
        let tryAgain = localized(
            en: "\(what) Nothing was charged. Enter tries again.",
            es: "\(what) No se ha cobrado nada. Intro reintenta.",
            fr: "\(what) Rien n'a été débité. Entrée réessaie.", it: "\(what) Nessun addebito. Invio riprova.")
        if error.isNetworkFailure { return tryAgain }
        return switch (error.domain, error.code) {
        case (.storeKit, 0), (.storeServer, 5002): tryAgain
        case (.storeKit, 4):
            localized(
                en: "\(what) Nothing was charged. s: settings", es: "\(what) No se ha cobrado nada. s: ajustes",
                fr: "\(what) Rien n'a été débité. s : réglages", it: "\(what) Nessun addebito. s: impostazioni")
        case (.storeKit, 5), (.storeKit, 14):
            localized(
                en: "\(what) Nothing was charged. r reads the prices.",
                es: "\(what) No se ha cobrado nada. r lee los precios.",
                fr: "\(what) Rien n'a été débité. r relit les prix.", it: "\(what) Nessun addebito. r rilegge i prezzi."
            )
        case (.storeServer, 5020):
            localized(
                en: "\(what) Nothing was charged. Reset it, then Enter.",
                es: "\(what) No se ha cobrado nada. Cámbiala y pulsa Intro.",
                fr: "\(what) Rien n'a été débité. Change-le, puis Entrée.",
                it: "\(what) Nessun addebito. Reimpostala, poi Invio.")
        case (.backup, 1):
            localized(
                en: "\(what) Nothing was charged here.", es: "\(what) Aquí no se ha cobrado nada.",
                fr: "\(what) Rien n'a été débité ici.", it: "\(what) Qui nessun addebito.")
        case (.backup, 2):
            localized(
                en: "\(what) Nothing was charged again.", es: "\(what) Nada se ha cobrado dos veces.",
                fr: "\(what) Rien n'a été débité deux fois.", it: "\(what) Nessun nuovo addebito.")
        case (StoreError.interrupted.domain, StoreError.interrupted.code):
            localized(
                en: "\(what) Nothing was charged so far. t: resolve it",
                es: "\(what) Aún no se ha cobrado nada. t: resolver",
                fr: "\(what) Rien débité jusqu'ici. t : résoudre", it: "\(what) Finora nessun addebito. t: risolvi")
        default:
            localized(
                en: "\(what) Nothing was charged. t shows the details.",
                es: "\(what) No se ha cobrado nada. t: detalles",
                fr: "\(what) Rien n'a été débité. t : détails", it: "\(what) Nessun addebito. t: dettagli")
        }
    }
    var declined: String {
        localized(
            en: "The request to buy was declined. Nothing was charged.",
            es: "La petición de compra fue rechazada. No se ha cobrado nada.",
            fr: "La demande d'achat a été refusée. Rien n'a été débité.",
            it: "La richiesta di acquisto è stata rifiutata. Nessun addebito.")
    }
    func lapsed(_ title: String) -> String {
        localized(
            en: "The request to buy \(title) lapsed. Nothing was charged.",
            es: "La petición de comprar \(title) caducó. Nada cobrado.",
            fr: "La demande d'achat de \(title) a expiré. Rien n'a été débité.",
            it: "La richiesta di comprare \(title) è scaduta. Nessun addebito.")
    }
    var deferred: String {
        localized(
            en: "Waiting for approval. Nothing is charged before it comes.  t transactions",
            es: "Falta la aprobación. Hasta entonces no se cobra nada.  t transacciones",
            fr: "En attente d'approbation. Rien n'est débité d'ici là.  t transactions",
            it: "In attesa di approvazione. Intanto nessun addebito.  t transazioni")
    }
    func credited(_ pieces: String) -> String {
        localized(
            en: "Bought \(pieces). The credits are yours.", es: "Has comprado \(pieces). Los créditos son tuyos.",
            fr: "Acheté : \(pieces). Les crédits sont à toi.", it: "Hai comprato \(pieces). I crediti sono tuoi.")
    }
    func revoked(_ pieces: String) -> String {
        localized(
            en: "Refunded \(pieces): money and credits went back.",
            es: "Reembolsado \(pieces): dinero devuelto, créditos retirados.",
            fr: "Remboursé \(pieces) : argent rendu, crédits retirés.",
            it: "Rimborsato \(pieces): denaro reso, crediti tolti.")
    }
    func refusedUnknown(_ product: String) -> String {
        localized(
            en: "\(product) is not sold here. Nothing was charged.",
            es: "\(product) no se vende aquí. No se ha cobrado nada.",
            fr: "\(product) n'est pas vendu ici. Rien n'a été débité.",
            it: "\(product) non si vende qui. Nessun addebito.")
    }
    func refusedQuantity(_ quantity: Int) -> String { plainBadQuantity(String(quantity)) }
    func corrected(balance: Int) -> String {
        let credits = number(balance)
        return localized(
            en: "The ledger was corrected: the balance is \(credits). Nothing was charged.",
            es: "El registro se ha corregido: el saldo es \(credits). No se ha cobrado nada.",
            fr: "Registre corrigé : le solde est \(credits). Rien n'a été débité.",
            it: "Il registro è stato corretto: il saldo è \(credits). Nessun addebito.")
    }

    // MARK: Keys that do nothing now

    var alreadyBuying: String {
        localized(
            en: "This is being bought already. Nothing is charged twice; wait for the answer.",
            es: "Esto ya se está comprando. Nada se cobra dos veces; espera la respuesta.",
            fr: "Cet achat est déjà en cours. Rien n'est débité deux fois ; attends la réponse.",
            it: "Questo acquisto è già in corso. Niente doppi addebiti; attendi la risposta.")
    }
    var tooEarly: String {
        localized(
            en: "Key typed ahead: ignored. Look at the total first, then answer.",
            es: "Tecla pulsada antes de tiempo: no vale. Mira el total y responde.",
            fr: "Touche tapée trop tôt : ignorée. Regarde le total, puis réponds.",
            it: "Tasto premuto in anticipo: ignorato. Guarda il totale, poi rispondi.")
    }
    var pasteIgnored: String {
        localized(
            en: "Pasted text does nothing here, so nothing was bought. Use the keys.",
            es: "El texto pegado no hace nada aquí: no se ha comprado nada. Usa las teclas.",
            fr: "Le texte collé ne fait rien ici : rien n'a été acheté. Sers-toi des touches.",
            it: "Il testo incollato qui non fa nulla: nessun acquisto. Usa i tasti.")
    }
    var whyLoading: String {
        localized(
            en: "The prices are on their way. Nothing is charged before they are here.",
            es: "Los precios están en camino. No se cobra nada antes de que lleguen.",
            fr: "Les prix arrivent. Rien n'est débité avant qu'ils soient là.",
            it: "I prezzi sono in arrivo. Nessun addebito prima che siano qui.")
    }
    var whyNetworkDown: String {
        localized(
            en: "No prices without the network. Nothing was charged.  r retry",
            es: "Sin red no hay precios. No se ha cobrado nada.  r reintentar",
            fr: "Pas de prix sans réseau. Rien n'a été débité.  r réessayer",
            it: "Niente prezzi senza rete. Nessun addebito.  r riprova")
    }
    var whyDisabled: String {
        localized(
            en: "In-app purchases are not allowed. Nothing was charged. s: settings",
            es: "Las compras integradas no están permitidas. Nada cobrado. s: ajustes",
            fr: "Les achats intégrés ne sont pas autorisés. Rien débité. s : réglages",
            it: "Gli acquisti in-app non sono consentiti. Nessun addebito. s: impostazioni")
    }
    func whyNotAvailable(_ product: String) -> String {
        localized(
            en: "The store does not know \(product). Nothing was charged.",
            es: "La tienda no conoce \(product). No se ha cobrado nada.",
            fr: "La boutique ne connaît pas \(product). Rien n'a été débité.",
            it: "Il negozio non conosce \(product). Nessun addebito.")
    }
    var whyNoCredits: String {
        localized(
            en: "No credit, no banana. Buy credits first: 1 or 2, then Enter.",
            es: "Sin crédito no hay plátano. Compra créditos antes: 1 o 2, y luego Intro.",
            fr: "Pas de crédit, pas de banane. Achète d'abord : 1 ou 2, puis Entrée.",
            it: "Niente crediti, niente banana. Prima comprane: 1 o 2, poi Invio.")
    }
    func spendRefused(credits: Int, balance: Int) -> String {
        let (price, balance) = (number(credits), number(balance))
        return localized(
            en: "A banana costs \(price); there are \(balance) credits. None was spent. Buy some first.",
            es: "Un plátano cuesta \(price); tienes \(balance). No se ha gastado nada. Compra antes.",
            fr: "Une banane coûte \(price) ; tu as \(balance). Rien n'a été dépensé. Achète d'abord.",
            it: "Una banana costa \(price); ne hai \(balance). Nulla è stato speso. Prima compra.")
    }
    var balanceUnknown: String {
        localized(
            en: "The credits are not counted yet. None was spent.",
            es: "Los créditos aún no están contados. No se ha gastado ninguno.",
            fr: "Les crédits ne sont pas encore comptés. Aucun n'a été dépensé.",
            it: "I crediti non sono ancora contati. Nessuno è stato speso.")
    }
    var requestingPrices: String {
        localized(
            en: "Asking the store for prices.", es: "Pidiendo los precios a la tienda.",
            fr: "Demande des prix à la boutique.", it: "Chiedo i prezzi al negozio.")
    }
}
