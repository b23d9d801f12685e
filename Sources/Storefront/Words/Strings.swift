internal import StoreModel

/// Every text that a person reads, in the person's language. A further language is a further parameter of `say`: where a
/// translation is missing, the program does not compile.
struct Strings: Hashable, Sendable {
    /// Picks the text of the language.
    func say(en: @autoclosure () -> String) -> String { en() }

    // MARK: Header

    var title: String { say(en: "Monkey Store") }
    var notSignedIn: String { say(en: "not signed in") }
    var opening: String { say(en: "opening…") }
    func networkIs(up: Bool) -> String { up ? say(en: "network up") : say(en: "network down") }
    func environment(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: say(en: "Sandbox")
        case .production: say(en: "Production")
        }
    }

    // MARK: The monkey

    func balance(_ credits: Int?) -> String { say(en: "\(credits.map(String.init) ?? "…") monkey credits") }
    func mood(_ mood: Mood) -> String {
        switch mood {
        case .waiting: say(en: "Would like a banana.")
        case .happy: say(en: "Happy about the new credits!")
        case .eating: say(en: "Mmm. A banana!")
        case .hungry: say(en: "Hungry, and no credits for a banana.")
        case .sad: say(en: "Sorry that it did not work.")
        case .asleep: say(en: "Asleep while the store is closed.")
        }
    }
    var inDebtShort: String { say(en: "refunded") }
    var inDebt: String { say(en: "Below zero: spent credits were refunded.") }

    // MARK: Products

    func buy(credits: Int?) -> String { credits.map { say(en: "Buy \($0)") } ?? say(en: "Buy") }
    var loading: String { say(en: "loading…") }
    var networkDownButton: String { say(en: "Network down?") }
    var storeDisabled: String { say(en: "AppStore disabled") }
    var notAvailable: String { say(en: "Not available") }
    var storeError: String { say(en: "Store error") }
    var noPrice: String { say(en: "–") }
    func total(_ price: String) -> String { say(en: "total \(price)") }
    func pieces(_ quantity: Int, of title: String) -> String { say(en: "\(quantity) × \(title)") }

    // MARK: Feeding

    var feed: String { say(en: "Feed a banana") }
    var feedPrice: String { say(en: "one credit, one banana") }
    var feedNeedsCredits: String { say(en: "no credits: buy some first") }
    var feedNeedsSignIn: String { say(en: "sign in to see the credits") }
    var feedLoading: String { say(en: "counting the credits…") }

    // MARK: In flight

    var productsHeading: String { say(en: "On sale") }
    /// Which of a list's rows are seen, counted from 1; set off from a rule.
    func shown(_ rows: Range<Int>, of count: Int) -> String {
        say(en: " \(rows.lowerBound + 1)–\(rows.upperBound) of \(count) ")
    }
    var inFlightHeading: String { say(en: "In flight") }
    var nothingInFlight: String { say(en: "Nothing on its way.") }
    var logHeading: String { say(en: "Notifications") }
    func inFlight(_ progress: Progress) -> String {
        switch progress {
        case .purchasing: say(en: "Purchasing")
        case .queued: say(en: "waiting for the network")
        case .signInNeeded: say(en: "waiting for a sign-in")
        case .deferred: say(en: "waiting for approval")
        case .paid: say(en: "paid, not delivered yet")
        }
    }
    func inFlightCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing: say(en: "\(count) purchasing")
        case .queued: say(en: "\(count) waiting for the network")
        case .signInNeeded: say(en: "\(count) waiting for a sign-in")
        case .deferred: say(en: "\(count) waiting for approval")
        case .paid: say(en: "\(count) paid, not delivered yet")
        }
    }
    /// The same where there is little room.
    func inFlightShortCount(_ progress: Progress, _ count: Int) -> String {
        switch progress {
        case .purchasing: say(en: "\(count) purchasing")
        case .queued: say(en: "\(count) queued")
        case .signInNeeded: say(en: "\(count) to sign in")
        case .deferred: say(en: "\(count) to approve")
        case .paid: say(en: "\(count) paid")
        }
    }
    func andMore(_ count: Int) -> String { say(en: "and \(count) more") }

    // MARK: Windows

    func tooSmall(need: Size, have: Size) -> String {
        say(en: "Need \(need.columns)x\(need.rows), have \(have.columns)x\(have.rows)")
    }
    var yes: String { say(en: "yes") }
    var no: String { say(en: "no") }
}
