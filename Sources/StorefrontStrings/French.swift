internal import FileSystem
internal import StoreModel
internal import StorefrontMessages

/// The texts of the storefront in French. `Language.strings` returns it.
struct French: Strings {
    let language = Language.french

    /// Whether the number takes the singular.
    private func isOne(_ count: Int) -> Bool { count == 0 || count == 1 }

    subscript(text: Text) -> String {
        switch text {
        // Everywhere.
        case .title: "Monkey Store"
        case .notSignedIn: "non connecté"
        case .thisDevice: "cet appareil"
        case .opening: "ouverture…"
        case .environment(.sandbox): "Sandbox"
        case .environment(.production): "Production"
        case .yes: "oui"
        case .no: "non"
        // The monkey and its bananas.
        case .monkeyCreditsUnknown: "… crédits singe"
        case .inDebtShort: "remboursé"
        case .inDebt: "En dette : crédits dépensés remboursés."
        case .mood(.waiting): "Voudrait bien une banane."
        case .mood(.happy): "Ravi de ton achat !"
        case .mood(.stylish): "Lunettes de soleil : quelle photo !"
        case .mood(.rich): "Ravi des nouveaux crédits !"
        case .mood(.eating): "Miam. Une banane !"
        case .mood(.hungry): "A faim, et aucun crédit pour une banane."
        case .mood(.sad): "Désolé que ça n'ait pas marché."
        case .mood(.asleep): "Dort tant que la boutique est fermée."
        case .feed: "Donner une banane"
        case .feedPrice: "un crédit, une banane"
        case .feedNeedsCredits: "aucun crédit : achètes-en d'abord"
        case .feedNeedsSignIn: "connecte-toi pour voir les crédits"
        case .feedLoading: "comptage des crédits…"
        // Products.
        case .productsHeading: "En vente"
        case .buyButton: "Acheter"
        case .loading: "chargement…"
        case .networkDownButton: "Réseau coupé ?"
        case .storeDisabled: "AppStore désactivé"
        case .notAvailable: "Indisponible"
        case .storeError: "Erreur boutique"
        case .ownedButton: "À toi"
        case .restoreButton: "Restaurer"
        case .restoringButton: "Restauration…"
        case .restoreNote: "ce que ce compte a acheté pour toujours"
        // Books.
        case .read: "Lire"
        case .fetch: "Télécharger"
        case .pause: "Pause"
        case .goOn: "Reprendre"
        case .downloadFinished: "sur cet appareil"
        case .downloadFailed: "a échoué"
        case .downloadCancelled: "pas sur cet appareil"
        // Subscriptions on sale.
        case .subscribe: "S'abonner"
        case .subscribed: "Abonné"
        case .free: "gratuit"
        case .nothing: "rien"
        // What is on its way.
        case .inFlightHeading: "En cours"
        case .nothingInFlight: "Rien en route."
        case .logHeading: "Notifications"
        case .inFlightPurchasing: "Achat en cours"
        case .inFlightQueued: "attend le réseau"
        case .inFlightSignInNeeded: "attend l'identification"
        case .inFlightDeferred: "attend une approbation"
        case .inFlightPaid: "payé, pas encore livré"
        // The confirmation sheet.
        case .sheetQuantity: "Quantité"
        case .sheetUnitPrice: "L'unité"
        case .sheetTotal: "Total"
        case .sheetAccount: "Compte"
        case .sheetEnvironment: "Mode"
        case .environmentMeaning(.sandbox): "Sandbox : argent fictif"
        case .environmentMeaning(.production): "Production : argent réel"
        case .sheetCancel: "Annuler"
        // Of a subscription: the payments, and the effect of the purchase.
        case .sheetPrice: "Prix"
        case .sheetToPay: "À payer"
        case .sheetBegins: "Début"
        case .beginsNow: "aussitôt, puis renouvelé"
        case .sheetGroup: "Groupe"
        case .sheetOffer: "Offre"
        case .sheetFamily: "Famille"
        case .familyMayShare: "peut en profiter"
        case .goesOnAsIs: "continue tel quel"
        // Questions and notices.
        case .quitTitle: "Un achat est en cours"
        case .quitBody: "Tu peux partir : la file reprend au prochain démarrage, et rien n'est débité deux fois."
        case .quitLeave: "Quitter"
        case .quitStay: "Rester"
        case .signOutTitle: "Se déconnecter ?"
        case .signOutBody: "Tes achats et tes crédits restent sur ton compte et reviennent à la prochaine connexion."
        case .refundTitle: "Rembourser cet achat ?"
        case .refundButton: "Rembourser"
        case .refundKeep: "Garder"
        case .noticeClose: "Fermer"
        case .helpTitle: "Touches"
        case .messagesTitle: "Messages"
        case .noMessages: "Pas encore de messages."
        case .accountTitle: "Ton compte"
        case .accountFinding(.sumsEdited): "Un autre programme a modifié le solde de cet appareil."
        case .accountFinding(.sumsMissing): "Le solde de cet appareil manquait."
        case .accountFinding(.rowsEdited):
            "Un autre programme a modifié, effacé ou ajouté des achats ou des utilisations sur cet appareil."
        case .accountFinding(.olderCopy): "Une copie plus ancienne des achats a été remise sur cet appareil."
        case .accountFinding(.keyMissing):
            "La clé qui scelle le solde de cet appareil manquait, ou n'était pas la bonne."
        case .accountFinding(.markMissing):
            "La marque qui protège le solde de cet appareil manquait, ou n'était pas valable."
        case .accountFinding(.anotherAccount):
            "Les achats de cet appareil étaient ceux d'un autre compte, et ne comptent pas."
        case .deliveryTitle: "Payé, mais pas livré"
        case .notVerified(.malformed): "Son reçu est illisible."
        case .notVerified(.wrongSignature): "Son reçu ne porte pas la signature de la boutique."
        case .notVerified(.wrongApplication(let other)): "Son reçu est pour une autre application, \(other)."
        case .notVerified(.wrongAccount): "Son reçu est pour un autre compte."
        case .notVerified(.wrongEnvironment(let other)): "Son reçu vient d'un autre environnement, \(other.rawValue)."
        // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
        case .restrictedState: "Achats intégrés non autorisés ; rien n'est débité. s : réglages"
        case .networkDownState(isQueued: true):
            "Réseau coupé. Ton achat est en attente et reprend à son retour.  r réessayer"
        case .networkDownState(isQueued: false):
            "Réseau coupé. Rien n'est débité d'ici là ; les prix viendront avec lui."
        case .requestFailedByNetworkState: "Boutique injoignable, pas de prix. Rien n'a été débité.  r réessayer"
        case .declined: "La demande d'achat a été refusée. Rien n'a été débité."
        case .deferred: "En attente d'approbation. Rien n'est débité d'ici là.  t transactions"
        case .alreadyBuying: "Cet achat est déjà en cours. Rien n'est débité deux fois ; attends la réponse."
        case .tooEarly: "Touche tapée trop tôt : ignorée. Regarde le total, puis réponds."
        case .sheetCancelled: "Annulé ; rien n'a été débité. Pour acheter, tape y sur la feuille."
        case .pasteIgnored: "Le texte collé ne fait rien ici : rien n'a été acheté. Sers-toi des touches."
        case .pasteUnfinished: "Du texte est en train d'être collé ; les touches attendent. Ctrl-C quitte."
        case .whyLoading: "Les prix arrivent. Rien n'est débité avant qu'ils soient là."
        case .whyNetworkDown: "Pas de prix sans réseau. Rien n'a été débité.  r réessayer"
        case .whyDisabled: "Les achats intégrés ne sont pas autorisés. Rien débité. s : réglages"
        case .whyNoCredits: "Pas de crédit, pas de banane. Achète d'abord : 1 ou 2, puis Entrée."
        case .balanceUnknown: "Les crédits ne sont pas encore comptés. Aucun n'a été dépensé."
        case .requestingPrices: "Demande des prix à la boutique."
        // Errors, in a few words.
        case .errorNotTrusted: "Personne ne prouve être la boutique"
        case .errorNetwork: "Boutique injoignable"
        case .errorCannotConnect: "Connexion impossible"
        case .errorClientInvalid: "La boutique refuse ce programme"
        case .errorPaymentCancelled: "Annulé"
        case .errorPaymentInvalid: "Le paiement n'est pas valide"
        case .errorPaymentNotAllowed: "Achats intégrés non autorisés"
        case .errorProductNotAvailable: "Le produit n'est plus vendu"
        case .errorPriceChanged: "Le prix a changé"
        case .errorUnknown: "Erreur inconnue de la boutique"
        case .errorForgottenPassword: "Mot de passe oublié"
        case .errorSignInNeeded: "Personne n'est connecté"
        case .errorAccountTaken: "Ce compte existe déjà"
        case .errorTooManyAttempts: "Trop d'essais de connexion"
        case .errorTooManyPurchases: "Trop d'achats en un jour"
        case .errorTooManyRequests: "Trop de demandes"
        case .errorInterrupted: "Le compte demande une action"
        case .errorOther: "La boutique a refusé"
        // Restoring. Sentences fit in 78 cells.
        case .restoreTooEarly: "La boutique n'est pas encore ouverte : rien n'a été restauré."
        // The list of the transactions.
        case .transactionsTitle: "Transactions"
        case .transactionsLoading: "Lecture des transactions…"
        case .transactionsEmpty: "Rien d'acheté pour l'instant. Échap ramène à la boutique."
        case .standing(.purchasing): "en cours"
        case .standing(.purchased): "acheté"
        case .standing(.failed): "échoué"
        case .standing(.restored): "restauré"
        case .standing(.deferred): "en attente"
        case .standing(.changed): "modifié"
        case .transactionRefunded: "remboursé"
        case .transactionCancelled: "annulé"
        case .detailHeading: "Détail"
        case .detailIdentifier: "Transaction"
        case .detailKey: "Clé"
        case .detailProduct: "Produit"
        case .detailAdded: "Ajouté"
        case .detailDate: "Acheté"
        case .detailAmount: "Montant"
        case .detailError: "Erreur"
        case .detailChange: "Changement"
        case .detailFinished: "Terminé"
        case .detailRefunded: "Remboursé"
        case .detailOriginal: "Récupère"
        case .detailActions: "Actions"
        case .noIdentifierYet: "aucune avant l'achat"
        case .noIdentifierEver: "aucune : rien n'a été acheté"
        case .noActions: "rien à faire"
        case .transactionAction(.approve): "approuver"
        case .transactionAction(.decline): "refuser"
        case .transactionAction(.lapse): "expirer"
        case .transactionAction(.resolve): "résoudre"
        case .transactionAction(.refund): "rembourser"
        case .transactionAction(.reverseRefund): "annuler le remboursement"
        // The list of the subscriptions.
        case .subscriptionsTitle: "Abonnements"
        case .subscriptionsLoading: "Demande des abonnements à la boutique…"
        case .subscriptionsEmpty: "Aucun abonnement. Échap ramène à la boutique."
        case .subscriptionsFromDevice: "La boutique ne répond pas. Voici ce qu'elle a signé avant."
        case .inBillingRetry: "Le renouvellement est impayé et retenté. Inutilisable en attendant."
        case .subscriptionRefunded: "Remboursé : c'est fini."
        // Short forms.
        case .subscriptionCancelled: "annulé"
        case .shortStanding(.active): "payé"
        case .shortStanding(.gracePeriod): "en grâce"
        case .shortStanding(.billingRetry): "impayé"
        case .shortStanding(.expired): "expiré"
        case .shortStanding(.revoked): "remboursé"
        case .noSubscriptionActions: "rien à faire pour l'instant"
        case .subscriptionAction(.cancel): "annuler"
        case .subscriptionAction(.resume): "reprendre"
        case .subscriptionAction(.expire): "expirer"
        case .subscriptionAction(.renew): "renouveler"
        case .subscriptionAction(.refundPeriod): "rembourser"
        case .subscriptionAction(.breakBilling): "bloquer le débit"
        case .subscriptionAction(.fixBilling): "rétablir le débit"
        case .subscriptionAction(.requestPriceConsent): "monter le prix"
        case .subscriptionAction(.consentToPrice): "accepter le prix"
        case .subscriptionAction(.declinePrice): "refuser le prix"
        // The photo.
        case .photoTitle: "Photo"
        case .photoLoading: "Ouverture de l'image…"
        case .clearFilters: "Retirer"
        case .filter(.greyscale): "Gris"
        case .filter(.sepia), .shortFilter(.sepia): "Sépia"
        case .shortFilter(.greyscale): "Gris"
        case .noFilter: "sans filtre"
        // The settings.
        case .settingsTitle: "Réglages"
        case .settingsIntroduction: "Ce qu'une boutique peut te faire subir. Tout changement agit aussitôt."
        case .settingsLoading: "Lecture des réglages…"
        case .network(.up): "actif"
        case .network(.down): "coupé"
        case .network(.answersLost): "réponses perdues"
        case .rateRealTime: "en temps réel"
        // Errors for the next purchase: their number and two or three words.
        case .failsCannotConnect: "0 connexion impossible"
        case .failsPaymentCancelled: "2 annulé"
        case .failsPaymentInvalid: "3 paiement non valide"
        case .failsPaymentNotAllowed: "4 non autorisé"
        case .failsProductNotAvailable: "5 produit retiré"
        case .failsUnknown: "5002 erreur inconnue"
        case .failsForgottenPassword: "5020 mot de passe oublié"
        case .failsInterrupted: "3038 interrompu"
        case .failsNetworkDown: "-1009 réseau coupé"
        case .failsConnectionLost: "-1005 connexion perdue"
        // Signing in.
        case .signInPassword: "Mot de passe"
        case .signInButton: "Connexion"
        case .newAccountButton: "Nouveau compte"
        case .newAccountShort: "Nouveau"
        case .signInIntroduction:
            "La boutique veut savoir qui achète. Première fois ? Choisis nom et mot de passe : Nouveau compte."
        case .signingIn: "Connexion…"
        case .makingAccount: "Création du compte…"
        case .signInWrongPassword: "Nom ou mot de passe erroné (5020). Rien débité. Réessaie, ou crée un compte."
        case .signInForgotten: "La boutique ne sait plus qui tu es (401). Rien débité. Reconnecte-toi."
        case .signInAccountTaken: "Ce compte existe déjà (409). Rien débité. Connecte-toi, ou prends un autre nom."
        case .credentialsRefused: "La boutique n'accepte pas ce nom ou ce mot de passe (3)."
        case .feedSignedOut: "Personne n'est connecté. Rien dépensé.  i connexion"
        case .signedOut(isInFlight: true): "Déconnecté. Ce qui est en cours est à l'abri et reprend à la connexion."
        case .signedOut(isInFlight: false): "Déconnecté. i pour te reconnecter."
        // The footer: keys in a word.
        case .footerPage: "page"
        case .footerMove: "aller"
        case .footerQuantity: "quantité"
        case .footerBuy: "acheter"
        case .footerChange: "changer"
        case .footerBack: "retour"
        case .footerRefresh: "actualiser"
        case .footerChoose: "choisir"
        case .footerPress: "presser"
        case .footerScroll: "défiler"
        case .footerSignOut: "Déconnexion"
        case .footerGoOn: "suite"
        case .footerCancel: "annuler"
        case .footerSubscribe: "s'abonner"
        case .footerManage: "gérer"
        case .footerKeep: "garder"
        case .footerRead: "lire"
        case .footerDownload: "télécharger"
        case .footerPause: "pause"
        case .footerResume: "reprendre"
        case .footerApply: "mettre le filtre"
        case .footerClear: "retirer le filtre"
        case .footerRestore: "restaurer"
        case .footerFeed: "nourrir"
        // The names of keys.
        case .keySpace: "Espace"
        case .keyControl(let letter): "Ctrl-\(letter)"
        case .keyEnter: "Entrée"
        case .keyEscape: "Échap"
        case .keyTab: "Tab"
        case .keyBackTab: "Maj-Tab"
        case .keyHome: "Début"
        case .keyEnd: "Fin"
        case .keyPageUp: "PgPréc"
        case .keyPageDown: "PgSuiv"
        case .keyBackspace: "Ret. arr."
        case .keyDelete: "Suppr"
        // The help and the manual page: where keys are pressed, and what they do.
        case .placeEverywhere: "Partout"
        case .placeStore: "Boutique"
        case .placeReader: "Lecture"
        case .placeSignIn: "Connexion"
        case .placeDialog: "Questions"
        case .placeReading: "Messages"
        case .helpLineDown: "une ligne plus bas"
        case .helpLineUp: "une ligne plus haut"
        case .helpToNext: "au suivant"
        case .helpToPrevious: "au précédent"
        case .helpPageOn: "une page plus loin"
        case .helpPageBack: "une page en arrière"
        case .helpTenDown: "dix plus bas"
        case .helpTenUp: "dix plus haut"
        case .helpToLineStart: "au début de la ligne"
        case .helpToLineEnd: "à la fin de la ligne"
        case .helpToBookStart: "au début du livre"
        case .helpToBookEnd: "à la fin du livre"
        case .helpToNewest: "à la plus récente"
        case .helpToOldest: "à la plus ancienne"
        case .helpOneLess: "un de moins"
        case .helpOneMore: "un de plus"
        case .helpToTheLeft: "un caractère ou bouton à gauche"
        case .helpToTheRight: "un caractère ou bouton à droite"
        case .helpButtonBefore: "le bouton précédent"
        case .helpNextButton: "le bouton suivant"
        case .helpValueBefore: "la valeur précédente"
        case .helpNextValue: "la valeur suivante"
        case .helpUseProduct: "acheter, nourrir le singe, ou télécharger, arrêter et lire un livre"
        case .helpUseFilter: "activer ou désactiver le filtre, ou l'acheter"
        case .helpNextField: "au champ suivant ; se connecter, ou presser le bouton choisi"
        case .helpPressButton: "presser le bouton choisi"
        case .helpToProduct(let number): "au produit \(number)"
        case .helpSettings: "ouvrir les réglages"
        case .helpTransactions: "ouvrir les transactions"
        case .helpSubscriptions: "ouvrir les abonnements"
        case .helpRestore: "restaurer ce que possède le compte"
        case .helpPhoto: "ouvrir la photo et ses filtres"
        case .helpFilter(let filter): "\(self[.filter(filter)]) : activer ou désactiver"
        case .helpClearFilters: "désactiver tous les filtres"
        case .helpUsePiece: "utiliser une pièce d'un produit"
        case .helpCancelDownload: "abandonner le téléchargement d'un livre"
        case .helpReadPrices: "redemander les prix"
        case .helpReadList: "relire la liste"
        case .helpKeys: "montrer toutes les touches"
        case .helpMessages: "relire les derniers messages"
        case .helpClose: "fermer et revenir"
        case .helpAccept: "oui : acheter, ou partir"
        case .helpRefuse: "non : annuler, ou rester"
        case .helpApprove: "approuver une demande d'achat"
        case .helpDecline: "refuser une demande d'achat"
        case .helpResolve: "résoudre un achat interrompu"
        case .helpRefund: "rembourser un achat"
        case .helpEraseBefore: "effacer le caractère d'avant"
        case .helpEraseAfter: "effacer le caractère d'après"
        case .helpEraseLine: "effacer toute la ligne"
        case .helpSignIn: "se connecter, si personne ne l'est"
        case .helpSignOut: "se déconnecter, si quelqu'un est connecté"
        case .helpQuit: "quitter la boutique"
        case .helpInterrupt: "partir tout de suite, de partout"
        case .helpRedraw: "redessiner tout l'écran"
        case .helpSuspend: "suspendre le programme ; fg le ramène"
        // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
        case .plainHint: "Tape help pour voir les commandes."
        case .plainSheetPrompt: "yes (oui) ou no> "
        case .plainAnswer: "Tape yes pour acheter ou no pour annuler."
        case .plainCancelled: "Annulé. Rien n'a été débité."
        case .plainRetry: "Tape products pour réessayer."
        case .plainNoCredits: "Pas de crédit, pas de banane. Achète d'abord des crédits : tape buy 1."
        case .plainNothingToConfirm: "Il n'y a rien à confirmer. Rien n'a été débité."
        case .plainNoTransactions: "Rien d'acheté pour l'instant."
        case .plainOlder: "Il y en a de plus anciennes. Tape transactions older."
        case .plainNoOlder: "La liste n'en a pas de plus anciennes. Tape transactions pour les plus récentes."
        case .plainNoSubscriptions: "Aucun abonnement."
        case .plainSignInFirst: "Tape sign-in ou new-account avec le nom d'un compte, ou no pour annuler."
        case .plainPasswordPrompt: "Mot de passe : "
        case .plainNoPassword: "Pas de mot de passe, donc rien n'a été envoyé."
        case .plainNoAccounts: "Cette boutique n'a pas de comptes : elle connaît cet appareil."
        case .plainSignedInAlready: "Tu es déjà connecté. Tape d'abord sign-out."
        case .plainNobodySignedIn: "Il n'y a personne à déconnecter."
        case .plainUsesDone: "Plus rien n'attend la boutique."
        case .plainLineTooLong: "Cette ligne dépasse 64 Kio. Rien n'a été fait ni débité."
        case .soldOneAtATime: "Cet article se vend à l'unité. Rien n'a été débité."
        // The help of the lines: each command, and what it does.
        case .plainHelpBuy: "buy NUMÉRO [QUANTITÉ] : acheter un produit, de 1 à 10 pièces"
        case .plainHelpAnswer: "yes, no : répondre quand un achat est à confirmer"
        case .plainHelpUse: "use NUMÉRO : utiliser une pièce d'un produit"
        case .plainHelpBooks:
            "read, download, pause, cancel NUMÉRO : lire, télécharger, suspendre, abandonner un livre ou une lettre à toi"
        case .plainHelpSubscriptions:
            "subscriptions : où en sont les abonnements ; subscription ACTION NUMÉRO : agir sur l'un d'eux"
        case .plainHelpFeed: "feed : dépenser un crédit pour une banane"
        case .plainHelpRestore: "restore : récupérer ce que ce compte a acheté pour toujours"
        case .plainHelpBalance: "balance : les crédits"
        case .plainHelpProducts: "products : redemander les prix"
        case .plainHelpTransactions:
            "transactions : ce qui a été acheté, le plus récent d'abord ; transactions older : ce qui précède"
        case .plainHelpActions:
            "approve, decline, resolve, refund NUMÉRO : approuver, refuser, résoudre, rembourser l'une d'elles"
        case .plainHelpFilters:
            "filter NOM : activer ou non un filtre acheté ; filters : lesquels sont actifs ; clear : aucun"
        case .plainHelpSettings: "settings [NOM VALEUR] : voir ou changer les réglages"
        case .plainHelpSignIn:
            "sign-in COMPTE, new-account COMPTE : dire qui achète ; le mot de passe est la ligne suivante"
        case .plainHelpSignOut: "sign-out : se déconnecter ; ce qui est en cours reprend à la prochaine connexion"
        case .plainHelpQuit: "quit : partir ; un achat en cours reprend au prochain démarrage"
        // Visitors whom a host lets in.
        case .guestTitle: "Bienvenue"
        case .guestBody:
            """
            Tu es venu sans clé SSH, et personne ne pourra te reconnaître : ce que tu achètes disparaît quand tu pars. \
            Avec une clé (ssh-keygen en crée une), tes crédits seront là la prochaine fois.
            """
        case .idleWarning: "Tu es là ? La boutique ferme bientôt. Une touche la garde ouverte."
        case .goodbye: "Au revoir."
        case .goodbyeIdle: "Au revoir : aucune touche n'a été pressée depuis un moment."
        case .goodbyeClosed: "Au revoir : la boutique ferme maintenant."
        case .goodbyeElsewhere: "Au revoir d'ici : tu as ouvert la boutique dans une autre fenêtre."
        case .goodbyeEnded: "Au revoir : ton hôte a mis fin à cette visite."
        case .guestCreditsEnd: "Ce qu'achète un invité finit avec la visite."
        case .creditsKept: "Tes crédits sont en sûreté : reviens avec la même clé."
        }
    }

