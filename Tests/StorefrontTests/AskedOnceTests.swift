import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("What a key pressed by mistake must not do") struct AskedOnceTests {
    private let bought = transaction("k", five, quantity: 3, .purchased)

    private func list(_ actions: TransactionAction...) -> StorefrontState {
        var state = ready().pressing("t")
        state.hear(transactionsListed([(bought, Set(actions))]))
        return state
    }

    @Test func `A refund is asked about once`() {
        var state = list(.refund)
        #expect(state.press("f") == [])
        #expect(state.layer == .question(.refund(bought)))
        #expect(state.press(.escape) == [] && state.layer == .none)
        state.press("f")
        state.wait(.seconds(1))
        #expect(state.press(.enter) == [] && state.layer == .none)
        state.press("f")
        state.wait(.seconds(1))
        #expect(state.press("y") == [.action(.refund, on: "k")])
        #expect(state.layer == .none)
    }

    @Test func `A refund of a subscription, too`() {
        var state = readyToSubscribe(having: bunchID).pressing("u")
        state.hear(listed([summary(of: bunchID, "100", actions: [.refundPeriod])]))
        #expect(state.press(.enter) == [])
        state.wait(.seconds(1))
        #expect(state.press("y") == [.subscriptionAction(.refundPeriod, on: "100")])
    }

    @Test func `The question about a refund speaks of spent credits only if it takes credits back`() {
        let debt = "Credits you have already spent become a debt."
        let state = readyToSubscribe()
        func body(_ product: ProductIdentifier) -> String {
            state.words(of: .refund(transaction("k", product, .purchased))).body
        }
        #expect(body(five) == "The store takes back 5 Monkey Credits and returns your money. \(debt)")
        #expect(body(sepia) == "The store takes back Sepia Filter and returns your money.")
        #expect(state.words(of: .refundSubscription("100", bunchID)).body.hasSuffix(debt))
        #expect(!state.words(of: .refundSubscription("100", letterID)).body.contains("debt"))
        let free = "The store takes back The Keeper's Letter. It was free, so no money comes back."
        #expect(state.words(of: .refundSubscription("100", letterID)).body == free)
        var nothing = transaction("k", sepia, .purchased)
        nothing.charge = Charge(price: Money(milliunits: 0, currency: "USD"))
        #expect(state.words(of: .refund(nothing)).body.hasSuffix("so no money comes back."))
    }

    @Test(arguments: Language.allCases)
    func `The question about a refund says which purchase it is about`(language: Language) {
        var paid = transaction("k", five, .purchased)
        paid.charge = Charge(price: Money(milliunits: 990, currency: "USD"))
        var state = Screens.$language.withValue(language) { ready() }.pressing("t")
        state.hear(transactionsListed([(paid, [.refund])]))
        state.press("f")
        let facts = state.facts(of: .refund(paid))
        #expect(facts.map(\.label) == [state.strings[.detailAmount], state.strings[.detailDate]])
        for (columns, rows) in [(80, 24), (40, 12)] {
            let screen = state.frame(columns, rows).description
            for fact in facts {
                let value = TerminalText(fact.value, glyphs: state.options.glyphs).string
                #expect(screen.contains(value), "\(screen)")
            }
        }
    }

    @Test func `Signing out is asked about once`() {
        var state = ready(account: "jane")
        #expect(state.press("o") == [])
        state.wait(.seconds(1))
        #expect(state.press(.enter) == [])
        state.press("o")
        state.wait(.seconds(1))
        #expect(state.press("y") == [.signOut])
    }

    @Test func `A key that comes too early is told to read the question, and in a sheet the total`() {
        let question = ready(account: "jane").pressing("o", "y").statusLine?.text
        #expect(question == "That key came too early. Read the question first, then answer.")
        let asked = ready().hearing(updated(transaction()), sheet()).pressing("y").statusLine?.text
        #expect(asked == "That key came too early. Look at the total first, then answer.")
    }

    @Test(
        "What takes nothing from anybody is done at once",
        arguments: [("a", .approve), ("d", .decline), ("e", .resolve)] as [(Key, TransactionAction)])
    func others(key: Key, action: TransactionAction) {
        var state = list(action)
        #expect(state.press(key) == [.action(action, on: "k")])
    }

    @Test func `A key that is pressed twice acts once, until the answer comes or says that it failed`() {
        let (again, failed) = (
            transactionsListed([(bought, [.approve])]), StorefrontEvent.actionFailed(.storeNotReached)
        )
        for answer in [again, failed] {
            var state = list(.approve)
            #expect(state.press("a", "a") == [.action(.approve, on: "k")])
            // What waits elsewhere says nothing about it.
            state.hear(.actionFailed(.purchasesLeftOut))
            #expect(state.press("a") == [])
            state.hear(answer)
            #expect(state.press("a", "a") == [.action(.approve, on: "k")])
        }
        var refunding = list(.refund)
        #expect(refunding.act("f") == [.action(.refund, on: "k")])
        #expect(refunding.press("f") == [] && refunding.layer == .none)
    }

    @Test func `In the inspector, too, a key acts once until what is shown is new`() {
        var state = list(.approve).pressing(.enter)
        let waiting = inspected(bought, actions: .success([.approve]))
        state.hear(waiting)
        #expect(state.press("a", "a") == [.action(.approve, on: "k")])
        #expect(state.hear(transactionsListed([(bought, [.refund])])) == [.inspect("k")])
        #expect(state.press("a") == [])
        state.hear(inspected(bought, actions: .success([.refund])))
        #expect(state.sentAction == nil)
    }

    @Test func `Enter that is pressed twice on a subscription's button acts once`() {
        var state = readyToSubscribe(having: bunchID).pressing("u")
        let list = listed([summary(of: bunchID, "100", actions: [.expire])])
        state.hear(list)
        #expect(state.press(.enter, .enter) == [.subscriptionAction(.expire, on: "100")])
        // A list that nobody has asked for is not the answer.
        state.hear(listed([summary(of: bunchID, "100", actions: [.expire])], isAnswer: false))
        #expect(state.press(.enter) == [])
        state.hear(list)
        #expect(state.press(.enter) == [.subscriptionAction(.expire, on: "100")])
        #expect(!state.explanation(of: .invalidAction).contains("transaction"))
    }

    @Test(
        "A letter in the photo buys nothing: on the screen before it opens the settings",
        arguments: [("g", .greyscale), ("s", .sepia)] as [(Key, PhotoFilter)])
    func letters(key: Key, filter: PhotoFilter) {
        var state = ready().pressing("p")
        #expect(state.press(key) == [])
        #expect(state.statusLine?.text.contains("You don't own") == true)
        state.hear(owned(greyscale, sepia))
        #expect(state.press(key) == [.filter(filter)])
    }

    @Test func `Enter, Enter buys nothing and says so; the key that cancels says nothing`() {
        var state = ready().pressing(.enter).hearing(updated(transaction()), sheet())
        state.wait(.seconds(1))
        let before = state
        #expect(state.press(.enter).count == 1)
        #expect(state.statusLine?.text.hasPrefix("Cancelled. Nothing was charged.") == true)
        state.hear(failure(.paymentCancelled))
        #expect(state.statusLine?.text.hasPrefix("Cancelled. Nothing was charged.") == true)
        state = before
        state.press(.escape)
        state.hear(failure(.paymentCancelled))
        #expect(state.statusLine == nil)
    }

    @Test func `A cancelled purchase is dim and no failure`() throws {
        var state = ready().pressing("t")
        let cancelled = transaction("c", five, .failed, error: .paymentCancelled, isFinished: true)
        let failed = transaction("f", five, .failed, error: .networkDown, isFinished: true)
        // The selected row is reversed, no matter what it says.
        state.hear(transactionsListed([(failed, []), (cancelled, [])]))
        let frame = state.frame()
        let lines = frame.description.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("– cancelled") })
        #expect(frame[3, row].style.isDim && frame[3, row].style.role == .normal)
        #expect(lines.contains { $0.contains("✗ failed") })
        state.hear(failure(.paymentCancelled))
        #expect(state.log.last?.detail == "cancelled")
    }

    @Test("An interrupted purchase has a word of its own in every language", arguments: Language.allCases)
    func interrupted(language: Language) {
        let interrupted = transaction("i", five, .failed, error: .interrupted, isFinished: true)
        let state = StorefrontState(now: start, language: language).hearing(
            opened(), balance(35), fetched
        ).pressing("t").hearing(transactionsListed([(interrupted, [.resolve])]))
        let (word, failed) = (language.strings[.standingInterrupted], language.strings[.standingFailed])
        #expect(state.frame().description.contains("✗ \(word) ") && word != failed)
        #expect(state.transactionLines().first?.contains(", \(word), ") == true)
    }

    @Test func `A refund is nothing to be sorry for`() {
        let state = ready(balance: 10).hearing(balance(5, change: -5, .refund), .transactionRevoked(bought))
        #expect(state.mood == .waiting)
    }

    @Test func `After a purchase the quantity is 1 again, and stays as it is if the purchase failed`() {
        let asked = ready().pressing(.right, .right, .enter).hearing(
            updated(transaction("k", five, quantity: 3)))
        #expect(asked.quantity(of: five) == 3)
        #expect(asked.hearing(.transactionSucceeded(bought)).quantity(of: five) == 1)
        #expect(
            asked.hearing(updated(transaction("k", five, quantity: 3, .deferred))).quantity(of: five) == 1)
        let failed = transaction("k", five, quantity: 3, .failed, error: .networkDown)
        #expect(asked.hearing(.transactionFailed(failed)).quantity(of: five) == 3)
        // Somebody has chosen the next quantity meanwhile.
        #expect(asked.pressing(.right).hearing(.transactionSucceeded(bought)).quantity(of: five) == 4)
    }

    @Test func `A value that is cut off in the details ends with an ellipsis`() {
        let key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10"
        let failed = transaction(key, five, .failed, error: .interrupted, isFinished: true)
        var state = ready().pressing("t")
        state.hear(transactionsListed([(failed, [])]))
        func details(_ rows: Int) -> [Substring] {
            let lines = state.frame(34, rows).description.split(
                separator: "\n", omittingEmptySubsequences: false)
            return Array(lines.drop { !$0.hasPrefix("─ Details") }.dropFirst().prefix { !$0.isEmpty })
        }
        let whole = details(80)
        var cut = 0
        for shown in (10...40).map(details) where shown.count < whole.count {
            // A line without a label goes on with the value of the line before.
            let goesOn = whole[shown.count].hasPrefix("      ")
            #expect(shown.last?.hasSuffix("…") == goesOn, "\(shown)")
            if goesOn { cut += 1 }
        }
        #expect(cut > 0)
    }

    @Test func `A transaction shows what was paid, in its row or in its detail`() {
        var paid = bought
        paid.charge = Charge(price: Money(milliunits: 2970, currency: "USD"))
        var state = ready().pressing("t")
        state.hear(transactionsListed([(paid, []), (transaction("r", sepia, .restored), [])]))
        #expect(state.frame().description.contains("$2.97  "))
        let narrow = state.frame(40, 16).description
        #expect(narrow.contains("Amount") && narrow.contains("$2.97"))
        var gone = paid
        gone.payment = Payment(product: "com.example.gone")
        state.hear(transactionsListed([(gone, [])]))
        #expect(state.frame().description.contains("2.97 USD"))
    }
}
