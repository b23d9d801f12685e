internal import FileSystem
internal import StoreModel

/// The texts in Italian.
struct Italian: Strings {
    let language = Language.italian

    // MARK: Everywhere

    var title: String { "Monkey Store" }
    var notSignedIn: String { "nessun accesso" }
    var thisDevice: String { "questo dispositivo" }
    var opening: String { "apertura…" }
    func networkIs(up: Bool) -> String { up ? "in rete" : "senza rete" }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox"
        case .production: "Produzione"
        }
    }
    var yes: String { "sì" }
    var no: String { "no" }
    func andMore(_ count: Int) -> String { "e ancora \(count)" }
    func tooSmall(need: String, have: String) -> String { "Serve \(need), ora \(have)" }

    // MARK: Numbers and dates, as the language writes them (CLDR)

    var groupingSeparator: String { "." }
    var minimumGroupingDigits: Int { 2 }
    func currencySymbol(_ currency: String) -> String? {
        switch currency {
        case "EUR": "€"
        case "GBP": "£"
        default: currency
        }
    }
    func date(year: String, month: String, day: String) -> String { "\(day)/\(month)/\(year)" }
    func percent(_ percent: Int) -> String { "\(percent)%" }

    // MARK: The monkey and its bananas

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? "\(number(count)) credito scimmia" : "\(number(count)) crediti scimmia"
    }
    var monkeyCreditsUnknown: String { "… crediti scimmia" }
    var inDebtShort: String { "rimborso" }
    var inDebt: String { "In debito: rimborsati crediti già spesi." }
    var moodWaiting: String { "Vorrebbe una banana." }
    var moodHappy: String { "Felice del tuo acquisto!" }
    var moodStylish: String { "Occhiali da sole: che foto!" }
    var moodRich: String { "Felice per i nuovi crediti!" }
    var moodEating: String { "Gnam. Una banana!" }
    var moodHungry: String { "Ha fame, e niente crediti per una banana." }
    var moodSad: String { "Gli dispiace che sia andata male." }
    var moodAsleep: String { "Dorme finché il negozio è chiuso." }
    var feed: String { "Dai una banana" }
    var feedPrice: String { "un credito, una banana" }
    var feedNeedsCredits: String { "niente crediti: prima compra" }
    var feedNeedsSignIn: String { "accedi per vedere i crediti" }
    var feedLoading: String { "conto i crediti…" }

    // MARK: Products

    var productsHeading: String { "In vendita" }
    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) di \(count)" }
    func buyCredits(_ count: Int) -> String { "Compra \(count)" }
    var buyButton: String { "Compra" }
    var loading: String { "caricamento…" }
    var networkDownButton: String { "Rete assente?" }
    var storeDisabled: String { "AppStore spento" }
    var notAvailable: String { "Non disponibile" }
    var storeError: String { "Errore del negozio" }
    func total(_ price: String) -> String { "totale \(price)" }
    var ownedButton: String { "È tuo" }
    var restoreButton: String { "Ripristina" }
    var restoringButton: String { "Ripristino…" }
    var restoreNote: String { "ciò che l'account ha comprato per sempre" }

    // MARK: Books

    var read: String { "Leggi" }
    var fetch: String { "Scarica" }
    var pause: String { "Pausa" }
    var goOn: String { "Riprendi" }
    func downloadWaiting(_ percent: String) -> String { "in attesa, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "riprova, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), ancora \(time)" }
    func downloadPaused(_ percent: String) -> String { "in pausa, \(percent)" }
    var downloadFinished: String { "su questo dispositivo" }
    var downloadFailed: String { "non riuscito" }
    var downloadCancelled: String { "non su questo dispositivo" }

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String {
        "\(title) è stato rimborsato, quindi non viene dato. Nulla è stato addebitato."
    }
    func bookRefused(_ title: String) -> String {
        "\(title) non è stato dato per questa ricevuta. Non si paga di nuovo. Invio riprova."
    }
    func bookMissing(_ title: String) -> String { "\(title) ora non è sul server dei contenuti. Non si paga di nuovo." }
    func bookDamaged(_ title: String) -> String {
        "\(title) è arrivato male e non è stato tenuto. Non si paga di nuovo."
    }
    func bookNotVerified(_ title: String) -> String {
        "\(title) aspetta che il negozio risponda. Non si paga di nuovo."
    }
    func bookWaits(_ title: String) -> String {
        "\(title) aspetta il server dei contenuti e riprende da solo. Non si paga di nuovo."
    }

    // MARK: Subscriptions on sale

    var subscribe: String { "Abbonati" }
    var subscribed: String { "Abbonato" }
    func subscribedUntil(_ end: String) -> String { "Abbonato fino al \(end)" }
    func piecesLeft(_ count: Int) -> String { "Ne hai \(number(count))" }
    func until(_ end: String) -> String { "scade \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        let count = period.count
        return switch (period.unit, count) {
        case (.day, 1): "giorno"
        case (.day, _): "\(count) giorni"
        case (.week, 1): "settimana"
        case (.week, _): "\(count) settimane"
        case (.month, 1): "mese"
        case (.month, _): "\(count) mesi"
        case (.year, 1): "anno"
        case (.year, _): "\(count) anni"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) per \(length)" }
    func newSubscribers(pay price: String) -> String { "nuovi abbonati: \(price)" }
    func first(_ price: String) -> String { "inizio: \(price)" }
    var free: String { "gratis" }
    var nothing: String { "nulla" }

    // MARK: What is on its way

    var inFlightHeading: String { "In corso" }
    var nothingInFlight: String { "Niente in arrivo." }
    var logHeading: String { "Notifiche" }
    var inFlightPurchasing: String { "Acquisto in corso" }
    var inFlightQueued: String { "attende la rete" }
    var inFlightSignInNeeded: String { "attende un accesso" }
    var inFlightDeferred: String { "attende un'approvazione" }
    var inFlightPaid: String { "pagato, da consegnare" }
    func purchasingCount(_ count: Int) -> String { "\(count) in acquisto" }
    func queuedCount(_ count: Int) -> String { "\(count) in attesa della rete" }
    func signInNeededCount(_ count: Int) -> String { "\(count) in attesa di accesso" }
    func deferredCount(_ count: Int) -> String { "\(count) in attesa di approvazione" }
    func paidCount(_ count: Int) -> String { count == 1 ? "1 pagato, da consegnare" : "\(count) pagati, da consegnare" }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) in acquisto" }
    func queuedShortCount(_ count: Int) -> String { "\(count) in coda" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) senza accesso" }
    func deferredShortCount(_ count: Int) -> String { "\(count) da approvare" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 pagato" : "\(count) pagati" }
    func inFlightTotal(_ count: Int) -> String { "\(count) in corso" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Conferma l'acquisto (1 di \(waiting))" : "Conferma l'acquisto"
    }
    var sheetQuantity: String { "Quantità" }
    var sheetUnitPrice: String { "Cadauno" }
    var sheetTotal: String { "Totale" }
    var sheetAccount: String { "Account" }
    var sheetEnvironment: String { "Ambiente" }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox: soldi finti"
        case .production: "Produzione: soldi veri"
        }
    }
    var sheetCancel: String { "Annulla" }

    // Of a subscription: the payments, and the effect of the purchase.
    var sheetPrice: String { "Prezzo" }
    var sheetToPay: String { "Paghi ora" }
    var sheetBegins: String { "Inizio" }
    var beginsNow: String { "ora, poi si rinnova" }
    var sheetGroup: String { "Gruppo" }
    func level(_ level: Int) -> String { "livello \(level)" }
    var sheetOffer: String { "Offerta" }
    func chosenSubscribers(pay price: String) -> String { "su invito: \(price)" }
    var sheetFamily: String { "Famiglia" }
    var familyMayShare: String { "può usarlo" }
    func replaces(_ title: String) -> String { "ora; sostituisce \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), dopo \(title)" }
    var goesOnAsIs: String { "continua così com'è" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nuovo, se no \(usual)" }

    // MARK: Questions and notices

    var quitTitle: String { "Un acquisto è in corso" }
    var quitBody: String { "Puoi uscire: la coda riprende al prossimo avvio e nulla viene addebitato due volte." }
    var quitLeave: String { "Esci" }
    var quitStay: String { "Resta" }
    var noticeClose: String { "Chiudi" }
    var helpTitle: String { "Tasti" }
    var ledgerTitle: String { "Registro dei crediti" }
    func ledgerBody(balance: Int) -> String {
        """
        Il registro non contiene ciò che vi era stato scritto. Quello che è stato modificato non conta; il saldo \
        valido è \(number(balance)).
        """
    }
    var deliveryTitle: String { "Pagato, ma non consegnato" }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) è pagato e resta in coda; la consegna si riprova al prossimo avvio. \(why)"
    }
    var deliveryOfUnknownProduct: String { "Questo programma non sa quanto vale." }
    func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: "La sua ricevuta è illeggibile."
        case .wrongSignature: "La sua ricevuta non porta la firma del negozio."
        case .wrongApplication(let other): "La sua ricevuta è per un'altra applicazione, \(other)."
        case .wrongAccount: "La sua ricevuta è per un altro account."
        case .wrongEnvironment(let other): "La sua ricevuta viene da un altro ambiente, \(other.rawValue)."
        }
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    var restrictedState: String { "Acquisti in-app non consentiti; nessun addebito. s: impostazioni" }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? "Rete assente. L'acquisto è in coda e riprende al suo ritorno.  r riprova"
            : "Rete assente. Intanto nessun addebito; i prezzi arrivano al suo ritorno."
    }
    var requestFailedByNetworkState: String {
        "Negozio irraggiungibile, quindi niente prezzi. Nessun addebito.  r riprova"
    }
    func requestFailed(_ what: String) -> String { "Niente prezzi: \(what). Nessun addebito. r riprova" }
    var declined: String { "La richiesta di acquisto è stata rifiutata. Nessun addebito." }
    func lapsed(_ title: String) -> String { "La richiesta di comprare \(title) è scaduta. Nessun addebito." }
    var deferred: String { "In attesa di approvazione. Intanto nessun addebito.  t transazioni" }
    func credited(_ pieces: String) -> String { "Hai comprato \(pieces). I crediti sono tuoi." }
    func owned(_ pieces: String) -> String { "Hai comprato \(pieces). È tuo per sempre." }
    func bought(_ pieces: String) -> String { "Hai comprato \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Hai un abbonamento a \(title)." }
    func revoked(_ pieces: String) -> String { "Rimborsato \(pieces): denaro reso, crediti tolti." }
    func renewed(_ title: String) -> String { "\(title) si è rinnovato." }
    func isOver(_ title: String) -> String { "\(title): il periodo pagato è finito.  u abbonamenti" }
    func refusedUnknown(_ product: String) -> String { "\(product) non si vende qui. Nessun addebito." }
    func corrected(balance: Int) -> String {
        "Il registro è stato corretto: il saldo è \(number(balance)). Nessun addebito."
    }
    var alreadyBuying: String { "Questo acquisto è già in corso. Niente doppi addebiti; attendi la risposta." }
    var tooEarly: String { "Tasto premuto in anticipo: ignorato. Guarda il totale, poi rispondi." }
    var pasteIgnored: String { "Il testo incollato qui non fa nulla: nessun acquisto. Usa i tasti." }
    var whyLoading: String { "I prezzi sono in arrivo. Nessun addebito prima che siano qui." }
    var whyNetworkDown: String { "Niente prezzi senza rete. Nessun addebito.  r riprova" }
    var whyDisabled: String { "Gli acquisti in-app non sono consentiti. Nessun addebito. s: impostazioni" }
    func whyNotAvailable(_ product: String) -> String { "Il negozio non conosce \(product). Nessun addebito." }
    var whyNoCredits: String { "Niente crediti, niente banana. Prima comprane: 1 o 2, poi Invio." }
    func whyOwned(_ title: String) -> String { "\(title) è già tuo. Nessun addebito." }
    func nothingToUse(_ title: String) -> String { "Non c'è alcun pezzo da usare: \(title). Nulla è cambiato." }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Una banana costa \(number(credits)); ne hai \(number(balance)). Nulla è stato speso. Prima compra."
    }
    var balanceUnknown: String { "I crediti non sono ancora contati. Nessuno è stato speso." }
    var requestingPrices: String { "Chiedo i prezzi al negozio." }

    // MARK: Errors, in a few words

    var errorNotTrusted: String { "Nessuno prova di essere il negozio" }
    var errorNetwork: String { "Negozio irraggiungibile" }
    var errorCannotConnect: String { "Connessione impossibile" }
    var errorClientInvalid: String { "Il negozio rifiuta il programma" }
    var errorPaymentCancelled: String { "Annullato" }
    var errorPaymentInvalid: String { "Il pagamento non è valido" }
    var errorPaymentNotAllowed: String { "Acquisti in-app non consentiti" }
    var errorProductNotAvailable: String { "Il prodotto non si vende più" }
    var errorPriceChanged: String { "Il prezzo è cambiato" }
    var errorUnknown: String { "Errore ignoto del negozio" }
    var errorForgottenPassword: String { "Password dimenticata" }
    var errorSignInNeeded: String { "Nessuno ha fatto l'accesso" }
    var errorAccountTaken: String { "Questo account esiste già" }
    var errorTooManyAttempts: String { "Troppi tentativi di accesso" }
    var errorInterrupted: String { "Account da verificare" }
    var errorDeviceMoved: String { "I tuoi crediti si sono spostati" }
    var errorBoughtElsewhere: String { "L'altro tuo computer lo ha già" }
    var errorOther: String { "Il negozio ha rifiutato" }

    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    func failedTryAgain(_ what: String) -> String { "\(what) Nessun addebito. Invio riprova." }
    func failedNotAllowed(_ what: String) -> String { "\(what) Nessun addebito. s: impostazioni" }
    func failedReadPrices(_ what: String) -> String { "\(what) Nessun addebito. r rilegge i prezzi." }
    func failedResetPassword(_ what: String) -> String { "\(what) Nessun addebito. Reimpostala, poi Invio." }
    func failedDeviceMoved(_ what: String) -> String { "\(what) Qui nessun addebito." }
    func failedBoughtElsewhere(_ what: String) -> String { "\(what) Nessun nuovo addebito." }
    func failedInterrupted(_ what: String) -> String { "\(what) Finora nessun addebito. t: risolvi" }
    func failedOther(_ what: String) -> String { "\(what) Nessun addebito. t: dettagli" }

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    func sentence(for trouble: Trouble) -> String {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(.notWritable(let path)): "Impossibile scrivere in \(path); nulla è stato modificato."
        case .storage(.full(let path)):
            """
            Manca spazio per \(path); ciò che è pagato è al sicuro e sarà consegnato al prossimo avvio. Prima libera \
            dello spazio.
            """
        case .storage(.failing(let path)):
            """
            Il disco non accetta ciò che si scrive in \(path); ciò che è pagato è al sicuro e sarà consegnato al \
            prossimo avvio. Controlla che abbia spazio e che non sia guasto.
            """
        case .storage(.damaged(let path)): "\(path) è danneggiato; nulla è stato modificato."
        case .storage(.newerVersion(let path)):
            "\(path) viene da una versione più recente del programma; nulla è stato modificato. Usa quella versione."
        case .storage(.busy(let path)): "\(path) è occupato da un altro programma; nulla è stato modificato. Riprova."
        case .storage(.keyMissing(let path)):
            "Manca \(path), che serve a verificare gli acquisti; nulla è stato modificato. Rimettilo al suo posto."
        case .storage(.anotherApplication(let path, let bundle, let number)):
            """
            Il negozio in \(path) vende per un'altra applicazione, \(bundle) con il numero \(String(number)); nulla è \
            stato modificato.
            """
        case .storage(.unusable(let path, let reason)):
            "Impossibile usare \(path) (\(reason)); nulla è stato modificato."
        case .trust(.notAChain(let store)):
            """
            Il negozio \(store) non può provare le sue firme; non gli è stato inviato nulla e non c'è alcun addebito. \
            Chiedi a chi lo gestisce.
            """
        case .trust(.anotherStore(let store, let pinFile)):
            """
            Il negozio \(store) non è quello di prima: il suo certificato radice è cambiato. Nessun addebito, e gli \
            acquisti fatti al negozio di prima sono al sicuro in questa cartella. Chiedi a chi gestisce il negozio; se \
            il cambio è giusto, rimuovi \(pinFile).
            """
        case .trust(.notProved(let store)):
            """
            Chi risponde a \(store) non può provare di essere il negozio; non gli è stato inviato nulla e non c'è \
            alcun addebito. Un altro programma può averne preso il posto: chiedi a chi gestisce il negozio.
            """
        case .trust(.noProof(let store)):
            """
            Il negozio \(store) non può provare di essere quello dei suoi certificati; non gli è stato inviato nulla e \
            non c'è alcun addebito. Forse è più vecchio di questo programma: chiedi a chi lo gestisce di aggiornarlo.
            """
        case .trust(.anotherApplication(let store, let bundle)):
            """
            Il negozio \(store) vende per un'altra applicazione, \(bundle.debugDescription); nessun addebito. Indica \
            l'indirizzo di un altro negozio, o l'applicazione con --bundle-id.
            """
        case .untrusted:
            """
            Chi risponde non può provare di essere il negozio; non gli è stato inviato nulla e non c'è alcun addebito. \
            Chiedi a chi lo gestisce.
            """
        // What the store or the payment queue says of a payment.
        case .storeNotReached: "Negozio irraggiungibile; nessun addebito. Riprova più tardi."
        case .alreadySubscribed: "Hai già questo abbonamento. Nessun addebito."
        case .renewsAgain: "Il tuo abbonamento continua e si rinnoverà. Nessun addebito."
        case .changesAtRenewal: "Il tuo abbonamento diventa questo al prossimo rinnovo. Nessun addebito."
        case .numberTaken:
            """
            Il negozio ha dato a questo acquisto il numero di un altro, quindi qui non si può registrare. Può esserci \
            stato un addebito; se ne chiede di nuovo al prossimo avvio. Rivolgiti all'assistenza del negozio.
            """
        case .unreadableAnswer: "Il negozio ha risposto qualcosa che questo programma non sa leggere."
        case .paymentKept(let error):
            """
            \(words(of: error)) Il pagamento è conservato e inviato di nuovo, con un solo addebito; se non finisce, cerca una \
            versione più recente di questo programma.
            """
        // The credit ledger.
        case .creditsRefunded: "Il negozio ha rimborsato questo acquisto, quindi non porta crediti."
        case .creditsNotRefunded:
            "Il negozio non dice che questo acquisto è stato rimborsato, quindi i suoi crediti restano."
        case .creditsOfOtherDevice:
            """
            Il negozio ha firmato questo acquisto per un altro dispositivo, quindi qui non porta crediti. Se qui è \
            stato ripristinato un backup, arrivano al prossimo contatto con il negozio.
            """
        case .creditsNotInQueue: "Questo acquisto è già stato trattato, quindi non porta crediti."
        case .creditsNotProved:
            """
            La firma del negozio non prova questo acquisto, quindi non porta crediti; rivolgiti all'assistenza del \
            negozio.
            """
        case .notForCredits(let product):
            """
            \(product) non dà crediti scimmia, quindi nulla è stato accreditato; usa una versione del programma che lo \
            vende.
            """
        case .notEnoughCredits(let balance):
            "Crediti scimmia: solo \(number(balance)), quindi nulla è stato speso; prima comprane."
        case .nothingToSpend: "Nulla è stato speso; spendi almeno un credito."
        case .ledgerTampered:
            """
            Un altro programma ha modificato il registro dei crediti, quindi nulla è stato contato; riavvia perché sia \
            controllato.
            """
        case .ledgerInterrupted: "Il registro dei crediti non è stato letto fino in fondo; nulla è stato modificato."
        // The record of what is owned.
        case .purchaseNotProved:
            """
            La firma del negozio non prova questo acquisto, quindi non porta nulla; rivolgiti all'assistenza del \
            negozio.
            """
        case .notEnoughPieces(let product, let left):
            "\(product): ne restano \(number(left)), quindi nulla è stato usato; prima comprane."
        case .recordTampered:
            """
            Un altro programma ha modificato l'elenco di ciò che possiedi, quindi non conta. Ripristina riporta i tuoi \
            acquisti, senza alcun addebito.
            """
        case .recordInterrupted:
            "L'elenco di ciò che possiedi non è stato letto fino in fondo; nulla è stato modificato."
        // The store's place, as the options give it.
        case .noAddress:
            "Il negozio in questo programma non ha account; nulla è stato inviato. Indica un negozio con --store."
        case .badAddress(let text):
            """
            \(text) non è l'indirizzo di un negozio; nulla è stato inviato. Indica https://host:porta, o \
            http://host:porta su questo computer.
            """
        case .catalogueElsewhere:
            "Un negozio a un indirizzo vende dal suo catalogo; nulla è stato inviato. Togli --catalogue, o --store."
        case .appleIdentifierElsewhere:
            """
            Un negozio a un indirizzo conosce il numero della sua applicazione; nulla è stato inviato. Togli \
            --app-apple-id, o --store.
            """
        case .badAdminToken(let path):
            """
            \(path) non contiene il token di un amministratore; nulla è stato inviato. Indica il file scritto dal \
            server del negozio.
            """
        case .builtWithoutRemote:
            """
            Questo programma non sa raggiungere negozi a un indirizzo; nulla è stato inviato. Togli --store, o \
            compilalo con i trait predefiniti del pacchetto.
            """
        // The store's administration.
        case .noTransactionFound: "Il negozio non conosce questa transazione; nulla è stato modificato."
        case .invalidAction: "Per questa transazione non è più possibile; nulla è stato modificato."
        case .notEntitled:
            "Può farlo solo un amministratore del negozio; nulla è stato modificato. Avvia con --admin-token-file."
        case .noAnswer(let store): "Il negozio \(store) non ha risposto; non si sa se lo ha fatto. Riprova."
        case .refused(let store, let status):
            "Il negozio \(store) ha rifiutato (stato \(status)); nulla è stato modificato. Vedi il suo log."
        case .unreadableList:
            """
            Il negozio ha risposto qualcosa che non è un elenco di acquisti o abbonamenti; nulla è stato modificato. \
            Vedi il suo log.
            """
        case .signInForSubscriptions: "Nessuno ha fatto l'accesso al negozio; nulla è stato modificato. Prima accedi."
        // Books, letters and settings.
        case .bookNotHere: "Il libro non è su questo dispositivo. Prima scaricalo; non si paga di nuovo."
        case .bookUnreadable: "Il libro sul disco è illeggibile. Scaricalo di nuovo; non si paga di nuovo."
        case .bookNotText(let path): "Non è un testo per un terminale, ma è tuo comunque: \(path)"
        case .letterNeedsSubscription: "La lettera del guardiano è per i suoi abbonati. Abbonati; non costa nulla."
        case .letterExpired: "L'abbonamento alla lettera del guardiano è scaduto. Abbonati di nuovo; non costa nulla."
        case .settingsNeedAccount: "Le impostazioni appartengono a un account; nulla è stato modificato. Prima accedi."
        // Signing in.
        case .signInNeeded:
            """
            Nessuno ha fatto l'accesso al negozio; non c'è alcun addebito. Prima accedi: monkeystore sign-in NOME.
            """
        case .accountTaken: "C'è già un account con questo nome; nulla è stato modificato. Scegli un altro nome."
        case .tooManyAttempts(let seconds): "\(tooManyAttempts(seconds: seconds)) Nulla è stato modificato."
        case .wrongPassword:
            """
            Il negozio non conosce questo nome con questa password (5020); nulla è stato modificato. Riprova, o crea un \
            account con --new.
            """
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            "Impossibile leggere l'immagine \(file) (\(reason)). Indica un file PNG o JPEG con --picture."
        case .pictureNotAFile(let file): "\(file) non è un file. Indica un file PNG o JPEG con --picture."
        case .pictureEmpty(let file): "L'immagine \(file) è vuota. Scegline un'altra con --picture."
        case .pictureTooLarge(let file, let megabytes):
            "L'immagine \(file) supera i \(megabytes) MB. Scegline una più piccola con --picture."
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            """
            L'immagine \(file) ha \(String(width)) × \(String(height)) pixel, più del limite di \(millions) milioni. \
            Scegline una più piccola con --picture.
            """
        case .notAPicture(let file): "\(file) non è un'immagine PNG o JPEG. Scegline un'altra con --picture."
        case .pictureDamaged(let file):
            "L'immagine \(file) è danneggiata o incompleta. Scegline un'altra con --picture."
        }
    }
    func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: "Rendilo scrivibile o scegli un altro posto con --data-dir."
        case .damaged: "Rimetti una sua copia o scegli un altro posto con --data-dir."
        case .unusable: "Scegli un altro posto con --data-dir."
        case .anotherApplication(_, let bundle, let number):
            "Scegli un altro posto con --data-dir, o indica --bundle-id \(bundle) e --app-apple-id \(String(number))."
        case .full, .failing, .newerVersion, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Ripristino di ciò che l'account possiede…" : "Ripristino… \(number(count)) finora."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Niente da ripristinare. I crediti restano dove sono stati comprati."
        case 1: "1 acquisto ripristinato. I crediti no: restano dove sono stati comprati."
        default: "\(number(count)) acquisti ripristinati. I crediti no: restano dove sono."
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        "Ripristinati: \(number(count)). Senza firma del negozio, esclusi: \(number(rejected))."
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? "\(what) Nulla è stato ripristinato. Riprova." : "\(what) Già ripristinato: \(number(restored)). Ripeti."
    }
    var restoreTooEarly: String { "Il negozio non è ancora aperto: nulla è stato ripristinato." }

    // MARK: The list of the transactions

    var transactionsTitle: String { "Transazioni" }
    func transactionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) transazione" : "\(number(count)) transazioni"
    }
    func transactionsMoreThan(_ count: Int) -> String { "più di \(number(count)) transazioni" }
    var transactionsLoading: String { "Leggo le transazioni…" }
    var transactionsEmpty: String { "Ancora nessun acquisto. Esc torna al negozio." }
    func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: "in corso"
        case .purchased: "acquistato"
        case .failed: "fallito"
        case .restored: "ripristinato"
        case .deferred: "in attesa"
        }
    }
    var transactionRefunded: String { "rimborsato" }
    var detailHeading: String { "Dettaglio" }
    var detailIdentifier: String { "Transazione" }
    var detailKey: String { "Chiave" }
    var detailProduct: String { "Prodotto" }
    var detailAdded: String { "Aggiunto" }
    var detailDate: String { "Acquistato" }
    var detailError: String { "Errore" }
    var detailFinished: String { "Concluso" }
    var detailRefunded: String { "Rimborsato" }
    var detailOriginal: String { "Recupera" }
    var detailActions: String { "Azioni" }
    var noIdentifierYet: String { "nessuna prima dell'acquisto" }
    var noActions: String { "non si può fare nulla" }
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: "approva"
        case .decline: "rifiuta"
        case .lapse: "fai scadere"
        case .resolve: "risolvi"
        case .refund: "rimborsa"
        case .reverseRefund: "annulla il rimborso"
        }
    }

    // MARK: The list of the subscriptions

    var subscriptionsTitle: String { "Abbonamenti" }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) abbonamento" : "\(number(count)) abbonamenti"
    }
    var subscriptionsLoading: String { "Chiedo gli abbonamenti al negozio…" }
    var subscriptionsEmpty: String { "Nessun abbonamento. Esc torna al negozio." }
    var subscriptionsFromDevice: String { "Il negozio non risponde. Ecco ciò che aveva firmato." }

    // The state of a subscription.
    func paid(until end: String) -> String { "Pagato fino al \(end)." }
    func ends(on end: String) -> String { "Annullato: finisce il \(end)." }
    func endsWithoutConsent(on end: String) -> String {
        "Pagato fino al \(end). Un prezzo più alto attende il tuo consenso; senza, finisce allora."
    }
    func changes(on end: String, to title: String) -> String {
        "Pagato fino al \(end). Diventa \(title) al prossimo rinnovo."
    }
    func renews(on end: String) -> String { "Pagato fino al \(end), poi si rinnova." }
    func inGracePeriod(until end: String) -> String {
        "In periodo di grazia fino al \(end). Il rinnovo non è stato pagato e si ritenta."
    }
    var inBillingRetry: String { "Il rinnovo non è stato pagato e si ritenta. Intanto non si può usare." }
    func expired(on end: String) -> String { "Scaduto il \(end)." }
    var subscriptionRefunded: String { "Rimborsato: è finito." }

    // Short forms.
    var subscriptionCancelled: String { "annullato" }
    func shortStanding(_ status: SubscriptionStatus) -> String {
        switch status {
        case .active: "pagato"
        case .gracePeriod: "in grazia"
        case .billingRetry: "non pagato"
        case .expired: "scaduto"
        case .revoked: "rimborsato"
        }
    }
    var noSubscriptionActions: String { "ora non si può fare nulla" }
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: "annulla"
        case .resume: "riprendi"
        case .expire: "fai scadere"
        case .renew: "rinnova ora"
        case .revoke: "rimborsa"
        case .breakBilling: "blocca l'addebito"
        case .fixBilling: "sblocca l'addebito"
        case .requestPriceConsent: "alza il prezzo"
        case .consentToPrice: "accetta il prezzo"
        case .declinePrice: "rifiuta il prezzo"
        }
    }

    // MARK: The photo

    var photoTitle: String { "Foto" }
    var photoLoading: String { "Apro l'immagine…" }
    var clearFilters: String { "Togli" }
    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Grigi"
        case .sepia: "Seppia"
        }
    }
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Grigi"
        case .sepia: name(of: filter)
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name): \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Compra \(name)" }
    var noFilter: String { "senza filtri" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(name(of: filter)) non è ancora tuo. Nessun addebito; prima compralo."
    }

    // MARK: The settings

    var settingsTitle: String { "Impostazioni" }
    var settingsIntroduction: String { "Ciò che un negozio può combinare. Le modifiche valgono subito." }
    var settingsLoading: String { "Leggo le impostazioni…" }

    // Each setting's name, and what it does.
    var settingPayments: SettingWords { ("Acquisti in-app", "no: AppStore spento") }
    var settingNetwork: SettingWords { ("Rete", "la via al negozio") }
    var settingAskToBuy: SettingWords { ("Chiedi di acquistare", "attende un'approvazione") }
    var settingInterrupted: SettingWords { ("Acquisti interrotti", "da risolvere prima") }
    var settingNextFailure: SettingWords { ("Fallisce il prossimo", "una volta, così") }
    var settingDelay: SettingWords { ("Ritardo", "prima di rispondere") }
    var settingSheet: SettingWords { ("Conferma", "chiede prima") }
    var settingRate: SettingWords { ("Ritmo abbonamenti", "periodi futuri") }
    var settingRenewals: SettingWords { ("Rinnovi", "degli abbonamenti") }
    var settingGracePeriod: SettingWords { ("Periodo di grazia", "se non si paga") }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "consentiti" : "non consentiti" }
    func onOff(_ isOn: Bool) -> String { isOn ? "sì" : "no" }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: "attiva"
        case .down: "assente"
        case .answersLost: "perde risposte"
        }
    }
    var rateRealTime: String { "in tempo reale" }
    func rate(aDay time: String) -> String { "giorno = \(time)" }
    func rate(aMonth time: String) -> String { "mese = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) ciascuno" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "non pagati" : "pagati" }

    // Errors for the next purchase: their number and two or three words.
    var failsCannotConnect: String { "0 nessuna connessione" }
    var failsPaymentCancelled: String { "2 annullato" }
    var failsPaymentInvalid: String { "3 pagamento non valido" }
    var failsPaymentNotAllowed: String { "4 non consentito" }
    var failsProductNotAvailable: String { "5 prodotto ritirato" }
    var failsUnknown: String { "5002 errore ignoto" }
    var failsForgottenPassword: String { "5020 password persa" }
    var failsInterrupted: String { "3038 interrotto" }
    var failsNetworkDown: String { "-1009 senza rete" }
    var failsConnectionLost: String { "-1005 connessione persa" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Accedi a \(store)" }
    var signInPassword: String { "Password" }
    var signInButton: String { "Accedi" }
    var newAccountButton: String { "Nuovo account" }
    var newAccountShort: String { "Nuovo" }
    var signInIntroduction: String {
        "Il negozio vuole sapere chi compra. Prima volta? Scegli nome e password, poi Nuovo account."
    }
    var signingIn: String { "Accesso in corso…" }
    var makingAccount: String { "Creo l'account…" }
    func accountLength(least: Int, most: Int) -> String { "Il nome di un account ha da \(least) a \(most) caratteri." }
    func passwordLength(least: Int, most: Int) -> String { "Una password ha da \(least) a \(most) caratteri." }
    var signInWrongPassword: String { "Nome o password errati (5020). Nessun addebito. Riprova, o crea un account." }
    var signInForgotten: String { "Il negozio non sa più chi sei (401). Nessun addebito. Accedi di nuovo." }
    var signInAccountTaken: String {
        "Questo account esiste già (409). Nessun addebito. Accedi, o scegli un altro nome."
    }
    func signInFailed(_ what: String) -> String { "\(what). Nessun addebito. Riprova, o annulla." }
    var credentialsRefused: String { "Il negozio non accetta questo nome o password (3)." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Troppi tentativi (429). " + (seconds.map { "Riprova tra \($0) s." } ?? "Aspetta un minuto e riprova.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) Nessun addebito." }
    var feedSignedOut: String { "Nessuno ha fatto l'accesso. Nulla speso.  i accedi" }
    func signedIn(_ account: String) -> String { "Accesso come \(account)." }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? "Disconnesso. Ciò che è in corso è al sicuro e riprende al nuovo accesso."
            : "Disconnesso. Con i accedi di nuovo."
    }

    // MARK: The footer: keys in a word

    var footerPage: String { "pagina" }
    var footerMove: String { "muovi" }
    var footerQuantity: String { "quantità" }
    var footerBuy: String { "compra" }
    var footerChange: String { "cambia" }
    var footerBack: String { "indietro" }
    var footerRefresh: String { "aggiorna" }
    var footerChoose: String { "scegli" }
    var footerPress: String { "premi" }
    var footerScroll: String { "scorri" }
    var footerSwitch: String { "sì/no, compra" }
    var footerSignOut: String { "Disconnetti" }
    var footerGoOn: String { "avanti" }
    var footerCancel: String { "annulla" }

    // MARK: The names of keys

    var keySpace: String { "Spazio" }
    func keyControl(_ letter: String) -> String { "Ctrl-\(letter)" }
    var keyEnter: String { "Invio" }
    var keyEscape: String { "Esc" }
    var keyTab: String { "Tab" }
    var keyBackTab: String { "Maiusc-Tab" }
    var keyHome: String { "Home" }
    var keyEnd: String { "Fine" }
    var keyPageUp: String { "PagSu" }
    var keyPageDown: String { "PagGiù" }
    var keyBackspace: String { "Backspace" }
    var keyDelete: String { "Canc" }

    // MARK: The help and the manual page: where keys are pressed, and what they do

    var placeEverywhere: String { "Ovunque" }
    var placeStore: String { "Negozio" }
    var placeReader: String { "Lettura" }
    var placeSignIn: String { "Accesso" }
    var placeDialog: String { "Domande" }
    var placeReading: String { "Messaggi" }
    var helpLineDown: String { "una riga giù" }
    var helpLineUp: String { "una riga su" }
    var helpToNext: String { "al prossimo" }
    var helpToPrevious: String { "al precedente" }
    var helpPageOn: String { "una pagina avanti" }
    var helpPageBack: String { "una pagina indietro" }
    var helpTenDown: String { "dieci giù" }
    var helpTenUp: String { "dieci su" }
    var helpToLineStart: String { "all'inizio della riga" }
    var helpToLineEnd: String { "alla fine della riga" }
    var helpToBookStart: String { "all'inizio del libro" }
    var helpToBookEnd: String { "alla fine del libro" }
    var helpToNewest: String { "alla più recente" }
    var helpToOldest: String { "alla più vecchia" }
    var helpOneLess: String { "uno in meno" }
    var helpOneMore: String { "uno in più" }
    var helpToTheLeft: String { "un carattere o pulsante a sinistra" }
    var helpToTheRight: String { "un carattere o pulsante a destra" }
    var helpButtonBefore: String { "il pulsante precedente" }
    var helpNextButton: String { "il pulsante successivo" }
    var helpValueBefore: String { "il valore precedente" }
    var helpNextValue: String { "il valore successivo" }
    var helpUseProduct: String { "compra, dai da mangiare, o scarica, ferma e leggi un libro" }
    var helpUseFilter: String { "attiva o disattiva il filtro, o compralo" }
    var helpNextField: String { "al campo successivo; accedi, o premi il pulsante scelto" }
    var helpPressButton: String { "premi il pulsante scelto" }
    func helpToProduct(_ number: Int) -> String { "al prodotto \(number)" }
    var helpSettings: String { "apri le impostazioni" }
    var helpTransactions: String { "apri le transazioni" }
    var helpSubscriptions: String { "apri gli abbonamenti" }
    var helpRestore: String { "ripristina ciò che l'account possiede" }
    var helpPhoto: String { "apri la foto e i suoi filtri" }
    func helpFilter(_ filter: PhotoFilter) -> String { "\(name(of: filter)): attiva, disattiva o compra" }
    var helpClearFilters: String { "disattiva tutti i filtri" }
    var helpUsePiece: String { "usa un pezzo di un prodotto" }
    var helpCancelDownload: String { "annulla lo scaricamento di un libro" }
    var helpReadPrices: String { "chiedi di nuovo i prezzi" }
    var helpReadList: String { "rileggi l'elenco" }
    var helpKeys: String { "mostra tutti i tasti" }
    var helpClose: String { "chiudi e torna indietro" }
    var helpAccept: String { "sì: compra, o esci" }
    var helpRefuse: String { "no: annulla, o resta" }
    var helpApprove: String { "approva una richiesta di acquisto" }
    var helpDecline: String { "rifiuta una richiesta di acquisto" }
    var helpResolve: String { "risolvi un acquisto interrotto" }
    var helpRefund: String { "rimborsa un acquisto" }
    var helpEraseBefore: String { "cancella il carattere prima" }
    var helpEraseAfter: String { "cancella il carattere dopo" }
    var helpEraseLine: String { "cancella tutta la riga" }
    var helpSignIn: String { "accedi, se nessuno lo ha fatto" }
    var helpSignOut: String { "disconnetti, se qualcuno ha fatto l'accesso" }
    var helpQuit: String { "esci dal negozio" }
    var helpInterrupt: String { "esci subito, da ovunque" }
    var helpRedraw: String { "ridisegna tutto lo schermo" }
    var helpSuspend: String { "sospendi il programma; fg lo riporta" }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    var plainHint: String { "Scrivi help per vedere i comandi." }
    var plainSheetPrompt: String { "yes (sì) o no> " }
    func plainAccount(_ name: String) -> String { "Account: \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces): \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Conferma l'acquisto: \(pieces), a \(unit), totale \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Conferma l'abbonamento: \(title), \(price). Da pagare ora: \(toPay). Inizio: \(begins)."
    }
    var plainAnswer: String { "Scrivi yes per comprare o no per annullare." }
    var plainNothingToConfirm: String { "Non c'è nulla da confermare. Nessun addebito." }
    func plainNoProduct(_ number: Int) -> String { "Non c'è un prodotto \(number). Nessun addebito." }
    func plainBadQuantity(_ text: String) -> String { "La quantità va da 1 a 10, non \(text). Nessun addebito." }
    func plainNoBook(_ number: Int) -> String { "Il \(number) non è un tuo libro. Scrivi products per vederli tutti." }
    var plainNoTransactions: String { "Ancora nessun acquisto." }
    func plainNoTransaction(_ number: Int) -> String {
        "Non c'è una transazione \(number) nell'elenco. Prima scrivi transactions."
    }
    func plainNotPossible(_ action: String) -> String { "Non è possibile per questa transazione: \(action)." }
    var plainOlder: String { "Ce ne sono di più vecchie. Scrivi transactions older." }
    var plainNoOlder: String { "L'elenco non ne ha di più vecchie. Scrivi transactions per le più recenti." }
    var plainNoSubscriptions: String { "Nessun abbonamento." }
    func plainNoSubscription(_ number: Int) -> String {
        "Non c'è un abbonamento \(number) nell'elenco. Prima scrivi subscriptions."
    }
    func plainActionNotPossible(_ action: String) -> String { "Non è possibile per questo abbonamento: \(action)." }
    func plainFilters(_ names: String) -> String { "Filtri attivi: \(names)." }
    func plainNoFilter(_ name: String) -> String { "Non c'è un filtro \(name); ci sono greyscale e sepia." }
    func plainNoSetting(_ name: String) -> String {
        "Non c'è un'impostazione \(name). Scrivi settings per vederle tutte."
    }
    func plainBadSetting(_ name: String, _ choices: String) -> String { "\(name) accetta \(choices)." }
    func plainNeedsNumber(_ word: String) -> String { "\(word) vuole un numero, per esempio: \(word) 1" }
    func plainUnknown(_ line: String) -> String { "Comando sconosciuto: \(line). Scrivi help per vedere i comandi." }
    func plainSignIn(_ store: String) -> String { "\(store) vuole sapere chi compra." }
    func plainSignInAnswer(_ account: String?) -> String {
        "Scrivi sign-in \(account ?? "ACCOUNT"), new-account e un altro nome, o no per annullare."
    }
    var plainSignInFirst: String { "Scrivi sign-in o new-account con il nome di un account, o no per annullare." }
    var plainPasswordPrompt: String { "Password: " }
    var plainNoPassword: String { "Nessuna password, quindi nulla è stato inviato." }
    var plainNoAccounts: String { "Questo negozio non ha account: conosce questo dispositivo." }
    var plainSignedInAlready: String { "Hai già fatto l'accesso. Prima scrivi sign-out." }
    var plainNobodySignedIn: String { "Non c'è nessuno da disconnettere." }

    // MARK: The help of the lines: each command, and what it does

    var plainHelpBuy: String { "buy NUMERO [QUANTITÀ]: compra un prodotto, da 1 a 10 pezzi" }
    var plainHelpAnswer: String { "yes, no: rispondi quando un acquisto è da confermare" }
    var plainHelpUse: String { "use NUMERO: usa un pezzo di un prodotto" }
    var plainHelpBooks: String {
        "read, download, pause, cancel NUMERO: leggi, scarica, ferma o annulla un libro o una lettera tuoi"
    }
    var plainHelpSubscriptions: String {
        "subscriptions: come stanno gli abbonamenti; subscription AZIONE NUMERO: agisci su uno dell'elenco"
    }
    var plainHelpFeed: String { "feed: spendi un credito per una banana" }
    var plainHelpRestore: String { "restore: recupera ciò che l'account ha comprato per sempre" }
    var plainHelpBalance: String { "balance: i crediti" }
    var plainHelpProducts: String { "products: chiedi di nuovo i prezzi" }
    var plainHelpTransactions: String {
        "transactions: gli acquisti, prima i più recenti; transactions older: quelli prima"
    }
    var plainHelpActions: String {
        "approve, decline, resolve, refund NUMERO: approva, rifiuta, risolvi o rimborsa una dell'elenco"
    }
    var plainHelpFilters: String {
        "filter NOME: attiva o disattiva un filtro comprato; filters: quali sono attivi; clear: nessuno"
    }
    var plainHelpSettings: String { "settings [NOME VALORE]: mostra o cambia le impostazioni" }
    var plainHelpSignIn: String {
        "sign-in ACCOUNT, new-account ACCOUNT: di' chi compra; la password è la riga successiva"
    }
    var plainHelpSignOut: String { "sign-out: disconnetti; ciò che è in corso riprende al prossimo accesso" }
    var plainHelpQuit: String { "quit: esci; un acquisto in corso riprende al prossimo avvio" }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String { "nuovo account, \(account)" }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0 ? "\(valid) con prezzo" : "\(valid) con prezzo, ignoto: \(invalid)"
    }
    func logBooks(_ count: Int) -> String { "\(count) sul server dei contenuti" }
    func logListed(_ count: Int) -> String { "\(count) in vendita" }
    func logRestored(_ count: Int) -> String { "ripristinato: \(number(count))" }
    func logOwned(_ count: Int) -> String { "tuo: \(count)" }
    func logFindings(_ count: Int) -> String { "trovato: \(count)" }
    func logCredits(_ credits: Int) -> String { credits == 1 ? "\(credits) credito" : "\(number(credits)) crediti" }

    // MARK: Visitors whom a host lets in

    var hostTitle: String { "Da chi ti ospita" }
    var guestTitle: String { "Ti diamo il benvenuto" }
    var guestBody: String {
        """
        Sei qui senza chiave SSH e nessuno potrà riconoscerti: quello che compri sparisce quando esci. Con una chiave \
        (ssh-keygen ne crea una) i tuoi crediti saranno qui la prossima volta.
        """
    }
    var idleWarning: String { "Ci sei? Il negozio chiude tra poco. Un tasto lo tiene aperto." }
    var goodbye: String { "Arrivederci." }
    var goodbyeIdle: String { "Arrivederci: nessuno ha premuto un tasto per un po'." }
    var goodbyeEnded: String { "Questa visita è finita: il negozio chiude o è stato aperto altrove con la tua chiave." }
    var guestCreditsEnd: String {
        "Quello che compra un ospite finisce con la visita; vieni con una chiave SSH per tenerlo."
    }
    var creditsKept: String { "I tuoi crediti sono al sicuro: torna con la stessa chiave." }

    // MARK: A machine whose backup was restored on another one

    var creditsMovedTitle: String { "I tuoi crediti si sono spostati" }
    func debtMoved(_ credits: Int) -> String {
        """
        Ciò che questo dispositivo doveva (crediti: \(number(credits))) si è spostato sul computer su cui è stato ripristinato il \
        backup, e si deve lì. Quello che compri qui d'ora in poi resta qui.
        """
    }
    var purchasesMoved: String {
        """
        Ciò che era stato comprato qui si è spostato sul computer su cui è stato ripristinato il backup; non si \
        perde nulla. Quello che compri qui d'ora in poi resta qui.
        """
    }
    func creditsMoved(_ count: Int) -> String {
        count == 1
            ? """
            Il credito di questo dispositivo si è spostato sul computer su cui è stato ripristinato il backup; non \
            si perde nulla. Quello che compri qui d'ora in poi resta qui.
            """
            : """
            I \(number(count)) crediti di questo dispositivo si sono spostati sul computer su cui è stato ripristinato il \
            backup; non si perde nulla. Quello che compri qui d'ora in poi resta qui.
            """
    }
}
