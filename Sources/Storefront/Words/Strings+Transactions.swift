internal import StoreModel

extension Strings {
    var transactionsTitle: String {
        say(en: "Transactions", es: "Transacciones", fr: "Transactions", it: "Transazioni")
    }
    func transactionsCount(_ count: Int) -> String {
        isOne(count)
            ? say(
                en: "\(count) transaction", es: "\(count) transacción", fr: "\(count) transaction",
                it: "\(count) transazione")
            : say(
                en: "\(number(count)) transactions", es: "\(number(count)) transacciones",
                fr: "\(number(count)) transactions", it: "\(number(count)) transazioni")
    }
    /// Where only a part of the list is known.
    func transactionsMoreThan(_ count: Int) -> String {
        say(
            en: "more than \(number(count)) transactions", es: "más de \(number(count)) transacciones",
            fr: "plus de \(number(count)) transactions", it: "più di \(number(count)) transazioni")
    }
    var transactionsLoading: String {
        say(
            en: "Reading the transactions…", es: "Leyendo las transacciones…", fr: "Lecture des transactions…",
            it: "Leggo le transazioni…")
    }
    var transactionsEmpty: String {
        say(
            en: "Nothing bought yet. Esc goes back to the store.",
            es: "Aún no se ha comprado nada. Esc vuelve a la tienda.",
            fr: "Rien d'acheté pour l'instant. Échap ramène à la boutique.",
            it: "Ancora nessun acquisto. Esc torna al negozio.")
    }
    var detailHeading: String { say(en: "Detail", es: "Detalle", fr: "Détail", it: "Dettaglio") }

    /// The word for a transaction: its state, or what became of it since.
    func standing(_ transaction: PaymentTransaction) -> String {
        transaction.revocationDate == nil ? standing(transaction.state) : refunded
    }
    /// All of these words.
    var standings: [String] { PaymentTransactionState.allCases.map(standing) + [refunded] }

