import DeviceStorage
import FileSystem
import PictureFiles
import StoreApplication
import StoreModel
import StorefrontStrings
import Testing

@testable import monkeystore

@Suite("An error is explained")
struct ErrorSentenceTests {
    /// Errors, each with its sentence in English and in Italian.
    static let sentences: [(any Error, String, String)] = [
        (
            ReplicaError.storage(.damaged(path: "x")),
            "x is damaged; nothing was changed. Put back a copy of it, or choose another place with --data-dir.",
            "x è danneggiato; nulla è stato modificato. Rimetti una sua copia o scegli un altro posto con --data-dir."
        ),
        (
            ApplicationError.paymentWaits(.unknownServerError),
            "The store had an unknown error. The payment is kept and sent again, and charged once; look for a newer "
                + "version of this program if that does not end.",
            "Errore ignoto del negozio. Il pagamento è conservato e inviato di nuovo, con un solo addebito; se non "
                + "finisce, cerca una versione più recente di questo programma."
        ),
        (
            ApplicationError.paymentWaits(.deviceTrouble("Cannot write to x; nothing was changed.")),
            "Cannot write to x; nothing was changed. Make it writable, or choose another place with --data-dir.",
            "Impossibile scrivere in x; nulla è stato modificato. Rendilo scrivibile o scegli un altro posto con --data-dir."
        ),
        (
            StoreAdministrationError.failed(.connectionLost, store: "http://zoo"),
            "The store at http://zoo did not answer; nobody knows whether it did that. Try again.",
            "Il negozio http://zoo non ha risposto; non si sa se lo ha fatto. Riprova."
        ),
        (
            StoreAdministrationError.failed(.signInNeeded, store: "http://zoo"),
            "Nobody is signed in at the store; nothing was changed. Sign in first.",
            "Nessuno ha fatto l'accesso al negozio; nulla è stato modificato. Prima accedi."
        ),
        (
            StoreAdministrationError.serviceUnavailable("Cannot use x (odd); nothing was changed."),
            "Cannot use x (odd); nothing was changed.", "Impossibile usare x (odd); nulla è stato modificato."
        ),
        (
            LocationError.badAddress("zoo"),
            "\"zoo\" is no address of a store; nothing was sent. Give https://host:port, or http://host:port on this "
                + "machine.",
            "\"zoo\" non è l'indirizzo di un negozio; nulla è stato inviato. Indica https://host:porta, o "
                + "http://host:porta su questo computer."
        ),
        (
            StoreError.forgottenPassword,
            "The store does not know that name and password (5020); nothing was changed. Try again, or make a new "
                + "account with --new.",
            "Il negozio non conosce questo nome con questa password (5020); nulla è stato modificato. Riprova, o crea un "
                + "account con --new."
        ),
        (
            StoreError(domain: .account, code: 429, message: "Too many failed attempts; try again in 7 s."),
            "Too many failed attempts; try again in 7 s. Nothing was charged.",
            "Troppi tentativi (429). Riprova tra 7 s. Nessun addebito."
        ),
        (
            ReplicaError.notEnough(nil, available: 3),
            "There are only 3 monkey credits, so nothing was spent; buy some first.",
            "Crediti scimmia: solo 3, quindi nulla è stato speso; prima comprane."
        ),
        (
            ReplicaError.notEnough("coins", available: 3),
            "There are 3 pieces of coins, so nothing was used up; buy more first.",
            "coins: ne restano 3, quindi nulla è stato usato; prima comprane."
        ),
        (
            VerificationFailure.unsigned,
            "The store's signature does not prove this purchase, so it brings nothing; ask the store's support.",
            "La firma del negozio non prova questo acquisto, quindi non porta nulla; rivolgiti all'assistenza del negozio."
        ),
        (
            ApplicationError.paymentWaits(.tooManyPurchases),
            "This account has bought as often as one may in a day, so nothing was charged. Wait: the payment is kept, sent "
                + "again by itself, and charged once.",
            "Questo account ha comprato tante volte quante è possibile in un giorno: nessun addebito. Aspetta: il pagamento è "
                + "conservato, parte di nuovo da solo e viene addebitato una sola volta."
        ),
        (
            StoreAdministrationError.failed(.tooManyRequests, store: "http://zoo"),
            "The store takes no more requests for a moment, so nothing was charged. Payments are kept, sent again by "
                + "themselves, and charged once; try anything else again in a minute.",
            "Per un momento il negozio non accetta altre richieste: nessun addebito. I pagamenti sono conservati, ripartono da "
                + "soli e vengono addebitati una sola volta; il resto, riprovalo tra un minuto."
        ),
        (
            PictureFileError.empty(file: "x"), "The picture x is empty. Choose another one with --picture.",
            "L'immagine x è vuota. Scegline un'altra con --picture."
        ),
        (
            StoreError.networkDown, "The store cannot be reached; nothing was charged. Try again later.",
            "Negozio irraggiungibile; nessun addebito. Riprova più tardi."
        ),
    ]

    @Test("in English for commands, and in the person's language for screens", arguments: sentences)
    func explained(_ error: any Error, english: String, italian: String) {
        #expect(explain(error) == english)
        #expect(explain(error, in: Language.italian.strings) == italian)
    }
}
