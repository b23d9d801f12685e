internal import StoreModel
internal import StorefrontMessages

// What was paid and could not be delivered.
extension Strings {
    func deliveryFailed(_ pieces: String, _ reason: DeliveryFailed.Reason) -> String {
        let why =
            switch reason {
            case .unknownProduct:
                localized(
                    en: "This program does not know what it is worth.", es: "Este programa no sabe cuánto vale.",
                    fr: "Ce programme ne sait pas ce qu'il vaut.", it: "Questo programma non sa quanto vale.")
            case .notVerified(let failure): notVerified(failure)
            case .undeliverable(let sentence): sentence
            }
        return localized(
            en: "\(pieces) is paid and stays in the queue; delivery is tried again at the next start. \(why)",
            es: "\(pieces) está pagado y sigue en la cola; la entrega se reintenta en el próximo inicio. \(why)",
            fr: "\(pieces) est payé et reste dans la file ; nouvel essai de livraison au prochain démarrage. \(why)",
            it: "\(pieces) è pagato e resta in coda; la consegna si riprova al prossimo avvio. \(why)")
    }

    private func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed:
            localized(
                en: "Its receipt cannot be read.", es: "Su recibo no se puede leer.", fr: "Son reçu est illisible.",
                it: "La sua ricevuta è illeggibile.")
        case .wrongSignature:
            localized(
                en: "Its receipt does not carry the store's signature.",
                es: "Su recibo no lleva la firma de la tienda.",
                fr: "Son reçu ne porte pas la signature de la boutique.",
                it: "La sua ricevuta non porta la firma del negozio.")
        case .wrongApplication(let other):
            localized(
                en: "Its receipt is for another application, \(other).",
                es: "Su recibo es de otra aplicación, \(other).",
                fr: "Son reçu est pour une autre application, \(other).",
                it: "La sua ricevuta è per un'altra applicazione, \(other).")
        case .wrongAccount:
            localized(
                en: "Its receipt is for another account.", es: "Su recibo es de otra cuenta.",
                fr: "Son reçu est pour un autre compte.", it: "La sua ricevuta è per un altro account.")
        case .wrongEnvironment(let other):
            localized(
                en: "Its receipt is from another environment, \(other.rawValue).",
                es: "Su recibo es de otro entorno, \(other.rawValue).",
                fr: "Son reçu vient d'un autre environnement, \(other.rawValue).",
                it: "La sua ricevuta viene da un altro ambiente, \(other.rawValue).")
        }
    }
}
