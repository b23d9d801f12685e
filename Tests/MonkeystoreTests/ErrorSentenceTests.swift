import DeviceStorage
import Storage
import StoreEvents
import StoreModel
import Storefront
import Testing

@testable import monkeystore

@Suite("An error is explained", .timeLimit(.minutes(10)))
struct ErrorSentenceTests {
    /// Errors, each with its sentence in English and in Italian.
    static let sentences: [(any Error, String, String)] = [
        (
            ReplicaError.storage(.damaged(path: "x")),
            "x is damaged; nothing was changed. Put back a copy of it, or choose another place with --data-dir.",
            """
            x è danneggiato; non è stato modificato nulla. Rimetti una sua copia, o scegli un altro posto con \
            --data-dir.
            """
        ),
        (
            Trouble.paymentKept(.unknownServerError),
            """
            Unknown error in the store. The payment is kept, sent again, and charged once. If this goes on, look for \
            a newer version of this program.
            """,
            """
            Errore sconosciuto. Il pagamento è conservato, parte di nuovo e viene addebitato una sola volta. Se \
            continua così, cerca una versione più recente di questo programma.
            """
        ),
        (
            Trouble.paymentKept(.cannotConnect),
            "Can't connect to the store. The payment is kept, goes on at the next start, and is charged once.",
            """
            Connessione non riuscita. Il pagamento è conservato, riparte da solo e viene addebitato una sola volta.
            """
        ),
        (
            Trouble.paymentKept(.deviceTrouble(.notWritable(path: "x"))),
            """
            Can't write to x. Make it writable. The payment is kept, goes on at the next start, and is charged once.
            """,
            """
            In x non si può scrivere. Rendilo scrivibile. Il pagamento è conservato, riparte da solo e viene \
            addebitato una sola volta.
            """
        ),
        (
            StorageError.notWritable(path: "x"),
            "Can't write to x; nothing was changed. Make it writable, or choose another place with --data-dir.",
            """
            In x non si può scrivere; non è stato modificato nulla. Rendilo scrivibile, o scegli un altro posto \
            con --data-dir.
            """
        ),
        (
            StoreAdministrationError.failed(.connectionLost, store: "http://zoo"),
            """
            The store at http://zoo didn't answer, so it may or may not have done that. Check before you do it again.
            """,
            "Il negozio http://zoo non ha risposto, e non si sa se l'ha fatto. Controlla prima di rifarlo."
        ),
        (
            StoreAdministrationError.failed(.unreadableAnswer, store: "http://zoo"),
            """
            The store answered with something that this program can't read. If you changed something, it may be done. \
            Check before you do it again.
            """,
            """
            Il negozio ha risposto con qualcosa che questo programma non sa leggere. Se hai cambiato qualcosa, forse \
            è fatto: controlla prima di rifarlo.
            """
        ),
        (
            StoreAdministrationError.failed(.signInNeeded, store: "http://zoo"),
            "You aren't signed in at the store; nothing was changed. Sign in first.",
            "Non hai fatto l'accesso al negozio; non è stato modificato nulla. Prima accedi."
        ),
        (
            StoreAdministrationError.cannotPlay(ScenarioRefusal(.noAccount)),
            "The store can't play this scenario; nothing was changed. There is no such account.",
            "Il negozio non può eseguire questo scenario; non è stato modificato nulla. Questo account non esiste."
        ),
        (
            StoreAdministrationError.serviceUnavailable(.unusable(path: "x", reason: "odd")),
            "Can't use x (odd); nothing was changed. Choose another place with --data-dir.",
            "Non si può usare x (odd); non è stato modificato nulla. Scegli un altro posto con --data-dir."
        ),
        (
            Trouble.badAddress(text: "\"zoo\""),
            """
            "zoo" isn't the address of a store; nothing was sent. Give https://host:port, or http://host:port on \
            this machine.
            """,
            """
            "zoo" non è l'indirizzo di un negozio; non è stato inviato nulla. Indica https://host:porta, o \
            http://host:porta su questo computer.
            """
        ),
        (
            StoreError.forgottenPassword,
            """
            The store doesn't know that name and password (5020); nothing was changed. Try again, or create an account \
            with --new.
            """,
            """
            Il negozio non conosce questo nome con questa password (5020); non è stato modificato nulla. \
            Riprova, o crea un account con --new.
            """
        ),
        (
            StoreError(domain: .account, code: 429, detail: .wait(seconds: 7)),
            "Too many attempts; try again in 7 s. Nothing was charged.",
            "Troppi tentativi. Riprova tra 7 s. Nessun addebito."
        ),
        (
            ReplicaError.notEnough(nil, available: 3),
            "You have only 3 monkey credits, so nothing was spent; buy some first.",
            "Hai solo 3 crediti scimmia, quindi non hai speso nulla; prima comprane altri."
        ),
        (
            ReplicaError.notEnough("coins", available: 3),
            "You have 3 of coins, so nothing was used; buy more first.",
            "Di coins ne hai 3, quindi non hai usato nulla; prima comprane altri."
        ),
        (
            ReplicaError.notUsed(.full(path: "x")),
            "No space left for x. Free some space. Nothing was used.",
            "Non c'è più spazio per x. Libera un po' di spazio. Non hai usato nulla."
        ),
        (
            VerificationFailure.unsigned,
            "The store's signature doesn't prove this purchase, so it brings nothing; ask the store's support.",
            """
            La firma del negozio non conferma questo acquisto, quindi non ti dà nulla; scrivi all'assistenza del \
            negozio.
            """
        ),
        (
            Trouble.paymentKept(.tooManyPurchases),
            """
            This account has bought all it can in a day, so nothing was charged. Wait: the payment is kept, sent again at \
            the next start, and charged once.
            """,
            """
            Oggi questo account ha già comprato tutto quello che può: nessun addebito. Aspetta: il pagamento è \
            conservato, riparte da solo e viene addebitato una sola volta.
            """
        ),
        (
            StoreAdministrationError.failed(.tooManyRequests, store: "http://zoo"),
            """
            The store takes no more requests for the moment, so nothing was charged. Payments are kept, sent again \
            at the next start, and charged once; try anything else again in a minute.
            """,
            """
            Per il momento il negozio non accetta altre richieste: nessun addebito. I pagamenti sono conservati, \
            ripartono da soli e vengono addebitati una sola volta; il resto riprovalo tra un minuto.
            """
        ),
        (
            Trouble.pictureEmpty(file: "x"), "The picture x is empty. Choose another one with --picture.",
            "L'immagine x è vuota. Scegline un'altra con --picture."
        ),
        (
            StoreError.networkDown, "The store can't be reached; nothing was charged. Try again later.",
            "Il negozio non è raggiungibile; nessun addebito. Riprova più tardi."
        ),
    ]

    @Test("in English for commands, and in the person's language for screens", arguments: sentences)
    func explained(_ error: any Error, english: String, italian: String) {
        #expect(explain(error) == english)
        #expect(Language.italian.strings.explanation(of: trouble(of: error)) == italian)
    }

    @Test func `by the exit code of its reason, also if the store's administration throws it`() {
        func status(_ error: StoreError) -> monkeystore.ExitStatus {
            monkeystore.ExitStatus(of: StoreAdministrationError.failed(error, store: "http://zoo"))
        }
        #expect(status(.signInNeeded) == .signInNeeded && status(.connectionLost) == .storeNotReached)
        #expect(status(.untrusted) == .storeNotTrusted)
        let gone = TrustError.noStore(store: "http://zoo")
        #expect(status(.untrusted(gone)) == .storeNotReached)
        #expect(monkeystore.ExitStatus(of: gone) == .storeNotReached)
    }
}
