// What keys do, for the help and the manual page.
extension Strings {
    func name(of context: Keymap.Context) -> String {
        switch context {
        case .everywhere: localized(en: "Everywhere", es: "En todas partes", fr: "Partout", it: "Ovunque")
        case .store: localized(en: "Store", es: "Tienda", fr: "Boutique", it: "Negozio")
        case .photo: photoTitle
        case .settings: settingsTitle
        case .transactions: transactionsTitle
        case .subscriptions: subscriptionsTitle
        case .reader: localized(en: "Reading", es: "Lectura", fr: "Lecture", it: "Lettura")
        case .signIn: localized(en: "Signing in", es: "Al iniciar sesión", fr: "Connexion", it: "Accesso")
        case .dialog: localized(en: "Questions", es: "Preguntas", fr: "Questions", it: "Domande")
        case .reading: localized(en: "Messages", es: "Mensajes", fr: "Messages", it: "Messaggi")
        }
    }

    func words(for action: Action, in context: Keymap.Context) -> String {
        switch action {
        case .next, .previous, .pageDown, .pageUp, .first, .last, .less, .more: moving(action, in: context)
        case .activate: activate(in: context)
        case .product(let number):
            localized(
                en: "to product \(number)", es: "al producto \(number)", fr: "au produit \(number)",
                it: "al prodotto \(number)")
        case .settings:
            localized(
                en: "open the settings", es: "abrir los ajustes", fr: "ouvrir les réglages", it: "apri le impostazioni")
        case .transactions:
            localized(
                en: "open the transactions", es: "abrir las transacciones", fr: "ouvrir les transactions",
                it: "apri le transazioni")
        case .subscriptions:
            localized(
                en: "open the subscriptions", es: "abrir las suscripciones", fr: "ouvrir les abonnements",
                it: "apri gli abbonamenti")
        case .restore:
            localized(
                en: "restore what the account owns", es: "restaurar lo que es de la cuenta",
                fr: "restaurer ce que possède le compte", it: "ripristina ciò che l'account possiede")
        case .photo:
            localized(
                en: "open the photo and its filters", es: "abrir la foto y sus filtros",
                fr: "ouvrir la photo et ses filtres", it: "apri la foto e i suoi filtri")
        case .filter(let filter):
            localized(
                en: "\(name(of: filter)): switch it on or off, or buy it",
                es: "\(name(of: filter)): activar, desactivar o comprar",
                fr: "\(name(of: filter)) : activer, désactiver ou acheter",
                it: "\(name(of: filter)): attiva, disattiva o compra")
        case .clearFilters:
            localized(
                en: "switch all filters off", es: "desactivar todos los filtros", fr: "désactiver tous les filtres",
                it: "disattiva tutti i filtri")
        case .cancelDownload:
            localized(
                en: "give the download of a book up", es: "abandonar la descarga de un libro",
                fr: "abandonner le téléchargement d'un livre", it: "annulla lo scaricamento di un libro")
        case .retry:
            context == .store
                ? localized(
                    en: "ask for the prices again", es: "volver a pedir los precios", fr: "redemander les prix",
                    it: "chiedi di nuovo i prezzi")
                : localized(
                    en: "read the list again", es: "volver a leer la lista", fr: "relire la liste",
                    it: "rileggi l'elenco")
        case .help:
            localized(
                en: "show all keys", es: "mostrar todas las teclas", fr: "montrer toutes les touches",
                it: "mostra tutti i tasti")
        case .close:
            localized(
                en: "close, and go back", es: "cerrar y volver", fr: "fermer et revenir", it: "chiudi e torna indietro")
        case .accept:
            localized(
                en: "yes: buy, or leave", es: "sí: comprar, o salir", fr: "oui : acheter, ou partir",
                it: "sì: compra, o esci")
        case .refuse:
            context == .signIn
                ? footerCancel
                : localized(
                    en: "no: cancel, or stay", es: "no: cancelar, o quedarse", fr: "non : annuler, ou rester",
                    it: "no: annulla, o resta")
        case .approve:
            localized(
                en: "approve a request to buy", es: "aprobar una petición de compra",
                fr: "approuver une demande d'achat",
                it: "approva una richiesta di acquisto")
        case .decline:
            localized(
                en: "decline a request to buy", es: "rechazar una petición de compra",
                fr: "refuser une demande d'achat",
                it: "rifiuta una richiesta di acquisto")
        case .resolve:
            localized(
                en: "resolve an interrupted purchase", es: "resolver una compra interrumpida",
                fr: "résoudre un achat interrompu", it: "risolvi un acquisto interrotto")
        case .refund:
            localized(
                en: "refund a purchase", es: "reembolsar una compra", fr: "rembourser un achat",
                it: "rimborsa un acquisto")
        case .eraseBefore:
            localized(
                en: "erase the character before", es: "borrar el carácter anterior", fr: "effacer le caractère d'avant",
                it: "cancella il carattere prima")
        case .eraseAfter:
            localized(
                en: "erase the character after", es: "borrar el carácter siguiente", fr: "effacer le caractère d'après",
                it: "cancella il carattere dopo")
        case .eraseAll:
            localized(
                en: "erase the whole line", es: "borrar toda la línea", fr: "effacer toute la ligne",
                it: "cancella tutta la riga")
        case .signIn:
            localized(
                en: "sign in, where nobody is", es: "iniciar sesión, si no la hay",
                fr: "se connecter, si personne ne l'est",
                it: "accedi, se nessuno lo ha fatto")
        case .signOut:
            localized(
                en: "sign out, where somebody is signed in", es: "cerrar la sesión, si la hay",
                fr: "se déconnecter, si quelqu'un est connecté", it: "disconnetti, se qualcuno ha fatto l'accesso")
        case .quit:
            localized(
                en: "leave the store", es: "salir de la tienda", fr: "quitter la boutique", it: "esci dal negozio")
        case .interrupt:
            localized(
                en: "leave at once, from anywhere", es: "salir ya, desde cualquier sitio",
                fr: "partir tout de suite, de partout", it: "esci subito, da ovunque")
        case .redraw:
            localized(
                en: "draw the whole screen again", es: "volver a dibujar la pantalla", fr: "redessiner tout l'écran",
                it: "ridisegna tutto lo schermo")
        case .suspend:
            localized(
                en: "stop the program; fg brings it back", es: "suspender el programa; fg lo trae de vuelta",
                fr: "suspendre le programme ; fg le ramène", it: "sospendi il programma; fg lo riporta")
        }
    }

