internal import StoreModel

extension Strings {
    var transactionsTitle: String {
        localized(en: "Transactions", es: "Transacciones", fr: "Transactions", it: "Transazioni")
    }
    func transactionsCount(_ count: Int) -> String {
        isOne(count)
            ? localized(
                en: "\(count) transaction", es: "\(count) transacción", fr: "\(count) transaction",
                it: "\(count) transazione")
            : localized(
                en: "\(number(count)) transactions", es: "\(number(count)) transacciones",
                fr: "\(number(count)) transactions", it: "\(number(count)) transazioni")
    }
    /// Where only a part of the list is known.
    func transactionsMoreThan(_ count: Int) -> String {
        localized(
            en: "more than \(number(count)) transactions", es: "más de \(number(count)) transacciones",
            fr: "plus de \(number(count)) transactions", it: "più di \(number(count)) transazioni")
    }
    var transactionsLoading: String {
        localized(
            en: "Reading the transactions…", es: "Leyendo las transacciones…", fr: "Lecture des transactions…",
            it: "Leggo le transazioni…")
    }
    var transactionsEmpty: String {
        localized(
            en: "Nothing bought yet. Esc goes back to the store.",
            es: "Aún no se ha comprado nada. Esc vuelve a la tienda.",
            fr: "Rien d'acheté pour l'instant. Échap ramène à la boutique.",
            it: "Ancora nessun acquisto. Esc torna al negozio.")
    }
    var detailHeading: String { localized(en: "Detail", es: "Detalle", fr: "Détail", it: "Dettaglio") }

    /// The word for a transaction: its state, or what became of it since.
    func standing(_ transaction: PaymentTransaction) -> String {
        transaction.revocationDate == nil ? standing(transaction.state) : refunded
    }
    /// All of these words.
    var standings: [String] { PaymentTransactionState.allCases.map(standing) + [refunded] }

