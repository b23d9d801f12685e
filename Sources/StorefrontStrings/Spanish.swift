internal import FileSystem
internal import StoreModel

/// The texts in Spanish.
struct Spanish: Strings {
    let language = Language.spanish

    // MARK: Everywhere

    var title: String { "Monkey Store" }
    var notSignedIn: String { "sin sesión" }
    var thisDevice: String { "este dispositivo" }
    var opening: String { "abriendo…" }
    func networkIs(up: Bool) -> String { up ? "con red" : "sin red" }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox"
        case .production: "Producción"
        }
    }
    var yes: String { "sí" }
    var no: String { "no" }
    func andMore(_ count: Int) -> String { "y \(count) más" }
    func tooSmall(need: String, have: String) -> String { "Mínimo \(need), hay \(have)" }

    // MARK: Numbers and dates, as the language writes them (CLDR)

    var groupingSeparator: String { "." }
    var minimumGroupingDigits: Int { 2 }
    func currencySymbol(_ currency: String) -> String? {
        switch currency {
        case "EUR": "€"
        case "USD": "US$"
        default: currency
        }
    }
    func date(year: String, month: String, day: String) -> String { "\(day)/\(month)/\(year)" }
    func percent(_ percent: Int) -> String { "\(percent) %" }

    // MARK: The monkey and its bananas

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? "\(number(count)) crédito de mono" : "\(number(count)) créditos de mono"
    }
    var monkeyCreditsUnknown: String { "… créditos de mono" }
    var inDebtShort: String { "reembolso" }
    var inDebt: String { "En deuda: se reembolsaron créditos gastados." }
    var moodWaiting: String { "Le apetece un plátano." }
    var moodHappy: String { "¡Feliz con tu compra!" }
    var moodStylish: String { "Gafas puestas: ¡qué foto!" }
    var moodRich: String { "¡Feliz con los créditos nuevos!" }
    var moodEating: String { "Mmm. ¡Un plátano!" }
    var moodHungry: String { "Con hambre y sin créditos para un plátano." }
    var moodSad: String { "Siente que no haya salido bien." }
    var moodAsleep: String { "Duerme mientras la tienda está cerrada." }
    var feed: String { "Dar un plátano" }
    var feedPrice: String { "un crédito, un plátano" }
    var feedNeedsCredits: String { "sin créditos: compra antes" }
    var feedNeedsSignIn: String { "inicia sesión para ver los créditos" }
    var feedLoading: String { "contando los créditos…" }

    // MARK: Products

    var productsHeading: String { "A la venta" }
    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) de \(count)" }
    func buyCredits(_ count: Int) -> String { "Comprar \(count)" }
    var buyButton: String { "Comprar" }
    var loading: String { "cargando…" }
    var networkDownButton: String { "¿Sin red?" }
    var storeDisabled: String { "AppStore inactiva" }
    var notAvailable: String { "No disponible" }
    var storeError: String { "Error de tienda" }
    func total(_ price: String) -> String { "total \(price)" }
    var ownedButton: String { "Es tuyo" }
    var restoreButton: String { "Restaurar" }
    var restoringButton: String { "Restaurando…" }
    var restoreNote: String { "lo que esta cuenta compró para siempre" }

    // MARK: Books

    var read: String { "Leer" }
    var fetch: String { "Descargar" }
    var pause: String { "Pausar" }
    var goOn: String { "Reanudar" }
    func downloadWaiting(_ percent: String) -> String { "en espera, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "reintenta, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), aún \(time)" }
    func downloadPaused(_ percent: String) -> String { "en pausa, \(percent)" }
    var downloadFinished: String { "en este dispositivo" }
    var downloadFailed: String { "ha fallado" }
    var downloadCancelled: String { "no está en este dispositivo" }

    // Why a download stopped or waits; the book stays paid.
    func bookRefunded(_ title: String) -> String {
        "\(title) se reembolsó, así que no se entrega. No se ha cobrado nada."
    }
    func bookRefused(_ title: String) -> String {
        "\(title) no se entregó con este recibo. No se paga otra vez. Intro reintenta."
    }
    func bookMissing(_ title: String) -> String {
        "\(title) no está ahora en el servidor de contenidos. No se paga otra vez."
    }
    func bookDamaged(_ title: String) -> String { "\(title) llegó mal y no se guardó nada. No se paga otra vez." }
    func bookNotVerified(_ title: String) -> String { "\(title) espera a que la tienda responda. No se paga otra vez." }
    func bookWaits(_ title: String) -> String {
        "\(title) espera al servidor de contenidos y sigue solo. No se paga otra vez."
    }

    // MARK: Subscriptions on sale

    var subscribe: String { "Suscribirse" }
    var subscribed: String { "Suscrito" }
    func subscribedUntil(_ end: String) -> String { "Suscripción hasta \(end)" }
    func piecesLeft(_ count: Int) -> String { "Tienes \(number(count))" }
    func until(_ end: String) -> String { "hasta \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        let count = period.count
        return switch (period.unit, count) {
        case (.day, 1): "día"
        case (.day, _): "\(count) días"
        case (.week, 1): "semana"
        case (.week, _): "\(count) semanas"
        case (.month, 1): "mes"
        case (.month, _): "\(count) meses"
        case (.year, 1): "año"
        case (.year, _): "\(count) años"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) por \(length)" }
    func newSubscribers(pay price: String) -> String { "nuevos suscriptores: \(price)" }
    func first(_ price: String) -> String { "inicio: \(price)" }
    var free: String { "gratis" }
    var nothing: String { "nada" }

    // MARK: What is on its way

    var inFlightHeading: String { "En curso" }
    var nothingInFlight: String { "Nada en camino." }
    var logHeading: String { "Notificaciones" }
    var inFlightPurchasing: String { "Comprando" }
    var inFlightQueued: String { "esperando la red" }
    var inFlightSignInNeeded: String { "esperando que entres" }
    var inFlightDeferred: String { "esperando aprobación" }
    var inFlightPaid: String { "pagado, por entregar" }
    func purchasingCount(_ count: Int) -> String { "\(count) en compra" }
    func queuedCount(_ count: Int) -> String { "\(count) esperando la red" }
    func signInNeededCount(_ count: Int) -> String { "\(count) esperando que entres" }
    func deferredCount(_ count: Int) -> String { "\(count) esperando aprobación" }
    func paidCount(_ count: Int) -> String { count == 1 ? "1 pagado, por entregar" : "\(count) pagados, por entregar" }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) en compra" }
    func queuedShortCount(_ count: Int) -> String { "\(count) en cola" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) sin sesión" }
    func deferredShortCount(_ count: Int) -> String { "\(count) por aprobar" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 pagado" : "\(count) pagados" }
    func inFlightTotal(_ count: Int) -> String { "\(count) en curso" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Confirma la compra (1 de \(waiting))" : "Confirma la compra"
    }
    var sheetQuantity: String { "Cantidad" }
    var sheetUnitPrice: String { "Cada uno" }
    var sheetTotal: String { "Total" }
    var sheetAccount: String { "Cuenta" }
    var sheetEnvironment: String { "Entorno" }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: "Sandbox: sin dinero real"
        case .production: "Producción: dinero real"
        }
    }
    var sheetCancel: String { "Cancelar" }

    // Of a subscription: the payments, and the effect of the purchase.
    var sheetPrice: String { "Precio" }
    var sheetToPay: String { "Pagas ahora" }
    var sheetBegins: String { "Empieza" }
    var beginsNow: String { "ahora, y se renueva" }
    var sheetGroup: String { "Grupo" }
    func level(_ level: Int) -> String { "nivel \(level)" }
    var sheetOffer: String { "Oferta" }
    func chosenSubscribers(pay price: String) -> String { "por invitación: \(price)" }
    var sheetFamily: String { "Familia" }
    var familyMayShare: String { "puede usarlo" }
    func replaces(_ title: String) -> String { "ahora; sustituye a \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), tras \(title)" }
    var goesOnAsIs: String { "sigue como está" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nueva, si no \(usual)" }

    // MARK: Questions and notices

    var quitTitle: String { "Hay una compra en curso" }
    var quitBody: String { "Puedes salir sin miedo: la cola sigue en el próximo inicio y nada se cobra dos veces." }
    var quitLeave: String { "Salir" }
    var quitStay: String { "Quedarse" }
    var noticeClose: String { "Cerrar" }
    var helpTitle: String { "Teclas" }
    var ledgerTitle: String { "Registro de créditos" }
    func ledgerBody(balance: Int) -> String {
        """
        El registro no contiene lo que se escribió en él. Lo que se cambió no cuenta; el saldo que vale es \(number(balance)).
        """
    }
    var deliveryTitle: String { "Pagado, pero sin entregar" }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) está pagado y sigue en la cola; la entrega se reintenta en el próximo inicio. \(why)"
    }
    var deliveryOfUnknownProduct: String { "Este programa no sabe cuánto vale." }
    func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: "Su recibo no se puede leer."
        case .wrongSignature: "Su recibo no lleva la firma de la tienda."
        case .wrongApplication(let other): "Su recibo es de otra aplicación, \(other)."
        case .wrongAccount: "Su recibo es de otra cuenta."
        case .wrongEnvironment(let other): "Su recibo es de otro entorno, \(other.rawValue)."
        }
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    var restrictedState: String { "Compras integradas no permitidas; no se cobra nada. s: ajustes" }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? "Sin red. Tu compra está en cola y sigue cuando vuelva.  r reintentar"
            : "Sin red. No se cobra nada mientras tanto; los precios vendrán con ella."
    }
    var requestFailedByNetworkState: String {
        "Sin conexión con la tienda ni precios. No se ha cobrado nada.  r reintentar"
    }
    func requestFailed(_ what: String) -> String { "Sin precios: \(what). Nada cobrado. r reintentar" }
    var declined: String { "La petición de compra fue rechazada. No se ha cobrado nada." }
    func lapsed(_ title: String) -> String { "La petición de comprar \(title) caducó. Nada cobrado." }
    var deferred: String { "Falta la aprobación. Hasta entonces no se cobra nada.  t transacciones" }
    func credited(_ pieces: String) -> String { "Has comprado \(pieces). Los créditos son tuyos." }
    func owned(_ pieces: String) -> String { "Has comprado \(pieces). Es tuyo para siempre." }
    func bought(_ pieces: String) -> String { "Has comprado \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Tienes una suscripción a \(title)." }
    func revoked(_ pieces: String) -> String { "Reembolsado \(pieces): dinero devuelto, créditos retirados." }
    func renewed(_ title: String) -> String { "\(title) se ha renovado." }
    func isOver(_ title: String) -> String { "\(title): el periodo pagado ha terminado.  u suscripciones" }
    func refusedUnknown(_ product: String) -> String { "\(product) no se vende aquí. No se ha cobrado nada." }
    func corrected(balance: Int) -> String {
        "El registro se ha corregido: el saldo es \(number(balance)). No se ha cobrado nada."
    }
    var alreadyBuying: String { "Esto ya se está comprando. Nada se cobra dos veces; espera la respuesta." }
    var tooEarly: String { "Tecla pulsada antes de tiempo: no vale. Mira el total y responde." }
    var pasteIgnored: String { "El texto pegado no hace nada aquí: no se ha comprado nada. Usa las teclas." }
    var whyLoading: String { "Los precios están en camino. No se cobra nada antes de que lleguen." }
    var whyNetworkDown: String { "Sin red no hay precios. No se ha cobrado nada.  r reintentar" }
    var whyDisabled: String { "Las compras integradas no están permitidas. Nada cobrado. s: ajustes" }
    func whyNotAvailable(_ product: String) -> String { "La tienda no conoce \(product). No se ha cobrado nada." }
    var whyNoCredits: String { "Sin crédito no hay plátano. Compra créditos antes: 1 o 2, y luego Intro." }
    func whyOwned(_ title: String) -> String { "\(title) ya es tuyo. No se ha cobrado nada." }
    func nothingToUse(_ title: String) -> String { "No hay ninguna unidad que gastar: \(title). No ha cambiado nada." }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Un plátano cuesta \(number(credits)); tienes \(number(balance)). No se ha gastado nada. Compra antes."
    }
    var balanceUnknown: String { "Los créditos aún no están contados. No se ha gastado ninguno." }
    var requestingPrices: String { "Pidiendo los precios a la tienda." }

    // MARK: Errors, in a few words

    var errorNotTrusted: String { "Nadie prueba ser la tienda" }
    var errorNetwork: String { "Sin conexión con la tienda" }
    var errorCannotConnect: String { "No se puede conectar" }
    var errorClientInvalid: String { "La tienda rechaza el programa" }
    var errorPaymentCancelled: String { "Cancelado" }
    var errorPaymentInvalid: String { "El pago no es válido" }
    var errorPaymentNotAllowed: String { "Compras integradas no permitidas" }
    var errorProductNotAvailable: String { "El producto ya no se vende" }
    var errorPriceChanged: String { "El precio ha cambiado" }
    var errorUnknown: String { "Error desconocido de la tienda" }
    var errorForgottenPassword: String { "Contraseña olvidada" }
    var errorSignInNeeded: String { "No hay sesión iniciada" }
    var errorAccountTaken: String { "Esta cuenta ya existe" }
    var errorTooManyAttempts: String { "Demasiados intentos de entrar" }
    var errorInterrupted: String { "La cuenta necesita atención" }
    var errorDeviceMoved: String { "Tus créditos se trasladaron" }
    var errorBoughtElsewhere: String { "Tu otra máquina ya lo tiene" }
    var errorOther: String { "La tienda se negó" }

    // A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells.
    func failedTryAgain(_ what: String) -> String { "\(what) No se ha cobrado nada. Intro reintenta." }
    func failedNotAllowed(_ what: String) -> String { "\(what) No se ha cobrado nada. s: ajustes" }
    func failedReadPrices(_ what: String) -> String { "\(what) No se ha cobrado nada. r lee los precios." }
    func failedResetPassword(_ what: String) -> String { "\(what) No se ha cobrado nada. Cámbiala y pulsa Intro." }
    func failedDeviceMoved(_ what: String) -> String { "\(what) Aquí no se ha cobrado nada." }
    func failedBoughtElsewhere(_ what: String) -> String { "\(what) Nada se ha cobrado dos veces." }
    func failedInterrupted(_ what: String) -> String { "\(what) Aún no se ha cobrado nada. t: resolver" }
    func failedOther(_ what: String) -> String { "\(what) No se ha cobrado nada. t: detalles" }

    // MARK: Errors, as whole sentences: what happened, what it means for the money, what to do

    func sentence(for trouble: Trouble) -> String {
        switch trouble {
        // Files on this device, and who the store is.
        case .storage(.notWritable(let path)): "No se puede escribir en \(path); no se ha cambiado nada."
        case .storage(.full(let path)):
            """
            No queda espacio para \(path); lo pagado está a salvo y se entrega en el próximo inicio. Libera espacio \
            antes.
            """
        case .storage(.failing(let path)):
            """
            El disco no acepta lo que se escribe en \(path); lo pagado está a salvo y se entrega en el próximo inicio. \
            Mira si le queda espacio y si funciona bien.
            """
        case .storage(.damaged(let path)): "\(path) está dañado; no se ha cambiado nada."
        case .storage(.newerVersion(let path)):
            "\(path) es de una versión más nueva de este programa; no se ha cambiado nada. Usa esa versión."
        case .storage(.busy(let path)): "Otro programa está usando \(path); no se ha cambiado nada. Reintenta."
        case .storage(.keyMissing(let path)):
            "Falta \(path), que sirve para comprobar las compras; no se ha cambiado nada. Ponlo de nuevo en su sitio."
        case .storage(.anotherApplication(let path, let bundle, let number)):
            """
            La tienda en \(path) vende para otra aplicación, \(bundle) con el número \(String(number)); no se ha \
            cambiado nada.
            """
        case .storage(.unusable(let path, let reason)): "No se puede usar \(path) (\(reason)); no se ha cambiado nada."
        case .trust(.notAChain(let store)):
            """
            La tienda \(store) no puede probar sus firmas; no se le ha enviado nada ni se ha cobrado nada. Pregunta a \
            quien la lleva.
            """
        case .trust(.anotherStore(let store, let pinFile)):
            """
            La tienda \(store) no es la de antes: su certificado raíz ha cambiado. No se ha cobrado nada, y lo \
            comprado en la tienda de antes está a salvo en esta carpeta. Pregunta a quien lleva la tienda; si el \
            cambio es correcto, borra \(pinFile).
            """
        case .trust(.notProved(let store)):
            """
            Quien responde en \(store) no puede probar que es la tienda; no se le ha enviado nada ni se ha cobrado \
            nada. Otro programa puede haber ocupado su lugar: pregunta a quien lleva la tienda.
            """
        case .trust(.noProof(let store)):
            """
            La tienda \(store) no puede probar que es la de sus certificados; no se le ha enviado nada ni se ha \
            cobrado nada. Quizá es más antigua que este programa: pide a quien la lleva que la actualice.
            """
        case .trust(.anotherApplication(let store, let bundle)):
            """
            La tienda \(store) vende para otra aplicación, \(bundle.debugDescription); no se ha cobrado nada. Indica \
            la dirección de otra tienda, o la aplicación con --bundle-id.
            """
        case .untrusted:
            """
            Quien responde no puede probar que es la tienda; no se le ha enviado nada ni se ha cobrado nada. Pregunta a \
            quien la lleva.
            """
        // What the store or the payment queue says of a payment.
        case .storeNotReached: "Sin conexión con la tienda; no se ha cobrado nada. Reintenta más tarde."
        case .alreadySubscribed: "Ya tienes esta suscripción. No se ha cobrado nada."
        case .renewsAgain: "Tu suscripción sigue y se renovará. No se ha cobrado nada."
        case .changesAtRenewal: "Tu suscripción pasa a ser esta en la próxima renovación. Nada cobrado."
        case .numberTaken:
            """
            La tienda ha dado a esta compra el número de otra, así que no se puede apuntar aquí. Puede que se haya \
            cobrado; se pregunta de nuevo en el próximo inicio. Acude a la asistencia de la tienda.
            """
        case .unreadableAnswer: "La tienda ha respondido algo que este programa no sabe leer."
        case .paymentKept(let error):
            """
            \(words(of: error)) El pago se guarda y se envía otra vez, y se cobra una sola vez; si no acaba, busca una versión \
            más nueva de este programa.
            """
        // The credit ledger.
        case .creditsRefunded: "La tienda reembolsó esta compra, así que no trae créditos."
        case .creditsNotRefunded: "La tienda no dice que esta compra se reembolsara, así que sus créditos se quedan."
        case .creditsOfOtherDevice:
            """
            La tienda firmó esta compra para otro dispositivo, así que aquí no trae créditos. Si aquí se restauró una \
            copia de seguridad, llegan en el próximo contacto con la tienda.
            """
        case .creditsNotInQueue: "Esta compra ya se trató antes, así que no trae créditos."
        case .creditsNotProved:
            "La firma de la tienda no prueba esta compra, así que no trae créditos; acude a la asistencia de la tienda."
        case .notForCredits(let product):
            """
            \(product) no da créditos de mono, así que no se ha abonado nada; usa una versión del programa que lo \
            venda.
            """
        case .notEnoughCredits(let balance):
            "Créditos de mono: solo \(number(balance)), así que no se ha gastado nada; compra antes."
        case .nothingToSpend: "No se ha gastado nada; gasta al menos un crédito."
        case .ledgerTampered:
            """
            Otro programa cambió el registro de créditos, así que no se ha contado nada; inicia otra vez para que se \
            revise.
            """
        case .ledgerInterrupted: "El registro de créditos no se leyó hasta el final; no se ha cambiado nada."
        // The record of what is owned.
        case .purchaseNotProved:
            "La firma de la tienda no prueba esta compra, así que no trae nada; acude a la asistencia de la tienda."
        case .notEnoughPieces(let product, let left):
            "\(product): quedan \(number(left)), así que no se ha gastado nada; compra antes."
        case .recordTampered:
            """
            Otro programa cambió la lista de lo que es tuyo, así que no cuenta. Restaurar recupera lo que compraste, \
            sin cobrar nada.
            """
        case .recordInterrupted: "La lista de lo que es tuyo no se leyó hasta el final; no se ha cambiado nada."
        // The store's place, as the options give it.
        case .noAddress:
            "La tienda de este programa no tiene cuentas; no se ha enviado nada. Indica una tienda con --store."
        case .badAddress(let text):
            """
            \(text) no es la dirección de una tienda; no se ha enviado nada. Indica https://host:puerto, o \
            http://host:puerto en esta máquina.
            """
        case .catalogueElsewhere:
            "Una tienda en una dirección tiene su propio catálogo; no se ha enviado nada. Quita --catalogue, o --store."
        case .appleIdentifierElsewhere:
            """
            Una tienda en una dirección conoce el número de su aplicación; no se ha enviado nada. Quita \
            --app-apple-id, o --store.
            """
        case .badAdminToken(let path):
            """
            \(path) no contiene el token de un administrador; no se ha enviado nada. Indica el archivo que escribió el \
            servidor de la tienda.
            """
        case .builtWithoutRemote:
            """
            Este programa no sabe llegar a tiendas en una dirección; no se ha enviado nada. Quita --store, o compílalo \
            con los traits predeterminados del paquete.
            """
        // The store's administration.
        case .noTransactionFound: "La tienda no conoce esa transacción; no se ha cambiado nada."
        case .invalidAction: "Ya no se puede con esa transacción; no se ha cambiado nada."
        case .notEntitled:
            "Solo puede hacerlo un administrador de la tienda; no se ha cambiado nada. Inicia con --admin-token-file."
        case .noAnswer(let store): "La tienda \(store) no respondió; no se sabe si lo hizo. Reintenta."
        case .refused(let store, let status):
            "La tienda \(store) se negó (estado \(status)); no se ha cambiado nada. Mira su registro."
        case .unreadableList:
            """
            La tienda respondió algo que no es una lista de compras o suscripciones; no se ha cambiado nada. Mira su \
            registro.
            """
        case .signInForSubscriptions:
            "No hay sesión iniciada en la tienda; no se ha cambiado nada. Inicia sesión antes."
        // Books, letters and settings.
        case .bookNotHere: "El libro no está en este dispositivo. Descárgalo antes; no se paga otra vez."
        case .bookUnreadable: "El libro no se puede leer del disco. Descárgalo de nuevo; no se paga otra vez."
        case .bookNotText(let path): "No es un texto para un terminal, pero es tuyo igualmente: \(path)"
        case .letterNeedsSubscription: "La carta del cuidador es para sus suscriptores. Suscríbete; no cuesta nada."
        case .letterExpired: "La suscripción a la carta del cuidador ha caducado. Suscríbete otra vez; no cuesta nada."
        case .settingsNeedAccount: "Los ajustes pertenecen a una cuenta; no se ha cambiado nada. Inicia sesión antes."
        // Signing in.
        case .signInNeeded:
            """
            No hay sesión iniciada en la tienda; no se ha cobrado nada. Inicia sesión antes: monkeystore sign-in NOMBRE.
            """
        case .accountTaken: "Ya hay una cuenta con ese nombre; no se ha cambiado nada. Elige otro nombre."
        case .tooManyAttempts(let seconds): "\(tooManyAttempts(seconds: seconds)) No se ha cambiado nada."
        case .wrongPassword:
            """
            La tienda no conoce ese nombre con esa contraseña (5020); no se ha cambiado nada. Reintenta, o crea una \
            cuenta con --new.
            """
        // The picture of --picture.
        case .pictureUnreadable(let file, let reason):
            "No se puede leer la imagen \(file) (\(reason)). Indica un archivo PNG o JPEG con --picture."
        case .pictureNotAFile(let file): "\(file) no es un archivo. Indica un archivo PNG o JPEG con --picture."
        case .pictureEmpty(let file): "La imagen \(file) está vacía. Elige otra con --picture."
        case .pictureTooLarge(let file, let megabytes):
            "La imagen \(file) ocupa más de \(megabytes) MB. Elige una más pequeña con --picture."
        case .pictureTooManyPixels(let file, let width, let height, let millions):
            """
            La imagen \(file) tiene \(String(width)) × \(String(height)) píxeles, más del límite de \(millions) millones. \
            Elige una más pequeña con --picture.
            """
        case .notAPicture(let file): "\(file) no es una imagen PNG o JPEG. Elige otra con --picture."
        case .pictureDamaged(let file): "La imagen \(file) está dañada o incompleta. Elige otra con --picture."
        }
    }
    func advice(for error: StorageError) -> String? {
        switch error {
        case .notWritable: "Permite escribir ahí, o elige otro lugar con --data-dir."
        case .damaged: "Pon de nuevo una copia, o elige otro lugar con --data-dir."
        case .unusable: "Elige otro lugar con --data-dir."
        case .anotherApplication(_, let bundle, let number):
            "Elige otro lugar con --data-dir, o indica --bundle-id \(bundle) y --app-apple-id \(String(number))."
        case .full, .failing, .newerVersion, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Restaurando lo que es de esta cuenta…" : "Restaurando… \(number(count)) hasta ahora."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Nada que restaurar en esta cuenta. Los créditos siguen donde se compraron."
        case 1: "1 compra restaurada. Los créditos no: siguen donde se compraron."
        default: "\(number(count)) compras restauradas. Los créditos no: siguen donde se compraron."
        }
    }
    func restored(_ count: Int, rejected: Int) -> String {
        "Restaurado: \(number(count)). Sin firma de la tienda, no cuentan: \(number(rejected))."
    }
    func restoreFailed(_ what: String, restored: Int) -> String {
        restored == 0
            ? "\(what) No se restauró nada. Prueba otra vez."
            : "\(what) Ya restaurado: \(number(restored)). Restaura otra vez."
    }
    var restoreTooEarly: String { "La tienda aún no está abierta: no se restauró nada." }

    // MARK: The list of the transactions

    var transactionsTitle: String { "Transacciones" }
    func transactionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) transacción" : "\(number(count)) transacciones"
    }
    func transactionsMoreThan(_ count: Int) -> String { "más de \(number(count)) transacciones" }
    var transactionsLoading: String { "Leyendo las transacciones…" }
    var transactionsEmpty: String { "Aún no se ha comprado nada. Esc vuelve a la tienda." }
    func standing(_ state: PaymentTransactionState) -> String {
        switch state {
        case .purchasing: "en compra"
        case .purchased: "comprado"
        case .failed: "fallido"
        case .restored: "restaurado"
        case .deferred: "pendiente"
        }
    }
    var transactionRefunded: String { "reembolsado" }
    var detailHeading: String { "Detalle" }
    var detailIdentifier: String { "Transacción" }
    var detailKey: String { "Id. de pago" }
    var detailProduct: String { "Producto" }
    var detailAdded: String { "Añadido" }
    var detailDate: String { "Comprado" }
    var detailError: String { "Error" }
    var detailFinished: String { "Terminado" }
    var detailRefunded: String { "Reembolsado" }
    var detailOriginal: String { "Recupera" }
    var detailActions: String { "Acciones" }
    var noIdentifierYet: String { "ninguna hasta la compra" }
    var noActions: String { "no se puede hacer nada" }
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: "aprobar"
        case .decline: "rechazar"
        case .lapse: "caducar"
        case .resolve: "resolver"
        case .refund: "reembolsar"
        case .reverseRefund: "anular el reembolso"
        }
    }

    // MARK: The list of the subscriptions

    var subscriptionsTitle: String { "Suscripciones" }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) suscripción" : "\(number(count)) suscripciones"
    }
    var subscriptionsLoading: String { "Pidiendo las suscripciones a la tienda…" }
    var subscriptionsEmpty: String { "No hay ninguna suscripción. Esc vuelve a la tienda." }
    var subscriptionsFromDevice: String { "La tienda no responde. Esto es lo que firmó antes." }

    // The state of a subscription.
    func paid(until end: String) -> String { "Pagada hasta el \(end)." }
    func ends(on end: String) -> String { "Cancelada: termina el \(end)." }
    func endsWithoutConsent(on end: String) -> String {
        "Pagada hasta el \(end). Un precio mayor espera que lo aceptes; si no, acaba ese día."
    }
    func changes(on end: String, to title: String) -> String {
        "Pagada hasta el \(end). Pasa a \(title) en la próxima renovación."
    }
    func renews(on end: String) -> String { "Pagada hasta el \(end), luego se renueva." }
    func inGracePeriod(until end: String) -> String {
        "En periodo de gracia hasta el \(end). La renovación no se pagó y se reintenta."
    }
    var inBillingRetry: String { "La renovación no se pagó y se reintenta. Mientras tanto no se puede usar." }
    func expired(on end: String) -> String { "Caducó el \(end)." }
    var subscriptionRefunded: String { "Reembolsada: se acabó." }

    // Short forms.
    var subscriptionCancelled: String { "cancelada" }
    func shortStanding(_ status: SubscriptionStatus) -> String {
        switch status {
        case .active: "pagada"
        case .gracePeriod: "en gracia"
        case .billingRetry: "impagada"
        case .expired: "caducada"
        case .revoked: "reembolsada"
        }
    }
    var noSubscriptionActions: String { "ahora no se puede hacer nada" }
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: "cancelar"
        case .resume: "reactivar"
        case .expire: "caducar ya"
        case .renew: "renovar ya"
        case .revoke: "reembolsar"
        case .breakBilling: "bloquear el cobro"
        case .fixBilling: "restablecer el cobro"
        case .requestPriceConsent: "subir el precio"
        case .consentToPrice: "aceptar el precio"
        case .declinePrice: "rechazar el precio"
        }
    }

    // MARK: The photo

    var photoTitle: String { "Foto" }
    var photoLoading: String { "Abriendo la imagen…" }
    var clearFilters: String { "Quitar" }
    func name(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Grises"
        case .sepia: "Sepia"
        }
    }
    func shortName(of filter: PhotoFilter) -> String {
        switch filter {
        case .greyscale: "Gris"
        case .sepia: name(of: filter)
        }
    }
    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name): \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Comprar \(name)" }
    var noFilter: String { "sin filtro" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(name(of: filter)) aún no es tuyo. No se ha cobrado nada; cómpralo antes."
    }

    // MARK: The settings

    var settingsTitle: String { "Ajustes" }
    var settingsIntroduction: String { "Lo que una tienda puede hacerte. Los cambios valen al momento." }
    var settingsLoading: String { "Leyendo los ajustes…" }

    // Each setting's name, and what it does.
    var settingPayments: SettingWords { ("Compras integradas", "no: AppStore inactiva") }
    var settingNetwork: SettingWords { ("Red", "el camino a la tienda") }
    var settingAskToBuy: SettingWords { ("Pedir permiso", "espera la aprobación") }
    var settingInterrupted: SettingWords { ("Compras interrumpidas", "fallan sin resolver") }
    var settingNextFailure: SettingWords { ("Falla la próxima", "una vez, así") }
    var settingDelay: SettingWords { ("Retraso", "antes de responder") }
    var settingSheet: SettingWords { ("Confirmación", "pregunta antes") }
    var settingRate: SettingWords { ("Ritmo suscripciones", "en lo sucesivo") }
    var settingRenewals: SettingWords { ("Renovaciones", "de suscripciones") }
    var settingGracePeriod: SettingWords { ("Periodo de gracia", "tras un impago") }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "permitidas" : "no permitidas" }
    func onOff(_ isOn: Bool) -> String { isOn ? "sí" : "no" }
    func network(_ network: StoreSettings.Network) -> String {
        switch network {
        case .up: "activa"
        case .down: "caída"
        case .answersLost: "pierde respuestas"
        }
    }
    var rateRealTime: String { "en tiempo real" }
    func rate(aDay time: String) -> String { "día = \(time)" }
    func rate(aMonth time: String) -> String { "mes = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) cada una" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "impagadas" : "pagadas" }

    // Errors for the next purchase: their number and two or three words.
    var failsCannotConnect: String { "0 sin conexión" }
    var failsPaymentCancelled: String { "2 cancelado" }
    var failsPaymentInvalid: String { "3 pago no válido" }
    var failsPaymentNotAllowed: String { "4 no permitido" }
    var failsProductNotAvailable: String { "5 producto retirado" }
    var failsUnknown: String { "5002 error desconocido" }
    var failsForgottenPassword: String { "5020 contraseña olvidada" }
    var failsInterrupted: String { "3038 interrumpido" }
    var failsNetworkDown: String { "-1009 sin red" }
    var failsConnectionLost: String { "-1005 conexión perdida" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Inicia sesión en \(store)" }
    var signInPassword: String { "Contraseña" }
    var signInButton: String { "Entrar" }
    var newAccountButton: String { "Cuenta nueva" }
    var newAccountShort: String { "Nueva" }
    var signInIntroduction: String {
        "La tienda quiere saber quién compra. ¿Primera vez? Elige nombre y contraseña: Cuenta nueva."
    }
    var signingIn: String { "Iniciando sesión…" }
    var makingAccount: String { "Creando la cuenta…" }
    func accountLength(least: Int, most: Int) -> String {
        "El nombre de una cuenta tiene de \(least) a \(most) caracteres."
    }
    func passwordLength(least: Int, most: Int) -> String { "Una contraseña tiene de \(least) a \(most) caracteres." }
    var signInWrongPassword: String {
        "Nombre o contraseña erróneos (5020). Nada cobrado. Reintenta, o crea una cuenta."
    }
    var signInForgotten: String { "La tienda ha olvidado quién eres (401). Nada cobrado. Inicia sesión otra vez." }
    var signInAccountTaken: String { "Esta cuenta ya existe (409). Nada cobrado. Entra, o elige otro nombre." }
    func signInFailed(_ what: String) -> String { "\(what). Nada cobrado. Reintenta, o cancela." }
    var credentialsRefused: String { "La tienda no acepta ese nombre o contraseña (3)." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Demasiados intentos (429). " + (seconds.map { "Reintenta en \($0) s." } ?? "Espera un minuto y reintenta.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) No se ha cobrado nada." }
    var feedSignedOut: String { "No hay sesión iniciada. No se gastó nada.  i entrar" }
    func signedIn(_ account: String) -> String { "Sesión iniciada como \(account)." }
    func signedOut(isInFlight: Bool) -> String {
        isInFlight
            ? "Sesión cerrada. Lo que está en curso está a salvo y sigue al volver a entrar."
            : "Sesión cerrada. Con i entras otra vez."
    }

    // MARK: The footer: keys in a word

    var footerPage: String { "página" }
    var footerMove: String { "mover" }
    var footerQuantity: String { "cantidad" }
    var footerBuy: String { "comprar" }
    var footerChange: String { "cambiar" }
    var footerBack: String { "volver" }
    var footerRefresh: String { "actualizar" }
    var footerChoose: String { "elegir" }
    var footerPress: String { "pulsar" }
    var footerScroll: String { "desplazar" }
    var footerSwitch: String { "sí/no, comprar" }
    var footerSignOut: String { "Cerrar sesión" }
    var footerGoOn: String { "seguir" }
    var footerCancel: String { "cancelar" }

    // MARK: The names of keys

    var keySpace: String { "Espacio" }
    func keyControl(_ letter: String) -> String { "Ctrl-\(letter)" }
    var keyEnter: String { "Intro" }
    var keyEscape: String { "Esc" }
    var keyTab: String { "Tab" }
    var keyBackTab: String { "Mayús-Tab" }
    var keyHome: String { "Inicio" }
    var keyEnd: String { "Fin" }
    var keyPageUp: String { "RePág" }
    var keyPageDown: String { "AvPág" }
    var keyBackspace: String { "Retroceso" }
    var keyDelete: String { "Supr" }

    // MARK: The help and the manual page: where keys are pressed, and what they do

    var placeEverywhere: String { "En todas partes" }
    var placeStore: String { "Tienda" }
    var placeReader: String { "Lectura" }
    var placeSignIn: String { "Al iniciar sesión" }
    var placeDialog: String { "Preguntas" }
    var placeReading: String { "Mensajes" }
    var helpLineDown: String { "una línea abajo" }
    var helpLineUp: String { "una línea arriba" }
    var helpToNext: String { "al siguiente" }
    var helpToPrevious: String { "al anterior" }
    var helpPageOn: String { "una página adelante" }
    var helpPageBack: String { "una página atrás" }
    var helpTenDown: String { "diez abajo" }
    var helpTenUp: String { "diez arriba" }
    var helpToLineStart: String { "al principio de la línea" }
    var helpToLineEnd: String { "al final de la línea" }
    var helpToBookStart: String { "al principio del libro" }
    var helpToBookEnd: String { "al final del libro" }
    var helpToNewest: String { "a la más nueva" }
    var helpToOldest: String { "a la más antigua" }
    var helpOneLess: String { "uno menos" }
    var helpOneMore: String { "uno más" }
    var helpToTheLeft: String { "un carácter o botón a la izquierda" }
    var helpToTheRight: String { "un carácter o botón a la derecha" }
    var helpButtonBefore: String { "el botón anterior" }
    var helpNextButton: String { "el botón siguiente" }
    var helpValueBefore: String { "el valor anterior" }
    var helpNextValue: String { "el valor siguiente" }
    var helpUseProduct: String { "comprar, dar de comer al mono, o descargar, parar y leer un libro" }
    var helpUseFilter: String { "activar o desactivar el filtro, o comprarlo" }
    var helpNextField: String { "al campo siguiente; iniciar sesión, o pulsar el botón elegido" }
    var helpPressButton: String { "pulsar el botón elegido" }
    func helpToProduct(_ number: Int) -> String { "al producto \(number)" }
    var helpSettings: String { "abrir los ajustes" }
    var helpTransactions: String { "abrir las transacciones" }
    var helpSubscriptions: String { "abrir las suscripciones" }
    var helpRestore: String { "restaurar lo que es de la cuenta" }
    var helpPhoto: String { "abrir la foto y sus filtros" }
    func helpFilter(_ filter: PhotoFilter) -> String { "\(name(of: filter)): activar, desactivar o comprar" }
    var helpClearFilters: String { "desactivar todos los filtros" }
    var helpUsePiece: String { "gastar una unidad de un producto" }
    var helpCancelDownload: String { "abandonar la descarga de un libro" }
    var helpReadPrices: String { "volver a pedir los precios" }
    var helpReadList: String { "volver a leer la lista" }
    var helpKeys: String { "mostrar todas las teclas" }
    var helpClose: String { "cerrar y volver" }
    var helpAccept: String { "sí: comprar, o salir" }
    var helpRefuse: String { "no: cancelar, o quedarse" }
    var helpApprove: String { "aprobar una petición de compra" }
    var helpDecline: String { "rechazar una petición de compra" }
    var helpResolve: String { "resolver una compra interrumpida" }
    var helpRefund: String { "reembolsar una compra" }
    var helpEraseBefore: String { "borrar el carácter anterior" }
    var helpEraseAfter: String { "borrar el carácter siguiente" }
    var helpEraseLine: String { "borrar toda la línea" }
    var helpSignIn: String { "iniciar sesión, si no la hay" }
    var helpSignOut: String { "cerrar la sesión, si la hay" }
    var helpQuit: String { "salir de la tienda" }
    var helpInterrupt: String { "salir ya, desde cualquier sitio" }
    var helpRedraw: String { "volver a dibujar la pantalla" }
    var helpSuspend: String { "suspender el programa; fg lo trae de vuelta" }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    var plainHint: String { "Escribe help para ver los comandos." }
    var plainSheetPrompt: String { "yes (sí) o no> " }
    func plainAccount(_ name: String) -> String { "Cuenta: \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces): \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Confirma la compra: \(pieces), a \(unit), total \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Confirma la suscripción: \(title), \(price). A pagar ahora: \(toPay). Empieza: \(begins)."
    }
    var plainAnswer: String { "Escribe yes para comprar o no para cancelar." }
    var plainNothingToConfirm: String { "No hay nada que confirmar. No se ha cobrado nada." }
    func plainNoProduct(_ number: Int) -> String { "No existe el producto \(number). No se ha cobrado nada." }
    func plainBadQuantity(_ text: String) -> String { "La cantidad va de 1 a 10, no \(text). No se ha cobrado nada." }
    func plainNoBook(_ number: Int) -> String {
        "El \(number) no es un libro tuyo. Escribe products para verlos todos."
    }
    var plainNoTransactions: String { "Aún no se ha comprado nada." }
    func plainNoTransaction(_ number: Int) -> String {
        "No hay una transacción \(number) en la lista. Escribe antes transactions."
    }
    func plainNotPossible(_ action: String) -> String { "No se puede con esa transacción: \(action)." }
    var plainOlder: String { "Hay más antiguas. Escribe transactions older." }
    var plainNoOlder: String { "La lista no tiene más antiguas. Escribe transactions para ver las más nuevas." }
    var plainNoSubscriptions: String { "No hay ninguna suscripción." }
    func plainNoSubscription(_ number: Int) -> String {
        "No hay una suscripción \(number) en la lista. Escribe antes subscriptions."
    }
    func plainActionNotPossible(_ action: String) -> String { "No se puede con esa suscripción: \(action)." }
    func plainFilters(_ names: String) -> String { "Filtros activos: \(names)." }
    func plainNoFilter(_ name: String) -> String { "No hay ningún filtro \(name); hay greyscale y sepia." }
    func plainNoSetting(_ name: String) -> String { "No existe el ajuste \(name). Escribe settings para verlos todos." }
    func plainBadSetting(_ name: String, _ choices: String) -> String { "\(name) admite \(choices)." }
    func plainNeedsNumber(_ word: String) -> String { "\(word) necesita un número, por ejemplo: \(word) 1" }
    func plainUnknown(_ line: String) -> String { "Comando desconocido: \(line). Escribe help para ver los comandos." }
    func plainSignIn(_ store: String) -> String { "\(store) quiere saber quién compra." }
    func plainSignInAnswer(_ account: String?) -> String {
        "Escribe sign-in \(account ?? "CUENTA"), new-account y otro nombre, o no para cancelar."
    }
    var plainSignInFirst: String { "Escribe sign-in o new-account con el nombre de una cuenta, o no para cancelar." }
    var plainPasswordPrompt: String { "Contraseña: " }
    var plainNoPassword: String { "Sin contraseña no se ha enviado nada." }
    var plainNoAccounts: String { "Esta tienda no tiene cuentas: conoce este dispositivo." }
    var plainSignedInAlready: String { "Ya hay una sesión. Escribe antes sign-out." }
    var plainNobodySignedIn: String { "No hay ninguna sesión que cerrar." }

    // MARK: The help of the lines: each command, and what it does

    var plainHelpBuy: String { "buy NÚMERO [CANTIDAD]: comprar un producto, de 1 a 10 unidades" }
    var plainHelpAnswer: String { "yes, no: responder cuando hay que confirmar una compra" }
    var plainHelpUse: String { "use NÚMERO: gastar una unidad de un producto" }
    var plainHelpBooks: String {
        "read, download, pause, cancel NÚMERO: leer, descargar, pausar o cancelar un libro o carta tuyos"
    }
    var plainHelpSubscriptions: String {
        "subscriptions: cómo están las suscripciones; subscription ACCIÓN NÚMERO: actuar sobre una de la lista"
    }
    var plainHelpFeed: String { "feed: gastar un crédito en un plátano" }
    var plainHelpRestore: String { "restore: recuperar lo que esta cuenta compró para siempre" }
    var plainHelpBalance: String { "balance: los créditos" }
    var plainHelpProducts: String { "products: volver a pedir los precios" }
    var plainHelpTransactions: String {
        "transactions: lo comprado, lo más nuevo primero; transactions older: lo anterior"
    }
    var plainHelpActions: String {
        "approve, decline, resolve, refund NÚMERO: aprobar, rechazar, resolver o reembolsar una de esa lista"
    }
    var plainHelpFilters: String {
        "filter NOMBRE: activar o no un filtro comprado; filters: cuáles están activos; clear: ninguno"
    }
    var plainHelpSettings: String { "settings [NOMBRE VALOR]: ver o cambiar los ajustes" }
    var plainHelpSignIn: String {
        "sign-in CUENTA, new-account CUENTA: decir quién compra; la contraseña va en la línea siguiente"
    }
    var plainHelpSignOut: String { "sign-out: cerrar la sesión; lo que está en curso sigue al volver a entrar" }
    var plainHelpQuit: String { "quit: salir; una compra en curso sigue en el próximo inicio" }

    // MARK: The log: a few words

    func logNewAccount(_ account: String) -> String { "cuenta nueva, \(account)" }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0 ? "\(valid) con precio" : "\(valid) con precio, desconocido: \(invalid)"
    }
    func logBooks(_ count: Int) -> String { "\(count) en el servidor de contenidos" }
    func logListed(_ count: Int) -> String { "\(count) a la venta" }
    func logRestored(_ count: Int) -> String { "restaurado: \(number(count))" }
    func logOwned(_ count: Int) -> String { "tuyo: \(count)" }
    func logFindings(_ count: Int) -> String { "hallado: \(count)" }
    func logCredits(_ credits: Int) -> String { credits == 1 ? "\(credits) crédito" : "\(number(credits)) créditos" }

    // MARK: Visitors whom a host lets in

    var hostTitle: String { "De tu anfitrión" }
    var guestTitle: String { "Te damos la bienvenida" }
    var guestBody: String {
        """
        Has venido sin clave SSH y nadie puede reconocerte después: lo que compres desaparece cuando te vayas. Con \
        una clave (ssh-keygen crea una) tus créditos estarán aquí la próxima vez.
        """
    }
    var idleWarning: String { "¿Sigues ahí? La tienda cierra pronto. Pulsa una tecla para seguir." }
    var goodbye: String { "Adiós." }
    var goodbyeIdle: String { "Adiós: nadie ha pulsado una tecla en un buen rato." }
    var goodbyeEnded: String {
        "Esta visita ha terminado: la tienda cierra o se ha abierto en otro sitio con tu clave."
    }
    var guestCreditsEnd: String {
        "Lo que compra un invitado acaba con la visita; ven con una clave SSH para conservarlo."
    }
    var creditsKept: String { "Tus créditos están a salvo: vuelve con la misma clave." }

    // MARK: A machine whose backup was restored on another one

    var creditsMovedTitle: String { "Tus créditos se trasladaron" }
    func debtMoved(_ credits: Int) -> String {
        """
        Lo que debía este dispositivo (créditos: \(number(credits))) pasó a la máquina en la que se restauró su copia de seguridad, y se \
        debe allí. Lo que compres aquí a partir de ahora se queda aquí.
        """
    }
    var purchasesMoved: String {
        """
        Lo que se compró aquí pasó a la máquina en la que se restauró su copia de seguridad; no se pierde nada. Lo que \
        compres aquí a partir de ahora se queda aquí.
        """
    }
    func creditsMoved(_ count: Int) -> String {
        count == 1
            ? """
            El crédito de este dispositivo pasó a la máquina en la que se restauró su copia de seguridad; no se pierde nada. \
            Lo que compres aquí a partir de ahora se queda aquí.
            """
            : """
            Los \(number(count)) créditos de este dispositivo pasaron a la máquina en la que se restauró su copia de seguridad; no \
            se pierde nada. Lo que compres aquí a partir de ahora se queda aquí.
            """
    }
}
