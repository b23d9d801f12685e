internal import FileSystem
internal import StoreModel

/// The texts in French.
struct French: Strings {
    let language = Language.french

    /// Whether the number takes the singular.
    private func isOne(_ count: Int) -> Bool { count == 0 || count == 1 }

    // MARK: Everywhere

    var title: String { "Monkey Store" }
    var notSignedIn: String { "non connecté" }
    var thisDevice: String { "cet appareil" }
    var opening: String { "ouverture…" }
    func networkIs(up: Bool) -> String { up ? "en ligne" : "hors ligne" }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox"
        case .production: "Production"
        }
    }
    var yes: String { "oui" }
    var no: String { "non" }
    func andMore(_ count: Int) -> String { "et \(count) de plus" }
    func tooSmall(need: String, have: String) -> String { "Il faut \(need), ici \(have)" }

    // MARK: Numbers and dates, as the language writes them (CLDR)

    var groupingSeparator: String { "\u{202f}" }
    var minimumGroupingDigits: Int { 1 }
    func currencySymbol(_ currency: String) -> String? {
        switch currency {
        case "EUR": "€"
        case "USD": "$US"
        case "GBP": "£GB"
        default: currency
        }
    }
    func date(year: String, month: String, day: String) -> String { "\(day)/\(month)/\(year)" }
    func percent(_ percent: Int) -> String { "\(percent) %" }

    // MARK: The monkey and its bananas

    func monkeyCredits(_ count: Int) -> String {
        isOne(count) ? "\(number(count)) crédit singe" : "\(number(count)) crédits singe"
    }
    var monkeyCreditsUnknown: String { "… crédits singe" }
    var inDebtShort: String { "remboursé" }
    var inDebt: String { "En dette : crédits dépensés remboursés." }
    var moodWaiting: String { "Voudrait bien une banane." }
    var moodHappy: String { "Ravi de ton achat !" }
    var moodStylish: String { "Lunettes de soleil : quelle photo !" }
    var moodRich: String { "Ravi des nouveaux crédits !" }
    var moodEating: String { "Miam. Une banane !" }
    var moodHungry: String { "A faim, et aucun crédit pour une banane." }
    var moodSad: String { "Désolé que ça n'ait pas marché." }
    var moodAsleep: String { "Dort tant que la boutique est fermée." }
    var feed: String { "Donner une banane" }
    var feedPrice: String { "un crédit, une banane" }
    var feedNeedsCredits: String { "aucun crédit : achètes-en d'abord" }
    var feedNeedsSignIn: String { "connecte-toi pour voir les crédits" }
    var feedLoading: String { "comptage des crédits…" }

    // MARK: Products

    var productsHeading: String { "En vente" }
    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) sur \(count)" }
    func buyCredits(_ count: Int) -> String { "Acheter \(count)" }
    var buyButton: String { "Acheter" }
    var loading: String { "chargement…" }
    var networkDownButton: String { "Réseau coupé ?" }
    var storeDisabled: String { "AppStore désactivé" }
    var notAvailable: String { "Indisponible" }
    var storeError: String { "Erreur boutique" }
    func total(_ price: String) -> String { "total \(price)" }
    var ownedButton: String { "À toi" }
    var restoreButton: String { "Restaurer" }
    var restoringButton: String { "Restauration…" }
    var restoreNote: String { "ce que ce compte a acheté pour toujours" }

    // MARK: Books

    var read: String { "Lire" }
    var fetch: String { "Télécharger" }
    var pause: String { "Pause" }
    var goOn: String { "Reprendre" }
    func downloadWaiting(_ percent: String) -> String { "en attente, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "réessaie, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), encore \(time)" }
    func downloadPaused(_ percent: String) -> String { "en pause, \(percent)" }
    var downloadFinished: String { "sur cet appareil" }
    var downloadFailed: String { "a échoué" }
    var downloadCancelled: String { "pas sur cet appareil" }

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String { "\(title) a été remboursé, donc pas remis. Rien n'a été débité." }
    func bookRefused(_ title: String) -> String {
        "\(title) n'a pas été remis pour ce reçu. Rien à repayer. Entrée réessaie."
    }
    func bookMissing(_ title: String) -> String { "\(title) n'est pas sur le serveur de contenus. Rien à repayer." }
    func bookDamaged(_ title: String) -> String { "\(title) est mal arrivé, rien n'a été gardé. Rien à repayer." }
    func bookNotVerified(_ title: String) -> String { "\(title) attend que la boutique réponde. Rien à repayer." }
    func bookWaits(_ title: String) -> String {
        "\(title) attend le serveur de contenus et reprend tout seul. Rien à repayer."
    }

    // MARK: Subscriptions on sale

    var subscribe: String { "S'abonner" }
    var subscribed: String { "Abonné" }
    func subscribedUntil(_ end: String) -> String { "Abonné jusqu'au \(end)" }
    func piecesLeft(_ count: Int) -> String { "Tu en as \(number(count))" }
    func until(_ end: String) -> String { "fin \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        let count = period.count
        return switch (period.unit, count) {
        case (.day, 1): "jour"
        case (.day, _): "\(count) jours"
        case (.week, 1): "semaine"
        case (.week, _): "\(count) semaines"
        case (.month, 1): "mois"
        case (.month, _): "\(count) mois"
        case (.year, 1): "an"
        case (.year, _): "\(count) ans"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) pour \(length)" }
    func newSubscribers(pay price: String) -> String { "nouveaux abonnés : \(price)" }
    func first(_ price: String) -> String { "début : \(price)" }
    var free: String { "gratuit" }
    var nothing: String { "rien" }

    // MARK: What is on its way

    var inFlightHeading: String { "En cours" }
    var nothingInFlight: String { "Rien en route." }
    var logHeading: String { "Notifications" }
    var inFlightPurchasing: String { "Achat en cours" }
    var inFlightQueued: String { "attend le réseau" }
    var inFlightSignInNeeded: String { "attend l'identification" }
    var inFlightDeferred: String { "attend une approbation" }
    var inFlightPaid: String { "payé, pas encore livré" }
    func purchasingCount(_ count: Int) -> String { "\(count) en cours d'achat" }
    func queuedCount(_ count: Int) -> String { "\(count) en attente du réseau" }
    func signInNeededCount(_ count: Int) -> String { "\(count) en attente d'identification" }
    func deferredCount(_ count: Int) -> String { "\(count) en attente d'approbation" }
    func paidCount(_ count: Int) -> String {
        count == 1 ? "1 payé, pas encore livré" : "\(count) payés, pas encore livrés"
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) en achat" }
    func queuedShortCount(_ count: Int) -> String { "\(count) en attente" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) à connecter" }
    func deferredShortCount(_ count: Int) -> String { "\(count) à approuver" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 payé" : "\(count) payés" }
    func inFlightTotal(_ count: Int) -> String { "\(count) en cours" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Confirme l'achat (1 sur \(waiting))" : "Confirme l'achat"
    }
    var sheetQuantity: String { "Quantité" }
    var sheetUnitPrice: String { "L'unité" }
    var sheetTotal: String { "Total" }
    var sheetAccount: String { "Compte" }
    var sheetEnvironment: String { "Mode" }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox : argent fictif"
        case .production: "Production : argent réel"
        }
    }
    var sheetCancel: String { "Annuler" }

    // Of a subscription: the payments, and the effect of the purchase.
    var sheetPrice: String { "Prix" }
    var sheetToPay: String { "À payer" }
    var sheetBegins: String { "Début" }
    var beginsNow: String { "aussitôt, puis renouvelé" }
    var sheetGroup: String { "Groupe" }
    func level(_ level: Int) -> String { "niveau \(level)" }
    var sheetOffer: String { "Offre" }
    func chosenSubscribers(pay price: String) -> String { "sur invitation : \(price)" }
    var sheetFamily: String { "Famille" }
    var familyMayShare: String { "peut en profiter" }
    func replaces(_ title: String) -> String { "aussitôt ; remplace \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), après \(title)" }
    var goesOnAsIs: String { "continue tel quel" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nouveau, sinon \(usual)" }

    // MARK: Questions and notices

    var quitTitle: String { "Un achat est en cours" }
    var quitBody: String { "Tu peux partir : la file reprend au prochain démarrage, et rien n'est débité deux fois." }
    var quitLeave: String { "Quitter" }
    var quitStay: String { "Rester" }
    var noticeClose: String { "Fermer" }
    var helpTitle: String { "Touches" }
    var ledgerTitle: String { "Registre des crédits" }
    func ledgerBody(balance: Int) -> String {
        """
        Le registre ne contient pas ce qui y a été écrit. Ce qui a été modifié ne compte pas ; le solde qui compte \
        est \(number(balance)).
        """
    }
    var deliveryTitle: String { "Payé, mais pas livré" }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) est payé et reste dans la file ; nouvel essai de livraison au prochain démarrage. \(why)"
    }
    var deliveryOfUnknownProduct: String { "Ce programme ne sait pas ce qu'il vaut." }
    func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: "Son reçu est illisible."
        case .wrongSignature: "Son reçu ne porte pas la signature de la boutique."
        case .wrongApplication(let other): "Son reçu est pour une autre application, \(other)."
        case .wrongAccount: "Son reçu est pour un autre compte."
        case .wrongEnvironment(let other): "Son reçu vient d'un autre environnement, \(other.rawValue)."
        }
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    var restrictedState: String { "Achats intégrés non autorisés ; rien n'est débité. s : réglages" }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? "Réseau coupé. Ton achat est en attente et reprend à son retour.  r réessayer"
            : "Réseau coupé. Rien n'est débité d'ici là ; les prix viendront avec lui."
    }
    var requestFailedByNetworkState: String { "Boutique injoignable, pas de prix. Rien n'a été débité.  r réessayer" }
    func requestFailed(_ what: String) -> String { "Pas de prix : \(what). Rien débité. r réessayer" }
    var declined: String { "La demande d'achat a été refusée. Rien n'a été débité." }
    func lapsed(_ title: String) -> String { "La demande d'achat de \(title) a expiré. Rien n'a été débité." }
    var deferred: String { "En attente d'approbation. Rien n'est débité d'ici là.  t transactions" }
    func credited(_ pieces: String) -> String { "Acheté : \(pieces). Les crédits sont à toi." }
    func owned(_ pieces: String) -> String { "Acheté : \(pieces). C'est à toi pour toujours." }
    func bought(_ pieces: String) -> String { "Acheté : \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Tu es abonné à \(title)." }
    func revoked(_ pieces: String) -> String { "Remboursé \(pieces) : argent rendu, crédits retirés." }
    func renewed(_ title: String) -> String { "\(title) s'est renouvelé." }
    func isOver(_ title: String) -> String { "\(title) : la période payée est terminée.  u abonnements" }
    func refusedUnknown(_ product: String) -> String { "\(product) n'est pas vendu ici. Rien n'a été débité." }
    func corrected(balance: Int) -> String {
        "Registre corrigé : le solde est \(number(balance)). Rien n'a été débité."
    }
    var alreadyBuying: String { "Cet achat est déjà en cours. Rien n'est débité deux fois ; attends la réponse." }
    var tooEarly: String { "Touche tapée trop tôt : ignorée. Regarde le total, puis réponds." }
    var pasteIgnored: String { "Le texte collé ne fait rien ici : rien n'a été acheté. Sers-toi des touches." }
    var whyLoading: String { "Les prix arrivent. Rien n'est débité avant qu'ils soient là." }
    var whyNetworkDown: String { "Pas de prix sans réseau. Rien n'a été débité.  r réessayer" }
    var whyDisabled: String { "Les achats intégrés ne sont pas autorisés. Rien débité. s : réglages" }
    func whyNotAvailable(_ product: String) -> String { "La boutique ne connaît pas \(product). Rien n'a été débité." }
    var whyNoCredits: String { "Pas de crédit, pas de banane. Achète d'abord : 1 ou 2, puis Entrée." }
    func whyOwned(_ title: String) -> String { "\(title) est déjà à toi. Rien n'a été débité." }
    func nothingToUse(_ title: String) -> String { "Il n'y a pas de pièce à utiliser : \(title). Rien n'a changé." }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Une banane coûte \(number(credits)) ; tu as \(number(balance)). Rien n'a été dépensé. Achète d'abord."
    }
    var balanceUnknown: String { "Les crédits ne sont pas encore comptés. Aucun n'a été dépensé." }
    var requestingPrices: String { "Demande des prix à la boutique." }

    // MARK: Errors, in a few words

    var errorNotTrusted: String { "Personne ne prouve être la boutique" }
    var errorNetwork: String { "Boutique injoignable" }
    var errorCannotConnect: String { "Connexion impossible" }
    var errorClientInvalid: String { "La boutique refuse ce programme" }
    var errorPaymentCancelled: String { "Annulé" }
    var errorPaymentInvalid: String { "Le paiement n'est pas valide" }
    var errorPaymentNotAllowed: String { "Achats intégrés non autorisés" }
    var errorProductNotAvailable: String { "Le produit n'est plus vendu" }
    var errorPriceChanged: String { "Le prix a changé" }
    var errorUnknown: String { "Erreur inconnue de la boutique" }
    var errorForgottenPassword: String { "Mot de passe oublié" }
    var errorSignInNeeded: String { "Personne n'est connecté" }
    var errorAccountTaken: String { "Ce compte existe déjà" }
    var errorTooManyAttempts: String { "Trop d'essais de connexion" }
    var errorInterrupted: String { "Le compte demande une action" }
    var errorDeviceMoved: String { "Tes crédits ont été transférés" }
    var errorBoughtElsewhere: String { "Ton autre machine l'a déjà" }
    var errorOther: String { "La boutique a refusé" }

    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    func failedTryAgain(_ what: String) -> String { "\(what) Rien n'a été débité. Entrée réessaie." }
    func failedNotAllowed(_ what: String) -> String { "\(what) Rien n'a été débité. s : réglages" }
    func failedReadPrices(_ what: String) -> String { "\(what) Rien n'a été débité. r relit les prix." }
    func failedResetPassword(_ what: String) -> String { "\(what) Rien n'a été débité. Change-le, puis Entrée." }
    func failedDeviceMoved(_ what: String) -> String { "\(what) Rien n'a été débité ici." }
    func failedBoughtElsewhere(_ what: String) -> String { "\(what) Rien n'a été débité deux fois." }
    func failedInterrupted(_ what: String) -> String { "\(what) Rien débité jusqu'ici. t : résoudre" }
    func failedOther(_ what: String) -> String { "\(what) Rien n'a été débité. t : détails" }

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    func sentence(for trouble: Trouble) -> String {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(.notWritable(let path)): "Impossible d'écrire dans \(path) ; rien n'a été modifié."
        case .storage(.full(let path)):
            """
            Plus de place pour \(path) ; ce qui est payé est à l'abri et sera livré au prochain démarrage. Libère \
            d'abord de la place.
            """
        case .storage(.failing(let path)):
            """
            Le disque n'accepte pas ce qui est écrit dans \(path) ; ce qui est payé est à l'abri et sera livré au \
            prochain démarrage. Vérifie qu'il a de la place et qu'il n'est pas en panne.
            """
        case .storage(.damaged(let path)): "\(path) est endommagé ; rien n'a été modifié."
        case .storage(.newerVersion(let path)):
            "\(path) vient d'une version plus récente du programme ; rien n'a été modifié. Utilise cette version."
        case .storage(.busy(let path)): "\(path) est occupé par un autre programme ; rien n'a été modifié. Réessaie."
        case .storage(.keyMissing(let path)):
            "Il manque \(path), qui sert à vérifier les achats ; rien n'a été modifié. Remets-le en place."
        case .storage(.anotherApplication(let path, let bundle, let number)):
            """
            La boutique dans \(path) vend pour une autre application, \(bundle) avec le numéro \(String(number)) ; \
            rien n'a été modifié.
            """
        case .storage(.unusable(let path, let reason)):
            "Impossible d'utiliser \(path) (\(reason)) ; rien n'a été modifié."
        case .trust(.notAChain(let store)):
            """
            La boutique \(store) ne peut pas prouver ses signatures ; rien ne lui a été envoyé et rien n'a été débité. \
            Demande à qui la gère.
            """
        case .trust(.anotherStore(let store, let pinFile)):
            """
            La boutique \(store) n'est pas celle d'avant : son certificat racine a changé. Rien n'a été débité, et les \
            achats faits à la boutique d'avant sont à l'abri dans ce dossier. Demande à qui gère la boutique ; si le \
            changement est voulu, supprime \(pinFile).
            """
        case .trust(.notProved(let store)):
            """
            Ce qui répond à \(store) ne peut pas prouver être la boutique ; rien ne lui a été envoyé et rien n'a été \
            débité. Un autre programme a peut-être pris sa place : demande à qui gère la boutique.
            """
        case .trust(.noProof(let store)):
            """
            La boutique \(store) ne peut pas prouver être celle de ses certificats ; rien ne lui a été envoyé et rien \
            n'a été débité. Elle est peut-être plus ancienne que ce programme : demande à qui la gère de la mettre à \
            jour.
            """
        case .trust(.anotherApplication(let store, let bundle)):
            """
            La boutique \(store) vend pour une autre application, \(bundle.debugDescription) ; rien n'a été débité. \
            Donne l'adresse d'une autre boutique, ou l'application avec --bundle-id.
            """
        case .untrusted:
            """
            Ce qui répond ne peut pas prouver être la boutique ; rien ne lui a été envoyé et rien n'a été débité. \
            Demande à qui la gère.
            """
        // What the store or the payment queue says of a payment.
        case .storeNotReached: "Boutique injoignable ; rien n'a été débité. Réessaie plus tard."
        case .alreadySubscribed: "Tu as déjà cet abonnement. Rien n'a été débité."
        case .renewsAgain: "Ton abonnement continue et se renouvellera. Rien n'a été débité."
        case .changesAtRenewal: "Ton abonnement devient celui-ci au prochain renouvellement. Rien débité."
        case .numberTaken:
            """
            La boutique a donné à cet achat le numéro d'un autre : impossible de l'enregistrer ici. Il a peut-être été \
            débité ; il est redemandé au prochain démarrage. Adresse-toi à l'assistance de la boutique.
            """
        case .unreadableAnswer: "La boutique a répondu quelque chose que ce programme ne sait pas lire."
        case .paymentKept(let error):
            """
            \(words(of: error)) Le paiement est gardé et renvoyé, et débité une seule fois ; si cela ne finit pas, cherche une \
            version plus récente de ce programme.
            """
        // The credit ledger.
        case .creditsRefunded: "La boutique a remboursé cet achat : il n'apporte pas de crédits."
        case .creditsNotRefunded: "La boutique ne dit pas que cet achat a été remboursé : ses crédits restent."
        case .creditsOfOtherDevice:
            """
            La boutique a signé cet achat pour un autre appareil : il n'apporte pas de crédits ici. Si une sauvegarde \
            a été restaurée ici, ils viennent au prochain contact avec la boutique.
            """
        case .creditsNotInQueue: "Cet achat a déjà été traité : il n'apporte pas de crédits."
        case .creditsNotProved:
            """
            La signature de la boutique ne prouve pas cet achat : il n'apporte pas de crédits. Adresse-toi à \
            l'assistance de la boutique.
            """
        case .notForCredits(let product):
            """
            \(product) ne donne pas de crédits singe : rien n'a été crédité. Utilise une version du programme qui le \
            vend.
            """
        case .notEnoughCredits(let balance):
            "Crédits singe : seulement \(number(balance)), donc rien n'a été dépensé. Achètes-en d'abord."
        case .nothingToSpend: "Rien n'a été dépensé ; dépense au moins un crédit."
        case .ledgerTampered:
            """
            Un autre programme a modifié le registre des crédits : rien n'a été compté. Redémarre pour qu'il soit \
            vérifié.
            """
        case .ledgerInterrupted: "Le registre des crédits n'a pas été lu jusqu'au bout ; rien n'a été modifié."
        // The record of what is owned.
        case .purchaseNotProved:
            """
            La signature de la boutique ne prouve pas cet achat : il n'apporte rien. Adresse-toi à l'assistance de la \
            boutique.
            """
        case .notEnoughPieces(let product, let left):
            "\(product) : il en reste \(number(left)), donc rien n'a été utilisé. Achètes-en d'abord."
        case .recordTampered:
            """
            Un autre programme a modifié la liste de ce qui est à toi : elle ne compte pas. Restaurer ramène tes \
            achats, sans rien débiter.
            """
        case .recordInterrupted: "La liste de ce qui est à toi n'a pas été lue jusqu'au bout ; rien n'a été modifié."
        // The store's place, as the options give it.
        case .noAddress:
            "La boutique de ce programme n'a pas de comptes ; rien n'a été envoyé. Indique une boutique avec --store."
        case .badAddress(let text):
            """
            \(text) n'est pas l'adresse d'une boutique ; rien n'a été envoyé. Donne https://hôte:port, ou \
            http://hôte:port sur cette machine.
            """
        case .catalogueElsewhere:
            "Une boutique à une adresse a son propre catalogue ; rien n'a été envoyé. Retire --catalogue, ou --store."
        case .appleIdentifierElsewhere:
            """
            Une boutique à une adresse connaît le numéro de son application ; rien n'a été envoyé. Retire \
            --app-apple-id, ou --store.
            """
        case .badAdminToken(let path):
            """
            \(path) ne contient pas le jeton d'un administrateur ; rien n'a été envoyé. Donne le fichier écrit par le \
            serveur de la boutique.
            """
        case .builtWithoutRemote:
            """
            Ce programme ne sait pas joindre de boutique à une adresse ; rien n'a été envoyé. Retire --store, ou \
            compile-le avec les traits par défaut du paquet.
            """
        // The store's administration.
        case .noTransactionFound: "La boutique ne connaît pas cette transaction ; rien n'a été modifié."
        case .invalidAction: "Ce n'est plus possible pour cette transaction ; rien n'a été modifié."
        case .notEntitled:
            """
            Seul un administrateur de la boutique peut faire cela ; rien n'a été modifié. Démarre avec \
            --admin-token-file.
            """
        case .noAnswer(let store): "La boutique \(store) n'a pas répondu ; on ne sait pas si elle l'a fait. Réessaie."
        case .refused(let store, let status):
            "La boutique \(store) a refusé (statut \(status)) ; rien n'a été modifié. Vois son journal."
        case .unreadableList:
            """
            La boutique a répondu autre chose qu'une liste d'achats ou d'abonnements ; rien n'a été modifié. Vois son \
            journal.
            """
        case .signInForSubscriptions:
            "Personne n'est connecté à la boutique ; rien n'a été modifié. Connecte-toi d'abord."
        // Books, letters and settings.
        case .bookNotHere: "Le livre n'est pas sur cet appareil. Télécharge-le d'abord ; rien à repayer."
        case .bookUnreadable: "Le livre est illisible sur le disque. Télécharge-le encore ; rien à repayer."
        case .bookNotText(let path): "Ce n'est pas un texte pour un terminal, mais c'est à toi : \(path)"
        case .letterNeedsSubscription: "La lettre du gardien est pour ses abonnés. Abonne-toi ; cela ne coûte rien."
        case .letterExpired: "L'abonnement à la lettre du gardien est terminé. Réabonne-toi ; cela ne coûte rien."
        case .settingsNeedAccount:
            "Les réglages appartiennent à un compte ; rien n'a été modifié. Connecte-toi d'abord."
        // Signing in.
        case .signInNeeded:
            """
            Personne n'est connecté à la boutique ; rien n'a été débité. Connecte-toi d'abord : monkeystore sign-in NOM.
            """
        case .accountTaken: "Il y a déjà un compte de ce nom ; rien n'a été modifié. Prends un autre nom."
        case .tooManyAttempts(let seconds): "\(tooManyAttempts(seconds: seconds)) Rien n'a été modifié."
        case .wrongPassword:
            """
            La boutique ne connaît pas ce nom avec ce mot de passe (5020) ; rien n'a été modifié. Réessaie, ou crée un \
            compte avec --new.
            """
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            "Impossible de lire l'image \(file) (\(reason)). Donne un fichier PNG ou JPEG avec --picture."
        case .pictureNotAFile(let file):
            "\(file) n'est pas un fichier. Donne un fichier PNG ou JPEG avec --picture."
        case .pictureEmpty(let file): "L'image \(file) est vide. Choisis-en une autre avec --picture."
        case .pictureTooLarge(let file, let megabytes):
            "L'image \(file) dépasse \(megabytes) Mo. Choisis-en une plus petite avec --picture."
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            """
            L'image \(file) a \(String(width)) × \(String(height)) pixels, plus que la limite de \(millions) millions. \
            Choisis-en une plus petite avec --picture.
            """
        case .notAPicture(let file): "\(file) n'est pas une image PNG ou JPEG. Choisis-en une autre avec --picture."
        case .pictureDamaged(let file):
            "L'image \(file) est abîmée ou incomplète. Choisis-en une autre avec --picture."
        }
    }
    func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: "Autorise l'écriture, ou choisis un autre endroit avec --data-dir."
        case .damaged: "Remets-en une copie, ou choisis un autre endroit avec --data-dir."
        case .unusable: "Choisis un autre endroit avec --data-dir."
        case .anotherApplication(_, let bundle, let number):
            "Choisis un autre endroit avec --data-dir, ou donne --bundle-id \(bundle) et --app-apple-id \(String(number))."
        case .full, .failing, .newerVersion, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Restauration de ce que possède ce compte…" : "Restauration… \(number(count)) jusqu'ici."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Rien à restaurer sur ce compte. Les crédits restent où ils ont été achetés."
        case 1: "1 achat restauré. Pas les crédits : ils restent où ils ont été achetés."
        default: "\(number(count)) achats restaurés. Pas les crédits : ils restent à leur place."
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        "Restauré : \(number(count)). Sans signature de la boutique, exclus : \(number(rejected))."
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? "\(what) Rien n'a été restauré. Réessaie." : "\(what) Déjà restauré : \(number(restored)). Recommence."
    }
    var restoreTooEarly: String { "La boutique n'est pas encore ouverte : rien n'a été restauré." }

    // MARK: The list of the transactions

    var transactionsTitle: String { "Transactions" }
    func transactionsCount(_ count: Int) -> String {
        isOne(count) ? "\(count) transaction" : "\(number(count)) transactions"
    }
    func transactionsMoreThan(_ count: Int) -> String { "plus de \(number(count)) transactions" }
    var transactionsLoading: String { "Lecture des transactions…" }
    var transactionsEmpty: String { "Rien d'acheté pour l'instant. Échap ramène à la boutique." }
    func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: "en cours"
        case .purchased: "acheté"
        case .failed: "échoué"
        case .restored: "restauré"
        case .deferred: "en attente"
        }
    }
    var transactionRefunded: String { "remboursé" }
    var detailHeading: String { "Détail" }
    var detailIdentifier: String { "Transaction" }
    var detailKey: String { "Clé" }
    var detailProduct: String { "Produit" }
    var detailAdded: String { "Ajouté" }
    var detailDate: String { "Acheté" }
    var detailError: String { "Erreur" }
    var detailFinished: String { "Terminé" }
    var detailRefunded: String { "Remboursé" }
    var detailOriginal: String { "Récupère" }
    var detailActions: String { "Actions" }
    var noIdentifierYet: String { "aucune avant l'achat" }
    var noActions: String { "rien à faire" }
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: "approuver"
        case .decline: "refuser"
        case .lapse: "expirer"
        case .resolve: "résoudre"
        case .refund: "rembourser"
        case .reverseRefund: "annuler le remboursement"
        }
    }

    // MARK: The list of the subscriptions

    var subscriptionsTitle: String { "Abonnements" }
    func subscriptionsCount(_ count: Int) -> String {
        isOne(count) ? "\(count) abonnement" : "\(number(count)) abonnements"
    }
    var subscriptionsLoading: String { "Demande des abonnements à la boutique…" }
    var subscriptionsEmpty: String { "Aucun abonnement. Échap ramène à la boutique." }
    var subscriptionsFromDevice: String { "La boutique ne répond pas. Voici ce qu'elle a signé avant." }

    // The state of a subscription.
    func paid(until end: String) -> String { "Payé jusqu'au \(end)." }
    func ends(on end: String) -> String { "Annulé : se termine le \(end)." }
    func endsWithoutConsent(on end: String) -> String {
        "Payé jusqu'au \(end). Un prix plus élevé attend ton accord ; sinon, fin ce jour-là."
    }
    func changes(on end: String, to title: String) -> String {
        "Payé jusqu'au \(end). Devient \(title) au prochain renouvellement."
    }
    func renews(on end: String) -> String { "Payé jusqu'au \(end), puis renouvelé." }
    func inGracePeriod(until end: String) -> String {
        "Délai de grâce jusqu'au \(end). Le renouvellement est impayé et retenté."
    }
    var inBillingRetry: String { "Le renouvellement est impayé et retenté. Inutilisable en attendant." }
    func expired(on end: String) -> String { "Expiré le \(end)." }
    var subscriptionRefunded: String { "Remboursé : c'est fini." }

    // Short forms.
    var subscriptionCancelled: String { "annulé" }
    func shortStanding(_ status: SubscriptionStatus) -> String {
        switch status {
        case .active: "payé"
        case .gracePeriod: "en grâce"
        case .billingRetry: "impayé"
        case .expired: "expiré"
        case .revoked: "remboursé"
        }
    }
    var noSubscriptionActions: String { "rien à faire pour l'instant" }
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: "annuler"
        case .resume: "reprendre"
        case .expire: "expirer"
        case .renew: "renouveler"
        case .revoke: "rembourser"
        case .breakBilling: "bloquer le débit"
        case .fixBilling: "rétablir le débit"
        case .requestPriceConsent: "monter le prix"
        case .consentToPrice: "accepter le prix"
        case .declinePrice: "refuser le prix"
        }
    }

    // MARK: The photo

    var photoTitle: String { "Photo" }
    var photoLoading: String { "Ouverture de l'image…" }
    var clearFilters: String { "Retirer" }
    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Gris"
        case .sepia: "Sépia"
        }
    }
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Gris"
        case .sepia: name(of: filter)
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name) : \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Acheter \(name)" }
    var noFilter: String { "sans filtre" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(name(of: filter)) n'est pas encore à toi. Rien n'a été débité ; achète-le d'abord."
    }

    // MARK: The settings

    var settingsTitle: String { "Réglages" }
    var settingsIntroduction: String { "Ce qu'une boutique peut te faire subir. Tout changement agit aussitôt." }
    var settingsLoading: String { "Lecture des réglages…" }

    // Each setting's name, and what it does.
    var settingPayments: SettingWords { ("Achats intégrés", "non : AppStore coupé") }
    var settingNetwork: SettingWords { ("Réseau", "vers la boutique") }
    var settingAskToBuy: SettingWords { ("Demander à acheter", "attend une approbation") }
    var settingInterrupted: SettingWords { ("Achats interrompus", "ratés si non résolus") }
    var settingNextFailure: SettingWords { ("Prochain achat raté", "une fois, ainsi") }
    var settingDelay: SettingWords { ("Délai", "avant chaque réponse") }
    var settingSheet: SettingWords { ("Confirmation", "demande avant l'achat") }
    var settingRate: SettingWords { ("Rythme abonnements", "périodes à venir") }
    var settingRenewals: SettingWords { ("Renouvellements", "des abonnements") }
    var settingGracePeriod: SettingWords { ("Délai de grâce", "après un impayé") }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "autorisés" : "non autorisés" }
    func onOff(_ isOn: Bool) -> String { isOn ? "oui" : "non" }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: "actif"
        case .down: "coupé"
        case .answersLost: "réponses perdues"
        }
    }
    var rateRealTime: String { "en temps réel" }
    func rate(aDay time: String) -> String { "jour = \(time)" }
    func rate(aMonth time: String) -> String { "mois = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) chacune" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "impayés" : "payés" }

    // Errors for the next purchase: their number and two or three words.
    var failsCannotConnect: String { "0 connexion impossible" }
    var failsPaymentCancelled: String { "2 annulé" }
    var failsPaymentInvalid: String { "3 paiement non valide" }
    var failsPaymentNotAllowed: String { "4 non autorisé" }
    var failsProductNotAvailable: String { "5 produit retiré" }
    var failsUnknown: String { "5002 erreur inconnue" }
    var failsForgottenPassword: String { "5020 mot de passe oublié" }
    var failsInterrupted: String { "3038 interrompu" }
    var failsNetworkDown: String { "-1009 réseau coupé" }
    var failsConnectionLost: String { "-1005 connexion perdue" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Connexion à \(store)" }
    var signInPassword: String { "Mot de passe" }
    var signInButton: String { "Connexion" }
    var newAccountButton: String { "Nouveau compte" }
    var newAccountShort: String { "Nouveau" }
    var signInIntroduction: String {
        "La boutique veut savoir qui achète. Première fois ? Choisis nom et mot de passe : Nouveau compte."
    }
    var signingIn: String { "Connexion…" }
    var makingAccount: String { "Création du compte…" }
    func accountLength(least: Int, most: Int) -> String { "Un nom de compte a de \(least) à \(most) caractères." }
    func passwordLength(least: Int, most: Int) -> String { "Un mot de passe a de \(least) à \(most) caractères." }
    var signInWrongPassword: String { "Nom ou mot de passe erroné (5020). Rien débité. Réessaie, ou crée un compte." }
    var signInForgotten: String { "La boutique ne sait plus qui tu es (401). Rien débité. Reconnecte-toi." }
    var signInAccountTaken: String { "Ce compte existe déjà (409). Rien débité. Connecte-toi, ou prends un autre nom." }
    func signInFailed(_ what: String) -> String { "\(what). Rien débité. Réessaie, ou annule." }
    var credentialsRefused: String { "La boutique n'accepte pas ce nom ou ce mot de passe (3)." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Trop d'essais (429). " + (seconds.map { "Réessaie dans \($0) s." } ?? "Attends une minute, puis réessaie.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) Rien n'a été débité." }
    var feedSignedOut: String { "Personne n'est connecté. Rien dépensé.  i connexion" }
    func signedIn(_ account: String) -> String { "Connecté : \(account)." }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? "Déconnecté. Ce qui est en cours est à l'abri et reprend à la connexion."
            : "Déconnecté. i pour te reconnecter."
    }

    // MARK: The footer: keys in a word

    var footerPage: String { "page" }
    var footerMove: String { "aller" }
    var footerQuantity: String { "quantité" }
    var footerBuy: String { "acheter" }
    var footerChange: String { "changer" }
    var footerBack: String { "retour" }
    var footerRefresh: String { "actualiser" }
    var footerChoose: String { "choisir" }
    var footerPress: String { "presser" }
    var footerScroll: String { "défiler" }
    var footerSwitch: String { "oui/non, acheter" }
    var footerSignOut: String { "Déconnexion" }
    var footerGoOn: String { "suite" }
    var footerCancel: String { "annuler" }

    // MARK: The names of keys

    var keySpace: String { "Espace" }
    func keyControl(_ letter: String) -> String { "Ctrl-\(letter)" }
    var keyEnter: String { "Entrée" }
    var keyEscape: String { "Échap" }
    var keyTab: String { "Tab" }
    var keyBackTab: String { "Maj-Tab" }
    var keyHome: String { "Début" }
    var keyEnd: String { "Fin" }
    var keyPageUp: String { "PgPréc" }
    var keyPageDown: String { "PgSuiv" }
    var keyBackspace: String { "Ret. arr." }
    var keyDelete: String { "Suppr" }

    // MARK: The help and the manual page: where keys are pressed, and what they do

    var placeEverywhere: String { "Partout" }
    var placeStore: String { "Boutique" }
    var placeReader: String { "Lecture" }
    var placeSignIn: String { "Connexion" }
    var placeDialog: String { "Questions" }
    var placeReading: String { "Messages" }
    var helpLineDown: String { "une ligne plus bas" }
    var helpLineUp: String { "une ligne plus haut" }
    var helpToNext: String { "au suivant" }
    var helpToPrevious: String { "au précédent" }
    var helpPageOn: String { "une page plus loin" }
    var helpPageBack: String { "une page en arrière" }
    var helpTenDown: String { "dix plus bas" }
    var helpTenUp: String { "dix plus haut" }
    var helpToLineStart: String { "au début de la ligne" }
    var helpToLineEnd: String { "à la fin de la ligne" }
    var helpToBookStart: String { "au début du livre" }
    var helpToBookEnd: String { "à la fin du livre" }
    var helpToNewest: String { "à la plus récente" }
    var helpToOldest: String { "à la plus ancienne" }
    var helpOneLess: String { "un de moins" }
    var helpOneMore: String { "un de plus" }
    var helpToTheLeft: String { "un caractère ou bouton à gauche" }
    var helpToTheRight: String { "un caractère ou bouton à droite" }
    var helpButtonBefore: String { "le bouton précédent" }
    var helpNextButton: String { "le bouton suivant" }
    var helpValueBefore: String { "la valeur précédente" }
    var helpNextValue: String { "la valeur suivante" }
    var helpUseProduct: String { "acheter, nourrir le singe, ou télécharger, arrêter et lire un livre" }
    var helpUseFilter: String { "activer ou désactiver le filtre, ou l'acheter" }
    var helpNextField: String { "au champ suivant ; se connecter, ou presser le bouton choisi" }
    var helpPressButton: String { "presser le bouton choisi" }
    func helpToProduct(_ number: Int) -> String { "au produit \(number)" }
    var helpSettings: String { "ouvrir les réglages" }
    var helpTransactions: String { "ouvrir les transactions" }
    var helpSubscriptions: String { "ouvrir les abonnements" }
    var helpRestore: String { "restaurer ce que possède le compte" }
    var helpPhoto: String { "ouvrir la photo et ses filtres" }
    func helpFilter(_ filter: PhotoFilter) -> String { "\(name(of: filter)) : activer, désactiver ou acheter" }
    var helpClearFilters: String { "désactiver tous les filtres" }
    var helpUsePiece: String { "utiliser une pièce d'un produit" }
    var helpCancelDownload: String { "abandonner le téléchargement d'un livre" }
    var helpReadPrices: String { "redemander les prix" }
    var helpReadList: String { "relire la liste" }
    var helpKeys: String { "montrer toutes les touches" }
    var helpClose: String { "fermer et revenir" }
    var helpAccept: String { "oui : acheter, ou partir" }
    var helpRefuse: String { "non : annuler, ou rester" }
    var helpApprove: String { "approuver une demande d'achat" }
    var helpDecline: String { "refuser une demande d'achat" }
    var helpResolve: String { "résoudre un achat interrompu" }
    var helpRefund: String { "rembourser un achat" }
    var helpEraseBefore: String { "effacer le caractère d'avant" }
    var helpEraseAfter: String { "effacer le caractère d'après" }
    var helpEraseLine: String { "effacer toute la ligne" }
    var helpSignIn: String { "se connecter, si personne ne l'est" }
    var helpSignOut: String { "se déconnecter, si quelqu'un est connecté" }
    var helpQuit: String { "quitter la boutique" }
    var helpInterrupt: String { "partir tout de suite, de partout" }
    var helpRedraw: String { "redessiner tout l'écran" }
    var helpSuspend: String { "suspendre le programme ; fg le ramène" }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    var plainHint: String { "Tape help pour voir les commandes." }
    var plainSheetPrompt: String { "yes (oui) ou no> " }
    func plainAccount(_ name: String) -> String { "Compte : \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces) : \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Confirme l'achat : \(pieces), à \(unit), total \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Confirme l'abonnement : \(title), \(price). À payer maintenant : \(toPay). Début : \(begins)."
    }
    var plainAnswer: String { "Tape yes pour acheter ou no pour annuler." }
    var plainNothingToConfirm: String { "Il n'y a rien à confirmer. Rien n'a été débité." }
    func plainNoProduct(_ number: Int) -> String { "Il n'y a pas de produit \(number). Rien n'a été débité." }
    func plainBadQuantity(_ text: String) -> String { "La quantité va de 1 à 10, pas \(text). Rien n'a été débité." }
    func plainNoBook(_ number: Int) -> String { "Le \(number) n'est pas un livre à toi. Tape products pour tout voir." }
    var plainNoTransactions: String { "Rien d'acheté pour l'instant." }
    func plainNoTransaction(_ number: Int) -> String {
        "Il n'y a pas de transaction \(number) dans la liste. Tape d'abord transactions."
    }
    func plainNotPossible(_ action: String) -> String { "Impossible pour cette transaction : \(action)." }
    var plainOlder: String { "Il y en a de plus anciennes. Tape transactions older." }
    var plainNoOlder: String { "La liste n'en a pas de plus anciennes. Tape transactions pour les plus récentes." }
    var plainNoSubscriptions: String { "Aucun abonnement." }
    func plainNoSubscription(_ number: Int) -> String {
        "Il n'y a pas d'abonnement \(number) dans la liste. Tape d'abord subscriptions."
    }
    func plainActionNotPossible(_ action: String) -> String { "Impossible pour cet abonnement : \(action)." }
    func plainFilters(_ names: String) -> String { "Filtres actifs : \(names)." }
    func plainNoFilter(_ name: String) -> String { "Il n'y a pas de filtre \(name) ; il y a greyscale et sepia." }
    func plainNoSetting(_ name: String) -> String { "Il n'y a pas de réglage \(name). Tape settings pour tout voir." }
    func plainBadSetting(_ name: String, _ choices: String) -> String { "\(name) accepte \(choices)." }
    func plainNeedsNumber(_ word: String) -> String { "\(word) a besoin d'un numéro, par exemple : \(word) 1" }
    func plainUnknown(_ line: String) -> String { "Commande inconnue : \(line). Tape help pour voir les commandes." }
    func plainSignIn(_ store: String) -> String { "\(store) veut savoir qui achète." }
    func plainSignInAnswer(_ account: String?) -> String {
        "Tape sign-in \(account ?? "COMPTE"), new-account et un autre nom, ou no pour annuler."
    }
    var plainSignInFirst: String { "Tape sign-in ou new-account avec le nom d'un compte, ou no pour annuler." }
    var plainPasswordPrompt: String { "Mot de passe : " }
    var plainNoPassword: String { "Pas de mot de passe, donc rien n'a été envoyé." }
    var plainNoAccounts: String { "Cette boutique n'a pas de comptes : elle connaît cet appareil." }
    var plainSignedInAlready: String { "Tu es déjà connecté. Tape d'abord sign-out." }
    var plainNobodySignedIn: String { "Il n'y a personne à déconnecter." }

    // MARK: The help of the lines: each command, and what it does

    var plainHelpBuy: String { "buy NUMÉRO [QUANTITÉ] : acheter un produit, de 1 à 10 pièces" }
    var plainHelpAnswer: String { "yes, no : répondre quand un achat est à confirmer" }
    var plainHelpUse: String { "use NUMÉRO : utiliser une pièce d'un produit" }
    var plainHelpBooks: String {
        "read, download, pause, cancel NUMÉRO : lire, télécharger, suspendre, abandonner un livre ou une lettre à toi"
    }
    var plainHelpSubscriptions: String {
        "subscriptions : où en sont les abonnements ; subscription ACTION NUMÉRO : agir sur l'un d'eux"
    }
    var plainHelpFeed: String { "feed : dépenser un crédit pour une banane" }
    var plainHelpRestore: String { "restore : récupérer ce que ce compte a acheté pour toujours" }
    var plainHelpBalance: String { "balance : les crédits" }
    var plainHelpProducts: String { "products : redemander les prix" }
    var plainHelpTransactions: String {
        "transactions : ce qui a été acheté, le plus récent d'abord ; transactions older : ce qui précède"
    }
    var plainHelpActions: String {
        "approve, decline, resolve, refund NUMÉRO : approuver, refuser, résoudre, rembourser l'une d'elles"
    }
    var plainHelpFilters: String {
        "filter NOM : activer ou non un filtre acheté ; filters : lesquels sont actifs ; clear : aucun"
    }
    var plainHelpSettings: String { "settings [NOM VALEUR] : voir ou changer les réglages" }
    var plainHelpSignIn: String {
        "sign-in COMPTE, new-account COMPTE : dire qui achète ; le mot de passe est la ligne suivante"
    }
    var plainHelpSignOut: String { "sign-out : se déconnecter ; ce qui est en cours reprend à la prochaine connexion" }
    var plainHelpQuit: String { "quit : partir ; un achat en cours reprend au prochain démarrage" }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String { "nouveau compte, \(account)" }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0 ? "\(valid) avec prix" : "\(valid) avec prix, inconnu : \(invalid)"
    }
    func logBooks(_ count: Int) -> String { "\(count) sur le serveur de contenus" }
    func logListed(_ count: Int) -> String { "\(count) en vente" }
    func logRestored(_ count: Int) -> String { "restauré : \(number(count))" }
    func logOwned(_ count: Int) -> String { "à toi : \(count)" }
    func logFindings(_ count: Int) -> String { "trouvé : \(count)" }
    func logCredits(_ credits: Int) -> String { isOne(credits) ? "\(credits) crédit" : "\(number(credits)) crédits" }

    // MARK: Visitors whom a host lets in

    var hostTitle: String { "De ton hôte" }
    var guestTitle: String { "Bienvenue" }
    var guestBody: String {
        """
        Tu es venu sans clé SSH, et personne ne pourra te reconnaître : ce que tu achètes disparaît quand tu pars. \
        Avec une clé (ssh-keygen en crée une), tes crédits seront là la prochaine fois.
        """
    }
    var idleWarning: String { "Tu es là ? La boutique ferme bientôt. Une touche la garde ouverte." }
    var goodbye: String { "Au revoir." }
    var goodbyeIdle: String { "Au revoir : aucune touche n'a été pressée depuis un moment." }
    var goodbyeEnded: String { "Cette visite est terminée : la boutique ferme, ou a été ouverte ailleurs avec ta clé." }
    var guestCreditsEnd: String {
        "Ce qu'achète un invité finit avec la visite ; viens avec une clé SSH pour le garder."
    }
    var creditsKept: String { "Tes crédits sont en sûreté : reviens avec la même clé." }

    // MARK: A machine whose backup was restored on another one

    var creditsMovedTitle: String { "Tes crédits ont été transférés" }
    func debtMoved(_ credits: Int) -> String {
        """
        Ce que cet appareil devait (crédits : \(number(credits))) a été transféré sur la machine où sa sauvegarde a été restaurée, et y \
        est dû. Ce que tu achètes ici désormais reste ici.
        """
    }
    var purchasesMoved: String {
        """
        Ce qui a été acheté ici a été transféré sur la machine où sa sauvegarde a été restaurée ; rien n'est perdu. \
        Ce que tu achètes ici désormais reste ici.
        """
    }
    func creditsMoved(_ count: Int) -> String {
        count == 1
            ? """
            Le crédit de cet appareil a été transféré sur la machine où sa sauvegarde a été restaurée ; rien n'est perdu. \
            Ce que tu achètes ici désormais reste ici.
            """
            : """
            Les \(number(count)) crédits de cet appareil ont été transférés sur la machine où sa sauvegarde a été restaurée ; \
            rien n'est perdu. Ce que tu achètes ici désormais reste ici.
            """
    }
}
