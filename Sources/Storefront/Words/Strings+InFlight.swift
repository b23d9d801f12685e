internal import StoreModel

// What is on sale, and what is on its way.
extension Strings {
    /// What the buttons of the store can say.
    var storeButtons: [String] {
        [
            loading, networkDownButton, storeError, storeDisabled, notAvailable, subscribe, subscribed,
            buy(credits: 10),
            ownedButton, read, fetch, pause, goOn, restoreButton, restoringButton, feed,
        ] + PhotoFilter.allCases.map { filterSwitch(name(of: $0), isOn: false) }
    }

    var productsHeading: String { localized(en: "On sale", es: "A la venta", fr: "En vente", it: "In vendita") }
    /// Which of a list's rows are seen, counted from 1; set off from a rule.
    func shown(_ rows: Range<Int>, of count: Int) -> String {
        let rows = "\(rows.lowerBound + 1)–\(rows.upperBound)"
        let words = localized(
            en: "\(rows) of \(count)", es: "\(rows) de \(count)", fr: "\(rows) sur \(count)", it: "\(rows) di \(count)")
        return " \(words) "
    }
    var inFlightHeading: String { localized(en: "In flight", es: "En curso", fr: "En cours", it: "In corso") }
    var nothingInFlight: String {
        localized(en: "Nothing on its way.", es: "Nada en camino.", fr: "Rien en route.", it: "Niente in arrivo.")
    }
    var logHeading: String {
        localized(en: "Notifications", es: "Notificaciones", fr: "Notifications", it: "Notifiche")
    }

    func inFlight(_ progress: Progress) -> String {
        switch progress {
        case .purchasing: localized(en: "Purchasing", es: "Comprando", fr: "Achat en cours", it: "Acquisto in corso")
        case .queued:
            localized(
                en: "waiting for the network", es: "esperando la red", fr: "attend le réseau", it: "attende la rete")
        case .signInNeeded:
            localized(
                en: "waiting for a sign-in", es: "esperando que entres", fr: "attend l'identification",
                it: "attende un accesso")
        case .deferred:
            localized(
                en: "waiting for approval", es: "esperando aprobación", fr: "attend une approbation",
                it: "attende un'approvazione")
        case .paid:
            localized(
                en: "paid, not delivered yet", es: "pagado, por entregar", fr: "payé, pas encore livré",
                it: "pagato, da consegnare")
        }
    }
    func inFlightCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing:
            localized(
                en: "\(count) purchasing", es: "\(count) en compra", fr: "\(count) en cours d'achat",
                it: "\(count) in acquisto")
        case .queued:
            localized(
                en: "\(count) waiting for the network", es: "\(count) esperando la red",
                fr: "\(count) en attente du réseau", it: "\(count) in attesa della rete")
        case .signInNeeded:
            localized(
                en: "\(count) waiting for a sign-in", es: "\(count) esperando que entres",
                fr: "\(count) en attente d'identification", it: "\(count) in attesa di accesso")
        case .deferred:
            localized(
                en: "\(count) waiting for approval", es: "\(count) esperando aprobación",
                fr: "\(count) en attente d'approbation", it: "\(count) in attesa di approvazione")
        case .paid:
            count == 1
                ? localized(
                    en: "1 paid, not delivered yet", es: "1 pagado, por entregar", fr: "1 payé, pas encore livré",
                    it: "1 pagato, da consegnare")
                : localized(
                    en: "\(count) paid, not delivered yet", es: "\(count) pagados, por entregar",
                    fr: "\(count) payés, pas encore livrés", it: "\(count) pagati, da consegnare")
        }
    }
    /// The same where there is little room.
    func inFlightShortCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing:
            localized(
                en: "\(count) purchasing", es: "\(count) en compra", fr: "\(count) en achat", it: "\(count) in acquisto"
            )
        case .queued:
            localized(en: "\(count) queued", es: "\(count) en cola", fr: "\(count) en attente", it: "\(count) in coda")
        case .signInNeeded:
            localized(
                en: "\(count) to sign in", es: "\(count) sin sesión", fr: "\(count) à connecter",
                it: "\(count) senza accesso")
        case .deferred:
            localized(
                en: "\(count) to approve", es: "\(count) por aprobar", fr: "\(count) à approuver",
                it: "\(count) da approvare")
        case .paid:
            count == 1
                ? localized(en: "1 paid", es: "1 pagado", fr: "1 payé", it: "1 pagato")
                : localized(en: "\(count) paid", es: "\(count) pagados", fr: "\(count) payés", it: "\(count) pagati")
        }
    }
    /// All of them, where there is no room for that either.
    func inFlightTotal(_ count: Int) -> String {
        localized(en: "\(count) in flight", es: "\(count) en curso", fr: "\(count) en cours", it: "\(count) in corso")
    }
}
