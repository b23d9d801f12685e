import StoreEvents
import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import Storefront

@Suite(.timeLimit(.minutes(5))) struct ScreenLifecycleTests {
    private let bus = EventBus()
    private let size = Size(columns: 80, rows: 24)

    private func open(_ screen: StorefrontScreen) {
        screen.appear {}
        for event in opening(selling: [fiveCredits, tenCredits]) { bus.publish(event) }
    }

    @Test
    func `A screen observes from when it appears until it disappears, and holds no observer after that`() {
        let screen = StorefrontScreen(bus: bus)
        #expect(bus.observerCount == 0)
        screen.appear {}
        let count = bus.observerCount
        #expect(count > 0)
        screen.disappear()
        #expect(bus.observerCount == 0)
        screen.appear {}
        #expect(bus.observerCount == count)
        screen.disappear()
        let plain = PlainStorefront(bus: bus)
        plain.appear {}
        #expect(bus.observerCount == count)
        plain.disappear()
        #expect(bus.observerCount == 0)
    }

    @Test func `An event from another thread wakes the screen's thread and is shown when that one takes it`()
        async
    {
        let screen = StorefrontScreen(bus: bus)
        let wakes = Mutex(0)
        screen.appear { wakes.withLock { $0 += 1 } }
        let bus = bus
        await Task.detached { bus.publish(balance(5, change: 5, .purchase)) }.value
        #expect(wakes.withLock { $0 } == 1)
        #expect(screen.frame(size: size).description.contains("… monkey credits"))
        screen.advance(to: .now)
        #expect(screen.frame(size: size).description.contains("5 monkey credits"))
    }

    @Test(
        "While the application has more to do than it can, keys are refused with a reason, and those that leave are taken"
    )
    func overload() throws {
        let isOverloaded = Mutex(true)
        let screen = StorefrontScreen(bus: bus) { isOverloaded.withLock { $0 } }
        open(screen)
        screen.advance(to: .now)
        let sent = CommandRecorder(bus)
        screen.handle(.key(.character("t")), at: .now)
        #expect(sent.all == [])
        #expect(screen.frame(size: size).description.contains("Too much is waiting here"))
        isOverloaded.withLock { $0 = false }
        screen.handle(.key(.character("t")), at: .now)
        #expect(sent.all == [.transactions(.newest)])
        isOverloaded.withLock { $0 = true }
        screen.handle(.key(.character("q")), at: .now)
        #expect(screen.exit == .quit)
    }

    @Test(
        "The reason is also shown on a question, and in place of an error that was there before",
        arguments: [failure(.forgottenPassword), sheet("k", fiveCredits, quantity: 1)])
    func overload(after event: StorefrontEvent) {
        let screen = StorefrontScreen(bus: bus) { true }
        open(screen)
        bus.publish(event)
        screen.handle(.key(.character("t")), at: .now)
        #expect(screen.frame(size: size).description.contains("Too much is waiting here"))
    }

    @Test func `What the user wants goes over the bus, and the log shows it with the time of the clock`() {
        let time = ManualTime()
        let screen = StorefrontScreen(
            bus: bus, options: ScreenOptions(timeZone: .fixed(3600)), time: time.source)
        open(screen)
        let now = ContinuousClock.now
        screen.advance(to: now)
        let sent = CommandRecorder(bus)
        screen.handle(.key(.enter), at: now)
        screen.handle(.key(.enter), at: now)
        #expect(sent.all == [.purchase(five, quantity: 1)])
        screen.advance(to: now)
        #expect(
            screen.frame(size: size).description.contains(
                "12:06:40 → PurchaseRequested       5 Monkey Credits"))
    }

    @Test func `A sheet that is still in the mailbox when y is typed is not confirmed by it`() {
        let screen = StorefrontScreen(bus: bus)
        open(screen)
        let now = ContinuousClock.now
        screen.handle(.key(.enter), at: now)
        let sent = CommandRecorder(bus)
        bus.publish(sheet("k", fiveCredits, quantity: 1))
        screen.handle(.key("y"), at: now + .seconds(2))
        screen.painted(at: now + .seconds(2))
        screen.handle(.key("y"), at: now + .milliseconds(2149))
        #expect(sent.all == [])
        screen.handle(.key("y"), at: now + .milliseconds(2150))
        #expect(sent.all == [.answer(key: "k", isConfirmed: true, priceLimit: fiveCredits.price)])
    }

    @Test(
        "A notice is closed no earlier than 150 ms after it was painted, with any key",
        arguments: [Key.enter, .escape, " "])
    func noticeIsSeen(_ key: Key) {
        let screen = StorefrontScreen(bus: bus)
        open(screen)
        let now = ContinuousClock.now
        screen.advance(to: now)
        func showsNotice() -> Bool { screen.frame(size: size).description.contains("─ Your account ─") }
        // It waits in the mailbox while the key is pressed.
        bus.publish(.accountRecounted(findings: [.sumsEdited], balance: 30))
        screen.handle(.key(key), at: now)
        #expect(showsNotice())
        screen.painted(at: now + .seconds(1))
        screen.handle(.key(key), at: now + .milliseconds(1149))
        #expect(showsNotice())
        screen.handle(.key(key), at: now + .milliseconds(1150))
        #expect(!showsNotice())
    }

    @Test
    func `A sheet is confirmed no earlier than 150 ms after it was painted, in a window that it fits in`() {
        let screen = StorefrontScreen(bus: bus)
        open(screen)
        let now = ContinuousClock.now
        screen.advance(to: now)
        let sent = CommandRecorder(bus)
        bus.publish(sheet("k", fiveCredits, quantity: 1))
        screen.advance(to: now)
        // It comes into a window that is too small.
        _ = screen.frame(size: Size(columns: 20, rows: 5))
        screen.painted(at: now)
        // The terminal takes long to read the frame that follows its growth.
        _ = screen.frame(size: size)
        screen.handle(.key("y"), at: now + .seconds(5))
        screen.painted(at: now + .seconds(5))
        screen.handle(.key("y"), at: now + .seconds(5))
        // A later frame does not start the time anew.
        _ = screen.frame(size: size)
        screen.painted(at: now + .milliseconds(5100))
        screen.handle(.key("y"), at: now + .milliseconds(5149))
        #expect(sent.all == [])
        screen.handle(.key("y"), at: now + .milliseconds(5150))
        #expect(sent.all == [.answer(key: "k", isConfirmed: true, priceLimit: fiveCredits.price)])
    }

    @Test(
        "Nothing is waited for while nothing happens; a sentence is one moment; a spinner turns at most four times a second"
    )
    func deadlines() {
        let screen = StorefrontScreen(bus: bus)
        #expect(screen.nextDeadline == nil)
        open(screen)
        let now = ContinuousClock.now
        screen.advance(to: now)
        #expect(screen.nextDeadline == nil)

        screen.handle(.paste("text"), at: now)
        #expect(screen.nextDeadline == now + .seconds(2))
        screen.advance(to: now + .seconds(2))
        #expect(screen.nextDeadline == nil)

        let later = now + .seconds(10)
        bus.publish(updated(transaction()))
        screen.advance(to: later)
        #expect(screen.nextDeadline == later + .milliseconds(150))
        #expect(!screen.frame(size: size).description.contains("Purchasing"))
        var deadlines: [ContinuousClock.Instant] = []
        while let next = screen.nextDeadline, next < later + .seconds(2) {
            screen.advance(to: next)
            deadlines.append(next)
        }
        #expect(screen.frame(size: size).description.contains("Purchasing"))
        #expect(deadlines.count == 8)
        bus.publish(network(up: false))
        screen.advance(to: later + .seconds(2))
        #expect(screen.nextDeadline == nil)
    }

    @Test func `Without animation a purchase in flight is a word, and nothing is waited for once it stands`()
    {
        let screen = StorefrontScreen(bus: bus, options: ScreenOptions(allowsAnimation: false))
        open(screen)
        let now = ContinuousClock.now
        bus.publish(updated(transaction()))
        screen.advance(to: now)
        screen.advance(to: now + .milliseconds(150))
        #expect(screen.frame(size: size).description.contains("Purchasing"))
        #expect(screen.nextDeadline == nil)
    }

    @Test func `A mood that something brought about settles by one moment`() {
        var state = ready().hearing(balance(40, change: 5, .purchase))
        #expect(state.mood == .rich)
        #expect(state.then { $0.options.allowsAnimation = false }.nextDeadline == start + .seconds(3))
        state.wait(.seconds(3))
        #expect(state.mood == .waiting && state.nextDeadline == nil)
        state.hear(balance(0, change: -1, .spend))
        #expect(state.mood == .eating)
        state.wait(.seconds(3))
        #expect(state.mood == .hungry)
        state.hear(network(up: false))
        #expect(state.mood == .asleep)
    }
}

