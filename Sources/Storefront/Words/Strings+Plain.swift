extension Strings {
    var plainHint: String {
        localized(
            en: "Type help for the commands.", es: "Escribe help para ver los comandos.",
            fr: "Tape help pour voir les commandes.", it: "Scrivi help per vedere i comandi.")
    }
    var plainSheetPrompt: String {
        localized(en: "yes or no> ", es: "yes (sí) o no> ", fr: "yes (oui) ou no> ", it: "yes (sì) o no> ")
    }
    func plainAccount(_ name: String) -> String {
        localized(en: "Account: \(name)", es: "Cuenta: \(name)", fr: "Compte : \(name)", it: "Account: \(name)")
    }
    func plainProgress(_ pieces: String, _ progress: Progress) -> String {
        let progress = inFlight(progress)
        return localized(
            en: "\(pieces): \(progress)", es: "\(pieces): \(progress)", fr: "\(pieces) : \(progress)",
            it: "\(pieces): \(progress)")
    }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        localized(
            en: "Confirm purchase: \(pieces), \(unit) each, total \(total).",
            es: "Confirma la compra: \(pieces), a \(unit), total \(total).",
            fr: "Confirme l'achat : \(pieces), à \(unit), total \(total).",
            it: "Conferma l'acquisto: \(pieces), a \(unit), totale \(total).")
    }
    var plainAnswer: String {
        localized(
            en: "Type yes to buy or no to cancel.", es: "Escribe yes para comprar o no para cancelar.",
            fr: "Tape yes pour acheter ou no pour annuler.", it: "Scrivi yes per comprare o no per annullare.")
    }
    var plainNothingToConfirm: String {
        localized(
            en: "There is nothing to confirm. Nothing was charged.",
            es: "No hay nada que confirmar. No se ha cobrado nada.",
            fr: "Il n'y a rien à confirmer. Rien n'a été débité.", it: "Non c'è nulla da confermare. Nessun addebito.")
    }
    func plainNoProduct(_ number: Int) -> String {
        localized(
            en: "There is no product \(number). Nothing was charged.",
            es: "No existe el producto \(number). No se ha cobrado nada.",
            fr: "Il n'y a pas de produit \(number). Rien n'a été débité.",
            it: "Non c'è un prodotto \(number). Nessun addebito.")
    }
    func plainNoTransaction(_ number: Int) -> String {
        localized(
            en: "There is no transaction \(number) in the list. Type transactions first.",
            es: "No hay una transacción \(number) en la lista. Escribe antes transactions.",
            fr: "Il n'y a pas de transaction \(number) dans la liste. Tape d'abord transactions.",
            it: "Non c'è una transazione \(number) nell'elenco. Prima scrivi transactions.")
    }
    func plainNoSubscription(_ number: Int) -> String {
        localized(
            en: "There is no subscription \(number) in the list. Type subscriptions first.",
            es: "No hay una suscripción \(number) en la lista. Escribe antes subscriptions.",
            fr: "Il n'y a pas d'abonnement \(number) dans la liste. Tape d'abord subscriptions.",
            it: "Non c'è un abbonamento \(number) nell'elenco. Prima scrivi subscriptions.")
    }
    var plainNoSubscriptions: String {
        localized(
            en: "Nothing is subscribed to.", es: "No hay ninguna suscripción.", fr: "Aucun abonnement.",
            it: "Nessun abbonamento.")
    }
    func plainActionNotPossible(_ action: String) -> String {
        localized(
            en: "\(action) is not possible for that subscription.", es: "No se puede con esa suscripción: \(action).",
            fr: "Impossible pour cet abonnement : \(action).", it: "Non è possibile per questo abbonamento: \(action).")
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        localized(
            en: "Confirm subscription: \(title), \(price). To pay now: \(toPay). Begins: \(begins).",
            es: "Confirma la suscripción: \(title), \(price). A pagar ahora: \(toPay). Empieza: \(begins).",
            fr: "Confirme l'abonnement : \(title), \(price). À payer maintenant : \(toPay). Début : \(begins).",
            it: "Conferma l'abbonamento: \(title), \(price). Da pagare ora: \(toPay). Inizio: \(begins).")
    }
    var plainOlder: String {
        localized(
            en: "There are older ones. Type transactions older.", es: "Hay más antiguas. Escribe transactions older.",
            fr: "Il y en a de plus anciennes. Tape transactions older.",
            it: "Ce ne sono di più vecchie. Scrivi transactions older.")
    }
    var plainNoOlder: String {
        localized(
            en: "The list has no older ones. Type transactions for the newest.",
            es: "La lista no tiene más antiguas. Escribe transactions para ver las más nuevas.",
            fr: "La liste n'en a pas de plus anciennes. Tape transactions pour les plus récentes.",
            it: "L'elenco non ne ha di più vecchie. Scrivi transactions per le più recenti.")
    }
    var plainNoTransactions: String {
        localized(
            en: "Nothing bought yet.", es: "Aún no se ha comprado nada.", fr: "Rien d'acheté pour l'instant.",
            it: "Ancora nessun acquisto.")
    }
    func plainNotPossible(_ action: String) -> String {
        localized(
            en: "\(action) is not possible for that transaction.", es: "No se puede con esa transacción: \(action).",
            fr: "Impossible pour cette transaction : \(action).",
            it: "Non è possibile per questa transazione: \(action).")
    }
    func plainNoSetting(_ name: String) -> String {
        localized(
            en: "There is no setting \(name). Type settings for all.",
            es: "No existe el ajuste \(name). Escribe settings para verlos todos.",
            fr: "Il n'y a pas de réglage \(name). Tape settings pour tout voir.",
            it: "Non c'è un'impostazione \(name). Scrivi settings per vederle tutte.")
    }
    func plainBadSetting(_ name: String, _ choices: String) -> String {
        localized(
            en: "\(name) takes \(choices).", es: "\(name) admite \(choices).", fr: "\(name) accepte \(choices).",
            it: "\(name) accetta \(choices).")
    }
    func plainBadQuantity(_ text: String) -> String {
        localized(
            en: "A quantity is 1 to 10, not \(text). Nothing was charged.",
            es: "La cantidad va de 1 a 10, no \(text). No se ha cobrado nada.",
            fr: "La quantité va de 1 à 10, pas \(text). Rien n'a été débité.",
            it: "La quantità va da 1 a 10, non \(text). Nessun addebito.")
    }
    func plainNeedsNumber(_ word: String) -> String {
        localized(
            en: "\(word) needs a number, for example: \(word) 1",
            es: "\(word) necesita un número, por ejemplo: \(word) 1",
            fr: "\(word) a besoin d'un numéro, par exemple : \(word) 1",
            it: "\(word) vuole un numero, per esempio: \(word) 1")
    }
    func plainUnknown(_ line: String) -> String {
        localized(
            en: "Unknown command: \(line). Type help for the commands.",
            es: "Comando desconocido: \(line). Escribe help para ver los comandos.",
            fr: "Commande inconnue : \(line). Tape help pour voir les commandes.",
            it: "Comando sconosciuto: \(line). Scrivi help per vedere i comandi.")
    }

    // MARK: Accounts

    func plainSignIn(_ store: String) -> String {
        localized(
            en: "\(store) wants to know who buys.", es: "\(store) quiere saber quién compra.",
            fr: "\(store) veut savoir qui achète.", it: "\(store) vuole sapere chi compra.")
    }
    func plainSignInAnswer(_ account: String?) -> String {
        let account = account ?? localized(en: "ACCOUNT", es: "CUENTA", fr: "COMPTE", it: "ACCOUNT")
        return localized(
            en: "Type sign-in \(account), new-account and another name, or no to cancel.",
            es: "Escribe sign-in \(account), new-account y otro nombre, o no para cancelar.",
            fr: "Tape sign-in \(account), new-account et un autre nom, ou no pour annuler.",
            it: "Scrivi sign-in \(account), new-account e un altro nome, o no per annullare.")
    }
    var plainPasswordPrompt: String {
        localized(en: "Password: ", es: "Contraseña: ", fr: "Mot de passe : ", it: "Password: ")
    }
    var plainSignInFirst: String {
        localized(
            en: "Type sign-in or new-account with the name of an account, or no to cancel.",
            es: "Escribe sign-in o new-account con el nombre de una cuenta, o no para cancelar.",
            fr: "Tape sign-in ou new-account avec le nom d'un compte, ou no pour annuler.",
            it: "Scrivi sign-in o new-account con il nome di un account, o no per annullare.")
    }
    var plainNoAccounts: String {
        localized(
            en: "This store has no accounts: it knows this device.",
            es: "Esta tienda no tiene cuentas: conoce este dispositivo.",
            fr: "Cette boutique n'a pas de comptes : elle connaît cet appareil.",
            it: "Questo negozio non ha account: conosce questo dispositivo.")
    }
    var plainSignedInAlready: String {
        localized(
            en: "You are signed in. Type sign-out first.", es: "Ya hay una sesión. Escribe antes sign-out.",
            fr: "Tu es déjà connecté. Tape d'abord sign-out.", it: "Hai già fatto l'accesso. Prima scrivi sign-out.")
    }
    var plainNobodySignedIn: String {
        localized(
            en: "There is nobody to sign out.", es: "No hay ninguna sesión que cerrar.",
            fr: "Il n'y a personne à déconnecter.", it: "Non c'è nessuno da disconnettere.")
    }
    var plainNoPassword: String {
        localized(
            en: "No password, so nothing was sent.", es: "Sin contraseña no se ha enviado nada.",
            fr: "Pas de mot de passe, donc rien n'a été envoyé.", it: "Nessuna password, quindi nulla è stato inviato.")
    }
}
