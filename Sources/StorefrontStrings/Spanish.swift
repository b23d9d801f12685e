internal import FileSystem
internal import StoreModel
internal import StorefrontMessages

/// The texts of the storefront in Spanish. `Language.strings` returns it.
struct Spanish: Strings {
    let language = Language.spanish

    subscript(text: Text) -> String {
        switch text {
        // Everywhere.
        case .title: "Monkey Store"
        case .notSignedIn: "sin sesión"
        case .thisDevice: "este dispositivo"
        case .opening: "abriendo…"
        case .environment(.sandbox): "Sandbox"
        case .environment(.production): "Producción"
        case .yes: "sí"
        case .no: "no"
        // The monkey and its bananas.
        case .monkeyCreditsUnknown: "… créditos de mono"
        case .inDebtShort: "reembolso"
        case .inDebt: "En deuda: se reembolsaron créditos gastados."
        case .mood(.waiting): "Le apetece un plátano."
        case .mood(.happy): "¡Feliz con tu compra!"
        case .mood(.stylish): "Gafas puestas: ¡qué foto!"
        case .mood(.rich): "¡Feliz con los créditos nuevos!"
        case .mood(.eating): "Mmm. ¡Un plátano!"
        case .mood(.hungry): "Con hambre y sin créditos para un plátano."
        case .mood(.sad): "Siente que no haya salido bien."
        case .mood(.asleep): "Duerme mientras la tienda está cerrada."
        case .feed: "Dar un plátano"
        case .feedPrice: "un crédito, un plátano"
        case .feedNeedsCredits: "sin créditos: compra antes"
        case .feedNeedsSignIn: "inicia sesión para ver los créditos"
        case .feedLoading: "contando los créditos…"
        // Products.
        case .productsHeading: "A la venta"
        case .buyButton: "Comprar"
        case .loading: "cargando…"
        case .networkDownButton: "¿Sin red?"
        case .storeDisabled: "AppStore inactiva"
        case .notAvailable: "No disponible"
        case .storeError: "Error de tienda"
        case .ownedButton: "Es tuyo"
        case .restoreButton: "Restaurar"
        case .restoringButton: "Restaurando…"
        case .restoreNote: "lo que esta cuenta compró para siempre"
        // Books.
        case .read: "Leer"
        case .fetch: "Descargar"
        case .pause: "Pausar"
        case .goOn: "Reanudar"
        case .downloadFinished: "en este dispositivo"
        case .downloadFailed: "ha fallado"
        case .downloadCancelled: "no está en este dispositivo"
        // Subscriptions on sale.
        case .subscribe: "Suscribirse"
        case .subscribed: "Suscrito"
        case .free: "gratis"
        case .nothing: "nada"
        // What is on its way.
        case .inFlightHeading: "En curso"
        case .nothingInFlight: "Nada en camino."
        case .logHeading: "Notificaciones"
        case .inFlightPurchasing: "Comprando"
        case .inFlightQueued: "esperando la red"
        case .inFlightSignInNeeded: "esperando que entres"
        case .inFlightDeferred: "esperando aprobación"
        case .inFlightPaid: "pagado, por entregar"
        // The confirmation sheet.
        case .sheetQuantity: "Cantidad"
        case .sheetUnitPrice: "Cada uno"
        case .sheetTotal: "Total"
        case .sheetAccount: "Cuenta"
        case .sheetEnvironment: "Entorno"
        case .environmentMeaning(.sandbox): "Sandbox: sin dinero real"
        case .environmentMeaning(.production): "Producción: dinero real"
        case .sheetCancel: "Cancelar"
        // Of a subscription: the payments, and the effect of the purchase.
        case .sheetPrice: "Precio"
        case .sheetToPay: "Pagas ahora"
        case .sheetBegins: "Empieza"
        case .beginsNow: "ahora, y se renueva"
        case .sheetGroup: "Grupo"
        case .sheetOffer: "Oferta"
        case .sheetFamily: "Familia"
        case .familyMayShare: "puede usarlo"
        case .goesOnAsIs: "sigue como está"
        // Questions and notices.
        case .quitTitle: "Hay una compra en curso"
        case .quitBody: "Puedes salir sin miedo: la cola sigue en el próximo inicio y nada se cobra dos veces."
        case .quitLeave: "Salir"
        case .quitStay: "Quedarse"
        case .signOutTitle: "¿Cerrar la sesión?"
        case .signOutBody: "Tus compras y créditos quedan en tu cuenta y vuelven cuando inicies sesión otra vez."
        case .refundTitle: "¿Reembolsar esta compra?"
        case .refundButton: "Reembolsar"
        case .refundKeep: "Conservar"
        case .noticeClose: "Cerrar"
        case .helpTitle: "Teclas"
        case .messagesTitle: "Mensajes"
        case .noMessages: "Aún no hay mensajes."
        case .accountTitle: "Tu cuenta"
        case .accountFinding(.sumsEdited): "Otro programa ha cambiado el saldo de este dispositivo."
        case .accountFinding(.sumsMissing): "Faltaba el saldo de este dispositivo."
        case .accountFinding(.rowsEdited):
            "Otro programa ha cambiado, borrado o añadido compras o usos en este dispositivo."
        case .accountFinding(.olderCopy): "En este dispositivo se ha puesto una copia anterior de las compras."
        case .accountFinding(.keyMissing): "Faltaba la clave que sella el saldo de este dispositivo, o era otra."
        case .accountFinding(.markMissing):
            "Faltaba la marca que protege el saldo de este dispositivo, o no era válida."
        case .accountFinding(.anotherAccount): "Las compras de este dispositivo eran de otra cuenta, y no cuentan."
        case .deliveryTitle: "Pagado, pero sin entregar"
        case .notVerified(.malformed): "Su recibo no se puede leer."
        case .notVerified(.wrongSignature): "Su recibo no lleva la firma de la tienda."
        case .notVerified(.wrongApplication(let other)): "Su recibo es de otra aplicación, \(other)."
        case .notVerified(.wrongAccount): "Su recibo es de otra cuenta."
        case .notVerified(.wrongEnvironment(let other)): "Su recibo es de otro entorno, \(other.rawValue)."
        // The status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
        case .restrictedState: "Compras integradas no permitidas; no se cobra nada. s: ajustes"
        case .networkDownState(isQueued: true): "Sin red. Tu compra está en cola y sigue cuando vuelva.  r reintentar"
        case .networkDownState(isQueued: false):
            "Sin red. No se cobra nada mientras tanto; los precios vendrán con ella."
        case .requestFailedByNetworkState: "Sin conexión con la tienda ni precios. No se ha cobrado nada.  r reintentar"
        case .declined: "La petición de compra fue rechazada. No se ha cobrado nada."
        case .deferred: "Falta la aprobación. Hasta entonces no se cobra nada.  t transacciones"
        case .alreadyBuying: "Esto ya se está comprando. Nada se cobra dos veces; espera la respuesta."
        case .tooEarly: "Tecla pulsada antes de tiempo: no vale. Mira el total y responde."
        case .sheetCancelled: "Cancelado; no se ha cobrado nada. Para comprar, pulsa y en la hoja."
        case .pasteIgnored: "El texto pegado no hace nada aquí: no se ha comprado nada. Usa las teclas."
        case .pasteUnfinished: "Se está pegando texto; las teclas esperan a que acabe. Ctrl-C sale."
        case .whyLoading: "Los precios están en camino. No se cobra nada antes de que lleguen."
        case .whyNetworkDown: "Sin red no hay precios. No se ha cobrado nada.  r reintentar"
        case .whyDisabled: "Las compras integradas no están permitidas. Nada cobrado. s: ajustes"
        case .whyNoCredits: "Sin crédito no hay plátano. Compra créditos antes: 1 o 2, y luego Intro."
        case .balanceUnknown: "Los créditos aún no están contados. No se ha gastado ninguno."
        case .requestingPrices: "Pidiendo los precios a la tienda."
        // Errors, in a few words.
        case .errorNotTrusted: "Nadie prueba ser la tienda"
        case .errorNetwork: "Sin conexión con la tienda"
        case .errorCannotConnect: "No se puede conectar"
        case .errorClientInvalid: "La tienda rechaza el programa"
        case .errorPaymentCancelled: "Cancelado"
        case .errorPaymentInvalid: "El pago no es válido"
        case .errorPaymentNotAllowed: "Compras integradas no permitidas"
        case .errorProductNotAvailable: "El producto ya no se vende"
        case .errorPriceChanged: "El precio ha cambiado"
        case .errorUnknown: "Error desconocido de la tienda"
        case .errorForgottenPassword: "Contraseña olvidada"
        case .errorSignInNeeded: "No hay sesión iniciada"
        case .errorAccountTaken: "Esta cuenta ya existe"
        case .errorTooManyAttempts: "Demasiados intentos de entrar"
        case .errorTooManyPurchases: "Demasiadas compras en un día"
        case .errorTooManyRequests: "Demasiadas peticiones"
        case .errorInterrupted: "La cuenta necesita atención"
        case .errorOther: "La tienda se negó"
        // Restoring. Sentences fit in 78 cells.
        case .restoreTooEarly: "La tienda aún no está abierta: no se restauró nada."
        // The list of the transactions.
        case .transactionsTitle: "Transacciones"
        case .transactionsLoading: "Leyendo las transacciones…"
        case .transactionsEmpty: "Aún no se ha comprado nada. Esc vuelve a la tienda."
        case .standing(.purchasing): "en compra"
        case .standing(.purchased): "comprado"
        case .standing(.failed): "fallido"
        case .standing(.restored): "restaurado"
        case .standing(.deferred): "pendiente"
        case .standing(.changed): "cambiado"
        case .transactionRefunded: "reembolsado"
        case .transactionCancelled: "cancelado"
        case .detailHeading: "Detalle"
        case .detailIdentifier: "Transacción"
        case .detailKey: "Id. de pago"
        case .detailProduct: "Producto"
        case .detailAdded: "Añadido"
        case .detailDate: "Comprado"
        case .detailAmount: "Importe"
        case .detailError: "Error"
        case .detailChange: "Cambio"
        case .detailFinished: "Terminado"
        case .detailRefunded: "Reembolsado"
        case .detailOriginal: "Recupera"
        case .detailActions: "Acciones"
        case .noIdentifierYet: "ninguna hasta la compra"
        case .noIdentifierEver: "ninguna: no se compró nada"
        case .noActions: "no se puede hacer nada"
        case .transactionAction(.approve): "aprobar"
        case .transactionAction(.decline): "rechazar"
        case .transactionAction(.lapse): "caducar"
        case .transactionAction(.resolve): "resolver"
        case .transactionAction(.refund): "reembolsar"
        case .transactionAction(.reverseRefund): "anular el reembolso"
        // The list of the subscriptions.
        case .subscriptionsTitle: "Suscripciones"
        case .subscriptionsLoading: "Pidiendo las suscripciones a la tienda…"
        case .subscriptionsEmpty: "No hay ninguna suscripción. Esc vuelve a la tienda."
        case .subscriptionsFromDevice: "La tienda no responde. Esto es lo que firmó antes."
        case .inBillingRetry: "La renovación no se pagó y se reintenta. Mientras tanto no se puede usar."
        case .subscriptionRefunded: "Reembolsada: se acabó."
        // Short forms.
        case .subscriptionCancelled: "cancelada"
        case .shortStanding(.active): "pagada"
        case .shortStanding(.gracePeriod): "en gracia"
        case .shortStanding(.billingRetry): "impagada"
        case .shortStanding(.expired): "caducada"
        case .shortStanding(.revoked): "reembolsada"
        case .noSubscriptionActions: "ahora no se puede hacer nada"
        case .subscriptionAction(.cancel): "cancelar"
        case .subscriptionAction(.resume): "reactivar"
        case .subscriptionAction(.expire): "caducar ya"
        case .subscriptionAction(.renew): "renovar ya"
        case .subscriptionAction(.refundPeriod): "reembolsar"
        case .subscriptionAction(.breakBilling): "bloquear el cobro"
        case .subscriptionAction(.fixBilling): "restablecer el cobro"
        case .subscriptionAction(.requestPriceConsent): "subir el precio"
        case .subscriptionAction(.consentToPrice): "aceptar el precio"
        case .subscriptionAction(.declinePrice): "rechazar el precio"
        // The photo.
        case .photoTitle: "Foto"
        case .photoLoading: "Abriendo la imagen…"
        case .clearFilters: "Quitar"
        case .filter(.greyscale): "Grises"
        case .filter(.sepia), .shortFilter(.sepia): "Sepia"
        case .shortFilter(.greyscale): "Gris"
        case .noFilter: "sin filtro"
        // The settings.
        case .settingsTitle: "Ajustes"
        case .settingsIntroduction: "Lo que una tienda puede hacerte. Los cambios valen al momento."
        case .settingsLoading: "Leyendo los ajustes…"
        case .network(.up): "activa"
        case .network(.down): "caída"
        case .network(.answersLost): "pierde respuestas"
        case .rateRealTime: "en tiempo real"
        // Errors for the next purchase: their number and two or three words.
        case .failsCannotConnect: "0 sin conexión"
        case .failsPaymentCancelled: "2 cancelado"
        case .failsPaymentInvalid: "3 pago no válido"
        case .failsPaymentNotAllowed: "4 no permitido"
        case .failsProductNotAvailable: "5 producto retirado"
        case .failsUnknown: "5002 error desconocido"
        case .failsForgottenPassword: "5020 contraseña olvidada"
        case .failsInterrupted: "3038 interrumpido"
        case .failsNetworkDown: "-1009 sin red"
        case .failsConnectionLost: "-1005 conexión perdida"
        // Signing in.
        case .signInPassword: "Contraseña"
        case .signInButton: "Entrar"
        case .newAccountButton: "Cuenta nueva"
        case .newAccountShort: "Nueva"
        case .signInIntroduction:
            "La tienda quiere saber quién compra. ¿Primera vez? Elige nombre y contraseña: Cuenta nueva."
        case .signingIn: "Iniciando sesión…"
        case .makingAccount: "Creando la cuenta…"
        case .signInWrongPassword: "Nombre o contraseña erróneos (5020). Nada cobrado. Reintenta, o crea una cuenta."
        case .signInForgotten: "La tienda ha olvidado quién eres (401). Nada cobrado. Inicia sesión otra vez."
        case .signInAccountTaken: "Esta cuenta ya existe (409). Nada cobrado. Entra, o elige otro nombre."
        case .credentialsRefused: "La tienda no acepta ese nombre o contraseña (3)."
        case .feedSignedOut: "No hay sesión iniciada. No se gastó nada.  i entrar"
        case .signedOut(isInFlight: true):
            "Sesión cerrada. Lo que está en curso está a salvo y sigue al volver a entrar."
        case .signedOut(isInFlight: false): "Sesión cerrada. Con i entras otra vez."
        // The footer: keys in a word.
        case .footerPage: "página"
        case .footerMove: "mover"
        case .footerQuantity: "cantidad"
        case .footerBuy: "comprar"
        case .footerChange: "cambiar"
        case .footerBack: "volver"
        case .footerRefresh: "actualizar"
        case .footerChoose: "elegir"
        case .footerPress: "pulsar"
        case .footerScroll: "desplazar"
        case .footerSignOut: "Cerrar sesión"
        case .footerGoOn: "seguir"
        case .footerCancel: "cancelar"
        case .footerSubscribe: "suscribirse"
        case .footerManage: "gestionar"
        case .footerKeep: "conservar"
        case .footerRead: "leer"
        case .footerDownload: "descargar"
        case .footerPause: "pausar"
        case .footerResume: "reanudar"
        case .footerApply: "poner el filtro"
        case .footerClear: "quitar el filtro"
        case .footerRestore: "restaurar"
        case .footerFeed: "dar un plátano"
        // The names of keys.
        case .keySpace: "Espacio"
        case .keyControl(let letter): "Ctrl-\(letter)"
        case .keyEnter: "Intro"
        case .keyEscape: "Esc"
        case .keyTab: "Tab"
        case .keyBackTab: "Mayús-Tab"
        case .keyHome: "Inicio"
        case .keyEnd: "Fin"
        case .keyPageUp: "RePág"
        case .keyPageDown: "AvPág"
        case .keyBackspace: "Retroceso"
        case .keyDelete: "Supr"
        // The help and the manual page: where keys are pressed, and what they do.
        case .placeEverywhere: "En todas partes"
        case .placeStore: "Tienda"
        case .placeReader: "Lectura"
        case .placeSignIn: "Al iniciar sesión"
        case .placeDialog: "Preguntas"
        case .placeReading: "Mensajes"
        case .helpLineDown: "una línea abajo"
        case .helpLineUp: "una línea arriba"
        case .helpToNext: "al siguiente"
        case .helpToPrevious: "al anterior"
        case .helpPageOn: "una página adelante"
        case .helpPageBack: "una página atrás"
        case .helpTenDown: "diez abajo"
        case .helpTenUp: "diez arriba"
        case .helpToLineStart: "al principio de la línea"
        case .helpToLineEnd: "al final de la línea"
        case .helpToBookStart: "al principio del libro"
        case .helpToBookEnd: "al final del libro"
        case .helpToNewest: "a la más nueva"
        case .helpToOldest: "a la más antigua"
        case .helpOneLess: "uno menos"
        case .helpOneMore: "uno más"
        case .helpToTheLeft: "un carácter o botón a la izquierda"
        case .helpToTheRight: "un carácter o botón a la derecha"
        case .helpButtonBefore: "el botón anterior"
        case .helpNextButton: "el botón siguiente"
        case .helpValueBefore: "el valor anterior"
        case .helpNextValue: "el valor siguiente"
        case .helpUseProduct: "comprar, dar de comer al mono, o descargar, parar y leer un libro"
        case .helpUseFilter: "activar o desactivar el filtro, o comprarlo"
        case .helpNextField: "al campo siguiente; iniciar sesión, o pulsar el botón elegido"
        case .helpPressButton: "pulsar el botón elegido"
        case .helpToProduct(let number): "al producto \(number)"
        case .helpSettings: "abrir los ajustes"
        case .helpTransactions: "abrir las transacciones"
        case .helpSubscriptions: "abrir las suscripciones"
        case .helpRestore: "restaurar lo que es de la cuenta"
        case .helpPhoto: "abrir la foto y sus filtros"
        case .helpFilter(let filter): "\(self[.filter(filter)]): activar o desactivar"
        case .helpClearFilters: "desactivar todos los filtros"
        case .helpUsePiece: "gastar una unidad de un producto"
        case .helpCancelDownload: "abandonar la descarga de un libro"
        case .helpReadPrices: "volver a pedir los precios"
        case .helpReadList: "volver a leer la lista"
        case .helpKeys: "mostrar todas las teclas"
        case .helpMessages: "volver a leer los últimos mensajes"
        case .helpClose: "cerrar y volver"
        case .helpAccept: "sí: comprar, o salir"
        case .helpRefuse: "no: cancelar, o quedarse"
        case .helpApprove: "aprobar una petición de compra"
        case .helpDecline: "rechazar una petición de compra"
        case .helpResolve: "resolver una compra interrumpida"
        case .helpRefund: "reembolsar una compra"
        case .helpEraseBefore: "borrar el carácter anterior"
        case .helpEraseAfter: "borrar el carácter siguiente"
        case .helpEraseLine: "borrar toda la línea"
        case .helpSignIn: "iniciar sesión, si no la hay"
        case .helpSignOut: "cerrar la sesión, si la hay"
        case .helpQuit: "salir de la tienda"
        case .helpInterrupt: "salir ya, desde cualquier sitio"
        case .helpRedraw: "volver a dibujar la pantalla"
        case .helpSuspend: "suspender el programa; fg lo trae de vuelta"
        // The storefront in lines, for screen readers and scripts. What is typed is English in every language.
        case .plainHint: "Escribe help para ver los comandos."
        case .plainSheetPrompt: "yes (sí) o no> "
        case .plainAnswer: "Escribe yes para comprar o no para cancelar."
        case .plainCancelled: "Cancelado. No se ha cobrado nada."
        case .plainRetry: "Escribe products para reintentarlo."
        case .plainNoCredits: "Sin crédito no hay plátano. Compra créditos antes: escribe buy 1."
        case .plainNothingToConfirm: "No hay nada que confirmar. No se ha cobrado nada."
        case .plainNoTransactions: "Aún no se ha comprado nada."
        case .plainOlder: "Hay más antiguas. Escribe transactions older."
        case .plainNoOlder: "La lista no tiene más antiguas. Escribe transactions para ver las más nuevas."
        case .plainNoSubscriptions: "No hay ninguna suscripción."
        case .plainSignInFirst: "Escribe sign-in o new-account con el nombre de una cuenta, o no para cancelar."
        case .plainPasswordPrompt: "Contraseña: "
        case .plainNoPassword: "Sin contraseña no se ha enviado nada."
        case .plainNoAccounts: "Esta tienda no tiene cuentas: conoce este dispositivo."
        case .plainSignedInAlready: "Ya hay una sesión. Escribe antes sign-out."
        case .plainNobodySignedIn: "No hay ninguna sesión que cerrar."
        case .plainUsesDone: "Ya nada espera a la tienda."
        case .plainLineTooLong: "Esa línea supera los 64 KiB. No se ha hecho ni cobrado nada."
        case .soldOneAtATime: "Este artículo se vende de uno en uno. No se ha cobrado nada."
        // The help of the lines: each command, and what it does.
        case .plainHelpBuy: "buy NÚMERO [CANTIDAD]: comprar un producto, de 1 a 10 unidades"
        case .plainHelpAnswer: "yes, no: responder cuando hay que confirmar una compra"
        case .plainHelpUse: "use NÚMERO: gastar una unidad de un producto"
        case .plainHelpBooks:
            "read, download, pause, cancel NÚMERO: leer, descargar, pausar o cancelar un libro o carta tuyos"
        case .plainHelpSubscriptions:
            "subscriptions: cómo están las suscripciones; subscription ACCIÓN NÚMERO: actuar sobre una de la lista"
        case .plainHelpFeed: "feed: gastar un crédito en un plátano"
        case .plainHelpRestore: "restore: recuperar lo que esta cuenta compró para siempre"
        case .plainHelpBalance: "balance: los créditos"
        case .plainHelpProducts: "products: volver a pedir los precios"
        case .plainHelpTransactions: "transactions: lo comprado, lo más nuevo primero; transactions older: lo anterior"
        case .plainHelpActions:
            "approve, decline, resolve, refund NÚMERO: aprobar, rechazar, resolver o reembolsar una de esa lista"
        case .plainHelpFilters:
            "filter NOMBRE: activar o no un filtro comprado; filters: cuáles están activos; clear: ninguno"
        case .plainHelpSettings: "settings [NOMBRE VALOR]: ver o cambiar los ajustes"
        case .plainHelpSignIn:
            "sign-in CUENTA, new-account CUENTA: decir quién compra; la contraseña va en la línea siguiente"
        case .plainHelpSignOut: "sign-out: cerrar la sesión; lo que está en curso sigue al volver a entrar"
        case .plainHelpQuit: "quit: salir; una compra en curso sigue en el próximo inicio"
        // Visitors whom a host lets in.
        case .guestTitle: "Te damos la bienvenida"
        case .guestBody:
            """
            Has venido sin clave SSH y nadie puede reconocerte después: lo que compres desaparece cuando te vayas. Con \
            una clave (ssh-keygen crea una) tus créditos estarán aquí la próxima vez.
            """
        case .idleWarning: "¿Sigues ahí? La tienda cierra pronto. Pulsa una tecla para seguir."
        case .goodbye: "Adiós."
        case .goodbyeIdle: "Adiós: nadie ha pulsado una tecla en un buen rato."
        case .goodbyeClosed: "Adiós: la tienda cierra ahora."
        case .goodbyeElsewhere: "Aquí acaba la visita: has abierto la tienda en otra ventana."
        case .goodbyeEnded: "Adiós: tu anfitrión ha terminado esta visita."
        case .guestCreditsEnd: "Lo que compra un invitado acaba con la visita."
        case .creditsKept: "Tus créditos están a salvo: vuelve con la misma clave."
        }
    }

