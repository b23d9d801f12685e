// The commands that can be typed. They are English words in every language; what they do is said in the person's own.
extension Strings {
    func plainHelp(hasAccounts: Bool) -> [String] {
        plainCommands + (hasAccounts ? plainAccountCommands : []) + [
            localized(
                en: "quit: leave; a purchase in flight goes on at the next start",
                es: "quit: salir; una compra en curso sigue en el próximo inicio",
                fr: "quit : partir ; un achat en cours reprend au prochain démarrage",
                it: "quit: esci; un acquisto in corso riprende al prossimo avvio")
        ]
    }

    private var plainAccountCommands: [String] {
        [
            localized(
                en: "sign-in ACCOUNT, new-account ACCOUNT: say who buys; the password is the next line",
                es: "sign-in CUENTA, new-account CUENTA: decir quién compra; la contraseña va en la línea siguiente",
                fr: "sign-in COMPTE, new-account COMPTE : dire qui achète ; le mot de passe est la ligne suivante",
                it: "sign-in ACCOUNT, new-account ACCOUNT: di' chi compra; la password è la riga successiva"),
            localized(
                en: "sign-out: what is in flight goes on at the next sign-in",
                es: "sign-out: cerrar la sesión; lo que está en curso sigue al volver a entrar",
                fr: "sign-out : se déconnecter ; ce qui est en cours reprend à la prochaine connexion",
                it: "sign-out: disconnetti; ciò che è in corso riprende al prossimo accesso"),
        ]
    }

    private var plainCommands: [String] {
        [
            localized(
                en: "buy NUMBER [QUANTITY]: buy a product, 1 to 10 pieces",
                es: "buy NÚMERO [CANTIDAD]: comprar un producto, de 1 a 10 unidades",
                fr: "buy NUMÉRO [QUANTITÉ] : acheter un produit, de 1 à 10 pièces",
                it: "buy NUMERO [QUANTITÀ]: compra un prodotto, da 1 a 10 pezzi"),
            localized(
                en: "yes, no: answer when a purchase is to be confirmed",
                es: "yes, no: responder cuando hay que confirmar una compra",
                fr: "yes, no : répondre quand un achat est à confirmer",
                it: "yes, no: rispondi quando un acquisto è da confermare"),
            localized(
                en: "read, download, pause, cancel NUMBER: what to do about a book or a letter that is yours",
                es:
                    "read, download, pause, cancel NÚMERO: leer, descargar, pausar o cancelar un libro o carta tuyos",
                fr:
                    "read, download, pause, cancel NUMÉRO : lire, télécharger, suspendre, abandonner un livre ou une lettre à toi",
                it:
                    "read, download, pause, cancel NUMERO: leggi, scarica, ferma o annulla un libro o una lettera tuoi"
            ),
            localized(
                en: "subscriptions: where they stand; subscription ACTION NUMBER: do something to one of that list",
                es:
                    "subscriptions: cómo están las suscripciones; subscription ACCIÓN NÚMERO: actuar sobre una de la lista",
                fr: "subscriptions : où en sont les abonnements ; subscription ACTION NUMÉRO : agir sur l'un d'eux",
                it: "subscriptions: come stanno gli abbonamenti; subscription AZIONE NUMERO: agisci su uno dell'elenco"),
            localized(
                en: "feed: spend one credit on a banana", es: "feed: gastar un crédito en un plátano",
                fr: "feed : dépenser un crédit pour une banane", it: "feed: spendi un credito per una banana"),
            localized(
                en: "restore: bring back what this account bought for good",
                es: "restore: recuperar lo que esta cuenta compró para siempre",
                fr: "restore : récupérer ce que ce compte a acheté pour toujours",
                it: "restore: recupera ciò che l'account ha comprato per sempre"),
            localized(
                en: "balance: the credits", es: "balance: los créditos", fr: "balance : les crédits",
                it: "balance: i crediti"),
            localized(
                en: "products: ask for the prices again", es: "products: volver a pedir los precios",
                fr: "products : redemander les prix", it: "products: chiedi di nuovo i prezzi"),
            localized(
                en: "transactions: what was bought, newest first; transactions older: what was bought before that",
                es: "transactions: lo comprado, lo más nuevo primero; transactions older: lo anterior",
                fr:
                    "transactions : ce qui a été acheté, le plus récent d'abord ; transactions older : ce qui précède",
                it: "transactions: gli acquisti, prima i più recenti; transactions older: quelli prima"),
            localized(
                en: "approve, decline, resolve, refund NUMBER: act on a transaction of that list",
                es:
                    "approve, decline, resolve, refund NÚMERO: aprobar, rechazar, resolver o reembolsar una de esa lista",
                fr: "approve, decline, resolve, refund NUMÉRO : approuver, refuser, résoudre, rembourser l'une d'elles",
                it: "approve, decline, resolve, refund NUMERO: approva, rifiuta, risolvi o rimborsa una dell'elenco"),
            localized(
                en: "filter NAME: switch a photo filter that you bought on or off; filters: which are on; clear: none",
                es: "filter NOMBRE: activar o no un filtro comprado; filters: cuáles están activos; clear: ninguno",
                fr: "filter NOM : activer ou non un filtre acheté ; filters : lesquels sont actifs ; clear : aucun",
                it: "filter NOME: attiva o disattiva un filtro comprato; filters: quali sono attivi; clear: nessuno"),
            localized(
                en: "settings [NAME VALUE]: show or change the settings",
                es: "settings [NOMBRE VALOR]: ver o cambiar los ajustes",
                fr: "settings [NOM VALEUR] : voir ou changer les réglages",
                it: "settings [NOME VALORE]: mostra o cambia le impostazioni"),
        ]
    }
}
