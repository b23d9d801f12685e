internal import StoreModel

// The list of the subscriptions.
extension Strings {
    var subscriptionsTitle: String {
        localized(en: "Subscriptions", es: "Suscripciones", fr: "Abonnements", it: "Abbonamenti")
    }
    func subscriptionsCount(_ count: Int) -> String {
        isOne(count)
            ? localized(
                en: "\(count) subscription", es: "\(count) suscripción", fr: "\(count) abonnement",
                it: "\(count) abbonamento")
            : localized(
                en: "\(number(count)) subscriptions", es: "\(number(count)) suscripciones",
                fr: "\(number(count)) abonnements", it: "\(number(count)) abbonamenti")
    }
    var subscriptionsLoading: String {
        localized(
            en: "Asking the store for the subscriptions…", es: "Pidiendo las suscripciones a la tienda…",
            fr: "Demande des abonnements à la boutique…", it: "Chiedo gli abbonamenti al negozio…")
    }
    var subscriptionsEmpty: String {
        localized(
            en: "Nothing is subscribed to. Esc goes back to the store.",
            es: "No hay ninguna suscripción. Esc vuelve a la tienda.",
            fr: "Aucun abonnement. Échap ramène à la boutique.", it: "Nessun abbonamento. Esc torna al negozio.")
    }
    var subscriptionsFromDevice: String {
        localized(
            en: "The store does not answer. This is what it signed before.",
            es: "La tienda no responde. Esto es lo que firmó antes.",
            fr: "La boutique ne répond pas. Voici ce qu'elle a signé avant.",
            it: "Il negozio non risponde. Ecco ciò che aveva firmato.")
    }
    var noSubscriptionActions: String {
        localized(
            en: "nothing can be done to it now", es: "ahora no se puede hacer nada", fr: "rien à faire pour l'instant",
            it: "ora non si può fare nulla")
    }

    /// Where a subscription stands.
    ///
    /// - Parameters:
    ///   - isFromStore: whether the store said so, or only its signatures on this device do.
    ///   - next: what it changes to at its next renewal, if it does.
    func standing(
        _ subscription: SubscriptionSummary, isFromStore: Bool, next: String?, _ moment: (Timestamp) -> String
    ) -> String {
        let end = moment(subscription.expires)
        let paid = localized(
            en: "Paid until \(end).", es: "Pagada hasta el \(end).", fr: "Payé jusqu'au \(end).",
            it: "Pagato fino al \(end).")
        switch subscription.status {
        case .active where !isFromStore: return paid
        case .active where !subscription.isAutoRenewing:
            return localized(
                en: "Cancelled: ends on \(end).", es: "Cancelada: termina el \(end).",
                fr: "Annulé : se termine le \(end).",
                it: "Annullato: finisce il \(end).")
        case .active where subscription.actions.contains(.consentToPrice):
            return localized(
                en: "Paid until \(end). A higher price waits for your consent; without it, it ends then.",
                es: "Pagada hasta el \(end). Un precio mayor espera que lo aceptes; si no, acaba ese día.",
                fr: "Payé jusqu'au \(end). Un prix plus élevé attend ton accord ; sinon, fin ce jour-là.",
                it: "Pagato fino al \(end). Un prezzo più alto attende il tuo consenso; senza, finisce allora.")
        case .active:
            return next.map {
                localized(
                    en: "Paid until \(end). Changes to \($0) at the next renewal.",
                    es: "Pagada hasta el \(end). Pasa a \($0) en la próxima renovación.",
                    fr: "Payé jusqu'au \(end). Devient \($0) au prochain renouvellement.",
                    it: "Pagato fino al \(end). Diventa \($0) al prossimo rinnovo.")
            }
                ?? localized(
                    en: "Paid until \(end), then it renews.", es: "Pagada hasta el \(end), luego se renueva.",
                    fr: "Payé jusqu'au \(end), puis renouvelé.", it: "Pagato fino al \(end), poi si rinnova.")
        case .gracePeriod:
            let end = subscription.gracePeriodExpires.map(moment) ?? end
            return localized(
                en: "In grace period until \(end). The renewal was not paid and is tried again.",
                es: "En periodo de gracia hasta el \(end). La renovación no se pagó y se reintenta.",
                fr: "Délai de grâce jusqu'au \(end). Le renouvellement est impayé et retenté.",
                it: "In periodo di grazia fino al \(end). Il rinnovo non è stato pagato e si ritenta.")
        case .billingRetry:
            return localized(
                en: "The renewal was not paid and is tried again. It cannot be used meanwhile.",
                es: "La renovación no se pagó y se reintenta. Mientras tanto no se puede usar.",
                fr: "Le renouvellement est impayé et retenté. Inutilisable en attendant.",
                it: "Il rinnovo non è stato pagato e si ritenta. Intanto non si può usare.")
        case .expired:
            return localized(
                en: "Expired on \(end).", es: "Caducó el \(end).", fr: "Expiré le \(end).", it: "Scaduto il \(end).")
        case .revoked:
            return localized(
                en: "Refunded: it is over.", es: "Reembolsada: se acabó.", fr: "Remboursé : c'est fini.",
                it: "Rimborsato: è finito.")
        }
    }

    /// The same in a word or two.
    func shortStanding(_ subscription: SubscriptionSummary) -> String {
        let isEnding = subscription.status == .active && !subscription.isAutoRenewing && !subscription.actions.isEmpty
        return isEnding ? cancelled : shortStanding(subscription.status)
    }
    /// All of these words.
    var shortStandings: [String] { SubscriptionStatus.allCases.map(shortStanding) + [cancelled] }

    private var cancelled: String { localized(en: "cancelled", es: "cancelada", fr: "annulé", it: "annullato") }
    private func shortStanding(_ status: SubscriptionStatus) -> String {
        switch status {
        case .active: localized(en: "paid", es: "pagada", fr: "payé", it: "pagato")
        case .gracePeriod: localized(en: "grace period", es: "en gracia", fr: "en grâce", it: "in grazia")
        case .billingRetry: localized(en: "not paid", es: "impagada", fr: "impayé", it: "non pagato")
        case .expired: localized(en: "expired", es: "caducada", fr: "expiré", it: "scaduto")
        case .revoked: localized(en: "refunded", es: "reembolsada", fr: "remboursé", it: "rimborsato")
        }
    }

    /// What an action is called.
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: localized(en: "cancel", es: "cancelar", fr: "annuler", it: "annulla")
        case .resume: localized(en: "resume", es: "reactivar", fr: "reprendre", it: "riprendi")
        case .expire: localized(en: "expire now", es: "caducar ya", fr: "expirer", it: "fai scadere")
        case .renew: localized(en: "renew now", es: "renovar ya", fr: "renouveler", it: "rinnova ora")
        case .revoke: localized(en: "refund", es: "reembolsar", fr: "rembourser", it: "rimborsa")
        case .breakBilling:
            localized(en: "break billing", es: "bloquear el cobro", fr: "bloquer le débit", it: "blocca l'addebito")
        case .fixBilling:
            localized(en: "fix billing", es: "restablecer el cobro", fr: "rétablir le débit", it: "sblocca l'addebito")
        case .requestPriceConsent:
            localized(en: "ask a higher price", es: "subir el precio", fr: "monter le prix", it: "alza il prezzo")
        case .consentToPrice:
            localized(
                en: "consent to the price", es: "aceptar el precio", fr: "accepter le prix", it: "accetta il prezzo")
        case .declinePrice:
            localized(en: "decline the price", es: "rechazar el precio", fr: "refuser le prix", it: "rifiuta il prezzo")
        }
    }
}