    // MARK: Everywhere

    func networkIs(up: Bool) -> String { up ? "con red" : "sin red" }
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

    // MARK: Credits

    func monkeyCredits(_ count: Int) -> String {
        count == 1 ? "\(number(count)) crédito de mono" : "\(number(count)) créditos de mono"
    }

    // MARK: Products, books and subscriptions

    func rowsShown(_ rows: String, of count: Int) -> String { "\(rows) de \(count)" }
    func buyCredits(_ count: Int) -> String { "Comprar \(count)" }
    func total(_ price: String) -> String { "total \(price)" }
    func downloadWaiting(_ percent: String) -> String { "en espera, \(percent)" }
    func downloadRetrying(_ percent: String) -> String { "reintenta, \(percent)" }
    func downloadActive(_ percent: String, left time: String) -> String { "\(percent), aún \(time)" }
    func downloadPaused(_ percent: String) -> String { "en pausa, \(percent)" }

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
    func subscribedUntil(_ end: String) -> String { "Suscripción hasta \(end)" }
    func piecesLeft(_ count: Int) -> String { "Tienes \(number(count))" }
    func until(_ end: String) -> String { "hasta \(end)" }
    func length(_ period: SubscriptionPeriod) -> String {
        switch (period.unit, period.count) {
        case (.day, 1): "día"
        case (.day, let count): "\(count) días"
        case (.week, 1): "semana"
        case (.week, let count): "\(count) semanas"
        case (.month, 1): "mes"
        case (.month, let count): "\(count) meses"
        case (.year, 1): "año"
        case (.year, let count): "\(count) años"
        }
    }
    func price(_ price: String, for length: String) -> String { "\(price) por \(length)" }
    func newSubscribers(pay price: String) -> String { "nuevos suscriptores: \(price)" }
    func first(_ price: String) -> String { "inicio: \(price)" }

