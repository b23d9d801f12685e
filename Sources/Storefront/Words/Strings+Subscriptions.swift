internal import StoreModel

extension Strings {
    var subscribe: String { localized(en: "Subscribe", es: "Suscribirse", fr: "S'abonner", it: "Abbonati") }
    var subscribed: String { localized(en: "Subscribed", es: "Suscrito", fr: "Abonné", it: "Abbonato") }
    func subscribedUntil(_ end: String) -> String {
        localized(
            en: "Subscribed until \(end)", es: "Suscripción hasta \(end)", fr: "Abonné jusqu'au \(end)",
            it: "Abbonato fino al \(end)")
    }
    /// The same where there is little room.
    func until(_ end: String) -> String {
        localized(en: "until \(end)", es: "hasta \(end)", fr: "fin \(end)", it: "scade \(end)")
    }

    /// A price with how often it is paid.
    func price(_ price: String, each period: SubscriptionPeriod) -> String { "\(price)/\(length(period))" }

    /// What a subscription costs.
    func price(_ product: Product, each period: SubscriptionPeriod) -> String {
        product.price.milliunits == 0 ? free : price(price(of: product), each: period)
    }

    /// What a product costs: of a subscription how often that is paid, and what those pay who are new to it.
    func priceSentence(of product: Product) -> String {
        guard let terms = product.subscription else { return price(of: product) }
        let price = price(product, each: terms.period)
        return terms.introductoryOffer.map { "\(price) (\(newSubscribers(pay: introduction($0, of: product))))" }
            ?? price
    }

    /// The price of each period of an offer, or of all of it.
    func price(_ offer: IntroductoryOffer, of product: Product) -> String {
        offer.price.milliunits == 0 ? free : price(offer.price, of: product)
    }

    /// What an offer costs first, and for how long.
    func firstPayment(_ offer: IntroductoryOffer, of product: Product) -> String {
        lasting(price(offer, of: product), offer.period)
    }

    /// What an offer costs, and for how long.
    private func introduction(_ offer: IntroductoryOffer, of product: Product) -> String {
        guard offer.periodCount > 1 else { return firstPayment(offer, of: product) }
        return lasting(price(price(offer, of: product), each: offer.period), offer.period * offer.periodCount)
    }

    private func lasting(_ price: String, _ period: SubscriptionPeriod) -> String {
        let length = (period.count == 1 ? "1 " : "") + length(period)
        return localized(
            en: "\(price) for \(length)", es: "\(price) por \(length)", fr: "\(price) pour \(length)",
            it: "\(price) per \(length)")
    }

    private func newSubscribers(pay price: String) -> String {
        localized(
            en: "new subscribers: \(price)", es: "nuevos suscriptores: \(price)", fr: "nouveaux abonnés : \(price)",
            it: "nuovi abbonati: \(price)")
    }

    /// What is paid at first.
    func first(_ price: String) -> String {
        localized(en: "first: \(price)", es: "inicio: \(price)", fr: "début : \(price)", it: "inizio: \(price)")
    }

    /// How long a period is; of one unit only its name.
    private func length(_ period: SubscriptionPeriod) -> String {
        let count = period.count
        return switch (period.unit, count) {
        case (.day, 1): localized(en: "day", es: "día", fr: "jour", it: "giorno")
        case (.day, _): localized(en: "\(count) days", es: "\(count) días", fr: "\(count) jours", it: "\(count) giorni")
        case (.week, 1): localized(en: "week", es: "semana", fr: "semaine", it: "settimana")
        case (.week, _):
            localized(en: "\(count) weeks", es: "\(count) semanas", fr: "\(count) semaines", it: "\(count) settimane")
        case (.month, 1): localized(en: "month", es: "mes", fr: "mois", it: "mese")
        case (.month, _):
            localized(en: "\(count) months", es: "\(count) meses", fr: "\(count) mois", it: "\(count) mesi")
        case (.year, 1): localized(en: "year", es: "año", fr: "an", it: "anno")
        case (.year, _): localized(en: "\(count) years", es: "\(count) años", fr: "\(count) ans", it: "\(count) anni")
        }
    }

    // MARK: What a purchase does

    var sheetPrice: String { localized(en: "Price", es: "Precio", fr: "Prix", it: "Prezzo") }
    var sheetToPay: String { localized(en: "To pay now", es: "Pagas ahora", fr: "À payer", it: "Paghi ora") }
    var sheetBegins: String { localized(en: "Begins", es: "Empieza", fr: "Début", it: "Inizio") }
    var free: String { localized(en: "free", es: "gratis", fr: "gratuit", it: "gratis") }
    var nothing: String { localized(en: "nothing", es: "nada", fr: "rien", it: "nulla") }
    var beginsNow: String {
        localized(
            en: "now, and then renews", es: "ahora, y se renueva", fr: "aussitôt, puis renouvelé",
            it: "ora, poi si rinnova")
    }
    func replaces(_ title: String) -> String {
        localized(
            en: "now; replaces \(title)", es: "ahora; sustituye a \(title)", fr: "aussitôt ; remplace \(title)",
            it: "ora; sostituisce \(title)")
    }
    func follows(_ title: String, _ date: String) -> String {
        localized(
            en: "\(date), after \(title)", es: "\(date), tras \(title)", fr: "\(date), après \(title)",
            it: "\(date), dopo \(title)")
    }
    var goesOnAsIs: String {
        localized(en: "goes on as it is", es: "sigue como está", fr: "continue tel quel", it: "continua così com'è")
    }
    /// What is paid by those who get the introductory offer, and by the others, where it is not known who this is.
    func toPay(ifNew price: String, else usual: String) -> String {
        localized(
            en: "\(price) new, else \(usual)", es: "\(price) nueva, si no \(usual)",
            fr: "\(price) nouveau, sinon \(usual)", it: "\(price) nuovo, se no \(usual)")
    }

    // MARK: Afterwards

    func renewed(_ title: String) -> String {
        localized(
            en: "\(title) has renewed.", es: "\(title) se ha renovado.", fr: "\(title) s'est renouvelé.",
            it: "\(title) si è rinnovato.")
    }
    func isOver(_ title: String) -> String {
        localized(
            en: "\(title): the period that was paid is over.  u subscriptions",
            es: "\(title): el periodo pagado ha terminado.  u suscripciones",
            fr: "\(title) : la période payée est terminée.  u abonnements",
            it: "\(title): il periodo pagato è finito.  u abbonamenti")
    }
    func subscribedTo(_ title: String) -> String {
        localized(
            en: "You are subscribed to \(title).", es: "Tienes una suscripción a \(title).",
            fr: "Tu es abonné à \(title).",
            it: "Hai un abbonamento a \(title).")
    }
}
