internal import StoreModel

extension Strings {
    // MARK: Confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1
            ? localized(
                en: "Confirm purchase (1 of \(waiting))", es: "Confirma la compra (1 de \(waiting))",
                fr: "Confirme l'achat (1 sur \(waiting))", it: "Conferma l'acquisto (1 di \(waiting))")
            : localized(
                en: "Confirm purchase", es: "Confirma la compra", fr: "Confirme l'achat", it: "Conferma l'acquisto")
    }
    var sheetQuantity: String { localized(en: "Quantity", es: "Cantidad", fr: "Quantité", it: "Quantità") }
    var sheetUnitPrice: String { localized(en: "Unit price", es: "Cada uno", fr: "L'unité", it: "Cadauno") }
    var sheetTotal: String { localized(en: "Total", es: "Total", fr: "Total", it: "Totale") }
    var sheetAccount: String { localized(en: "Account", es: "Cuenta", fr: "Compte", it: "Account") }
    var sheetEnvironment: String { localized(en: "Environment", es: "Entorno", fr: "Mode", it: "Ambiente") }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox:
            localized(
                en: "Sandbox: no real money", es: "Sandbox: sin dinero real", fr: "Sandbox : argent fictif",
                it: "Sandbox: soldi finti")
        case .production:
            localized(
                en: "Production: real money", es: "Producción: dinero real", fr: "Production : argent réel",
                it: "Produzione: soldi veri")
        }
    }
    var sheetBuy: String { localized(en: "Buy", es: "Comprar", fr: "Acheter", it: "Compra") }
    var sheetCancel: String { localized(en: "Cancel", es: "Cancelar", fr: "Annuler", it: "Annulla") }

    // MARK: Leaving

    var quitTitle: String {
        localized(
            en: "A purchase is in flight", es: "Hay una compra en curso", fr: "Un achat est en cours",
            it: "Un acquisto è in corso")
    }
    var quitBody: String {
        localized(
            en: "Leaving now is safe: the queue resumes at the next start, and nothing is charged twice.",
            es: "Puedes salir sin miedo: la cola sigue en el próximo inicio y nada se cobra dos veces.",
            fr: "Tu peux partir : la file reprend au prochain démarrage, et rien n'est débité deux fois.",
            it: "Puoi uscire: la coda riprende al prossimo avvio e nulla viene addebitato due volte.")
    }
    var quitLeave: String { localized(en: "Quit", es: "Salir", fr: "Quitter", it: "Esci") }
    var quitStay: String { localized(en: "Stay", es: "Quedarse", fr: "Rester", it: "Resta") }

    // MARK: Notices

    var ledgerTitle: String {
        localized(
            en: "Credit ledger", es: "Registro de créditos", fr: "Registre des crédits", it: "Registro dei crediti")
    }
    func ledgerBody(balance: Int) -> String {
        let balance = number(balance)
        return localized(
            en: """
                The ledger does not hold what was written to it. What was edited does not count; the balance that counts is \
                \(balance).
                """,
            es: """
                El registro no contiene lo que se escribió en él. Lo que se cambió no cuenta; el saldo que vale es \(balance).
                """,
            fr: """
                Le registre ne contient pas ce qui y a été écrit. Ce qui a été modifié ne compte pas ; le solde qui compte \
                est \(balance).
                """,
            it: """
                Il registro non contiene ciò che vi era stato scritto. Quello che è stato modificato non conta; il saldo \
                valido è \(balance).
                """)
    }
    var deliveryTitle: String {
        localized(
            en: "Paid, but not delivered", es: "Pagado, pero sin entregar", fr: "Payé, mais pas livré",
            it: "Pagato, ma non consegnato")
    }
    var noticeClose: String { localized(en: "Close", es: "Cerrar", fr: "Fermer", it: "Chiudi") }

    // MARK: Help

    var helpTitle: String { localized(en: "Keys", es: "Teclas", fr: "Touches", it: "Tasti") }
}
