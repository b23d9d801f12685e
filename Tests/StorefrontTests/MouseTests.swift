import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("The mouse")
struct MouseTests {
    /// The target of a text, which is the same from its first to its last cell.
    private func target(of text: String, in frame: Frame) throws -> Target? {
        let lines = frame.description.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains(text) })
        let range = try #require(lines[row].firstRange(of: text))
        let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
        func target(at column: Int) -> Target? {
            frame.areas.first { $0.row == row && $0.columns.contains(column) }?.target
        }
        let targets = [column - 1, column, column + text.count - 1, column + text.count].map(target)
        #expect(targets[0] != targets[1] && targets[2] != targets[3] || targets[1] == nil)
        #expect(targets[1] == targets[2])
        return targets[1]
    }

    private func click(_ text: String, _ state: inout StorefrontState) throws -> [StorefrontCommand] {
        guard let target = try target(of: text, in: state.frame()) else { return [] }
        return state.click(target)
    }

    @Test func `A button is what can be clicked, from bracket to bracket, in every window`() throws {
        for (columns, rows) in [(40, 12), (80, 24), (200, 60)] {
            #expect(try target(of: "[ Buy 5 ]", in: ready().frame(columns, rows)) == .product(five))
            let photo = try #require(Screens.all.first { $0.name == "photo" }).state.frame(columns, rows)
            let sepia = columns == 40 ? "[Sepia: on]" : "[ Sepia: on ]"
            #expect(try target(of: sepia, in: photo) == .photoButton(.sepia))
        }
    }

    @Test func `A click on a button of the store selects its row and presses it`() throws {
        var state = ready()
        #expect(try click("[ Buy 10 ]", &state) == [.purchase(ten, quantity: 1)])
        #expect(state.selectedRow == 1)
        #expect(try click("[ Feed a banana ]", &state).count == 1)
        #expect(state.isFeedSelected)
        #expect(try click("monkey credits", &state) == [])
    }

    @Test func `A click on a product's row selects it, and one on its arrows changes its quantity`() throws {
        var state = ready()
        let row = try #require(state.frame().areas.first { $0.target == .productRow(ten) })
        #expect(row.columns == 2..<78 && state.click(row.target) == [] && state.selectedRow == 1)
        for (columns, rows) in [(40, 12), (80, 24), (120, 40)] {
            let areas = ready().frame(columns, rows).areas.map(\.target)
            for step in [-1, 1] { #expect(areas.contains(.quantity(five, by: step))) }
            #expect(!areas.contains(.quantity(sepia, by: 1)))
        }
        let line = state.frame().description.split(separator: "\n").first { $0.contains("[ Buy 10 ]") }
        #expect(line?.hasSuffix("‹  1 ›") == true)
        for (step, quantity) in [(1, 2), (1, 3), (-1, 2)] {
            #expect(state.click(.quantity(ten, by: step)) == [] && state.quantity(of: ten) == quantity)
        }
        #expect(state.click(.quantity(five, by: 1)) == [] && state.selectedRow == 0)
        #expect(state.click(.productRow(nightFerry)) == [] && state.selectedRow == 0)
    }

    @Test func `The footer's words are buttons, except for keys that are named together with their opposite`()
        throws
    {
        var state = ready()
        #expect(try target(of: "s Settings", in: state.frame()) == .key("s", in: .store))
        #expect(try target(of: "↑/↓ move", in: state.frame()) == nil)
        #expect(try click("Enter buy", &state) == [.purchase(five, quantity: 1)])
        #expect(try click("s Settings", &state) == [] && state.place == .settings)
        #expect(try click("Esc back", &state) == [] && state.place == .store)
        // A sheet has come over the footer that was clicked.
        state.hear(sheet())
        #expect(state.click(.key(.enter, in: .store)) == [] && state.layer != .none)
        #expect(try click("q quit", &state) == [])
    }

    @Test(
        "If there is no sheet, or nobody knows yet whether there is one, a click selects and buys nothing")
    func noSheet() throws {
        var state = state(after: opened(.with { $0.store.disablesDialogs = true }), balance(35), fetched)
        #expect(try click("[ Buy 10 ]", &state) == [])
        #expect(state.selectedRow == 1)
        #expect(try click("Enter buy", &state) == [])
        #expect(state.press(.enter).count == 1)
        state.press("p")
        #expect(try click("[ Buy Sepia  $0.99 ]", &state) == [])
        var unopened = StorefrontTests.state()
        #expect(unopened.click(.product(five)) == [])
    }

    @Test func `On the sheet a click on Buy buys, on Cancel cancels, and on anything else does nothing`()
        throws
    {
        for (button, isConfirmed) in [("[ Buy ]", true), ("[ Cancel ]", false)] {
            var state = ready().hearing(sheet("k")).waiting(.milliseconds(150))
            #expect(
                state.frame().areas.map(\.target).filter { !$0.isKey } == [.answer(true), .answer(false)])
            #expect(state.handle(.scroll(1)) == [] && !state.shown.isAcceptSelected)
            #expect(try click("10 Monkey Credits", &state) == [])
            #expect(
                try click(button, &state)
                    == [
                        .answer(
                            key: "k", isConfirmed: isConfirmed,
                            priceLimit: isConfirmed ? tenCredits.price : nil)
                    ])
        }
    }

    @Test(
        "A click that was meant for what lay there before does nothing to the sheet, and one in its first 150 ms does nothing either"
    )
    func earlyClicks() throws {
        var state = ready().hearing(sheet("k"))
        #expect(state.click(.answer(true)) == [])
        state.wait(.milliseconds(150))
        #expect(state.click(.product(five)) == [])
        #expect(state.sheets.count == 1)
        #expect(state.click(.answer(true)).count == 1)
        #expect(state.click(.answer(true)) == [])
    }

    @Test func `In the lists a click selects`() throws {
        var settings = ready().pressing("s")
        #expect(settings.click(.settingsRow(.delay)) == [])
        #expect(settings.settingsRow == .delay)
        var list = try #require(Screens.all.first { $0.name == "transactions" }).state
        #expect(list.frame().areas.contains { $0.target == .transaction("t5") && $0.columns == 0..<80 })
        #expect(list.click(.transaction("t5")) == [])
        #expect(list.selectedEntryIndex == 1)
        #expect(list.click(.transaction("gone")) == [])
        #expect(list.selectedEntryIndex == 1)
    }

    @Test func `A click on a list that has changed does what it showed there, or nothing`() {
        var store = ready().hearing(.productsListed([ten, five]))
        #expect(store.click(.product(five)) == [.purchase(five, quantity: 1)] && store.selectedRow == 1)
        #expect(store.click(.product(sepia)) == [] && store.selectedRow == 1)
        #expect(store.click(.feed) == [.spend(credits: 1)])
        #expect(store.click(.restore) == [.restore])

        let other = summary(of: letterID, "2", actions: [.renew])
        let shown = readyToSubscribe(having: bunchID, letterID).pressing("u").hearing(
            listed([summary(of: bunchID, "1", actions: [.cancel, .renew, .expire]), other]))
        let renew = Target.subscriptionAction(.renew, on: "1")
        #expect(shown.frame().areas.contains { $0.target == renew })
        var unchanged = shown
        #expect(unchanged.click(renew) == [.subscriptionAction(.renew, on: "1")])
        let lists = [
            listed([summary(of: bunchID, "1", actions: [.cancel, .expire, .breakBilling]), other]),
            listed([other]),
        ]
        for list in lists {
            var changed = shown.hearing(list)
            #expect(changed.click(renew) == [] && changed.selectedAction == nil)
        }
        var gone = shown.hearing(listed([other]))
        #expect(gone.click(.subscription("1")) == [] && gone.selectedSubscription == nil)
        #expect(gone.click(.subscription("2")) == [] && gone.selectedSubscription == "2")
    }

    @Test func `The wheel moves through lists and stops at their ends, and through texts`() {
        var state = ready()
        _ = state.handle(.scroll(-1))
        #expect(state.selectedRow == 0)
        for _ in 0..<100 { _ = state.handle(.scroll(1)) }
        #expect(state.selectedRow == state.rowCount - 1)
        state.press("s")
        _ = state.handle(.scroll(-1))
        #expect(state.settingsRow == .payments)
        _ = state.handle(.scroll(1))
        #expect(state.settingsRow == SettingsRow.allCases[1])
        state.press("?")
        state.size = Size(columns: 40, rows: 12)
        _ = state.handle(.scroll(1))
        #expect(state.shown.firstLine == 3)
        state.size = Size(columns: 20, rows: 5)
        _ = state.handle(.scroll(1))
        #expect(state.shown.firstLine == 3 && state.click(.settingsRow(.delay)) == [])
        #expect(state.settingsRow == SettingsRow.allCases[1])
    }

    @Test func `A click goes to what the last frame had there`() {
        let bus = EventBus()
        let screen = StorefrontScreen(bus: bus)
        screen.appear {}
        bus.publish(opened(selling: [five, ten]))
        screen.advance(to: .now)
        let frame = screen.frame(size: Size(columns: 80, rows: 24))
        let second = frame.areas[1]
        #expect(second.target == .product(ten))
        screen.handle(.click(column: second.columns.lowerBound, row: second.row), at: .now)
        #expect(screen.frame(size: Size(columns: 80, rows: 24)).cursor?.row == second.row)
        screen.disappear()
    }
}

extension Target {
    /// Whether it is a key of the footer.
    var isKey: Bool { if case .key = self { true } else { false } }
}
