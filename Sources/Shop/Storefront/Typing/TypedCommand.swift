internal import StoreEvents
internal import StoreModel

/// A parsed line, which a person typed in the plain storefront (`--plain`) or after `:` on a screen.
/// `StorefrontState.perform` carries it out.
enum TypedCommand: Hashable, Sendable {
    case buy(number: Int, quantity: Int)
    case use(number: Int)
    case answer(Bool)
    case feed, restore, balance, products, transactions, olderTransactions, help, quit, nothing
    case act(TransactionAction, number: Int)
    case inspect(number: Int)
    case subscriptions
    case actOnSubscription(SubscriptionAction, number: Int)
    case settings
    /// A filter's name as it was typed.
    case filter(String)
    case filters, clearFilters
    /// A scenario's name as it was typed.
    case scenario(String)
    case set(name: String, value: String)
    /// The account as it was typed; empty if it is missing.
    case signIn(account: String, isNew: Bool)
    case signOut
    /// Without an action, reads the book.
    case book(DownloadAction?, number: Int)
    /// What was typed in place of a quantity.
    case badQuantity(String)
    /// A word without the number or name that it needs.
    case needsNumber(String)
    case needsName(String)
    /// What was typed in place of an action on a subscription.
    case badAction(String)
    case unknown(String)

    /// Parses a line. Case matters only in an account's name. Any number of blanks may separate words.
    init(_ line: String) {
        let words = line.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else {
            self = .nothing
            return
        }
        if words.count == 1, let command = Self.single[first] {
            self = command
            return
        }
        // The number after a command that needs nothing else.
        let number = words.count == 2 ? Self.number(words[1]) : nil
        switch (first, words.count) {
        case ("buy", 1...): self = Self.buy(words)
        case ("use", 1...): self = number.map { .use(number: $0) } ?? .needsNumber(first)
        case ("transactions", 2) where words[1] == "older": self = .olderTransactions
        case ("inspect", 1...): self = number.map { .inspect(number: $0) } ?? .needsNumber(first)
        case ("subscription", 1...): self = Self.subscription(words)
        case ("settings", 2...3): self = .set(name: words[1], value: words.count == 3 ? words[2] : "")
        case ("filter", 1...): self = words.count == 2 ? .filter(words[1]) : .needsName(first)
        case ("scenario", 1...): self = words.count == 2 ? .scenario(words[1]) : .needsName(first)
        case ("sign-in", 1...): self = .signIn(account: Self.afterFirstWord(line), isNew: false)
        case ("new-account", 1...): self = .signIn(account: Self.afterFirstWord(line), isNew: true)
        case ("read", 1...), ("download", 1...), ("pause", 1...), ("cancel", 1...):
            let actions: [String: DownloadAction] = ["download": .start, "pause": .pause, "cancel": .cancel]
            self = number.map { .book(actions[first], number: $0) } ?? .needsNumber(first)
        default:
            guard let action = TransactionAction(rawValue: first) else {
                self = .unknown(line)
                return
            }
            self = number.map { .act(action, number: $0) } ?? .needsNumber(first)
        }
    }

    /// Whether it is about something that only an account has. Buying and restoring ask who the person is.
    var needsAccount: Bool {
        switch self {
        case .use, .act, .inspect, .actOnSubscription, .filter, .book: true
        default: false
        }
    }

    /// The commands that are a single word.
    private static let single: [String: TypedCommand] = [
        "yes": .answer(true), "y": .answer(true), "no": .answer(false), "n": .answer(false), "feed": .feed,
        "restore": .restore, "balance": .balance, "products": .products, "retry": .products,
        "transactions": .transactions, "subscriptions": .subscriptions, "settings": .settings,
        "filters": .filters,
        "clear": .clearFilters, "sign-out": .signOut, "help": .help, "?": .help, "quit": .quit, "q": .quit,
    ]

    /// A place in a list, from 1.
    private static func number(_ word: String) -> Int? { Int(word).flatMap { $0 > 0 ? $0 : nil } }

    private static func subscription(_ words: [String]) -> TypedCommand {
        guard words.count > 1 else { return .needsNumber("subscription cancel") }
        guard let action = SubscriptionAction(rawValue: words[1]) else { return .badAction(words[1]) }
        guard words.count == 3, let number = Self.number(words[2]) else {
            return .needsNumber("subscription \(action.rawValue)")
        }
        return .actOnSubscription(action, number: number)
    }

    private static func buy(_ words: [String]) -> TypedCommand {
        guard words.count > 1, let number = Self.number(words[1]) else { return .needsNumber("buy") }
        guard words.count > 2 else { return .buy(number: number, quantity: 1) }
        let text = words.dropFirst(2).joined(separator: " ")
        guard let quantity = Int(text), Payment.quantities.contains(quantity) else {
            return .badQuantity(text)
        }
        return .buy(number: number, quantity: quantity)
    }

    /// The rest of the line after the first word and its blanks, as it was typed.
    private static func afterFirstWord(_ line: String) -> String {
        String(line.drop(while: \.isWhitespace).drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
    }
}