    // MARK: Everywhere

    func networkIs(up: Bool) -> String { up ? "en ligne" : "hors ligne" }
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

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String {
        isOne(count) ? "\(number(count)) crédit singe" : "\(number(count)) crédits singe"
    }

    // MARK: Products, books and subscriptions

    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) sur \(count)" }
    func buyCredits(_ count: Int) -> String { "Acheter \(count)" }
    func total(_ price: String) -> String { "total \(price)" }
    func downloadWaiting(_ percent: String) -> String { "en attente, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "réessaie, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), encore \(time)" }
    func downloadPaused(_ percent: String) -> String { "en pause, \(percent)" }

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
    func subscribedUntil(_ end: String) -> String { "Abonné jusqu'au \(end)" }
    func piecesLeft(_ count: Int) -> String { "Tu en as \(number(count))" }
    func until(_ end: String) -> String { "fin \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        switch (period.unit, period.count) {
        case (.day, 1): "jour"
        case (.day, let count): "\(count) jours"
        case (.week, 1): "semaine"
        case (.week, let count): "\(count) semaines"
        case (.month, 1): "mois"
        case (.month, let count): "\(count) mois"
        case (.year, 1): "an"
        case (.year, let count): "\(count) ans"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) pour \(length)" }
    func newSubscribers(pay price: String) -> String { "nouveaux abonnés : \(price)" }
    func first(_ price: String) -> String { "début : \(price)" }

    // MARK: What is on its way

    func purchasingCount(_ count: Int) -> String { "\(count) en cours d'achat" }
    func queuedCount(_ count: Int) -> String { "\(count) en attente du réseau" }
    func signInNeededCount(_ count: Int) -> String { "\(count) en attente d'identification" }
    func deferredCount(_ count: Int) -> String { "\(count) en attente d'approbation" }
    func paidCount(_ count: Int) -> String {
        count == 1 ? "1 payé, pas encore livré" : "\(count) payés, pas encore livrés"
    }
    func usesWaiting(_ count: Int) -> String {
        isOne(count) ? "1 utilisation attend la boutique." : "\(number(count)) utilisations attendent la boutique."
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) en achat" }
    func queuedShortCount(_ count: Int) -> String { "\(count) en attente" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) à connecter" }
    func deferredShortCount(_ count: Int) -> String { "\(count) à approuver" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 payé" : "\(count) payés" }
    func usesWaitingShort(_ count: Int) -> String { "attente : \(number(count))" }
    func inFlightTotal(_ count: Int) -> String { "\(count) en cours" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Confirme l'achat (1 sur \(waiting))" : "Confirme l'achat"
    }
    func level(_ level: Int) -> String { "niveau \(level)" }
    func chosenSubscribers(pay price: String) -> String { "sur invitation : \(price)" }
    func replaces(_ title: String) -> String { "aussitôt ; remplace \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), après \(title)" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nouveau, sinon \(usual)" }

    // MARK: Questions and notices

    func accountRecounted(balance: Int) -> String {
        """
        Tous les achats ont été vérifiés et recomptés, et le reste est demandé à la boutique. Aucun achat n'est perdu, et \
        ce qui a été utilisé reste utilisé. Le solde est de \(number(balance)).
        """
    }
    func refundBody(_ what: String) -> String {
        "La boutique reprend \(what) et rend l'argent. Les crédits déjà dépensés deviennent une dette."
    }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) est payé et reste dans la file ; nouvel essai de livraison au prochain démarrage. \(why)"
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String { "Pas de prix : \(what). Rien débité. r réessayer" }
    func lapsed(_ title: String) -> String { "La demande d'achat de \(title) a expiré. Rien n'a été débité." }
    func credited(_ pieces: String) -> String { "Acheté : \(pieces). Les crédits sont à toi." }
    func owned(_ pieces: String) -> String { "Acheté : \(pieces). C'est à toi pour toujours." }
    func bought(_ pieces: String) -> String { "Acheté : \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Tu es abonné à \(title)." }
    func revoked(_ pieces: String) -> String { "Remboursé \(pieces) : argent rendu, crédits retirés." }
    func renewed(_ title: String) -> String { "\(title) s'est renouvelé." }
    func becomes(_ title: String, on date: String) -> String {
        "Ton abonnement devient \(title) le \(date). Rien débité."
    }
    func getsOffer(_ title: String, on date: String) -> String {
        "\(title) : l'offre vaut à partir du \(date). Rien débité."
    }
    func goesOn(_ title: String, renewingOn date: String) -> String {
        "\(title) continue, renouvelé le \(date). Rien débité."
    }
    func isOver(_ title: String) -> String { "\(title) : la période payée est terminée.  u abonnements" }
    func refusedUnknown(_ product: String) -> String { "\(product) n'est pas vendu ici. Rien n'a été débité." }
    func changedElsewhere(by change: Int) -> String {
        isOne(abs(change))
            ? "Sur un autre appareil ou dans une autre fenêtre : \(signed(change)) crédit."
            : "Sur un autre appareil ou dans une autre fenêtre : \(signed(change)) crédits."
    }
    func accountFetched(percent: String) -> String { "Ton compte arrive : \(percent)." }
    func whyNotAvailable(_ product: String) -> String { "La boutique ne connaît pas \(product). Rien n'a été débité." }
    func whyOwned(_ title: String) -> String { "\(title) est déjà à toi. Rien n'a été débité." }
    func nothingToUse(_ title: String) -> String { "Il n'y a pas de pièce à utiliser : \(title). Rien n'a changé." }
    func hostSaid(_ text: String) -> String { "De ton hôte : \(text)" }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Une banane coûte \(number(credits)) ; tu as \(number(balance)). Rien n'a été dépensé. Achète d'abord."
    }

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    func failedTryAgain(_ what: String) -> String { "\(what) Rien n'a été débité. Entrée réessaie." }
    func failedNotAllowed(_ what: String) -> String { "\(what) Rien n'a été débité. s : réglages" }
    func failedReadPrices(_ what: String) -> String { "\(what) Rien n'a été débité. r relit les prix." }
    func failedResetPassword(_ what: String) -> String { "\(what) Rien n'a été débité. Change-le, puis Entrée." }
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
        case .storage(.earlierBuild(let path)):
            "\(path) vient d'un programme d'avant la première version, que celui-ci ne sait pas lire ; rien n'a été modifié. Utilise "
                + "l'ancien, ou déplace le fichier pour repartir de zéro."
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
        // What proves a purchase, and what is used.
        case .purchaseNotProved:
            """
            La signature de la boutique ne prouve pas cet achat : il n'apporte rien. Adresse-toi à l'assistance de la \
            boutique.
            """
        case .notEnoughCredits(let balance):
            "Crédits singe : seulement \(number(balance)), donc rien n'a été dépensé. Achètes-en d'abord."
        case .notEnoughPieces(let product, let left):
            "\(product) : il en reste \(number(left)), donc rien n'a été utilisé. Achètes-en d'abord."
        case .recountInterrupted:
            "Ce que cet appareil sait de ton compte n'a pas été lu jusqu'au bout ; rien n'a été modifié."
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
        case .bookNotOwned:
            "Le livre n'est pas à toi, ou a été remboursé. Rien n'a été débité ; achète-le ou restaure-le d'abord."
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
        case .tooManyAttempts(let seconds): notCharged(tooManyAttempts(seconds: seconds))
        case .wrongPassword:
            """
            La boutique ne connaît pas ce nom avec ce mot de passe (5020) ; rien n'a été modifié. Réessaie, ou crée un \
            compte avec --new.
            """
        // Limits of the store.
        case .tooManyPurchases:
            """
            Ce compte a acheté aussi souvent qu'on le peut en un jour : rien n'a été débité. Attends : le paiement est \
            gardé, renvoyé tout seul, et débité une seule fois.
            """
        case .tooManyRequests:
            """
            La boutique ne prend plus de demandes pour un moment : rien n'a été débité. Les paiements sont gardés, renvoyés \
            tout seuls, et débités une seule fois ; pour le reste, réessaie dans une minute.
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
        case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Restauration de ce que possède ce compte…" : "Restauration… \(number(count)) jusqu'ici."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Rien à restaurer sur ce compte. Tes crédits y sont déjà."
        case 1: "1 achat restauré. Tes crédits sont déjà sur ton compte."
        default: "\(number(count)) achats restaurés. Tes crédits sont déjà sur ton compte."
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        "Restauré : \(number(count)). Sans signature de la boutique, exclus : \(number(rejected))."
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? "\(what) Rien n'a été restauré. Réessaie." : "\(what) Déjà restauré : \(number(restored)). Recommence."
    }

    // MARK: The lists of the transactions and the subscriptions

    func transactionsCount(_ count: Int) -> String {
        isOne(count) ? "\(count) transaction" : "\(number(count)) transactions"
    }
    func transactionsMoreThan(_ count: Int) -> String { "plus de \(number(count)) transactions" }
    func subscriptionsCount(_ count: Int) -> String {
        isOne(count) ? "\(count) abonnement" : "\(number(count)) abonnements"
    }

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
    func expired(on end: String) -> String { "Expiré le \(end)." }

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name) : \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Acheter \(name)" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(self[.filter(filter)]) n'est pas encore à toi. Rien n'a été débité ; achète-le d'abord."
    }
    func setting(_ row: SettingsRow) -> SettingWords {
        switch row {
        case .payments: ("Achats intégrés", "non : AppStore coupé")
        case .network: ("Réseau", "vers la boutique")
        case .askToBuy: ("Demander à acheter", "attend une approbation")
        case .interrupted: ("Achats interrompus", "ratés si non résolus")
        case .nextFailure: ("Prochain achat raté", "une fois, ainsi")
        case .delay: ("Délai", "avant chaque réponse")
        case .sheet: ("Confirmation", "demande avant l'achat")
        case .rate: ("Rythme abonnements", "périodes à venir")
        case .renewals: ("Renouvellements", "des abonnements")
        case .gracePeriod: ("Délai de grâce", "après un impayé")
        }
    }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "autorisés" : "non autorisés" }
    func onOff(_ isOn: Bool) -> String { isOn ? "oui" : "non" }
    func rate(aDay time: String) -> String { "jour = \(time)" }
    func rate(aMonth time: String) -> String { "mois = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) chacune" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "impayés" : "payés" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Connexion à \(store)" }
    func accountLength(least: Int, most: Int) -> String { "Un nom de compte a de \(least) à \(most) caractères." }
    func passwordLength(least: Int, most: Int) -> String { "Un mot de passe a de \(least) à \(most) caractères." }
    func signInFailed(_ what: String) -> String { "\(what). Rien débité. Réessaie, ou annule." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Trop d'essais (429). " + (seconds.map { "Réessaie dans \($0) s." } ?? "Attends une minute, puis réessaie.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) Rien n'a été débité." }
    func signedIn(_ account: String) -> String { "Connecté : \(account)." }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainAccount(_ name: String) -> String { "Compte : \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces) : \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Confirme l'achat : \(pieces), à \(unit), total \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Confirme l'abonnement : \(title), \(price). À payer maintenant : \(toPay). Début : \(begins)."
    }
    func plainUsesWaiting(_ count: Int) -> String {
        isOne(count)
            ? "1 utilisation attend la boutique. Elle compte déjà ici, et repart toute seule."
            : "\(number(count)) utilisations attendent la boutique. Elles comptent déjà ici, et repartent toutes seules."
    }
    func plainNoProduct(_ number: Int) -> String { "Il n'y a pas de produit \(number). Rien n'a été débité." }
    func plainBadQuantity(_ text: String) -> String { "La quantité va de 1 à 10, pas \(text). Rien n'a été débité." }
    func plainNoBook(_ number: Int) -> String { "Le \(number) n'est pas un livre à toi. Tape products pour tout voir." }
    func plainNoTransaction(_ number: Int) -> String {
        "Il n'y a pas de transaction \(number) dans la liste. Tape d'abord transactions."
    }
    func plainNotPossible(_ action: String) -> String { "Impossible pour cette transaction : \(action)." }
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
}
