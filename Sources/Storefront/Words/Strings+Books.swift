internal import StoreModel

extension Strings {
    var read: String { localized(en: "Read", es: "Leer", fr: "Lire", it: "Leggi") }
    var fetch: String { localized(en: "Download", es: "Descargar", fr: "Télécharger", it: "Scarica") }
    var pause: String { localized(en: "Pause", es: "Pausar", fr: "Pause", it: "Pausa") }
    var goOn: String { localized(en: "Resume", es: "Reanudar", fr: "Reprendre", it: "Riprendi") }

    func logBooks(_ count: Int) -> String {
        localized(
            en: "\(count) on the content server", es: "\(count) en el servidor de contenidos",
            fr: "\(count) sur le serveur de contenus", it: "\(count) sul server dei contenuti")
    }

    /// How a download stands, in a few words.
    func downloadState(_ download: Download) -> String {
        let percent = percent(Int(download.progress * 100))
        switch download.state {
        case .waiting:
            return download.error == nil
                ? localized(
                    en: "waiting, \(percent)", es: "en espera, \(percent)", fr: "en attente, \(percent)",
                    it: "in attesa, \(percent)")
                : localized(
                    en: "tries again, \(percent)", es: "reintenta, \(percent)", fr: "réessaie, \(percent)",
                    it: "riprova, \(percent)")
        case .active:
            guard let rest = download.timeRemaining, rest >= .seconds(1) else { return percent }
            let time = time(rest)
            return localized(
                en: "\(percent), \(time) left", es: "\(percent), aún \(time)", fr: "\(percent), encore \(time)",
                it: "\(percent), ancora \(time)")
        case .paused:
            return localized(
                en: "paused, \(percent)", es: "en pausa, \(percent)", fr: "en pause, \(percent)",
                it: "in pausa, \(percent)")
        case .finished:
            return localized(
                en: "on this device", es: "en este dispositivo", fr: "sur cet appareil", it: "su questo dispositivo")
        case .failed: return localized(en: "failed", es: "ha fallado", fr: "a échoué", it: "non riuscito")
        case .cancelled:
            return localized(
                en: "not on this device", es: "no está en este dispositivo", fr: "pas sur cet appareil",
                it: "non su questo dispositivo")
        }
    }

    /// Why a download stopped or waits. What was paid stays paid.
    func downloadTrouble(_ title: String, _ error: StoreError) -> String {
        if error.domain == .device, let message = error.message { return message }
        return switch error.contentCode {
        case .refunded:
            localized(
                en: "\(title) was refunded, so it is not given. Nothing was charged.",
                es: "\(title) se reembolsó, así que no se entrega. No se ha cobrado nada.",
                fr: "\(title) a été remboursé, donc pas remis. Rien n'a été débité.",
                it: "\(title) è stato rimborsato, quindi non viene dato. Nulla è stato addebitato.")
        case .notBought, .otherAccount, .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            localized(
                en: "\(title) was not given for this receipt. It is not paid again. Enter tries again.",
                es: "\(title) no se entregó con este recibo. No se paga otra vez. Intro reintenta.",
                fr: "\(title) n'a pas été remis pour ce reçu. Rien à repayer. Entrée réessaie.",
                it: "\(title) non è stato dato per questa ricevuta. Non si paga di nuovo. Invio riprova.")
        case .noSuchContent:
            localized(
                en: "\(title) is not on the content server now. It is not paid again.",
                es: "\(title) no está ahora en el servidor de contenidos. No se paga otra vez.",
                fr: "\(title) n'est pas sur le serveur de contenus. Rien à repayer.",
                it: "\(title) ora non è sul server dei contenuti. Non si paga di nuovo.")
        case .otherContent, .tooLong:
            localized(
                en: "\(title) came wrong, so nothing was kept. It is not paid again.",
                es: "\(title) llegó mal y no se guardó nada. No se paga otra vez.",
                fr: "\(title) est mal arrivé, rien n'a été gardé. Rien à repayer.",
                it: "\(title) è arrivato male e non è stato tenuto. Non si paga di nuovo.")
        case .cannotVerify:
            localized(
                en: "\(title) waits until the store can be asked. It is not paid again.",
                es: "\(title) espera a que la tienda responda. No se paga otra vez.",
                fr: "\(title) attend que la boutique réponde. Rien à repayer.",
                it: "\(title) aspetta che il negozio risponda. Non si paga di nuovo.")
        case nil:
            localized(
                en: "\(title) waits for the content server, and goes on by itself. Not paid again.",
                es: "\(title) espera al servidor de contenidos y sigue solo. No se paga otra vez.",
                fr: "\(title) attend le serveur de contenus et reprend tout seul. Rien à repayer.",
                it: "\(title) aspetta il server dei contenuti e riprende da solo. Non si paga di nuovo.")
        }
    }

    func plainNoBook(_ number: Int) -> String {
        localized(
            en: "\(number) is no book that is yours. Type products for all.",
            es: "El \(number) no es un libro tuyo. Escribe products para verlos todos.",
            fr: "Le \(number) n'est pas un livre à toi. Tape products pour tout voir.",
            it: "Il \(number) non è un tuo libro. Scrivi products per vederli tutti.")
    }

    private func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }
}
