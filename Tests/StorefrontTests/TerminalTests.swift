import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("What the terminal does beyond cells")
struct TerminalTests {
    private static let revoked = StorefrontEvent.transactionRevoked(transaction("r", five, .purchased))

    private func unwatched() -> StorefrontState {
        var state = ready()
        state.press(.tab)
        _ = state.handle(.focus(false))
        return state
    }

    @Test
    func
        `An approval, a refund and credits from elsewhere ring if nobody looks, once each, and say what it is`()
    {
        var state = unwatched()
        state.hear(updated(transaction("d", five, .deferred)))
        #expect(state.effects.isEmpty)
        state.hear(.transactionSucceeded(transaction("d", five, .purchased)))
        #expect(state.effects == [.notify(state.statusLine?.text ?? "")])
        state.effects = []
        state.hear(balance(55, change: 20, .elsewhere))
        #expect(state.effects == [.notify(state.statusLine?.text ?? "")])
        state.effects = []
        state.hear(Self.revoked)
        #expect(state.effects == [.notify(state.statusLine?.text ?? "")])
        state.effects = []
        state = state.waiting(.seconds(60))
        #expect(state.effects.isEmpty)
    }

    @Test func `What is not news does not ring`() {
        var state = unwatched()
        state.hear(updated(transaction()), balance(40, change: 5, .purchase))
        state.hear(
            .transactionSucceeded(transaction()), balance(39, change: -1, .spend),
            balance(39, change: 0, .elsewhere))
        state.hear(.transactionSucceeded(transaction("other", five, .purchased)))
        #expect(state.effects.isEmpty)
    }

    @Test(arguments: [nil, true])
    func `Nothing rings in a window that is looked at, or of which nothing is known`(hasFocus: Bool?) {
        var state = ready()
        if let hasFocus { _ = state.handle(.focus(hasFocus)) }
        state.hear(balance(55, change: 20, .elsewhere), Self.revoked)
        #expect(state.effects.isEmpty)
    }

    @Test func `A report of the focus is not a key: it reads no message, and keeps nobody from leaving`() {
        var state = ready().then { $0.options.idleLimit = .seconds(660) }.hearing(failure(.forgottenPassword))
        let (message, last) = (state.status, state.lastInput)
        state = state.waiting(.seconds(10))
        let commands = state.handle(.focus(true)) + state.handle(.focus(false))
        #expect(commands.isEmpty)
        #expect(state.status == message && message?.kind == .error)
        #expect(state.lastInput == last)
    }

    @Test func `A text is copied if the terminal does that, and if it is not too long`() {
        var state = ready()
        func isCopied(_ text: String) -> Bool {
            state.effects = []
            return state.copy(text) && state.effects == [.copy(text)]
        }
        #expect(!isCopied("x"))
        state.terminal.takesClipboard = true
        #expect(isCopied("x"))
        #expect(!isCopied(String(repeating: "é", count: 37_001)))
        #expect(isCopied(String(repeating: "é", count: 37_000)))
    }

    @Test func `The title has the balance and what waits`() {
        #expect(ready().frame().title == "35 monkey credits · Monkey Store")
        #expect(state().frame().title == "Monkey Store")
        let waiting = ready().hearing(updated(transaction("d", five, .deferred)))
        #expect(waiting.frame().title?.hasPrefix("35 monkey credits · ") == true)
        #expect(waiting.frame().title?.hasSuffix(" · Monkey Store") == true)
        #expect(waiting.frame().title != ready().frame().title)
    }

    @Test func `A picture in pixels lies over blank cells within the window, and never under a layer`() {
        var state = readyToFilter(owning: [.sepia]).pressing("p").hearing(.pictureOpened(sunset))
        for cell in [
            PixelSize(width: 10, height: 20), PixelSize(width: 7, height: 19),
            PixelSize(width: 96, height: 2),
        ] {
            state.terminal.cell = cell
            let sizes = stride(from: 34, to: 130, by: 5).flatMap { columns in
                stride(from: 17, to: 50, by: 3).map { (columns, $0) }
            }
            for (columns, rows) in sizes {
                for shown in [
                    state, state.then { $0.showStatus(String(repeating: "long ", count: 100), .error) },
                ] {
                    let frame = shown.frame(columns, rows)
                    guard let picture = frame.picture else { continue }
                    #expect(picture.pixels.width == picture.size.columns * cell.width)
                    #expect(picture.pixels.height == picture.size.rows * cell.height)
                    for row in picture.row..<picture.row + picture.size.rows {
                        for column in picture.column..<picture.column + picture.size.columns
                        where frame[column, row] != Cell() {
                            Issue.record("\(columns)x\(rows): \(column), \(row)")
                            return
                        }
                    }
                }
            }
        }
        state.terminal.cell = PixelSize(width: 10, height: 20)
        for side in [1, 9, 10, 19, 20, 21, 400, 799] {
            for limit in [PixelSize(width: side, height: 5000), PixelSize(width: 5000, height: side)] {
                state.terminal.pictureLimit = limit
                let pixels = state.frame(200, 60).picture?.pixels
                #expect(pixels == nil || pixels!.width <= limit.width && pixels!.height <= limit.height)
                #expect(side < 20 || pixels != nil)
            }
        }
        state.terminal.pictureLimit = nil
        #expect(state.frame().picture != nil)
        #expect(state.pressing("?").frame().picture == nil)
        #expect(state.pressing(.escape).frame().picture == nil)
        state.terminal.cell = PixelSize(width: 96, height: 96)
        #expect(state.frame(300, 100).picture == nil)
    }
}
