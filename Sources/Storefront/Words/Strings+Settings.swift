internal import StoreModel

extension Strings {
    var settingsTitle: String { localized(en: "Settings", es: "Ajustes", fr: "Réglages", it: "Impostazioni") }
    var settingsIntroduction: String {
        localized(
            en: "What a store can do to a storefront. Changes are in force at once.",
            es: "Lo que una tienda puede hacerte. Los cambios valen al momento.",
            fr: "Ce qu'une boutique peut te faire subir. Tout changement agit aussitôt.",
            it: "Ciò che un negozio può combinare. Le modifiche valgono subito.")
    }
    var settingsLoading: String {
        localized(
            en: "Reading the settings…", es: "Leyendo los ajustes…", fr: "Lecture des réglages…",
            it: "Leggo le impostazioni…")
    }

    func setting(_ row: SettingsRow) -> String {
        switch row {
        case .payments:
            localized(en: "In-app purchases", es: "Compras integradas", fr: "Achats intégrés", it: "Acquisti in-app")
        case .network: localized(en: "Network", es: "Red", fr: "Réseau", it: "Rete")
        case .askToBuy:
            localized(en: "Ask to buy", es: "Pedir permiso", fr: "Demander à acheter", it: "Chiedi di acquistare")
        case .interrupted:
            localized(
                en: "Interrupted purchases", es: "Compras interrumpidas", fr: "Achats interrompus",
                it: "Acquisti interrotti")
        case .nextFailure:
            localized(
                en: "Next purchase fails", es: "Falla la próxima", fr: "Prochain achat raté", it: "Fallisce il prossimo"
            )
        case .delay: localized(en: "Store delay", es: "Retraso", fr: "Délai", it: "Ritardo")
        case .sheet: localized(en: "Confirmation sheet", es: "Confirmación", fr: "Confirmation", it: "Conferma")
        case .rate:
            localized(
                en: "Subscriptions run", es: "Ritmo suscripciones", fr: "Rythme abonnements", it: "Ritmo abbonamenti")
        case .renewals: localized(en: "Renewals", es: "Renovaciones", fr: "Renouvellements", it: "Rinnovi")
        case .gracePeriod:
            localized(en: "Grace period", es: "Periodo de gracia", fr: "Délai de grâce", it: "Periodo di grazia")
        }
    }

    func settingMeaning(_ row: SettingsRow) -> String {
        switch row {
        case .payments:
            localized(
                en: "off: AppStore disabled", es: "no: AppStore inactiva", fr: "non : AppStore coupé",
                it: "no: AppStore spento")
        case .network:
            localized(
                en: "the way to the store", es: "el camino a la tienda", fr: "vers la boutique",
                it: "la via al negozio")
        case .askToBuy:
            localized(
                en: "waits for approval", es: "espera la aprobación", fr: "attend une approbation",
                it: "attende un'approvazione")
        case .interrupted:
            localized(
                en: "fails until resolved", es: "fallan sin resolver", fr: "ratés si non résolus",
                it: "da risolvere prima")
        case .nextFailure:
            localized(en: "once, with this error", es: "una vez, así", fr: "une fois, ainsi", it: "una volta, così")
        case .delay:
            localized(
                en: "before each answer", es: "antes de responder", fr: "avant chaque réponse",
                it: "prima di rispondere")
        case .sheet:
            localized(en: "asks before it buys", es: "pregunta antes", fr: "demande avant l'achat", it: "chiede prima")
        case .rate:
            localized(en: "for periods to come", es: "en lo sucesivo", fr: "périodes à venir", it: "periodi futuri")
        case .renewals:
            localized(en: "of subscriptions", es: "de suscripciones", fr: "des abonnements", it: "degli abbonamenti")
        case .gracePeriod:
            localized(en: "after one is not paid", es: "tras un impago", fr: "après un impayé", it: "se non si paga")
        }
    }

