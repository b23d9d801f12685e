import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct SubscriptionTests {
    /// The effect of buying a subscription while another is active.
    static let steps: [(having: ProductIdentifier?, buying: Product, step: SubscriptionStep?)] = [
        (nil, bunch, .begins), (nil, bigBunch, .begins), (nil, letter, .begins), (nil, fiveCredits, nil),
        (letterID, bunch, .begins), (bunchID, letter, .begins),
        (bunchID, bunch, .goesOn(periodEnd)), (bigBunchID, bigBunch, .goesOn(periodEnd)),
        (bunchID, bigBunch, .replaces(bunchID)), (bigBunchID, bunch, .follows(bigBunchID, periodEnd)),
    ]

    @Test("The sheet knows what buying a subscription does to the one that there is", arguments: steps)
    func step(having: ProductIdentifier?, buying product: Product, step: SubscriptionStep?) {
        #expect(readyToSubscribe(having: having.map { [$0] } ?? []).step(buying: product) == step)
    }

    /// A plan whose offer costs more at once than a period without it.
    private static let season = bunch.with(.payUpFront, 7990, SubscriptionPeriod(3, .month))

    /// A product, the active subscriptions, whether the store answered just now, and the price to pay.
    static let payments: [(product: Product, having: ProductIdentifier?, isCurrent: Bool, toPay: String)] = [
        (bunch, nil, true, "$0.99 for 1 month"), (bunch, nil, false, "$0.99 if new, else $2.99"),
        (bunch.with(nil), nil, true, "$2.99"), (bunch.with(nil), nil, false, "$2.99"),
        (bunch.with(.free, 0, SubscriptionPeriod(2, .week)), nil, true, "free for 2 weeks"),
        (bunch.with(.payUpFront, 1990, SubscriptionPeriod(3, .month)), nil, true, "$1.99 for 3 months"),
        (season, nil, false, "$7.99 if new, else $2.99"),
        (
            bunch.with(.payAsYouGo, 500, SubscriptionPeriod(1, .month), count: 3), nil, true,
            "$0.50 for 1 month"
        ),
        (bigBunch, bunchID, true, "$5.99"), (bunch, bigBunchID, true, "nothing"),
        (bunch, bunchID, true, "nothing"),
        (letter, nil, true, "nothing"),
    ]

    @Test(
        "What is to be paid now is what the store charges for it, on the screen, in lines and for a command",
        arguments: payments)
    func toPay(product: Product, having: ProductIdentifier?, isCurrent: Bool, toPay: String) {
        let state = readyToSubscribe(having: having.map { [$0] } ?? [])
        let sheet = ConfirmationRequested(
            key: "k", product: product, quantity: 1, environment: .sandbox, isCurrent: isCurrent)
        let lines = SheetLines(state: state, sheet: sheet)
        #expect(lines.terms()[1].value == toPay)
        #expect(lines.question.contains("To pay now: \(toPay)."))
        let entitlements = EntitlementsChanged(
            ownedProducts: [], subscribedUntil: state.account.subscribedUntil)
        #expect(
            sheet.question(products: state.catalogue.products, entitlements: entitlements) == lines.question)
    }

    @Test func `A subscription that is bought again renews, and the sheet says when`() {
        let state = readyToSubscribe(having: bigBunchID)
        let sheet = ConfirmationRequested(key: "k", product: bigBunch, quantity: 1, environment: .sandbox)
        let lines = SheetLines(state: state, sheet: sheet)
        let date = Moment.dateAndMinute(periodEnd, state.options)
        #expect(lines.terms()[2].value == "renews on \(date)")
        #expect(lines.terms(room: date.count)[2].value == date)
        #expect(lines.question.contains("renews on \(date)"))
    }

    @Test(
        "The sheet shows the highest price whole in the narrowest windows, too",
        arguments: Language.allCases, [bunch, season])
    func narrow(language: Language, product: Product) {
        func plain(_ text: String) -> String {
            String(text.map { "\u{a0}\u{202f}".contains($0) ? " " : $0 })
        }
        let request = ConfirmationRequested(
            key: "k", product: product, quantity: 1, environment: .sandbox, isCurrent: false)
        let state = Screens.$language.withValue(language) { readyToSubscribe() }.hearing(
            .confirmationRequested(request))
        // The price of each month, and what is to be paid now.
        let each = plain(language.strings.price(of: product))
        let toPay = plain(language.strings.price(product.highestPrice, of: product))
        for columns in 34...44 {
            let text = plain(state.frame(columns, 24).description)
            #expect(text.contains(toPay), "\n\(text)")
            #expect(text.ranges(of: each).count >= (each == toPay ? 2 : 1), "\n\(text)")
        }
    }

    @Test(
        "A narrow list has the day of a subscription's end, and only for today the time, however fast periods pass",
        arguments: [TimeRate.realTime, .oneSecondIsOneDay])
    func narrowUntil(_ rate: TimeRate) {
        let fast = StorefrontEvent.settingsChanged(.with { $0.store.timeRate = rate })
        let state = readyToSubscribe(having: bigBunchID).pressing("4", .down, .down).hearing(fast)
        #expect(state.frame(40, 12).description.contains("until 2026-12-18\n"))
        // With little room beside the name, too.
        #expect(state.frame().description.contains("Big Monthly Bunch  until 2026-12-18    $5.99/month\n"))
        let today = EntitlementsChanged(
            ownedProducts: [bigBunchID],
            subscribedUntil: [bigBunchID: Timestamp(milliseconds: 1_795_010_000_000)])
        let ending = state.hearing(.entitlementsChanged(today)).frame(40, 12).description
        #expect(ending.contains("until 13:53:20\n"))
    }

    @Test func `A list names the offer and for whom it is`() {
        #expect(bunch.priceSentence == "$2.99/month (new subscribers: $0.99 for 1 month)")
        #expect(
            bunch.with(.free, 0, SubscriptionPeriod(2, .week)).priceSentence
                == "$2.99/month (new subscribers: free for 2 weeks)")
        #expect(
            bunch.with(.payAsYouGo, 500, SubscriptionPeriod(1, .month), count: 3).priceSentence
                == "$2.99/month (new subscribers: $0.50/month for 3 months)")
        #expect(bigBunch.priceSentence == "$5.99/month" && letter.priceSentence == "free")
        #expect(fiveCredits.priceSentence == "$0.99")
    }

    @Test(
        "A sheet agrees to what it asks for now: the offer, the higher price if the offer may be over, or nothing"
    )
    func sheetsAgreeToTheirPrice() throws {
        let cases: [([ProductIdentifier], Product, isCurrent: Bool, Int64)] = [
            ([], bunch, true, 990), ([], bunch, false, 2990), ([], bigBunch, true, 5990),
            ([bunchID], bigBunch, true, 5990), ([bigBunchID], bunch, true, 0), ([bunchID], bunch, true, 0),
            ([], Self.season, true, 7990), ([], Self.season, false, 7990),
        ]
        for (having, product, isCurrent, price) in cases {
            var state = readyToSubscribe()
            for subscribed in having { state.account.subscribedUntil[subscribed] = periodEnd }
            let request = ConfirmationRequested(
                key: "k", product: product, quantity: 1, environment: .sandbox, isCurrent: isCurrent)
            state = state.hearing(.confirmationRequested(request)).waiting(.milliseconds(150))
            let answer = StorefrontCommand.answer(
                key: "k", isConfirmed: true, priceLimit: Money(milliunits: price, currency: "USD"))
            #expect(state.press("y") == [answer], "\(having) \(product.identifier)")
        }
    }

    @Test func `Who has a subscription of a group is promised no introductory offer of it afterwards`() {
        var state = readyToSubscribe()
        #expect(state.catalogue.products[bunchID]?.subscription?.introductoryOffer != nil)
        state.hear(subscribedTo([letterID]))
        #expect(state.catalogue.products[bunchID]?.subscription?.introductoryOffer != nil)
        state.hear(subscribedTo([bigBunchID]), subscribedTo([]))
        #expect(state.catalogue.products[bunchID]?.subscription?.introductoryOffer == nil)
    }

    @Test
    func
        `A level that is the same is changed to at once if the period is as long, and otherwise at the renewal`()
    {
        var state = readyToSubscribe(having: bunchID)
        var other = bunch
        other.identifier = "other"
        #expect(state.step(buying: other) == .replaces(bunchID))
        other.subscription?.period = SubscriptionPeriod(1, .year)
        #expect(state.step(buying: other) == .follows(bunchID, periodEnd))
        state.hear(subscribedTo([]))
        #expect(state.step(buying: other) == .begins)
    }

    @Test
    func
        `Enter subscribes; on what is subscribed to it shows the subscriptions, and on the letter it opens it`()
    {
        var state = readyToSubscribe()
        state.selectedRow = 4
        #expect(state.press(.enter) == [.purchase(bunchID, quantity: 1)])
        state.hear(subscribedTo([bunchID, letterID]))
        state.adding = []
        #expect(state.press(.enter) == [.subscriptions])
        #expect(state.place == .subscriptions && state.context == .subscriptions)
        state.press(.escape)
        state.selectedRow = 6
        #expect(state.press(.enter) == [.book(letterID)])
        // Buying it again cancels the pending change.
        state.hear(listed([summary(of: bunchID, "1", changingTo: bigBunchID)]))
        state.selectedRow = 4
        #expect(state.press(.enter) == [.purchase(bunchID, quantity: 1)])
    }

    @Test
    func
        `Arrows choose the subscription and the action, Enter asks for it; what cannot be done is not asked for`()
    {
        var state = readyToSubscribe(having: bunchID, letterID)
        #expect(state.press("u") == [.subscriptions])
        #expect(state.press(.enter) == [])
        state.hear(
            listed([
                summary(of: bunchID, "1", actions: [.cancel, .expire]), summary(of: letterID, "2", .revoked),
            ]))
        func acts(_ action: SubscriptionAction) -> [StorefrontCommand] {
            [.subscriptionAction(action, on: "1")]
        }
        #expect(state.press(.enter) == acts(.cancel))
        #expect(state.press(.right, .enter) == acts(.expire))
        #expect(state.press(.right, .enter) == acts(.cancel))
        #expect(state.press(.left, .enter) == acts(.expire))
        // The selected action is not possible any more.
        state.hear(
            listed([summary(of: bunchID, "1", actions: [.resume]), summary(of: letterID, "2", .revoked)]))
        #expect(state.press(.enter) == [])
        #expect(state.press(.right, .enter) == acts(.resume))
        #expect(state.press(.down, .enter, .down, .enter) == [])
        #expect(state.press("r") == [.subscriptions])
        #expect(state.press("u") == [] && state.place == .store)
    }

    @Test(
        "Enter does nothing the second time if the button that it pressed is gone",
        arguments: [Key.left, .right])
    func enterTwice(arrow: Key) {
        var state = readyToSubscribe(having: bunchID).pressing("u").hearing(
            listed([summary(of: bunchID, "1", actions: [.cancel, .renew, .expire])]))
        #expect(state.press(.enter) == [.subscriptionAction(.cancel, on: "1")])
        state.hear(listed([summary(of: bunchID, "1", actions: [.resume, .renew])]))
        #expect(state.press(.enter) == [] && !state.frame().description.contains("Enter"))
        let next: SubscriptionAction = arrow == .right ? .resume : .renew
        #expect(state.press(arrow, .enter) == [.subscriptionAction(next, on: "1")])
    }

    @Test func `A renewal, a first period and a change without a charge are each said as what they are`() {
        var state = readyToSubscribe()
        state.hear(
            updated(transaction("a", bunchID)), .transactionSucceeded(transaction("a", bunchID, .purchased)))
        #expect(state.status?.text == "You are subscribed to Monthly Bunch.")
        var renewal = transaction("b", bunchID, .purchased)
        renewal.charge = Charge(price: Money(milliunits: 2990, currency: "USD"), expiresDate: periodEnd)
        renewal.charge?.isRenewal = true
        // The store makes a renewal a moment after it is due.
        renewal.signedDate = renewal.transactionDate?.advanced(by: .seconds(1))
        state.hear(.transactionSucceeded(renewal))
        #expect(state.status?.text == "Monthly Bunch has renewed.")
        var change = transaction("c", bunchID, .changed)
        state.hear(updated(transaction("c", bunchID)))
        for (kind, sentence) in [
            (.product, "You switch to Monthly Bunch on 2026-12-25 05:12. Nothing was charged."),
            (.offer, "Monthly Bunch gets its offer on 2026-12-25 05:12. Nothing was charged."),
            (.renewal, "Monthly Bunch renews again on 2026-12-25 05:12. Nothing was charged."),
        ] as [(RenewalChange.Kind, String)] {
            change.renewalChange = RenewalChange(kind, from: Timestamp(milliseconds: 1_798_175_520_000))
            state.hear(.subscriptionChanged(change))
            #expect(state.status?.text == sentence)
            #expect(state.status?.kind == .answer && state.inFlight.isEmpty && state.mood != .sad)
        }
    }

    @Test("A period that the store signs again has not renewed", arguments: [false, true], [false, true])
    func signedAgain(isRenewal: Bool, arePricesKnown: Bool) {
        var period = transaction("a", bunchID, .purchased)
        period.charge = Charge(price: Money(milliunits: 2990, currency: "USD"), expiresDate: periodEnd)
        period.charge?.isRenewal = isRenewal
        period.signedDate = period.transactionDate?.advanced(by: .seconds(60))
        var state = arePricesKnown ? readyToSubscribe(having: bigBunchID) : ready()
        state.hear(
            updated(transaction("b", bigBunchID)),
            .transactionSucceeded(transaction("b", bigBunchID, .purchased)))
        let (said, mood) = (state.status, state.mood)
        period.amendment = .periodMoved
        state.hear(.transactionSucceeded(period))
        #expect(state.status == said && state.mood == mood)
        period.amendment = .refundReversed
        state.hear(.transactionSucceeded(period))
        #expect(state.status?.text.hasPrefix("Refund reversed: you have ") == true)
    }

    @Test(
        "A subscription that an earlier run asked for is told, and another device's is not",
        arguments: [false, true])
    func askedForEarlier(isFromElsewhere: Bool) {
        var bought = transaction("a", bunchID, .purchased)
        bought.isFromElsewhere = isFromElsewhere
        let state = readyToSubscribe(having: bunchID).hearing(.transactionSucceeded(bought))
        #expect(state.status?.text == (isFromElsewhere ? nil : "You are subscribed to Monthly Bunch."))
    }

    @Test
    func `The open list is asked for when a store or an account opens, and without one it needs a sign-in`() {
        var early = StorefrontState(now: start)
        #expect(early.press("u") == [.subscriptions])
        #expect(early.hear(opened()) == [.products, .subscriptions])

        var state = ready(account: "jane").pressing("u").hearing(listed([]), .signedOut)
        #expect(state.frame().description.contains("Sign in to see them."))
        #expect(state.hear(opened(account: nil)) == [.subscriptions])
        state.hear(listed([]), .signedIn(accountName: "bob", environment: .sandbox))
        #expect(state.hear(opened(account: "bob")) == [.subscriptions])
        state.hear(listed([]))
        #expect(state.frame().description.contains("You have no subscriptions."))
    }

    @Test func `A message from before an action on a subscription does not stay beside what it changes`() {
        var state = readyToSubscribe()
        var change = transaction("c", bunchID, .changed)
        change.renewalChange = RenewalChange(.renewal, from: periodEnd)
        state.hear(.subscriptionChanged(change))
        #expect(state.status != nil)
        #expect(state.sending(.subscriptionAction(.cancel, on: "1")).status == nil)
    }

    @Test func `The end of what was paid is said; that another level took its place, or a refund, is not`() {
        var state = readyToSubscribe(having: bunchID, letterID).hearing(
            subscribedTo([bigBunchID, letterID], hasRunOut: [bunchID]))
        #expect(state.status == nil)
        // The refund is told by itself.
        #expect(state.hearing(subscribedTo([bigBunchID])).status == nil)
        state.hear(subscribedTo([bigBunchID], hasRunOut: [letterID]))
        #expect(state.status?.text == "The Keeper's Letter has run out.  u subscriptions")
        #expect(state.offer(of: letterID) == .onSale && state.offer(of: bigBunchID) == .subscribed)
    }

    @Test(
        "The end of what was paid is not said of a subscription in its grace period, and of one in billing retry it is",
        arguments: [SubscriptionStatus.gracePeriod, .billingRetry])
    func unpaid(status: SubscriptionStatus) {
        let state = readyToSubscribe(having: bunchID).hearing(
            listed([summary(of: bunchID, "1", status)]), subscribedTo([], hasRunOut: [bunchID]))
        let sentence = "Monthly Bunch has run out.  u subscriptions"
        #expect(state.status?.text == (status == .gracePeriod ? nil : sentence))
    }

    @Test(
        "The end of a grace period is said if it was not paid, and if the store says so",
        arguments: SubscriptionStatus.allCases, [true, false])
    func graceEnds(as status: SubscriptionStatus, isFromStore: Bool) {
        let inGrace = readyToSubscribe(having: bunchID).hearing(
            listed([summary(of: bunchID, "1", .gracePeriod)]), subscribedTo([], hasRunOut: [bunchID]))
        let list = listed([summary(of: bunchID, "1", status)], isFromStore: isFromStore, isAnswer: false)
        let isOver = isFromStore && [.billingRetry, .expired].contains(status)
        let sentence = "Monthly Bunch has run out.  u subscriptions"
        #expect(inGrace.hearing(list).status?.text == (isOver ? sentence : nil))
        // Another period was paid meanwhile.
        #expect(inGrace.hearing(subscribedTo([bunchID]), list).status == nil)
    }

    @Test func `That a subscription has run out goes away if the list says that its grace period runs`() {
        let over = readyToSubscribe(having: bunchID).hearing(
            listed([summary(of: bunchID, "1")]), subscribedTo([], hasRunOut: [bunchID]))
        #expect(over.status?.text == "Monthly Bunch has run out.  u subscriptions")
        #expect(over.hearing(listed([summary(of: bunchID, "1", .billingRetry)])).status == over.status)
        #expect(over.hearing(listed([summary(of: bunchID, "1", .gracePeriod)])).status == nil)
    }

    @Test func `Each standing is a sentence of its own, by the store's word or by its signature alone`() {
        func said(_ summary: SubscriptionSummary, isFromStore: Bool = true) -> String {
            Language.english.strings.standing(summary, isFromStore: isFromStore, next: nil) { _ in "THEN" }
        }
        let sentences =
            SubscriptionStatus.allCases.map { said(summary(of: bunchID, "1", $0)) } + [
                said(summary(of: bunchID, "1", renews: false)),
                said(summary(of: bunchID, "1", actions: [.consentToPrice])),
                said(summary(of: bunchID, "1", renews: false), isFromStore: false),
            ]
        #expect(Set(sentences).count == sentences.count)
        for sentence in sentences {
            #expect(TerminalText(sentence).wrapped(to: 36).count <= 4, "\(sentence)")
        }
    }
}
