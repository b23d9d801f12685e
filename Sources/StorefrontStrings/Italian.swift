internal import FileSystem
internal import StoreModel
internal import StorefrontMessages

/// The texts of the storefront in Italian. `Language.strings` returns it.
struct Italian: Strings {
    let language = Language.italian

    subscript(text: Text) -> String {
        switch text {
        // Everywhere.
        case .title: "Monkey Store"
        case .notSignedIn: "nessun accesso"
        case .thisDevice: "questo dispositivo"
        case .opening: "apertura…"
        case .environment(.sandbox): "Sandbox"
        case .environment(.production): "Produzione"
        case .yes: "sì"
        case .no: "no"
        // The monkey and its bananas.
        case .monkeyCreditsUnknown: "… crediti scimmia"
        case .inDebtShort: "rimborso"
        case .inDebt: "In debito: rimborsati crediti già spesi."
        case .mood(.waiting): "Vorrebbe una banana."
        case .mood(.happy): "Felice del tuo acquisto!"
        case .mood(.stylish): "Occhiali da sole: che foto!"
        case .mood(.rich): "Felice per i nuovi crediti!"
        case .mood(.eating): "Gnam. Una banana!"
        case .mood(.hungry): "Ha fame, e niente crediti per una banana."
        case .mood(.sad): "Gli dispiace che sia andata male."
        case .mood(.asleep): "Dorme finché il negozio è chiuso."
        case .feed: "Dai una banana"
        case .feedPrice: "un credito, una banana"
        case .feedNeedsCredits: "niente crediti: prima compra"
        case .feedNeedsSignIn: "accedi per vedere i crediti"
        case .feedLoading: "conto i crediti…"
        // Products.
        case .productsHeading: "In vendita"
        case .buyButton: "Compra"
        case .loading: "caricamento…"
        case .networkDownButton: "Rete assente?"
        case .storeDisabled: "AppStore spento"
        case .notAvailable: "Non disponibile"
        case .storeError: "Errore del negozio"
        case .ownedButton: "È tuo"
        case .restoreButton: "Ripristina"
        case .restoringButton: "Ripristino…"
        case .restoreNote: "ciò che l'account ha comprato per sempre"
        // Books.
        case .read: "Leggi"
        case .fetch: "Scarica"
        case .pause: "Pausa"
        case .goOn: "Riprendi"
        case .downloadFinished: "su questo dispositivo"
        case .downloadFailed: "non riuscito"
        case .downloadCancelled: "non su questo dispositivo"
        // Subscriptions on sale.
        case .subscribe: "Abbonati"
        case .subscribed: "Abbonato"
        case .free: "gratis"
        case .nothing: "nulla"
        // What is on its way.
        case .inFlightHeading: "In corso"
        case .nothingInFlight: "Niente in arrivo."
        case .logHeading: "Notifiche"
        case .inFlightPurchasing: "Acquisto in corso"
        case .inFlightQueued: "attende la rete"
        case .inFlightSignInNeeded: "attende un accesso"
        case .inFlightDeferred: "attende un'approvazione"
        case .inFlightPaid: "pagato, da consegnare"
        // The confirmation sheet.
        case .sheetQuantity: "Quantità"
        case .sheetUnitPrice: "Cadauno"
        case .sheetTotal: "Totale"
        case .sheetAccount: "Account"
        case .sheetEnvironment: "Ambiente"
        case .environmentMeaning(.sandbox): "Sandbox: soldi finti"
        case .environmentMeaning(.production): "Produzione: soldi veri"
        case .sheetCancel: "Annulla"
        // Of a subscription: the payments, and the effect of the purchase.
        case .sheetPrice: "Prezzo"
        case .sheetToPay: "Paghi ora"
        case .sheetBegins: "Inizio"
        case .beginsNow: "ora, poi si rinnova"
        case .sheetGroup: "Gruppo"
        case .sheetOffer: "Offerta"
        case .sheetFamily: "Famiglia"
        case .familyMayShare: "può usarlo"
        case .goesOnAsIs: "continua così com'è"
        // Questions and notices.
        case .quitTitle: "Un acquisto è in corso"
        case .quitBody: "Puoi uscire: la coda riprende al prossimo avvio e nulla viene addebitato due volte."
        case .quitLeave: "Esci"
        case .quitStay: "Resta"
        case .signOutTitle: "Disconnettersi?"
        case .signOutBody: "Acquisti e crediti restano sul tuo account e tornano al prossimo accesso."
        case .refundTitle: "Rimborsare questo acquisto?"
        case .refundButton: "Rimborsa"
        case .refundKeep: "Tieni"
        case .noticeClose: "Chiudi"
        case .helpTitle: "Tasti"
        case .messagesTitle: "Messaggi"
        case .noMessages: "Ancora nessun messaggio."
        case .accountTitle: "Il tuo account"
        case .accountFinding(.sumsEdited): "Un altro programma ha modificato il saldo di questo dispositivo."
        case .accountFinding(.sumsMissing): "Il saldo di questo dispositivo mancava."
        case .accountFinding(.rowsEdited):
            "Un altro programma ha modificato, tolto o aggiunto acquisti o usi su questo dispositivo."
        case .accountFinding(.olderCopy): "Su questo dispositivo è stata rimessa una copia precedente degli acquisti."
        case .accountFinding(.keyMissing):
            "La chiave che sigilla il saldo di questo dispositivo mancava, o era un'altra."
        case .accountFinding(.markMissing):
            "Il contrassegno che protegge il saldo di questo dispositivo mancava, o non era valido."
        case .accountFinding(.anotherAccount):
            "Gli acquisti di questo dispositivo erano di un altro account, e non contano."
        case .deliveryTitle: "Pagato, ma non consegnato"
        case .notVerified(.malformed): "La sua ricevuta è illeggibile."
        case .notVerified(.wrongSignature): "La sua ricevuta non porta la firma del negozio."
        case .notVerified(.wrongApplication(let other)): "La sua ricevuta è per un'altra applicazione, \(other)."
        case .notVerified(.wrongAccount): "La sua ricevuta è per un altro account."
        case .notVerified(.wrongEnvironment(let other)):
            "La sua ricevuta viene da un altro ambiente, \(other.rawValue)."
        // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
        case .restrictedState: "Acquisti in-app non consentiti; nessun addebito. s: impostazioni"
        case .networkDownState(isQueued: true):
            "Rete assente. L'acquisto è in coda e riprende al suo ritorno.  r riprova"
        case .networkDownState(isQueued: false):
            "Rete assente. Intanto nessun addebito; i prezzi arrivano al suo ritorno."
        case .requestFailedByNetworkState: "Negozio irraggiungibile, quindi niente prezzi. Nessun addebito.  r riprova"
        case .declined: "La richiesta di acquisto è stata rifiutata. Nessun addebito."
        case .deferred: "In attesa di approvazione. Intanto nessun addebito.  t transazioni"
        case .alreadyBuying: "Questo acquisto è già in corso. Niente doppi addebiti; attendi la risposta."
        case .tooEarly: "Tasto premuto in anticipo: ignorato. Guarda il totale, poi rispondi."
        case .sheetCancelled: "Annullato; nessun addebito. Per comprare, premi y sul foglio."
        case .pasteIgnored: "Il testo incollato qui non fa nulla: nessun acquisto. Usa i tasti."
        case .pasteUnfinished: "Si sta incollando del testo; i tasti aspettano la fine. Ctrl-C esce."
        case .whyLoading: "I prezzi sono in arrivo. Nessun addebito prima che siano qui."
        case .whyNetworkDown: "Niente prezzi senza rete. Nessun addebito.  r riprova"
        case .whyDisabled: "Gli acquisti in-app non sono consentiti. Nessun addebito. s: impostazioni"
        case .whyNoCredits: "Niente crediti, niente banana. Prima comprane: 1 o 2, poi Invio."
        case .balanceUnknown: "I crediti non sono ancora contati. Nessuno è stato speso."
        case .requestingPrices: "Chiedo i prezzi al negozio."
        // Errors, in a few words.
        case .errorNotTrusted: "Nessuno prova di essere il negozio"
        case .errorNetwork: "Negozio irraggiungibile"
        case .errorCannotConnect: "Connessione impossibile"
        case .errorClientInvalid: "Il negozio rifiuta il programma"
        case .errorPaymentCancelled: "Annullato"
        case .errorPaymentInvalid: "Il pagamento non è valido"
        case .errorPaymentNotAllowed: "Acquisti in-app non consentiti"
        case .errorProductNotAvailable: "Il prodotto non si vende più"
        case .errorPriceChanged: "Il prezzo è cambiato"
        case .errorUnknown: "Errore ignoto del negozio"
        case .errorForgottenPassword: "Password dimenticata"
        case .errorSignInNeeded: "Nessuno ha fatto l'accesso"
        case .errorAccountTaken: "Questo account esiste già"
        case .errorTooManyAttempts: "Troppi tentativi di accesso"
        case .errorTooManyPurchases: "Troppi acquisti in un giorno"
        case .errorTooManyRequests: "Troppe richieste"
        case .errorInterrupted: "Account da verificare"
        case .errorOther: "Il negozio ha rifiutato"
        // Restoring. Sentences fit in 78 cells.
        case .restoreTooEarly: "Il negozio non è ancora aperto: nulla è stato ripristinato."
        // The list of the transactions.
        case .transactionsTitle: "Transazioni"
        case .transactionsLoading: "Leggo le transazioni…"
        case .transactionsEmpty: "Ancora nessun acquisto. Esc torna al negozio."
        case .standing(.purchasing): "in corso"
        case .standing(.purchased): "acquistato"
        case .standing(.failed): "fallito"
        case .standing(.restored): "ripristinato"
        case .standing(.deferred): "in attesa"
        case .standing(.changed): "modificato"
        case .transactionRefunded: "rimborsato"
        case .transactionCancelled: "annullato"
        case .detailHeading: "Dettaglio"
        case .detailIdentifier: "Transazione"
        case .detailKey: "Chiave"
        case .detailProduct: "Prodotto"
        case .detailAdded: "Aggiunto"
        case .detailDate: "Acquistato"
        case .detailAmount: "Importo"
        case .detailError: "Errore"
        case .detailChange: "Modifica"
        case .detailFinished: "Concluso"
        case .detailRefunded: "Rimborsato"
        case .detailOriginal: "Recupera"
        case .detailActions: "Azioni"
        case .noIdentifierYet: "nessuna prima dell'acquisto"
        case .noIdentifierEver: "nessuna: non è stato comprato nulla"
        case .noActions: "non si può fare nulla"
        case .transactionAction(.approve): "approva"
        case .transactionAction(.decline): "rifiuta"
        case .transactionAction(.lapse): "fai scadere"
        case .transactionAction(.resolve): "risolvi"
        case .transactionAction(.refund): "rimborsa"
        case .transactionAction(.reverseRefund): "annulla il rimborso"
        // The list of the subscriptions.
        case .subscriptionsTitle: "Abbonamenti"
        case .subscriptionsLoading: "Chiedo gli abbonamenti al negozio…"
        case .subscriptionsEmpty: "Nessun abbonamento. Esc torna al negozio."
        case .subscriptionsFromDevice: "Il negozio non risponde. Ecco ciò che aveva firmato."
        case .inBillingRetry: "Il rinnovo non è stato pagato e si ritenta. Intanto non si può usare."
        case .subscriptionRefunded: "Rimborsato: è finito."
        // Short forms.
        case .subscriptionCancelled: "annullato"
        case .shortStanding(.active): "pagato"
        case .shortStanding(.gracePeriod): "in grazia"
        case .shortStanding(.billingRetry): "non pagato"
        case .shortStanding(.expired): "scaduto"
        case .shortStanding(.revoked): "rimborsato"
        case .noSubscriptionActions: "ora non si può fare nulla"
        case .subscriptionAction(.cancel): "annulla"
        case .subscriptionAction(.resume): "riprendi"
        case .subscriptionAction(.expire): "fai scadere"
        case .subscriptionAction(.renew): "rinnova ora"
        case .subscriptionAction(.refundPeriod): "rimborsa"
        case .subscriptionAction(.breakBilling): "blocca l'addebito"
        case .subscriptionAction(.fixBilling): "sblocca l'addebito"
        case .subscriptionAction(.requestPriceConsent): "alza il prezzo"
        case .subscriptionAction(.consentToPrice): "accetta il prezzo"
        case .subscriptionAction(.declinePrice): "rifiuta il prezzo"
        // The photo.
        case .photoTitle: "Foto"
        case .photoLoading: "Apro l'immagine…"
        case .clearFilters: "Togli"
        case .filter(.greyscale): "Grigi"
        case .filter(.sepia), .shortFilter(.sepia): "Seppia"
        case .shortFilter(.greyscale): "Grigi"
        case .noFilter: "senza filtri"
        // The settings.
        case .settingsTitle: "Impostazioni"
        case .settingsIntroduction: "Ciò che un negozio può combinare. Le modifiche valgono subito."
        case .settingsLoading: "Leggo le impostazioni…"
        case .network(.up): "attiva"
        case .network(.down): "assente"
        case .network(.answersLost): "perde risposte"
        case .rateRealTime: "in tempo reale"
        // Errors for the next purchase: their number and two or three words.
        case .failsCannotConnect: "0 nessuna connessione"
        case .failsPaymentCancelled: "2 annullato"
        case .failsPaymentInvalid: "3 pagamento non valido"
        case .failsPaymentNotAllowed: "4 non consentito"
        case .failsProductNotAvailable: "5 prodotto ritirato"
        case .failsUnknown: "5002 errore ignoto"
        case .failsForgottenPassword: "5020 password persa"
        case .failsInterrupted: "3038 interrotto"
        case .failsNetworkDown: "-1009 senza rete"
        case .failsConnectionLost: "-1005 connessione persa"
        // Signing in.
        case .signInPassword: "Password"
        case .signInButton: "Accedi"
        case .newAccountButton: "Nuovo account"
        case .newAccountShort: "Nuovo"
        case .signInIntroduction:
            "Il negozio vuole sapere chi compra. Prima volta? Scegli nome e password, poi Nuovo account."
        case .signingIn: "Accesso in corso…"
        case .makingAccount: "Creo l'account…"
        case .signInWrongPassword: "Nome o password errati (5020). Nessun addebito. Riprova, o crea un account."
        case .signInForgotten: "Il negozio non sa più chi sei (401). Nessun addebito. Accedi di nuovo."
        case .signInAccountTaken: "Questo account esiste già (409). Nessun addebito. Accedi, o scegli un altro nome."
        case .credentialsRefused: "Il negozio non accetta questo nome o password (3)."
        case .feedSignedOut: "Nessuno ha fatto l'accesso. Nulla speso.  i accedi"
        case .signedOut(isInFlight: true): "Disconnesso. Ciò che è in corso è al sicuro e riprende al nuovo accesso."
        case .signedOut(isInFlight: false): "Disconnesso. Con i accedi di nuovo."
        // The footer: keys in a word.
        case .footerPage: "pagina"
        case .footerMove: "muovi"
        case .footerQuantity: "quantità"
        case .footerBuy: "compra"
        case .footerChange: "cambia"
        case .footerBack: "indietro"
        case .footerRefresh: "aggiorna"
        case .footerChoose: "scegli"
        case .footerPress: "premi"
        case .footerScroll: "scorri"
        case .footerSignOut: "Disconnetti"
        case .footerGoOn: "avanti"
        case .footerCancel: "annulla"
        case .footerSubscribe: "abbonati"
        case .footerManage: "gestisci"
        case .footerKeep: "tieni"
        case .footerRead: "leggi"
        case .footerDownload: "scarica"
        case .footerPause: "pausa"
        case .footerResume: "riprendi"
        case .footerApply: "metti il filtro"
        case .footerClear: "togli il filtro"
        case .footerRestore: "ripristina"
        case .footerFeed: "dai una banana"
        // The names of keys.
        case .keySpace: "Spazio"
        case .keyControl(let letter): "Ctrl-\(letter)"
        case .keyEnter: "Invio"
        case .keyEscape: "Esc"
        case .keyTab: "Tab"
        case .keyBackTab: "Maiusc-Tab"
        case .keyHome: "Home"
        case .keyEnd: "Fine"
        case .keyPageUp: "PagSu"
        case .keyPageDown: "PagGiù"
        case .keyBackspace: "Backspace"
        case .keyDelete: "Canc"
        // The help and the manual page: where keys are pressed, and what they do.
        case .placeEverywhere: "Ovunque"
        case .placeStore: "Negozio"
        case .placeReader: "Lettura"
        case .placeSignIn: "Accesso"
        case .placeDialog: "Domande"
        case .placeReading: "Messaggi"
        case .helpLineDown: "una riga giù"
        case .helpLineUp: "una riga su"
        case .helpToNext: "al prossimo"
        case .helpToPrevious: "al precedente"
        case .helpPageOn: "una pagina avanti"
        case .helpPageBack: "una pagina indietro"
        case .helpTenDown: "dieci giù"
        case .helpTenUp: "dieci su"
        case .helpToLineStart: "all'inizio della riga"
        case .helpToLineEnd: "alla fine della riga"
        case .helpToBookStart: "all'inizio del libro"
        case .helpToBookEnd: "alla fine del libro"
        case .helpToNewest: "alla più recente"
        case .helpToOldest: "alla più vecchia"
        case .helpOneLess: "uno in meno"
        case .helpOneMore: "uno in più"
        case .helpToTheLeft: "un carattere o pulsante a sinistra"
        case .helpToTheRight: "un carattere o pulsante a destra"
        case .helpButtonBefore: "il pulsante precedente"
        case .helpNextButton: "il pulsante successivo"
        case .helpValueBefore: "il valore precedente"
        case .helpNextValue: "il valore successivo"
        case .helpUseProduct: "compra, dai da mangiare, o scarica, ferma e leggi un libro"
        case .helpUseFilter: "attiva o disattiva il filtro, o compralo"
        case .helpNextField: "al campo successivo; accedi, o premi il pulsante scelto"
        case .helpPressButton: "premi il pulsante scelto"
        case .helpToProduct(let number): "al prodotto \(number)"
        case .helpSettings: "apri le impostazioni"
        case .helpTransactions: "apri le transazioni"
        case .helpSubscriptions: "apri gli abbonamenti"
        case .helpRestore: "ripristina ciò che l'account possiede"
        case .helpPhoto: "apri la foto e i suoi filtri"
        case .helpFilter(let filter): "\(self[.filter(filter)]): attiva o disattiva"
        case .helpClearFilters: "disattiva tutti i filtri"
        case .helpUsePiece: "usa un pezzo di un prodotto"
        case .helpCancelDownload: "annulla lo scaricamento di un libro"
        case .helpReadPrices: "chiedi di nuovo i prezzi"
        case .helpReadList: "rileggi l'elenco"
        case .helpKeys: "mostra tutti i tasti"
        case .helpMessages: "rileggi gli ultimi messaggi"
        case .helpClose: "chiudi e torna indietro"
        case .helpAccept: "sì: compra, o esci"
        case .helpRefuse: "no: annulla, o resta"
        case .helpApprove: "approva una richiesta di acquisto"
        case .helpDecline: "rifiuta una richiesta di acquisto"
        case .helpResolve: "risolvi un acquisto interrotto"
        case .helpRefund: "rimborsa un acquisto"
        case .helpEraseBefore: "cancella il carattere prima"
        case .helpEraseAfter: "cancella il carattere dopo"
        case .helpEraseLine: "cancella tutta la riga"
        case .helpSignIn: "accedi, se nessuno lo ha fatto"
        case .helpSignOut: "disconnetti, se qualcuno ha fatto l'accesso"
        case .helpQuit: "esci dal negozio"
        case .helpInterrupt: "esci subito, da ovunque"
        case .helpRedraw: "ridisegna tutto lo schermo"
        case .helpSuspend: "sospendi il programma; fg lo riporta"
        // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
        case .plainHint: "Scrivi help per vedere i comandi."
        case .plainSheetPrompt: "yes (sì) o no> "
        case .plainAnswer: "Scrivi yes per comprare o no per annullare."
        case .plainCancelled: "Annullato. Nessun addebito."
        case .plainRetry: "Scrivi products per riprovare."
        case .plainNoCredits: "Niente credito, niente banana. Prima compra crediti: scrivi buy 1."
        case .plainNothingToConfirm: "Non c'è nulla da confermare. Nessun addebito."
        case .plainNoTransactions: "Ancora nessun acquisto."
        case .plainOlder: "Ce ne sono di più vecchie. Scrivi transactions older."
        case .plainNoOlder: "L'elenco non ne ha di più vecchie. Scrivi transactions per le più recenti."
        case .plainNoSubscriptions: "Nessun abbonamento."
        case .plainSignInFirst: "Scrivi sign-in o new-account con il nome di un account, o no per annullare."
        case .plainPasswordPrompt: "Password: "
        case .plainNoPassword: "Nessuna password, quindi nulla è stato inviato."
        case .plainNoAccounts: "Questo negozio non ha account: conosce questo dispositivo."
        case .plainSignedInAlready: "Hai già fatto l'accesso. Prima scrivi sign-out."
        case .plainNobodySignedIn: "Non c'è nessuno da disconnettere."
        case .plainUsesDone: "Nulla attende più il negozio."
        case .plainLineTooLong: "Questa riga supera i 64 KiB. Nulla è stato fatto né addebitato."
        case .soldOneAtATime: "Questo articolo si vende uno alla volta. Nessun addebito."
        // The help of the lines: each command, and what it does.
        case .plainHelpBuy: "buy NUMERO [QUANTITÀ]: compra un prodotto, da 1 a 10 pezzi"
        case .plainHelpAnswer: "yes, no: rispondi quando un acquisto è da confermare"
        case .plainHelpUse: "use NUMERO: usa un pezzo di un prodotto"
        case .plainHelpBooks:
            "read, download, pause, cancel NUMERO: leggi, scarica, ferma o annulla un libro o una lettera tuoi"
        case .plainHelpSubscriptions:
            "subscriptions: come stanno gli abbonamenti; subscription AZIONE NUMERO: agisci su uno dell'elenco"
        case .plainHelpFeed: "feed: spendi un credito per una banana"
        case .plainHelpRestore: "restore: recupera ciò che l'account ha comprato per sempre"
        case .plainHelpBalance: "balance: i crediti"
        case .plainHelpProducts: "products: chiedi di nuovo i prezzi"
        case .plainHelpTransactions: "transactions: gli acquisti, prima i più recenti; transactions older: quelli prima"
        case .plainHelpActions:
            "approve, decline, resolve, refund NUMERO: approva, rifiuta, risolvi o rimborsa una dell'elenco"
        case .plainHelpFilters:
            "filter NOME: attiva o disattiva un filtro comprato; filters: quali sono attivi; clear: nessuno"
        case .plainHelpSettings: "settings [NOME VALORE]: mostra o cambia le impostazioni"
        case .plainHelpSignIn: "sign-in ACCOUNT, new-account ACCOUNT: di' chi compra; la password è la riga successiva"
        case .plainHelpSignOut: "sign-out: disconnetti; ciò che è in corso riprende al prossimo accesso"
        case .plainHelpQuit: "quit: esci; un acquisto in corso riprende al prossimo avvio"
        // Visitors whom a host lets in.
        case .guestTitle: "Ti diamo il benvenuto"
        case .guestBody:
            """
            Sei qui senza chiave SSH e nessuno potrà riconoscerti: quello che compri sparisce quando esci. Con una chiave \
            (ssh-keygen ne crea una) i tuoi crediti saranno qui la prossima volta.
            """
        case .idleWarning: "Ci sei? Il negozio chiude tra poco. Un tasto lo tiene aperto."
        case .goodbye: "Arrivederci."
        case .goodbyeIdle: "Arrivederci: nessuno ha premuto un tasto per un po'."
        case .goodbyeClosed: "Arrivederci: il negozio chiude adesso."
        case .goodbyeElsewhere: "Qui la visita finisce: hai aperto il negozio in un'altra finestra."
        case .goodbyeEnded: "Arrivederci: chi ti ospita ha concluso questa visita."
        case .guestCreditsEnd: "Quello che compra un ospite finisce con la visita."
        case .creditsKept: "I tuoi crediti sono al sicuro: torna con la stessa chiave."
        }
    }

