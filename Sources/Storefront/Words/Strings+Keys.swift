// What keys do, for the help and the manual page.
extension Strings {
    func name(of context: Keymap.Context) -> String {
        switch context {
        case .everywhere: say(en: "Everywhere", es: "En todas partes", fr: "Partout", it: "Ovunque")
        case .store: say(en: "Store", es: "Tienda", fr: "Boutique", it: "Negozio")
        case .photo: photoTitle
        case .settings: settingsTitle
        case .transactions: transactionsTitle
        case .subscriptions: subscriptionsTitle
        case .reader: say(en: "Reading", es: "Lectura", fr: "Lecture", it: "Lettura")
        case .signIn: say(en: "Signing in", es: "Al iniciar sesión", fr: "Connexion", it: "Accesso")
        case .dialog: say(en: "Questions", es: "Preguntas", fr: "Questions", it: "Domande")
        case .reading: say(en: "Messages", es: "Mensajes", fr: "Messages", it: "Messaggi")
        }
    }

    func words(for action: Action, in context: Keymap.Context) -> String {
        switch action {
        case .next, .previous, .pageDown, .pageUp, .first, .last, .less, .more: moving(action, in: context)
        case .activate: activate(in: context)
        case .product(let number):
            say(
                en: "to product \(number)", es: "al producto \(number)", fr: "au produit \(number)",
                it: "al prodotto \(number)")
        case .settings:
            say(en: "open the settings", es: "abrir los ajustes", fr: "ouvrir les réglages", it: "apri le impostazioni")
        case .transactions:
            say(
                en: "open the transactions", es: "abrir las transacciones", fr: "ouvrir les transactions",
                it: "apri le transazioni")
        case .subscriptions:
            say(
                en: "open the subscriptions", es: "abrir las suscripciones", fr: "ouvrir les abonnements",
                it: "apri gli abbonamenti")
        case .restore:
            say(
                en: "restore what the account owns", es: "restaurar lo que es de la cuenta",
                fr: "restaurer ce que possède le compte", it: "ripristina ciò che l'account possiede")
        case .photo:
            say(
                en: "open the photo and its filters", es: "abrir la foto y sus filtros",
                fr: "ouvrir la photo et ses filtres", it: "apri la foto e i suoi filtri")
        case .filter(let filter):
            say(
                en: "\(name(of: filter)): switch it on or off, or buy it",
                es: "\(name(of: filter)): activar, desactivar o comprar",
                fr: "\(name(of: filter)) : activer, désactiver ou acheter",
                it: "\(name(of: filter)): attiva, disattiva o compra")
        case .clearFilters:
            say(
                en: "switch all filters off", es: "desactivar todos los filtros", fr: "désactiver tous les filtres",
                it: "disattiva tutti i filtri")
        case .cancelDownload:
            say(
                en: "give the download of a book up", es: "abandonar la descarga de un libro",
                fr: "abandonner le téléchargement d'un livre", it: "annulla lo scaricamento di un libro")
        case .retry:
            context == .store
                ? say(
                    en: "ask for the prices again", es: "volver a pedir los precios", fr: "redemander les prix",
                    it: "chiedi di nuovo i prezzi")
                : say(
                    en: "read the list again", es: "volver a leer la lista", fr: "relire la liste",
                    it: "rileggi l'elenco")
        case .help:
            say(
                en: "show all keys", es: "mostrar todas las teclas", fr: "montrer toutes les touches",
                it: "mostra tutti i tasti")
        case .close:
            say(en: "close, and go back", es: "cerrar y volver", fr: "fermer et revenir", it: "chiudi e torna indietro")
        case .accept:
            say(
                en: "yes: buy, or leave", es: "sí: comprar, o salir", fr: "oui : acheter, ou partir",
                it: "sì: compra, o esci")
        case .refuse:
            context == .signIn
                ? footerCancel
                : say(
                    en: "no: cancel, or stay", es: "no: cancelar, o quedarse", fr: "non : annuler, ou rester",
                    it: "no: annulla, o resta")
        case .approve:
            say(
                en: "approve a request to buy", es: "aprobar una petición de compra",
                fr: "approuver une demande d'achat",
                it: "approva una richiesta di acquisto")
        case .decline:
            say(
                en: "decline a request to buy", es: "rechazar una petición de compra",
                fr: "refuser une demande d'achat",
                it: "rifiuta una richiesta di acquisto")
        case .resolve:
            say(
                en: "resolve an interrupted purchase", es: "resolver una compra interrumpida",
                fr: "résoudre un achat interrompu", it: "risolvi un acquisto interrotto")
        case .refund:
            say(
                en: "refund a purchase", es: "reembolsar una compra", fr: "rembourser un achat",
                it: "rimborsa un acquisto")
        case .eraseBefore:
            say(
                en: "erase the character before", es: "borrar el carácter anterior", fr: "effacer le caractère d'avant",
                it: "cancella il carattere prima")
        case .eraseAfter:
            say(
                en: "erase the character after", es: "borrar el carácter siguiente", fr: "effacer le caractère d'après",
                it: "cancella il carattere dopo")
        case .eraseAll:
            say(
                en: "erase the whole line", es: "borrar toda la línea", fr: "effacer toute la ligne",
                it: "cancella tutta la riga")
        case .signIn:
            say(
                en: "sign in, where nobody is", es: "iniciar sesión, si no la hay",
                fr: "se connecter, si personne ne l'est",
                it: "accedi, se nessuno lo ha fatto")
        case .signOut:
            say(
                en: "sign out, where somebody is signed in", es: "cerrar la sesión, si la hay",
                fr: "se déconnecter, si quelqu'un est connecté", it: "disconnetti, se qualcuno ha fatto l'accesso")
        case .quit:
            say(en: "leave the store", es: "salir de la tienda", fr: "quitter la boutique", it: "esci dal negozio")
        case .interrupt:
            say(
                en: "leave at once, from anywhere", es: "salir ya, desde cualquier sitio",
                fr: "partir tout de suite, de partout", it: "esci subito, da ovunque")
        case .redraw:
            say(
                en: "draw the whole screen again", es: "volver a dibujar la pantalla", fr: "redessiner tout l'écran",
                it: "ridisegna tutto lo schermo")
        case .suspend:
            say(
                en: "stop the program; fg brings it back", es: "suspender el programa; fg lo trae de vuelta",
                fr: "suspendre le programme ; fg le ramène", it: "sospendi il programma; fg lo riporta")
        }
    }