@Suite("Somebody who presses no key", .timeLimit(.minutes(5))) struct IdleTests {
    private let state = ready().hearing(network(up: true)).then { $0.options.idleLimit = .seconds(660) }

    @Test(arguments: [
        (after: Duration.seconds(599), isAsked: false, hasLeft: false), (.seconds(600), true, false),
        (.seconds(659), true, false), (.seconds(660), true, true),
    ])
    func `is asked a minute before the end, and then the visit ends`(
        after time: Duration, isAsked: Bool, hasLeft: Bool
    ) {
        var state = state
        state.wait(time)
        state.leaveIfIdle()
        #expect((state.statusLine?.text == state.strings[.idleWarning]) == isAsked)
        #expect((state.exit == .idle) == hasLeft)
    }

    @Test func `wakes the screen for both, and for nothing between`() {
        var state = state
        let start = state.lastInput
        #expect(state.nextDeadline == start + .seconds(600))
        state.wait(.seconds(600))
        #expect(state.nextDeadline == start + .seconds(660))
    }

    @Test
    func
        `is asked even if an error is unread, a prompt or a sheet is open or a value stands alone, and reads the error after that`()
    {
        let failed = state.hearing(failure(.forgottenPassword))
        let error = failed.status
        let typing = failed.pressing(":").hearing(failure(.forgottenPassword))
        let entries = transactionsListed([(transaction("a", five, .purchased), [])])
        let alone = state.pressing("t").hearing(entries).pressing(.enter, .enter)
        if case .value = alone.layer {} else { Issue.record("\(alone.layer)") }
        for screen in [failed, typing, alone, state.hearing(sheet())] {
            for (columns, rows) in [(80, 24), (60, 12), (80, 11), (80, 10)] {
                let text = screen.waiting(.seconds(630)).frame(columns, rows).description
                #expect(text.contains("Are you still there?"), "\n\(text)")
            }
        }
        var warned = failed.waiting(.seconds(630))
        warned.press(.down)
        #expect(error != nil && warned.status == error)
        warned.press(.down)
        #expect(warned.status == nil)
        warned = failed.waiting(.seconds(630))
        // It does nothing here.
        _ = warned.click(.transaction("a"))
        #expect(warned.status == error && !warned.isIdle)
    }

    @Test(arguments: [
        Input.key(.down), .key(.character("%")), .paste("x"), .key(.control("l")), .key(.control("z")),
    ])
    func `stays with any key: one that does something, one that does nothing, and a paste`(input: Input) {
        var state = state
        state.wait(.seconds(630))
        _ = state.handle(input)
        state.wait(.seconds(599))
        state.leaveIfIdle()
        #expect(state.exit == nil && !state.isIdle)
    }

    @Test(arguments: [
        Input.key("y"), .key(.enter), .key(.down), .key("q"), .key("s"), .key(":"), .scroll(1), .paste("y"),
    ])
    func `answers with any key, and does nothing else with it`(input: Input) {
        for screen in [state, state.hearing(sheet())] {
            let asked = screen.waiting(.seconds(630))
            var answered = asked
            #expect(answered.handle(input) == [])
            #expect(!answered.isIdle)
            answered.lastInput = asked.lastInput
            #expect(answered == asked)
        }
    }

    @Test func `buys with the key or the click after the answer`() {
        var pressed = state.hearing(sheet()).waiting(.seconds(630))
        var clicked = pressed
        #expect(pressed.press("y") == [])
        #expect(clicked.click(.answer(true)) == [])
        #expect(pressed.press("y").count == 1)
        #expect(clicked.click(.answer(true)).count == 1)
    }

    @Test func `leaves with Ctrl-C all the same, and with q if the window is too small for the question`() {
        let asked = state.waiting(.seconds(630))
        #expect(asked.pressing(.control("c")).exit == .interrupted)
        #expect(asked.then { $0.size = Size(columns: 10, rows: 3) }.pressing("q").exit == .quit)
    }

    @Test func `may stay for ever if nobody set a limit`() {
        var state = state
        state.options.idleLimit = nil
        state.wait(.seconds(1_000_000))
        state.leaveIfIdle()
        #expect(state.exit == nil && state.nextDeadline == nil)
    }
}