    // MARK: Everywhere

    func networkIs(up: Bool) -> String { up ? "in rete" : "senza rete" }
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

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? "\(number(count)) credito scimmia" : "\(number(count)) crediti scimmia"
    }

    // MARK: Products, books and subscriptions

    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) di \(count)" }
    func buyCredits(_ count: Int) -> String { "Compra \(count)" }
    func total(_ price: String) -> String { "totale \(price)" }
    func downloadWaiting(_ percent: String) -> String { "in attesa, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "riprova, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), ancora \(time)" }
    func downloadPaused(_ percent: String) -> String { "in pausa, \(percent)" }

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
    func subscribedUntil(_ end: String) -> String { "Abbonato fino al \(end)" }
    func piecesLeft(_ count: Int) -> String { "Ne hai \(number(count))" }
    func until(_ end: String) -> String { "scade \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        switch (period.unit, period.count) {
        case (.day, 1): "giorno"
        case (.day, let count): "\(count) giorni"
        case (.week, 1): "settimana"
        case (.week, let count): "\(count) settimane"
        case (.month, 1): "mese"
        case (.month, let count): "\(count) mesi"
        case (.year, 1): "anno"
        case (.year, let count): "\(count) anni"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) per \(length)" }
    func newSubscribers(pay price: String) -> String { "nuovi abbonati: \(price)" }
    func first(_ price: String) -> String { "inizio: \(price)" }

    // MARK: What is on its way

    func purchasingCount(_ count: Int) -> String { "\(count) in acquisto" }
    func queuedCount(_ count: Int) -> String { "\(count) in attesa della rete" }
    func signInNeededCount(_ count: Int) -> String { "\(count) in attesa di accesso" }
    func deferredCount(_ count: Int) -> String { "\(count) in attesa di approvazione" }
    func paidCount(_ count: Int) -> String { count == 1 ? "1 pagato, da consegnare" : "\(count) pagati, da consegnare" }
    func usesWaiting(_ count: Int) -> String {
        count == 1 ? "1 uso attende il negozio." : "\(number(count)) usi attendono il negozio."
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) in acquisto" }
    func queuedShortCount(_ count: Int) -> String { "\(count) in coda" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) senza accesso" }
    func deferredShortCount(_ count: Int) -> String { "\(count) da approvare" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 pagato" : "\(count) pagati" }
    func usesWaitingShort(_ count: Int) -> String { "attesa: \(number(count))" }
    func inFlightTotal(_ count: Int) -> String { "\(count) in corso" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Conferma l'acquisto (1 di \(waiting))" : "Conferma l'acquisto"
    }
    func level(_ level: Int) -> String { "livello \(level)" }
    func chosenSubscribers(pay price: String) -> String { "su invito: \(price)" }
    func replaces(_ title: String) -> String { "ora; sostituisce \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), dopo \(title)" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nuovo, se no \(usual)" }

    // MARK: Questions and notices

    func accountRecounted(balance: Int) -> String {
        """
        Tutti gli acquisti sono stati controllati e contati di nuovo, e il resto si chiede al negozio. Nessun acquisto va \
        perso, e ciò che è stato usato resta usato. Il saldo è \(number(balance)).
        """
    }
    func refundBody(_ what: String) -> String {
        "Il negozio si riprende \(what) e rende il denaro. I crediti già spesi restano come debito."
    }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) è pagato e resta in coda; la consegna si riprova al prossimo avvio. \(why)"
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String { "Niente prezzi: \(what). Nessun addebito. r riprova" }
    func lapsed(_ title: String) -> String { "La richiesta di comprare \(title) è scaduta. Nessun addebito." }
    func credited(_ pieces: String) -> String { "Hai comprato \(pieces). I crediti sono tuoi." }
    func owned(_ pieces: String) -> String { "Hai comprato \(pieces). È tuo per sempre." }
    func bought(_ pieces: String) -> String { "Hai comprato \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Hai un abbonamento a \(title)." }
    func revoked(_ pieces: String) -> String { "Rimborsato \(pieces): denaro reso, crediti tolti." }
    func renewed(_ title: String) -> String { "\(title) si è rinnovato." }
    func becomes(_ title: String, on date: String) -> String {
        "Passi a \(title) il \(date). Nessun addebito."
    }
    func getsOffer(_ title: String, on date: String) -> String {
        "\(title): l'offerta vale dal \(date). Nessun addebito."
    }
    func goesOn(_ title: String, renewingOn date: String) -> String {
        "\(title) si rinnova ancora il \(date). Nessun addebito."
    }
    func isOver(_ title: String) -> String { "\(title): il periodo pagato è finito.  u abbonamenti" }
    func refusedUnknown(_ product: String) -> String { "\(product) non si vende qui. Nessun addebito." }
    func changedElsewhere(by change: Int) -> String {
        abs(change) == 1
            ? "Su un altro dispositivo o in un'altra finestra: \(signed(change)) credito."
            : "Su un altro dispositivo o in un'altra finestra: \(signed(change)) crediti."
    }
    func accountFetched(percent: String) -> String { "Il tuo account sta arrivando: \(percent)." }
    func whyNotAvailable(_ product: String) -> String { "Il negozio non conosce \(product). Nessun addebito." }
    func whyOwned(_ title: String) -> String { "\(title) è già tuo. Nessun addebito." }
    func nothingToUse(_ title: String) -> String { "Non c'è alcun pezzo da usare: \(title). Nulla è cambiato." }
    func hostSaid(_ text: String) -> String { "Da chi ti ospita: \(text)" }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Una banana costa \(number(credits)); ne hai \(number(balance)). Nulla è stato speso. Prima compra."
    }

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    func failedTryAgain(_ what: String) -> String { "\(what) Nessun addebito. Invio riprova." }
    func failedNotAllowed(_ what: String) -> String { "\(what) Nessun addebito. s: impostazioni" }
    func failedReadPrices(_ what: String) -> String { "\(what) Nessun addebito. r rilegge i prezzi." }
    func failedResetPassword(_ what: String) -> String { "\(what) Nessun addebito. Reimpostala, poi Invio." }
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
        case .storage(.earlierBuild(let path)):
            "\(path) viene da un programma precedente alla prima versione, che questo non sa leggere; nulla è stato modificato. Usa "
                + "quello, o sposta il file per ricominciare da capo."
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
        // What proves a purchase, and what is used.
        case .purchaseNotProved:
            """
            La firma del negozio non prova questo acquisto, quindi non porta nulla; rivolgiti all'assistenza del \
            negozio.
            """
        case .notEnoughCredits(let balance):
            "Crediti scimmia: solo \(number(balance)), quindi nulla è stato speso; prima comprane."
        case .notEnoughPieces(let product, let left):
            "\(product): ne restano \(number(left)), quindi nulla è stato usato; prima comprane."
        case .recountInterrupted:
            "Ciò che questo dispositivo sa del tuo account non è stato letto fino in fondo; nulla è stato modificato."
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
        case .bookNotOwned: "Il libro non è tuo o è stato rimborsato. Nessun addebito; prima compralo o ripristinalo."
        case .bookUnreadable: "Il libro sul disco è illeggibile. Scaricalo di nuovo; non si paga di nuovo."
        case .bookNotText(let path): "Non è un testo per un terminale, ma è tuo comunque: \(path)"
        case .letterNeedsSubscription: "La lettera del guardiano è per i suoi abbonati. Abbonati; non costa nulla."
        case .letterExpired: "L'abbonamento alla lettera del guardiano è scaduto. Abbonati di nuovo; non costa nulla."
        case .settingsNeedAccount: "Le impostazioni appartengono a un account; nulla è stato modificato. Prima accedi."
        // Signing in.
        case .signInNeeded:
            "Nessuno ha fatto l'accesso al negozio; non c'è alcun addebito. Prima accedi: monkeystore sign-in NOME."
        case .accountTaken: "C'è già un account con questo nome; nulla è stato modificato. Scegli un altro nome."
        case .tooManyAttempts(let seconds): notCharged(tooManyAttempts(seconds: seconds))
        case .wrongPassword:
            """
            Il negozio non conosce questo nome con questa password (5020); nulla è stato modificato. Riprova, o crea un \
            account con --new.
            """
        // Limits of the store.
        case .tooManyPurchases:
            """
            Questo account ha comprato tante volte quante è possibile in un giorno: nessun addebito. Aspetta: il pagamento \
            è conservato, parte di nuovo da solo e viene addebitato una sola volta.
            """
        case .tooManyRequests:
            """
            Per un momento il negozio non accetta altre richieste: nessun addebito. I pagamenti sono conservati, ripartono \
            da soli e vengono addebitati una sola volta; il resto, riprovalo tra un minuto.
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
        case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Ripristino di ciò che l'account possiede…" : "Ripristino… \(number(count)) finora."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Niente da ripristinare su questo account. I tuoi crediti ci sono già."
        case 1: "1 acquisto ripristinato. I tuoi crediti sono già nel tuo account."
        default: "\(number(count)) acquisti ripristinati. I tuoi crediti sono già nel tuo account."
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        "Ripristinati: \(number(count)). Senza firma del negozio, esclusi: \(number(rejected))."
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? "\(what) Nulla è stato ripristinato. Riprova." : "\(what) Già ripristinato: \(number(restored)). Ripeti."
    }

    // MARK: The lists of the transactions and the subscriptions

    func transactionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) transazione" : "\(number(count)) transazioni"
    }
    func transactionsMoreThan(_ count: Int) -> String { "più di \(number(count)) transazioni" }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) abbonamento" : "\(number(count)) abbonamenti"
    }

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
    func expired(on end: String) -> String { "Scaduto il \(end)." }

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name): \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Compra \(name)" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(self[.filter(filter)]) non è ancora tuo. Nessun addebito; prima compralo."
    }
    func setting(_ row: SettingsRow) -> SettingWords {
        switch row {
        case .payments: ("Acquisti in-app", "no: AppStore spento")
        case .network: ("Rete", "la via al negozio")
        case .askToBuy: ("Chiedi di acquistare", "attende un'approvazione")
        case .interrupted: ("Acquisti interrotti", "da risolvere prima")
        case .nextFailure: ("Fallisce il prossimo", "una volta, così")
        case .delay: ("Ritardo", "prima di rispondere")
        case .sheet: ("Conferma", "chiede prima")
        case .rate: ("Ritmo abbonamenti", "periodi futuri")
        case .renewals: ("Rinnovi", "degli abbonamenti")
        case .gracePeriod: ("Periodo di grazia", "se non si paga")
        }
    }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "consentiti" : "non consentiti" }
    func onOff(_ isOn: Bool) -> String { isOn ? "sì" : "no" }
    func rate(aDay time: String) -> String { "giorno = \(time)" }
    func rate(aMonth time: String) -> String { "mese = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) ciascuno" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "non pagati" : "pagati" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Accedi a \(store)" }
    func accountLength(least: Int, most: Int) -> String { "Il nome di un account ha da \(least) a \(most) caratteri." }
    func passwordLength(least: Int, most: Int) -> String { "Una password ha da \(least) a \(most) caratteri." }
    func signInFailed(_ what: String) -> String { "\(what). Nessun addebito. Riprova, o annulla." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Troppi tentativi (429). " + (seconds.map { "Riprova tra \($0) s." } ?? "Aspetta un minuto e riprova.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) Nessun addebito." }
    func signedIn(_ account: String) -> String { "Accesso come \(account)." }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainAccount(_ name: String) -> String { "Account: \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces): \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Conferma l'acquisto: \(pieces), a \(unit), totale \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Conferma l'abbonamento: \(title), \(price). Da pagare ora: \(toPay). Inizio: \(begins)."
    }
    func plainUsesWaiting(_ count: Int) -> String {
        count == 1
            ? "1 uso attende il negozio. Qui conta già, e riparte da solo."
            : "\(number(count)) usi attendono il negozio. Qui contano già, e ripartono da soli."
    }
    func plainNoProduct(_ number: Int) -> String { "Non c'è un prodotto \(number). Nessun addebito." }
    func plainBadQuantity(_ text: String) -> String { "La quantità va da 1 a 10, non \(text). Nessun addebito." }
    func plainNoBook(_ number: Int) -> String { "Il \(number) non è un tuo libro. Scrivi products per vederli tutti." }
    func plainNoTransaction(_ number: Int) -> String {
        "Non c'è una transazione \(number) nell'elenco. Prima scrivi transactions."
    }
    func plainNotPossible(_ action: String) -> String { "Non è possibile per questa transazione: \(action)." }
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
}