    private var refunded: String { say(en: "refunded", es: "reembolsado", fr: "remboursé", it: "rimborsato") }
    private func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: say(en: "purchasing", es: "en compra", fr: "en cours", it: "in corso")
        case .purchased: say(en: "purchased", es: "comprado", fr: "acheté", it: "acquistato")
        case .failed: say(en: "failed", es: "fallido", fr: "échoué", it: "fallito")
        case .restored: say(en: "restored", es: "restaurado", fr: "restauré", it: "ripristinato")
        case .deferred: say(en: "deferred", es: "pendiente", fr: "en attente", it: "in attesa")
        }
    }

    /// The labels of a transaction's detail.
    var detailLabels: [String] {
        [
            detailIdentifier, detailKey, detailProduct, detailAdded, detailDate, detailError, detailFinished,
            detailRefunded, detailOriginal, detailActions,
        ]
    }
    var detailIdentifier: String { say(en: "Transaction", es: "Transacción", fr: "Transaction", it: "Transazione") }
    var detailKey: String { say(en: "Payment key", es: "Id. de pago", fr: "Clé", it: "Chiave") }
    var detailProduct: String { say(en: "Product", es: "Producto", fr: "Produit", it: "Prodotto") }
    var detailAdded: String { say(en: "Added", es: "Añadido", fr: "Ajouté", it: "Aggiunto") }
    var detailDate: String { say(en: "Purchased", es: "Comprado", fr: "Acheté", it: "Acquistato") }
    var detailError: String { say(en: "Error", es: "Error", fr: "Erreur", it: "Errore") }
    var detailFinished: String { say(en: "Finished", es: "Terminado", fr: "Terminé", it: "Concluso") }
    var detailRefunded: String { say(en: "Refunded", es: "Reembolsado", fr: "Remboursé", it: "Rimborsato") }
    var detailOriginal: String { say(en: "Brings back", es: "Recupera", fr: "Récupère", it: "Recupera") }
    var detailActions: String { say(en: "Actions", es: "Acciones", fr: "Actions", it: "Azioni") }
    var noIdentifierYet: String {
        say(
            en: "none before it is purchased", es: "ninguna hasta la compra", fr: "aucune avant l'achat",
            it: "nessuna prima dell'acquisto")
    }
    var noActions: String {
        say(
            en: "nothing can be done to it", es: "no se puede hacer nada", fr: "rien à faire",
            it: "non si può fare nulla")
    }

    /// What an action on a transaction is called, in a word.
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: say(en: "approve", es: "aprobar", fr: "approuver", it: "approva")
        case .decline: say(en: "decline", es: "rechazar", fr: "refuser", it: "rifiuta")
        case .lapse: say(en: "lapse", es: "caducar", fr: "expirer", it: "fai scadere")
        case .resolve: say(en: "resolve", es: "resolver", fr: "résoudre", it: "risolvi")
        case .refund: say(en: "refund", es: "reembolsar", fr: "rembourser", it: "rimborsa")
        case .reverseRefund:
            say(
                en: "reverse refund", es: "anular el reembolso", fr: "annuler le remboursement",
                it: "annulla il rimborso")
        }
    }

    /// An error with its domain and its code, in words, and what the store itself says about it.
    func errorDetail(_ error: StoreError) -> String {
        let message = error.message.map { ": \($0)" } ?? ""
        return "\(error.code) \(failureWords(error)) (\(error.domain.rawValue))\(message)"
    }

    /// An error in a few words, without its number.
    func failureWords(_ error: StoreError) -> String {
        if error.isAboutTrust {
            return say(
                en: "Nobody there proves to be the store", es: "Nadie prueba ser la tienda",
                fr: "Personne ne prouve être la boutique", it: "Nessuno prova di essere il negozio")
        }
        if error.isNetworkFailure {
            return say(
                en: "No connection to the store", es: "Sin conexión con la tienda", fr: "Boutique injoignable",
                it: "Negozio irraggiungibile")
        }
        return switch (error.domain, error.code) {
        case (.storeKit, 0):
            say(
                en: "Cannot connect to the store", es: "No se puede conectar", fr: "Connexion impossible",
                it: "Connessione impossibile")
        case (.storeKit, 1):
            say(
                en: "The store refused this program", es: "La tienda rechaza el programa",
                fr: "La boutique refuse ce programme", it: "Il negozio rifiuta il programma")
        case (.storeKit, 2): say(en: "Cancelled", es: "Cancelado", fr: "Annulé", it: "Annullato")
        case (.storeKit, 3):
            say(
                en: "The payment is not valid", es: "El pago no es válido", fr: "Le paiement n'est pas valide",
                it: "Il pagamento non è valido")
        case (.storeKit, 4):
            say(
                en: "In-app purchases are not allowed", es: "Compras integradas no permitidas",
                fr: "Achats intégrés non autorisés", it: "Acquisti in-app non consentiti")
        case (.storeKit, 5):
            say(
                en: "The product is no longer sold", es: "El producto ya no se vende",
                fr: "Le produit n'est plus vendu",
                it: "Il prodotto non si vende più")
        case (.storeKit, 14):
            say(
                en: "The price has changed", es: "El precio ha cambiado", fr: "Le prix a changé",
                it: "Il prezzo è cambiato")
        case (.storeServer, 5002):
            say(
                en: "The store had an unknown error", es: "Error desconocido de la tienda",
                fr: "Erreur inconnue de la boutique", it: "Errore ignoto del negozio")
        case (.storeServer, 5020):
            say(
                en: "Forgotten password", es: "Contraseña olvidada", fr: "Mot de passe oublié",
                it: "Password dimenticata")
        case (.account, 401):
            say(
                en: "Nobody is signed in", es: "No hay sesión iniciada", fr: "Personne n'est connecté",
                it: "Nessuno ha fatto l'accesso")
        case (.account, 409):
            say(
                en: "This account exists already", es: "Esta cuenta ya existe", fr: "Ce compte existe déjà",
                it: "Questo account esiste già")
        case (.account, 429):
            say(
                en: "Too many attempts to sign in", es: "Demasiados intentos de entrar",
                fr: "Trop d'essais de connexion",
                it: "Troppi tentativi di accesso")
        case (StoreError.interrupted.domain, StoreError.interrupted.code):
            say(
                en: "The account needs attention", es: "La cuenta necesita atención",
                fr: "Le compte demande une action",
                it: "Account da verificare")
        case (.backup, 1):
            say(
                en: "Your credits moved away", es: "Tus créditos se trasladaron",
                fr: "Tes crédits ont été transférés",
                it: "I tuoi crediti si sono spostati")
        case (.backup, 2):
            say(
                en: "Your other machine has this", es: "Tu otra máquina ya lo tiene", fr: "Ton autre machine l'a déjà",
                it: "L'altro tuo computer lo ha già")
        default:
            say(
                en: "The store refused", es: "La tienda se negó", fr: "La boutique a refusé",
                it: "Il negozio ha rifiutato")
        }
    }
}
