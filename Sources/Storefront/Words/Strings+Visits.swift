// Visitors whom a host lets in.
extension Strings {
    var hostTitle: String {
        localized(en: "From your host", es: "De tu anfitrión", fr: "De ton hôte", it: "Da chi ti ospita")
    }
    var guestTitle: String {
        localized(en: "Welcome, guest", es: "Te damos la bienvenida", fr: "Bienvenue", it: "Ti diamo il benvenuto")
    }
    var guestBody: String {
        localized(
            en: """
                You came without an SSH key, so nobody can know you again: what you buy is gone when you leave. With a key \
                (ssh-keygen makes one) your credits are here the next time.
                """,
            es: """
                Has venido sin clave SSH y nadie puede reconocerte después: lo que compres desaparece cuando te vayas. Con \
                una clave (ssh-keygen crea una) tus créditos estarán aquí la próxima vez.
                """,
            fr: """
                Tu es venu sans clé SSH, et personne ne pourra te reconnaître : ce que tu achètes disparaît quand tu pars. \
                Avec une clé (ssh-keygen en crée une), tes crédits seront là la prochaine fois.
                """,
            it: """
                Sei qui senza chiave SSH e nessuno potrà riconoscerti: quello che compri sparisce quando esci. Con una chiave \
                (ssh-keygen ne crea una) i tuoi crediti saranno qui la prossima volta.
                """)
    }
    var idleWarning: String {
        localized(
            en: "Are you there? The store closes soon. Any key keeps it open.",
            es: "¿Sigues ahí? La tienda cierra pronto. Pulsa una tecla para seguir.",
            fr: "Tu es là ? La boutique ferme bientôt. Une touche la garde ouverte.",
            it: "Ci sei? Il negozio chiude tra poco. Un tasto lo tiene aperto.")
    }
}

/// The last sentence to a visitor.
package enum Goodbye: Hashable, Sendable {
    /// The visitor left.
    case left
    /// The visitor pressed no key for too long.
    case idle
    /// The visit was ended from outside: the host closes, or the same visitor has come in elsewhere.
    case ended

    /// The sentence: what happened, and what it means for the money.
    package func sentence(isGuest: Bool, language: Language, glyphs: ScreenOptions.Glyphs) -> String {
        let strings = Strings(language: language)
        return TerminalText(strings.why(self) + " " + strings.creditsAfter(isGuest: isGuest), glyphs: glyphs).string
    }
}

extension Strings {
    fileprivate func why(_ goodbye: Goodbye) -> String {
        switch goodbye {
        case .left: localized(en: "Goodbye.", es: "Adiós.", fr: "Au revoir.", it: "Arrivederci.")
        case .idle:
            localized(
                en: "Goodbye: no key was pressed for a while.",
                es: "Adiós: nadie ha pulsado una tecla en un buen rato.",
                fr: "Au revoir : aucune touche n'a été pressée depuis un moment.",
                it: "Arrivederci: nessuno ha premuto un tasto per un po'.")
        case .ended:
            localized(
                en: "This visit was ended: the store closes, or was opened elsewhere with your key.",
                es: "Esta visita ha terminado: la tienda cierra o se ha abierto en otro sitio con tu clave.",
                fr: "Cette visite est terminée : la boutique ferme, ou a été ouverte ailleurs avec ta clé.",
                it: "Questa visita è finita: il negozio chiude o è stato aperto altrove con la tua chiave.")
        }
    }

    fileprivate func creditsAfter(isGuest: Bool) -> String {
        isGuest
            ? localized(
                en: "What a guest buys ends with the visit; come with an SSH key to keep it.",
                es: "Lo que compra un invitado acaba con la visita; ven con una clave SSH para conservarlo.",
                fr: "Ce qu'achète un invité finit avec la visite ; viens avec une clé SSH pour le garder.",
                it: "Quello che compra un ospite finisce con la visita; vieni con una chiave SSH per tenerlo.")
            : localized(
                en: "Your credits are safe: come back with the same key.",
                es: "Tus créditos están a salvo: vuelve con la misma clave.",
                fr: "Tes crédits sont en sûreté : reviens avec la même clé.",
                it: "I tuoi crediti sono al sicuro: torna con la stessa chiave.")
    }
}
