internal import StoreModel
internal import StorefrontMessages

// Restoring: the button, its progress and its endings. Sentences fit in 78 cells.
extension Strings {
    var restoreButton: String { localized(en: "Restore", es: "Restaurar", fr: "Restaurer", it: "Ripristina") }
    var restoringButton: String {
        localized(en: "Restoring…", es: "Restaurando…", fr: "Restauration…", it: "Ripristino…")
    }
    var restoreNote: String {
        localized(
            en: "what this account bought for good", es: "lo que esta cuenta compró para siempre",
            fr: "ce que ce compte a acheté pour toujours", it: "ciò che l'account ha comprato per sempre")
    }
    var ownedButton: String { localized(en: "Owned", es: "Es tuyo", fr: "À toi", it: "È tuo") }

    func restoring(_ count: Int) -> String {
        count == 0
            ? localized(
                en: "Restoring what this account owns…", es: "Restaurando lo que es de esta cuenta…",
                fr: "Restauration de ce que possède ce compte…", it: "Ripristino di ciò che l'account possiede…")
            : localized(
                en: "Restoring… \(number(count)) so far.", es: "Restaurando… \(number(count)) hasta ahora.",
                fr: "Restauration… \(number(count)) jusqu'ici.", it: "Ripristino… \(number(count)) finora.")
    }
    func restored(_ event: RestoreFinished) -> String {
        let (restored, rejected) = (number(event.restored), number(event.rejected))
        if event.rejected > 0 {
            return localized(
                en: "Restored \(restored). \(rejected) without the store's signature do not count.",
                es: "Restaurado: \(restored). Sin firma de la tienda, no cuentan: \(rejected).",
                fr: "Restauré : \(restored). Sans signature de la boutique, exclus : \(rejected).",
                it: "Ripristinati: \(restored). Senza firma del negozio, esclusi: \(rejected).")
        }
        return switch event.restored {
        case 0:
            localized(
                en: "Nothing to restore on this account. Credits stay where they were bought.",
                es: "Nada que restaurar en esta cuenta. Los créditos siguen donde se compraron.",
                fr: "Rien à restaurer sur ce compte. Les crédits restent où ils ont été achetés.",
                it: "Niente da ripristinare. I crediti restano dove sono stati comprati.")
        case 1:
            localized(
                en: "Restored 1 purchase. Credits are not: they stay where they were bought.",
                es: "1 compra restaurada. Los créditos no: siguen donde se compraron.",
                fr: "1 achat restauré. Pas les crédits : ils restent où ils ont été achetés.",
                it: "1 acquisto ripristinato. I crediti no: restano dove sono stati comprati.")
        default:
            localized(
                en: "Restored \(restored) purchases. Credits are not: they stay where they were bought.",
                es: "\(restored) compras restauradas. Los créditos no: siguen donde se compraron.",
                fr: "\(restored) achats restaurés. Pas les crédits : ils restent à leur place.",
                it: "\(restored) acquisti ripristinati. I crediti no: restano dove sono.")
        }
    }
    func restoreFailed(_ event: RestoreFailed) -> String {
        // Trouble with the device's own files comes as a whole sentence.
        if event.error.domain == .device, let message = event.error.message { return message }
        let what = "\(failureWords(event.error)) (\(event.error.code))."
        let restored = number(event.restored)
        return event.restored == 0
            ? localized(
                en: "\(what) Nothing was restored. Try again.", es: "\(what) No se restauró nada. Prueba otra vez.",
                fr: "\(what) Rien n'a été restauré. Réessaie.", it: "\(what) Nulla è stato ripristinato. Riprova.")
            : localized(
                en: "\(what) \(restored) restored stay. Restore again.",
                es: "\(what) Ya restaurado: \(restored). Restaura otra vez.",
                fr: "\(what) Déjà restauré : \(restored). Recommence.",
                it: "\(what) Già ripristinato: \(restored). Ripeti.")
    }
    var restoreTooEarly: String {
        localized(
            en: "The store is not open yet, so nothing was restored.",
            es: "La tienda aún no está abierta: no se restauró nada.",
            fr: "La boutique n'est pas encore ouverte : rien n'a été restauré.",
            it: "Il negozio non è ancora aperto: nulla è stato ripristinato.")
    }

    func whyOwned(_ title: String) -> String {
        localized(
            en: "You own \(title) already. Nothing was charged.", es: "\(title) ya es tuyo. No se ha cobrado nada.",
            fr: "\(title) est déjà à toi. Rien n'a été débité.", it: "\(title) è già tuo. Nessun addebito.")
    }
    func owned(_ pieces: String) -> String {
        localized(
            en: "Bought \(pieces). It is yours for good.", es: "Has comprado \(pieces). Es tuyo para siempre.",
            fr: "Acheté : \(pieces). C'est à toi pour toujours.", it: "Hai comprato \(pieces). È tuo per sempre.")
    }
}