    private func moving(_ action: Action, in context: Keymap.Context) -> String {
        switch (action, context) {
        case (.next, .reading), (.next, .reader):
            localized(en: "one line down", es: "una línea abajo", fr: "une ligne plus bas", it: "una riga giù")
        case (.next, _): localized(en: "to the next one", es: "al siguiente", fr: "au suivant", it: "al prossimo")
        case (.previous, .reading), (.previous, .reader):
            localized(en: "one line up", es: "una línea arriba", fr: "une ligne plus haut", it: "una riga su")
        case (.previous, _):
            localized(en: "to the one before", es: "al anterior", fr: "au précédent", it: "al precedente")
        case (.pageDown, .reader):
            localized(en: "one page on", es: "una página adelante", fr: "une page plus loin", it: "una pagina avanti")
        case (.pageDown, _): localized(en: "ten down", es: "diez abajo", fr: "dix plus bas", it: "dieci giù")
        case (.pageUp, .reader):
            localized(en: "one page back", es: "una página atrás", fr: "une page en arrière", it: "una pagina indietro")
        case (.pageUp, _): localized(en: "ten up", es: "diez arriba", fr: "dix plus haut", it: "dieci su")
        case (.first, .signIn):
            localized(
                en: "to the beginning of the line", es: "al principio de la línea", fr: "au début de la ligne",
                it: "all'inizio della riga")
        case (.first, .reader):
            localized(
                en: "to the beginning of the book", es: "al principio del libro", fr: "au début du livre",
                it: "all'inizio del libro")
        case (.first, _):
            localized(en: "to the newest", es: "a la más nueva", fr: "à la plus récente", it: "alla più recente")
        case (.last, .signIn):
            localized(
                en: "to the end of the line", es: "al final de la línea", fr: "à la fin de la ligne",
                it: "alla fine della riga")
        case (.last, .reader):
            localized(
                en: "to the end of the book", es: "al final del libro", fr: "à la fin du livre",
                it: "alla fine del libro")
        case (.last, _):
            localized(en: "to the oldest", es: "a la más antigua", fr: "à la plus ancienne", it: "alla più vecchia")
        case (.less, .store): localized(en: "one less", es: "uno menos", fr: "un de moins", it: "uno in meno")
        case (.less, .signIn):
            localized(
                en: "one character or button to the left", es: "un carácter o botón a la izquierda",
                fr: "un caractère ou bouton à gauche", it: "un carattere o pulsante a sinistra")
        case (.less, .subscriptions):
            localized(
                en: "the button before", es: "el botón anterior", fr: "le bouton précédent",
                it: "il pulsante precedente")
        case (.less, _):
            localized(
                en: "the value before", es: "el valor anterior", fr: "la valeur précédente", it: "il valore precedente")
        case (.more, .store): localized(en: "one more", es: "uno más", fr: "un de plus", it: "uno in più")
        case (.more, .signIn):
            localized(
                en: "one character or button to the right", es: "un carácter o botón a la derecha",
                fr: "un caractère ou bouton à droite", it: "un carattere o pulsante a destra")
        case (.more, .subscriptions):
            localized(
                en: "the next button", es: "el botón siguiente", fr: "le bouton suivant", it: "il pulsante successivo")
        default:
            localized(
                en: "the next value", es: "el valor siguiente", fr: "la valeur suivante", it: "il valore successivo")
        }
    }

    private func activate(in context: Keymap.Context) -> String {
        switch context {
        case .store:
            localized(
                en: "buy, feed the monkey, or fetch, stop and read a book",
                es: "comprar, dar de comer al mono, o descargar, parar y leer un libro",
                fr: "acheter, nourrir le singe, ou télécharger, arrêter et lire un livre",
                it: "compra, dai da mangiare, o scarica, ferma e leggi un libro")
        case .photo:
            localized(
                en: "switch the filter on or off, or buy it", es: "activar o desactivar el filtro, o comprarlo",
                fr: "activer ou désactiver le filtre, ou l'acheter", it: "attiva o disattiva il filtro, o compralo")
        case .signIn:
            localized(
                en: "to the next field; sign in, or press the selected button",
                es: "al campo siguiente; iniciar sesión, o pulsar el botón elegido",
                fr: "au champ suivant ; se connecter, ou presser le bouton choisi",
                it: "al campo successivo; accedi, o premi il pulsante scelto")
        default:
            localized(
                en: "press the selected button", es: "pulsar el botón elegido", fr: "presser le bouton choisi",
                it: "premi il pulsante scelto")
        }
    }
}