    // MARK: What is on its way

    func purchasingCount(_ count: Int) -> String { "\(count) en compra" }
    func queuedCount(_ count: Int) -> String { "\(count) esperando la red" }
    func signInNeededCount(_ count: Int) -> String { "\(count) esperando que entres" }
    func deferredCount(_ count: Int) -> String { "\(count) esperando aprobación" }
    func paidCount(_ count: Int) -> String { count == 1 ? "1 pagado, por entregar" : "\(count) pagados, por entregar" }
    func usesWaiting(_ count: Int) -> String {
        count == 1 ? "1 uso espera a la tienda." : "\(number(count)) usos esperan a la tienda."
    }

    // Short forms for narrow windows.
    func purchasingShortCount(_ count: Int) -> String { "\(count) en compra" }
    func queuedShortCount(_ count: Int) -> String { "\(count) en cola" }
    func signInNeededShortCount(_ count: Int) -> String { "\(count) sin sesión" }
    func deferredShortCount(_ count: Int) -> String { "\(count) por aprobar" }
    func paidShortCount(_ count: Int) -> String { count == 1 ? "1 pagado" : "\(count) pagados" }
    func usesWaitingShort(_ count: Int) -> String { "espera: \(number(count))" }
    func inFlightTotal(_ count: Int) -> String { "\(count) en curso" }