    private func moving(_ action: Action, in context: Keymap.Context) -> String {
        switch (action, context) {
        case (.next, .reading), (.next, .reader):
            say(en: "one line down", es: "una línea abajo", fr: "une ligne plus bas", it: "una riga giù")
        case (.next, _): say(en: "to the next one", es: "al siguiente", fr: "au suivant", it: "al prossimo")
        case (.previous, .reading), (.previous, .reader):
            say(en: "one line up", es: "una línea arriba", fr: "une ligne plus haut", it: "una riga su")
        case (.previous, _): say(en: "to the one before", es: "al anterior", fr: "au précédent", it: "al precedente")
        case (.pageDown, .reader):
            say(en: "one page on", es: "una página adelante", fr: "une page plus loin", it: "una pagina avanti")
        case (.pageDown, _): say(en: "ten down", es: "diez abajo", fr: "dix plus bas", it: "dieci giù")
        case (.pageUp, .reader):
            say(en: "one page back", es: "una página atrás", fr: "une page en arrière", it: "una pagina indietro")
        case (.pageUp, _): say(en: "ten up", es: "diez arriba", fr: "dix plus haut", it: "dieci su")
        case (.first, .signIn):
            say(
                en: "to the beginning of the line", es: "al principio de la línea", fr: "au début de la ligne",
                it: "all'inizio della riga")
        case (.first, .reader):
            say(
                en: "to the beginning of the book", es: "al principio del libro", fr: "au début du livre",
                it: "all'inizio del libro")
        case (.first, _):
            say(en: "to the newest", es: "a la más nueva", fr: "à la plus récente", it: "alla più recente")
        case (.last, .signIn):
            say(
                en: "to the end of the line", es: "al final de la línea", fr: "à la fin de la ligne",
                it: "alla fine della riga")
        case (.last, .reader):
            say(
                en: "to the end of the book", es: "al final del libro", fr: "à la fin du livre",
                it: "alla fine del libro")
        case (.last, _):
            say(en: "to the oldest", es: "a la más antigua", fr: "à la plus ancienne", it: "alla più vecchia")
        case (.less, .store): say(en: "one less", es: "uno menos", fr: "un de moins", it: "uno in meno")
        case (.less, .signIn):
            say(
                en: "one character or button to the left", es: "un carácter o botón a la izquierda",
                fr: "un caractère ou bouton à gauche", it: "un carattere o pulsante a sinistra")
        case (.less, .subscriptions):
            say(
                en: "the button before", es: "el botón anterior", fr: "le bouton précédent",
                it: "il pulsante precedente")
        case (.less, _):
            say(en: "the value before", es: "el valor anterior", fr: "la valeur précédente", it: "il valore precedente")
        case (.more, .store): say(en: "one more", es: "uno más", fr: "un de plus", it: "uno in più")
        case (.more, .signIn):
            say(
                en: "one character or button to the right", es: "un carácter o botón a la derecha",
                fr: "un caractère ou bouton à droite", it: "un carattere o pulsante a destra")
        case (.more, .subscriptions):
            say(en: "the next button", es: "el botón siguiente", fr: "le bouton suivant", it: "il pulsante successivo")
        default:
            say(en: "the next value", es: "el valor siguiente", fr: "la valeur suivante", it: "il valore successivo")
        }
    }

    private func activate(in context: Keymap.Context) -> String {
        switch context {
        case .store:
            say(
                en: "buy, feed the monkey, or fetch, stop and read a book",
                es: "comprar, dar de comer al mono, o descargar, parar y leer un libro",
                fr: "acheter, nourrir le singe, ou télécharger, arrêter et lire un livre",
                it: "compra, dai da mangiare, o scarica, ferma e leggi un libro")
        case .photo:
            say(
                en: "switch the filter on or off, or buy it", es: "activar o desactivar el filtro, o comprarlo",
                fr: "activer ou désactiver le filtre, ou l'acheter", it: "attiva o disattiva il filtro, o compralo")
        case .signIn:
            say(
                en: "to the next field; sign in, or press the selected button",
                es: "al campo siguiente; iniciar sesión, o pulsar el botón elegido",
                fr: "au champ suivant ; se connecter, ou presser le bouton choisi",
                it: "al campo successivo; accedi, o premi il pulsante scelto")
        default:
            say(
                en: "press the selected button", es: "pulsar el botón elegido", fr: "presser le bouton choisi",
                it: "premi il pulsante scelto")
        }
    }
}