    func allowed(_ isAllowed: Bool) -> String {
        isAllowed
            ? localized(en: "allowed", es: "permitidas", fr: "autorisés", it: "consentiti")
            : localized(en: "not allowed", es: "no permitidas", fr: "non autorisés", it: "non consentiti")
    }
    func onOff(_ isOn: Bool) -> String {
        isOn ? localized(en: "on", es: "sí", fr: "oui", it: "sì") : localized(en: "off", es: "no", fr: "non", it: "no")
    }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: localized(en: "up", es: "activa", fr: "actif", it: "attiva")
        case .down: localized(en: "down", es: "caída", fr: "coupé", it: "assente")
        case .answersLost:
            localized(en: "answers lost", es: "pierde respuestas", fr: "réponses perdues", it: "perde risposte")
        }
    }
    func delay(milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
    /// How fast the periods of subscriptions pass.
    func rate(_ rate: TimeRate) -> String {
        func aDay(_ time: String) -> String {
            localized(en: "\(time) a day", es: "día = \(time)", fr: "jour = \(time)", it: "giorno = \(time)")
        }
        func aMonth(_ time: String) -> String {
            localized(en: "\(time) a month", es: "mes = \(time)", fr: "mois = \(time)", it: "mese = \(time)")
        }
        func each(_ time: String) -> String {
            localized(en: "\(time) each", es: "\(time) cada una", fr: "\(time) chacune", it: "\(time) ciascuno")
        }
        return switch rate {
        case .realTime: localized(en: "in real time", es: "en tiempo real", fr: "en temps réel", it: "in tempo reale")
        case .oneHourIsOneDay: aDay("1 h")
        case .thirtyMinutesIsOneDay: aDay("30 min")
        case .fiveMinutesIsOneDay: aDay("5 min")
        case .oneMinuteIsOneDay: aDay("1 min")
        case .thirtySecondsIsOneDay: aDay("30 s")
        case .oneSecondIsOneDay: aDay("1 s")
        case .monthlyRenewalEveryHour: aMonth("1 h")
        case .monthlyRenewalEveryThirtyMinutes: aMonth("30 min")
        case .monthlyRenewalEveryFifteenMinutes: aMonth("15 min")
        case .monthlyRenewalEveryFiveMinutes: aMonth("5 min")
        case .monthlyRenewalEveryThirtySeconds: aMonth("30 s")
        case .oneRenewalEveryFifteenMinutes: each("15 min")
        case .oneRenewalEveryFiveMinutes: each("5 min")
        case .oneRenewalEveryMinute: each("1 min")
        case .oneRenewalEveryThirtySeconds: each("30 s")
        case .oneRenewalEveryTenSeconds: each("10 s")
        case .oneRenewalEveryTwoSeconds: each("2 s")
        }
    }
    func renewalsFail(_ fail: Bool) -> String {
        fail
            ? localized(en: "not paid", es: "impagadas", fr: "impayés", it: "non pagati")
            : localized(en: "paid", es: "pagadas", fr: "payés", it: "pagati")
    }
    var noFailure: String { no }
    /// An error's number and its name in two or three words.
    func failureName(_ error: StoreError) -> String {
        switch error {
        case .cannotConnect:
            localized(
                en: "0 cannot connect", es: "0 sin conexión", fr: "0 connexion impossible", it: "0 nessuna connessione")
        case .paymentCancelled: localized(en: "2 cancelled", es: "2 cancelado", fr: "2 annulé", it: "2 annullato")
        case .paymentInvalid:
            localized(
                en: "3 payment invalid", es: "3 pago no válido", fr: "3 paiement non valide",
                it: "3 pagamento non valido")
        case .paymentNotAllowed:
            localized(en: "4 not allowed", es: "4 no permitido", fr: "4 non autorisé", it: "4 non consentito")
        case .productNotAvailable:
            localized(
                en: "5 product gone", es: "5 producto retirado", fr: "5 produit retiré", it: "5 prodotto ritirato")
        case .unknownServerError:
            localized(
                en: "5002 unknown error", es: "5002 error desconocido", fr: "5002 erreur inconnue",
                it: "5002 errore ignoto")
        case .forgottenPassword:
            localized(
                en: "5020 forgotten password", es: "5020 contraseña olvidada", fr: "5020 mot de passe oublié",
                it: "5020 password persa")
        case .interrupted:
            localized(en: "3038 interrupted", es: "3038 interrumpido", fr: "3038 interrompu", it: "3038 interrotto")
        case .networkDown:
            localized(en: "-1009 network down", es: "-1009 sin red", fr: "-1009 réseau coupé", it: "-1009 senza rete")
        case .connectionLost:
            localized(
                en: "-1005 connection lost", es: "-1005 conexión perdida", fr: "-1005 connexion perdue",
                it: "-1005 connessione persa")
        default: "\(error.domain.rawValue) \(error.code)"
        }
    }
}
