import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// What the store says about a product besides its title and price: its texts in other languages, its group,
/// offers and family.
@Suite struct ProductDetailTests {
    private func plan(_ product: Product, group: String = "Monthly Bunches", level: Int) -> Product {
        var product = product
        product.isFamilyShareable = true
        product.subscription?.groupName = group
        product.subscription?.level = level
        product.subscription?.promotionalOffers = [
            PromotionalOffer(
                identifier: "back",
                terms: IntroductoryOffer(
                    mode: .payUpFront, price: Money(milliunits: 490, currency: "USD"),
                    period: SubscriptionPeriod(3, .month), periodCount: 1))
        ]
        return product
    }

    private func asked(
        _ language: Language = .english, buying product: Product, _ others: Product...
    ) -> StorefrontState {
        let all = others + [product]
        return StorefrontState(now: start, language: language).hearing(
            opened(selling: all.map(\.identifier)), prices(all), sheet("k", product, quantity: 1))
    }

    @Test func `The sheet shows the group with the level, an offer by invitation, and the family`() {
        let frame = asked(buying: plan(bunch, level: 2), plan(bigBunch, level: 1)).frame().description
        #expect(frame.contains("Group           Monthly Bunches, level 2 "))
        #expect(frame.contains("Offer           by invitation: $0.49 for 3 months "))
        #expect(frame.contains("Family          can be shared "))
        #expect(frame.contains("To pay now      $0.99 for 1 month "))
        #expect(frame.contains("> [ Cancel ]"))
    }

    @Test(arguments: [(34, 10), (40, 12), (80, 24), (200, 60)])
    func `A window of any size says what is paid first, which a store may charge without a sheet`(
        columns: Int, rows: Int
    ) {
        var state = readyToSubscribe()
        state.selectedRow = 4
        #expect(state.frame(columns, rows).description.contains("first: $0.99"))
        // The offer has been used up.
        state.hear(subscribedTo([bigBunchID]), subscribedTo([]))
        #expect(!state.frame(columns, rows).description.contains("first: "))
    }

    @Test(arguments: [
        (Language.english, "Monthly Bunch", "first:"), (.german, "Monatsstaude", "zum Start:"),
        (.spanish, "Racimo mensual", "al inicio:"), (.french, "Régime de bananes", "début"),
        (.italian, "Casco di banane", "inizio:"),
    ])
    func `A list without descriptions says in each language what is paid first`(
        language: Language, title: String, words: String
    ) throws {
        var titled = bunch
        titled.localizedTitle = title
        let state = Screens.$language.withValue(language) { readyToSubscribe() }.hearing(
            prices([
                fiveCredits, tenCredits, greyscaleFilter, sepiaFilter, titled, bigBunch, letter,
            ]))
        let lines = state.frame().description.split(separator: "\n")
        let row = try #require(lines.first { $0.contains(" \(title) ") })
        #expect(row.contains(words), "\(row)")
    }

    @Test
    func `A group of one plan, one without a name, and levels that are all the same are not worth a word`() {
        #expect(!asked(buying: plan(bunch, level: 2)).frame().description.contains("Group"))
        let unnamed = asked(buying: plan(bunch, group: "", level: 2), plan(bigBunch, group: "", level: 1))
        #expect(!unnamed.frame().description.contains("Group"))
        let same = asked(buying: plan(bunch, level: 1), plan(bigBunch, level: 1)).frame().description
        #expect(same.contains("Group           Monthly Bunches  "))
    }

    @Test
    func
        `Pieces of a product are counted in its row, and after a use the status line says how many are left`()
    {
        let coins = product("com.example.coins", title: "Coins")
        func left(_ count: Int) -> StorefrontEvent {
            .entitlementsChanged(
                EntitlementsChanged(
                    ownedProducts: [], piecesLeft: count == 0 ? [:] : [coins.identifier: count]))
        }
        let events = opening(selling: [fiveCredits, tenCredits, greyscaleFilter, sepiaFilter, coins])
        var state = StorefrontState(now: start)
        for event in events + [left(2)] { state.hear(event) }
        #expect(state.status == nil)
        #expect(state.frame().description.contains("You have 2"))
        #expect(state.press(.down, .down, .down, .down, "c") == [.use(coins.identifier)])
        for count in [1, 0] {
            state.hear(left(count))
            #expect(state.statusLine?.text == "Coins: you have \(count) left.")
        }
        state.wait(.seconds(60))
        state.hear(left(3))
        #expect(state.statusLine == nil)
        let words = "Sepia Filter is yours for good. Nothing changed."
        #expect(ready().hearing(owned(sepia)).pressing("4", "c").statusLine?.text == words)
        let shop = PlainShop(events + [left(2)])
        #expect(shop.take("use 5") == [] && shop.hear(left(1)) == ["Coins: you have 1 left."])
    }

    @Test func `A family shares no consumable`() {
        var credits = fiveCredits
        credits.isFamilyShareable = true
        #expect(!asked(buying: credits).frame().description.contains("Family"))
        var filter = sepiaFilter
        filter.isFamilyShareable = true
        #expect(asked(buying: filter).frame().description.contains("Family          can be shared "))
    }

    @Test(
        "The payment, the account and both buttons stand on every screen, however much the store says",
        arguments: [Language.english, .german, .french, .italian, .spanish],
        [(34, 10), (40, 12), (60, 16), (80, 18), (80, 24), (200, 60)])
    func smallWindows(language: Language, size: (columns: Int, rows: Int)) {
        let plain = asked(language, buying: bunch, bigBunch).frame(size.columns, size.rows).description
        let frame = asked(language, buying: plan(bunch, level: 2), plan(bigBunch, level: 1))
            .frame(size.columns, size.rows).description
        let strings = language.strings
        for text in [strings[.sheetCancel], strings[.buyButton]] where plain.contains(text) {
            #expect(frame.contains(text))
        }
        for label in [strings[.sheetToPay], strings[.sheetBegins]] where plain.contains(label) {
            #expect(frame.contains(label))
        }
        #expect(plain.count { $0 == "[" } == frame.count { $0 == "[" })
    }

    @Test func `In lines, the details come after the question`() throws {
        let state = asked(buying: plan(bunch, level: 2), plan(bigBunch, level: 1))
        let lines = state.questionLines(try #require(state.sheets.first))
        #expect(lines.contains("Group: Monthly Bunches, level 2."))
        #expect(lines.contains("Family: can be shared."))
    }

    @Test
    func
        `A product is shown in the reader's language if the store has it; English is what the storefront says`()
        throws
    {
        var filter = sepiaFilter
        filter.otherTexts = [
            ProductText(language: "fr", title: "Filtre sépia", description: "Un filtre photo."),
            ProductText(language: "en", title: "Not this", description: ""),
        ]
        let french = asked(.french, buying: filter)
        #expect(french.frame().description.contains("│ Filtre sépia "))
        #expect(french.title(of: sepia) == "Filtre sépia")
        let lines = french.questionLines(try #require(french.sheets.first))
        #expect(lines.first?.contains("Filtre sépia") == true)
        #expect(asked(.italian, buying: filter).title(of: sepia) == "Sepia Filter")
        #expect(asked(.english, buying: filter).title(of: sepia) == "Sepia Filter")
    }
}