    private var refunded: String { localized(en: "refunded", es: "reembolsado", fr: "remboursé", it: "rimborsato") }
    private func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: localized(en: "purchasing", es: "en compra", fr: "en cours", it: "in corso")
        case .purchased: localized(en: "purchased", es: "comprado", fr: "acheté", it: "acquistato")
        case .failed: localized(en: "failed", es: "fallido", fr: "échoué", it: "fallito")
        case .restored: localized(en: "restored", es: "restaurado", fr: "restauré", it: "ripristinato")
        case .deferred: localized(en: "deferred", es: "pendiente", fr: "en attente", it: "in attesa")
        }
    }

    /// The labels of a transaction's detail.
    var detailLabels: [String] {
        [
            detailIdentifier, detailKey, detailProduct, detailAdded, detailDate, detailError, detailFinished,
            detailRefunded, detailOriginal, detailActions,
        ]
    }
    var detailIdentifier: String {
        localized(en: "Transaction", es: "Transacción", fr: "Transaction", it: "Transazione")
    }
    var detailKey: String { localized(en: "Payment key", es: "Id. de pago", fr: "Clé", it: "Chiave") }
    var detailProduct: String { localized(en: "Product", es: "Producto", fr: "Produit", it: "Prodotto") }
    var detailAdded: String { localized(en: "Added", es: "Añadido", fr: "Ajouté", it: "Aggiunto") }
    var detailDate: String { localized(en: "Purchased", es: "Comprado", fr: "Acheté", it: "Acquistato") }
    var detailError: String { localized(en: "Error", es: "Error", fr: "Erreur", it: "Errore") }
    var detailFinished: String { localized(en: "Finished", es: "Terminado", fr: "Terminé", it: "Concluso") }
    var detailRefunded: String { localized(en: "Refunded", es: "Reembolsado", fr: "Remboursé", it: "Rimborsato") }
    var detailOriginal: String { localized(en: "Brings back", es: "Recupera", fr: "Récupère", it: "Recupera") }
    var detailActions: String { localized(en: "Actions", es: "Acciones", fr: "Actions", it: "Azioni") }
    var noIdentifierYet: String {
        localized(
            en: "none before it is purchased", es: "ninguna hasta la compra", fr: "aucune avant l'achat",
            it: "nessuna prima dell'acquisto")
    }
    var noActions: String {
        localized(
            en: "nothing can be done to it", es: "no se puede hacer nada", fr: "rien à faire",
            it: "non si può fare nulla")
    }

    /// What an action on a transaction is called, in a word.
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: localized(en: "approve", es: "aprobar", fr: "approuver", it: "approva")
        case .decline: localized(en: "decline", es: "rechazar", fr: "refuser", it: "rifiuta")
        case .lapse: localized(en: "lapse", es: "caducar", fr: "expirer", it: "fai scadere")
        case .resolve: localized(en: "resolve", es: "resolver", fr: "résoudre", it: "risolvi")
        case .refund: localized(en: "refund", es: "reembolsar", fr: "rembourser", it: "rimborsa")
        case .reverseRefund:
            localized(
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
            return localized(
                en: "Nobody there proves to be the store", es: "Nadie prueba ser la tienda",
                fr: "Personne ne prouve être la boutique", it: "Nessuno prova di essere il negozio")
        }
        if error.isNetworkFailure {
            return localized(
                en: "No connection to the store", es: "Sin conexión con la tienda", fr: "Boutique injoignable",
                it: "Negozio irraggiungibile")
        }
        return switch (error.domain, error.code) {
        case (.storeKit, 0):
            localized(
                en: "Cannot connect to the store", es: "No se puede conectar", fr: "Connexion impossible",
                it: "Connessione impossibile")
        case (.storeKit, 1):
            localized(
                en: "The store refused this program", es: "La tienda rechaza el programa",
                fr: "La boutique refuse ce programme", it: "Il negozio rifiuta il programma")
        case (.storeKit, 2): localized(en: "Cancelled", es: "Cancelado", fr: "Annulé", it: "Annullato")
        case (.storeKit, 3):
            localized(
                en: "The payment is not valid", es: "El pago no es válido", fr: "Le paiement n'est pas valide",
                it: "Il pagamento non è valido")
        case (.storeKit, 4):
            localized(
                en: "In-app purchases are not allowed", es: "Compras integradas no permitidas",
                fr: "Achats intégrés non autorisés", it: "Acquisti in-app non consentiti")
        case (.storeKit, 5):
            localized(
                en: "The product is no longer sold", es: "El producto ya no se vende",
                fr: "Le produit n'est plus vendu",
                it: "Il prodotto non si vende più")
        case (.storeKit, 14):
            localized(
                en: "The price has changed", es: "El precio ha cambiado", fr: "Le prix a changé",
                it: "Il prezzo è cambiato")
        case (.storeServer, 5002):
            localized(
                en: "The store had an unknown error", es: "Error desconocido de la tienda",
                fr: "Erreur inconnue de la boutique", it: "Errore ignoto del negozio")
        case (.storeServer, 5020):
            localized(
                en: "Forgotten password", es: "Contraseña olvidada", fr: "Mot de passe oublié",
                it: "Password dimenticata")
        case (.account, 401):
            localized(
                en: "Nobody is signed in", es: "No hay sesión iniciada", fr: "Personne n'est connecté",
                it: "Nessuno ha fatto l'accesso")
        case (.account, 409):
            localized(
                en: "This account exists already", es: "Esta cuenta ya existe", fr: "Ce compte existe déjà",
                it: "Questo account esiste già")
        case (.account, 429):
            localized(
                en: "Too many attempts to sign in", es: "Demasiados intentos de entrar",
                fr: "Trop d'essais de connexion",
                it: "Troppi tentativi di accesso")
        case (StoreError.interrupted.domain, StoreError.interrupted.code):
            localized(
                en: "The account needs attention", es: "La cuenta necesita atención",
                fr: "Le compte demande une action",
                it: "Account da verificare")
        case (.backup, 1):
            localized(
                en: "Your credits moved away", es: "Tus créditos se trasladaron",
                fr: "Tes crédits ont été transférés",
                it: "I tuoi crediti si sono spostati")
        case (.backup, 2):
            localized(
                en: "Your other machine has this", es: "Tu otra máquina ya lo tiene", fr: "Ton autre machine l'a déjà",
                it: "L'altro tuo computer lo ha già")
        default:
            localized(
                en: "The store refused", es: "La tienda se negó", fr: "La boutique a refusé",
                it: "Il negozio ha rifiutato")
        }
    }
}