    // MARK: The confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? "Confirma la compra (1 de \(waiting))" : "Confirma la compra"
    }
    func level(_ level: Int) -> String { "nivel \(level)" }
    func chosenSubscribers(pay price: String) -> String { "por invitación: \(price)" }
    func replaces(_ title: String) -> String { "ahora; sustituye a \(title)" }
    func follows(_ title: String, _ date: String) -> String { "\(date), tras \(title)" }
    func toPay(ifNew price: String, else usual: String) -> String { "\(price) nueva, si no \(usual)" }

    // MARK: Questions and notices

    func accountRecounted(balance: Int) -> String {
        """
        Todas las compras se han comprobado y contado de nuevo, y lo que falte se pide a la tienda. No se pierde ninguna \
        compra, y lo usado sigue usado. El saldo es \(number(balance)).
        """
    }
    func refundBody(_ what: String) -> String {
        "La tienda recupera \(what) y devuelve el dinero. Los créditos ya gastados quedan como deuda."
    }
    func deliveryFailed(_ pieces: String, why: String) -> String {
        "\(pieces) está pagado y sigue en la cola; la entrega se reintenta en el próximo inicio. \(why)"
    }

    // MARK: The status line: what happened, what it means for the money, the next key. Each fits in 78 cells

    func requestFailed(_ what: String) -> String { "Sin precios: \(what). Nada cobrado. r reintentar" }
    func lapsed(_ title: String) -> String { "La petición de comprar \(title) caducó. Nada cobrado." }
    func credited(_ pieces: String) -> String { "Has comprado \(pieces). Los créditos son tuyos." }
    func owned(_ pieces: String) -> String { "Has comprado \(pieces). Es tuyo para siempre." }
    func bought(_ pieces: String) -> String { "Has comprado \(pieces)." }
    func subscribedTo(_ title: String) -> String { "Tienes una suscripción a \(title)." }
    func revoked(_ pieces: String) -> String { "Reembolsado \(pieces): dinero devuelto, créditos retirados." }
    func renewed(_ title: String) -> String { "\(title) se ha renovado." }
    func becomes(_ title: String, on date: String) -> String {
        "Tu suscripción pasa a \(title) el \(date). Nada cobrado."
    }
    func getsOffer(_ title: String, on date: String) -> String {
        "\(title): la oferta vale desde el \(date). Nada cobrado."
    }
    func goesOn(_ title: String, renewingOn date: String) -> String {
        "\(title) sigue y se renueva el \(date). Nada cobrado."
    }
    func isOver(_ title: String) -> String { "\(title): el periodo pagado ha terminado.  u suscripciones" }
    func refusedUnknown(_ product: String) -> String { "\(product) no se vende aquí. No se ha cobrado nada." }
    func changedElsewhere(by change: Int) -> String {
        abs(change) == 1
            ? "En otro dispositivo u otra ventana: \(signed(change)) crédito."
            : "En otro dispositivo u otra ventana: \(signed(change)) créditos."
    }
    func accountFetched(percent: String) -> String { "Tu cuenta está llegando: \(percent)." }
    func whyNotAvailable(_ product: String) -> String { "La tienda no conoce \(product). No se ha cobrado nada." }
    func whyOwned(_ title: String) -> String { "\(title) ya es tuyo. No se ha cobrado nada." }
    func nothingToUse(_ title: String) -> String { "No hay ninguna unidad que gastar: \(title). No ha cambiado nada." }
    func hostSaid(_ text: String) -> String { "De tu anfitrión: \(text)" }
    func spendRefused(credits: Int, balance: Int) -> String {
        "Un plátano cuesta \(number(credits)); tienes \(number(balance)). No se ha gastado nada. Compra antes."
    }

    // MARK: A failed purchase: the failure with its code, what it means for the money, and what to do. Each fits in 78 cells

    func failedTryAgain(_ what: String) -> String { "\(what) No se ha cobrado nada. Intro reintenta." }
    func failedNotAllowed(_ what: String) -> String { "\(what) No se ha cobrado nada. s: ajustes" }
    func failedReadPrices(_ what: String) -> String { "\(what) No se ha cobrado nada. r lee los precios." }
    func failedResetPassword(_ what: String) -> String { "\(what) No se ha cobrado nada. Cámbiala y pulsa Intro." }
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
        case .storage(.earlierBuild(let path)):
            "\(path) es de un programa anterior a la primera versión, que este no sabe leer; no se ha cambiado nada. Usa aquel, o "
                + "mueve el archivo para empezar de cero."
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
        // What proves a purchase, and what is used.
        case .purchaseNotProved:
            "La firma de la tienda no prueba esta compra, así que no trae nada; acude a la asistencia de la tienda."
        case .notEnoughCredits(let balance):
            "Créditos de mono: solo \(number(balance)), así que no se ha gastado nada; compra antes."
        case .notEnoughPieces(let product, let left):
            "\(product): quedan \(number(left)), así que no se ha gastado nada; compra antes."
        case .recountInterrupted:
            "Lo que este dispositivo sabe de tu cuenta no se leyó hasta el final; no se ha cambiado nada."
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
        case .bookNotOwned:
            "El libro no es tuyo o se ha reembolsado. No se ha cobrado nada; cómpralo o restáuralo antes."
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
        case .tooManyAttempts(let seconds): notCharged(tooManyAttempts(seconds: seconds))
        case .wrongPassword:
            """
            La tienda no conoce ese nombre con esa contraseña (5020); no se ha cambiado nada. Reintenta, o crea una \
            cuenta con --new.
            """
        // Limits of the store.
        case .tooManyPurchases:
            """
            Esta cuenta ya ha comprado tantas veces como se puede en un día: no se ha cobrado nada. Espera: el pago se \
            guarda, se envía otra vez por sí solo y se cobra una sola vez.
            """
        case .tooManyRequests:
            """
            La tienda no acepta más peticiones por un momento: no se ha cobrado nada. Los pagos se guardan, se envían otra \
            vez por sí solos y se cobran una sola vez; lo demás, pruébalo otra vez en un minuto.
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
        case .full, .failing, .newerVersion, .earlierBuild, .busy, .keyMissing: nil
        }
    }

    // MARK: Restoring. Sentences fit in 78 cells

    func restoring(_ count: Int) -> String {
        count == 0 ? "Restaurando lo que es de esta cuenta…" : "Restaurando… \(number(count)) hasta ahora."
    }
    func restored(_ count: Int) -> String {
        switch count {
        case 0: "Nada que restaurar en esta cuenta. Tus créditos ya están en ella."
        case 1: "1 compra restaurada. Tus créditos ya están en tu cuenta."
        default: "\(number(count)) compras restauradas. Tus créditos ya están en tu cuenta."
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

    // MARK: The lists of the transactions and the subscriptions

    func transactionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) transacción" : "\(number(count)) transacciones"
    }
    func transactionsMoreThan(_ count: Int) -> String { "más de \(number(count)) transacciones" }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? "\(count) suscripción" : "\(number(count)) suscripciones"
    }

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
    func expired(on end: String) -> String { "Caducó el \(end)." }

    // MARK: The photo and the settings

    func filterSwitch(_ name: String, isOn: Bool) -> String { "\(name): \(onOff(isOn))" }
    func buyFilter(_ name: String) -> String { "Comprar \(name)" }
    func filterRefused(_ filter: PhotoFilter) -> String {
        "\(self[.filter(filter)]) aún no es tuyo. No se ha cobrado nada; cómpralo antes."
    }
    func setting(_ row: SettingsRow) -> SettingWords {
        switch row {
        case .payments: ("Compras integradas", "no: AppStore inactiva")
        case .network: ("Red", "el camino a la tienda")
        case .askToBuy: ("Pedir permiso", "espera la aprobación")
        case .interrupted: ("Compras interrumpidas", "fallan sin resolver")
        case .nextFailure: ("Falla la próxima", "una vez, así")
        case .delay: ("Retraso", "antes de responder")
        case .sheet: ("Confirmación", "pregunta antes")
        case .rate: ("Ritmo suscripciones", "en lo sucesivo")
        case .renewals: ("Renovaciones", "de suscripciones")
        case .gracePeriod: ("Periodo de gracia", "tras un impago")
        }
    }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "permitidas" : "no permitidas" }
    func onOff(_ isOn: Bool) -> String { isOn ? "sí" : "no" }
    func rate(aDay time: String) -> String { "día = \(time)" }
    func rate(aMonth time: String) -> String { "mes = \(time)" }
    func rate(eachPeriod time: String) -> String { "\(time) cada una" }
    func renewalsFail(_ fail: Bool) -> String { fail ? "impagadas" : "pagadas" }

    // MARK: Signing in

    func signInTitle(_ store: String) -> String { "Inicia sesión en \(store)" }
    func accountLength(least: Int, most: Int) -> String {
        "El nombre de una cuenta tiene de \(least) a \(most) caracteres."
    }
    func passwordLength(least: Int, most: Int) -> String { "Una contraseña tiene de \(least) a \(most) caracteres." }
    func signInFailed(_ what: String) -> String { "\(what). Nada cobrado. Reintenta, o cancela." }
    func tooManyAttempts(seconds: Int?) -> String {
        "Demasiados intentos (429). " + (seconds.map { "Reintenta en \($0) s." } ?? "Espera un minuto y reintenta.")
    }
    func notCharged(_ sentence: String) -> String { "\(sentence) No se ha cobrado nada." }
    func signedIn(_ account: String) -> String { "Sesión iniciada como \(account)." }

    // MARK: The storefront in lines, for screen readers and scripts. What is typed is English in every language

    func plainAccount(_ name: String) -> String { "Cuenta: \(name)" }
    func plainProgress(_ pieces: String, _ progress: String) -> String { "\(pieces): \(progress)" }
    func plainConfirm(_ pieces: String, unit: String, total: String) -> String {
        "Confirma la compra: \(pieces), a \(unit), total \(total)."
    }
    func plainConfirmSubscription(_ title: String, price: String, toPay: String, begins: String) -> String {
        "Confirma la suscripción: \(title), \(price). A pagar ahora: \(toPay). Empieza: \(begins)."
    }
    func plainUsesWaiting(_ count: Int) -> String {
        count == 1
            ? "1 uso espera a la tienda. Aquí ya cuenta, y sigue por sí solo."
            : "\(number(count)) usos esperan a la tienda. Aquí ya cuentan, y siguen por sí solos."
    }
    func plainNoProduct(_ number: Int) -> String { "No existe el producto \(number). No se ha cobrado nada." }
    func plainBadQuantity(_ text: String) -> String { "La cantidad va de 1 a 10, no \(text). No se ha cobrado nada." }
    func plainNoBook(_ number: Int) -> String {
        "El \(number) no es un libro tuyo. Escribe products para verlos todos."
    }
    func plainNoTransaction(_ number: Int) -> String {
        "No hay una transacción \(number) en la lista. Escribe antes transactions."
    }
    func plainNotPossible(_ action: String) -> String { "No se puede con esa transacción: \(action)." }
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
}
