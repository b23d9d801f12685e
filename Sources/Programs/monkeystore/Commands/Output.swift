internal import DeviceStorage
internal import FoundationEssentials
internal import Glibc
internal import ProgramSupport
internal import StoreModel
internal import Storefront

/// Prints the answers of commands: lines and tables for people, and JSON in StoreKit's words for scripts
/// (`--json`). The JSON of products, restores and transactions is below.
enum Output {
    static func json(_ value: some Encodable) throws {
        write(try prettyJSON(value) + "\n", to: STDOUT_FILENO)
    }

    /// Prints the same in one line on another descriptor.
    static func json(_ value: some Encodable, to descriptor: Int32) throws {
        write(PrintableText.json(try SentJSON.text(value)) + "\n", to: descriptor)
    }

    static func balance(_ balance: Int, json isJSON: Bool) throws {
        if isJSON { try json(["balance": balance]) } else { printLine(creditsPhrase(balance)) }
    }

    static func table(_ rows: [[String]]) {
        var table = Table()
        table.measure(rows)
        table.print(rows)
    }

    /// An array of values that is printed piece by piece, but reads as one document.
    struct JSONArray {
        private var isEmpty = true

        init() { write("[", to: STDOUT_FILENO) }

        mutating func print(_ values: [some Encodable]) throws {
            var text = ""
            for value in values {
                text += (isEmpty ? "\n  " : ",\n  ") + (try prettyJSON(value)).replacing("\n", with: "\n  ")
                isEmpty = false
            }
            write(text, to: STDOUT_FILENO)
        }

        func end() { write(isEmpty ? "\n\n]\n" : "\n]\n", to: STDOUT_FILENO) }
    }

    /// Columns of text, each as wide as its widest cell. Texts from others are cleaned.
    struct Table {
        private var widths: [Int] = []

        mutating func measure(_ rows: [[String]]) {
            for row in rows {
                for (column, text) in row.enumerated() {
                    if column == widths.count { widths.append(0) }
                    widths[column] = max(widths[column], TerminalText(text).width)
                }
            }
        }

        func print(_ rows: [[String]]) {
            var lines = ""
            for row in rows {
                for (column, cell) in row.enumerated() {
                    let text = TerminalText(cell)
                    lines += text.string
                    // A row that was added after the measuring may be wider.
                    let blanks = max(widths[column] - text.width, 0) + 2
                    if column < row.count - 1 { lines += String(repeating: " ", count: blanks) }
                }
                lines += "\n"
            }
            write(lines, to: STDOUT_FILENO)
        }
    }
}

/// A product, in the words of `SKProduct`.
struct ProductJSON: Encodable {
    var productIdentifier: String
    var type: String
    var localizedTitle: String
    var localizedDescription: String
    var price: Decimal
    var currencyCode: String
    var localizedPrice: String
    var isFamilyShareable: Bool
    /// From here on only for subscriptions; in ISO 8601.
    var subscriptionPeriod: String?
    var subscriptionGroupIdentifier: String?
    var groupDisplayName: String?
    var groupLevel: Int?
    var introductoryPrice: Introduction?
    /// The promotional offers.
    var discounts: [Introduction]?

    /// A discount, in the words of `SKProductDiscount`.
    struct Introduction: Encodable {
        /// Only for promotional offers.
        var identifier: String?
        var localizedPrice: String
        var paymentMode: String
        var subscriptionPeriod: String
        var numberOfPeriods: Int
    }

    init(_ product: Product) {
        productIdentifier = product.identifier.rawValue
        type = product.kind.rawValue
        localizedTitle = product.localizedTitle
        localizedDescription = product.localizedDescription
        price = Decimal(product.price.milliunits) / 1000
        currencyCode = product.price.currency
        localizedPrice = product.localizedPrice()
        isFamilyShareable = product.isFamilyShareable
        subscriptionPeriod = product.subscription?.period.description
        subscriptionGroupIdentifier = product.subscription?.group
        groupDisplayName = product.subscription?.groupName
        groupLevel = product.subscription?.level
        introductoryPrice = (product.subscription?.introductoryOffer).map {
            Introduction(nil, $0, of: product)
        }
        discounts = product.subscription?.promotionalOffers?.map {
            Introduction($0.identifier, $0.terms, of: product)
        }
    }
}

extension ProductJSON.Introduction {
    fileprivate init(_ identifier: String?, _ offer: IntroductoryOffer, of product: Product) {
        self.identifier = identifier
        localizedPrice = product.priceLocale.string(for: offer.price)
        paymentMode = offer.mode.rawValue
        subscriptionPeriod = offer.period.description
        numberOfPeriods = offer.periodCount
    }
}

struct RestoreJSON: Encodable {
    var restored: Int
    var ownedProducts: [String]
    var error: StoreError?
}

/// A transaction, in the words of `SKPaymentTransaction`. Fields that its state does not have are left out.
struct TransactionJSON: Encodable {
    var transactionIdentifier: String?
    var productIdentifier: String
    var quantity: Int
    var state: String
    var error: StoreError?
    /// What changed in a subscription without a charge, and from when.
    var change: RenewalChange.Kind?
    var changeDate: String?
    var transactionDate: String?
    var revocationDate: String?
    /// What was paid in all, in what currency, how an offer was paid, and when the period ends.
    var price: Decimal?
    var currencyCode: String?
    var paymentMode: String?
    var expiresDate: String?
    /// Nil, like the key, for a purchase that a restore brought here.
    var addedDate: String?
    var isFinished: Bool
    var idempotencyKey: String?

    init(_ transaction: PaymentTransaction) {
        transactionIdentifier = transaction.transactionIdentifier?.rawValue
        productIdentifier = transaction.payment.productIdentifier.rawValue
        quantity = transaction.payment.quantity
        state = transaction.state.name
        error = transaction.error
        change = transaction.renewalChange?.kind
        changeDate = transaction.renewalChange?.date.rfc3339
        transactionDate = transaction.transactionDate?.rfc3339
        revocationDate = transaction.revocationDate?.rfc3339
        price = transaction.charge.map { Decimal($0.price.milliunits) / 1000 }
        currencyCode = transaction.charge?.price.currency
        paymentMode = transaction.charge?.offer?.rawValue
        expiresDate = transaction.charge?.expiresDate?.rfc3339
        addedDate = transaction.addedDate.rfc3339
        isFinished = transaction.isFinished
        idempotencyKey = transaction.key.rawValue
    }
}

extension TransactionJSON {
    /// A purchase that is owned here but was made on another device.
    init(_ purchase: AccountPurchase) {
        let charge = Charge(purchase.signedTransaction)
        transactionIdentifier = purchase.transactionIdentifier.rawValue
        productIdentifier = purchase.productIdentifier.rawValue
        quantity = 1
        state = PaymentTransactionState.restored.name
        transactionDate = purchase.purchaseDate.rfc3339
        price = charge.map { Decimal($0.price.milliunits) / 1000 }
        currencyCode = charge?.price.currency
        paymentMode = charge?.offer?.rawValue
        expiresDate = purchase.expiresDate?.rfc3339
        isFinished = true
    }
}
