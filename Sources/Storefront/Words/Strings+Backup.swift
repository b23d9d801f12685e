internal import StoreModel
internal import StorefrontMessages

// A machine whose backup was restored on another one.
extension Strings {
    var creditsMovedTitle: String {
        localized(
            en: "Your credits moved", es: "Tus créditos se trasladaron", fr: "Tes crédits ont été transférés",
            it: "I tuoi crediti si sono spostati")
    }
    func creditsMoved(_ event: BalanceChanged) -> String {
        let credits = number(abs(event.change))
        return switch -event.change {
        case ..<0:
            localized(
                en: """
                    What this device owed (credits: \(credits)) moved to the machine on which its backup was restored, and is owed there. \
                    What you buy here from now on is kept here.
                    """,
                es: """
                    Lo que debía este dispositivo (créditos: \(credits)) pasó a la máquina en la que se restauró su copia de seguridad, y se \
                    debe allí. Lo que compres aquí a partir de ahora se queda aquí.
                    """,
                fr: """
                    Ce que cet appareil devait (crédits : \(credits)) a été transféré sur la machine où sa sauvegarde a été restaurée, et y \
                    est dû. Ce que tu achètes ici désormais reste ici.
                    """,
                it: """
                    Ciò che questo dispositivo doveva (crediti: \(credits)) si è spostato sul computer su cui è stato ripristinato il \
                    backup, e si deve lì. Quello che compri qui d'ora in poi resta qui.
                    """)
        case 0:
            localized(
                en: """
                    What was bought here moved to the machine on which its backup was restored; nothing is lost. What you buy \
                    here from now on is kept here.
                    """,
                es: """
                    Lo que se compró aquí pasó a la máquina en la que se restauró su copia de seguridad; no se pierde nada. Lo que \
                    compres aquí a partir de ahora se queda aquí.
                    """,
                fr: """
                    Ce qui a été acheté ici a été transféré sur la machine où sa sauvegarde a été restaurée ; rien n'est perdu. \
                    Ce que tu achètes ici désormais reste ici.
                    """,
                it: """
                    Ciò che era stato comprato qui si è spostato sul computer su cui è stato ripristinato il backup; non si \
                    perde nulla. Quello che compri qui d'ora in poi resta qui.
                    """)
        case 1:
            localized(
                en: """
                    The credit of this device moved to the machine on which its backup was restored; nothing is lost. What \
                    you buy here from now on is kept here.
                    """,
                es: """
                    El crédito de este dispositivo pasó a la máquina en la que se restauró su copia de seguridad; no se pierde nada. \
                    Lo que compres aquí a partir de ahora se queda aquí.
                    """,
                fr: """
                    Le crédit de cet appareil a été transféré sur la machine où sa sauvegarde a été restaurée ; rien n'est perdu. \
                    Ce que tu achètes ici désormais reste ici.
                    """,
                it: """
                    Il credito di questo dispositivo si è spostato sul computer su cui è stato ripristinato il backup; non \
                    si perde nulla. Quello che compri qui d'ora in poi resta qui.
                    """)
        default:
            localized(
                en: """
                    The \(credits) credits of this device moved to the machine on which its backup was restored; nothing is \
                    lost. What you buy here from now on is kept here.
                    """,
                es: """
                    Los \(credits) créditos de este dispositivo pasaron a la máquina en la que se restauró su copia de seguridad; no \
                    se pierde nada. Lo que compres aquí a partir de ahora se queda aquí.
                    """,
                fr: """
                    Les \(credits) crédits de cet appareil ont été transférés sur la machine où sa sauvegarde a été restaurée ; \
                    rien n'est perdu. Ce que tu achètes ici désormais reste ici.
                    """,
                it: """
                    I \(credits) crediti di questo dispositivo si sono spostati sul computer su cui è stato ripristinato il \
                    backup; non si perde nulla. Quello che compri qui d'ora in poi resta qui.
                    """)
        }
    }
}

extension BalanceChanged {
    /// What has become of credits that moved, for output that is not a screen.
    package var movedSentence: String { Strings().creditsMoved(self) }
}
