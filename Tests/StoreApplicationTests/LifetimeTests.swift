import DeviceStorage
import Dispatch
import PaymentQueueKit
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreApplication

@Suite("The application's end", .timeLimit(.minutes(5)))
struct LifetimeTests {
    @Test(
        "leaves no observer on the bus and no part in memory: closed with a purchase under way, or only released"
    )
    func release() async throws {
        for isClosed in [true, false] {
            let bus = EventBus()
            let parts: [() -> AnyObject?]
            // What is still being written is written into files that are there.
            let folder: TemporaryDirectory
            do {
                let device = try await ApplicationHarness(bus: bus)
                folder = device.folder
                try await device.bought()
                device.bus.send(.transactions(.newest))
                device.bus.send(.spend(credits: 1))
                if isClosed {
                    try await device.set { $0.store.network = .down }
                    _ = try await device.buy()
                    try await device.recorder.first(Event.transactionUpdated, skipping: 2)
                    await device.close()
                }
                parts = device.weakParts
            }
            // The last references are released on other threads, so this waits until they are gone.
            while bus.observerCount > 0 || parts.contains(where: { $0() != nil }) { try await pause() }
            withExtendedLifetime(folder) {}
        }
    }

    @Test func `takes every observer off the bus: a command that comes later does nothing`() async throws {
        let device = try await ApplicationHarness()
        try await device.bought()
        await device.close()
        await device.queue.settle()
        // The test's own observers remain: the recorder, and the one that answers the sheets.
        let bare = EventBus()
        let recorder = BusRecorder(bare)
        #expect(device.bus.observerCount == bare.observerCount + 1)
        withExtendedLifetime(recorder) {}
        let before = device.recorder.names
        device.bus.send(.products)
        device.bus.send(.purchase(MonkeyCredits.five, quantity: 1))
        device.bus.send(.purchase(MonkeyCredits.five, quantity: 0))
        device.bus.send(.spend(credits: 1))
        device.bus.send(.settings(StorefrontSettings(allowsPayments: false), from: StorefrontSettings()))
        await device.queue.settle()
        #expect(device.recorder.names == before)
        #expect(try device.queue.transactions().isEmpty)
        #expect(try device.replica.credits() == 5 && device.queue.canMakePayments)
    }

    @Test func `ends the questions for products: their answers are not told to the next account's screen`()
        async throws
    {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        await device.queue.settle()
        try await device.set { $0.store.delayMilliseconds = 1000 }
        device.bus.send(.products)
        // One asks for prices, one for books.
        await device.time.waitForSleepers(2)
        await device.close()
        #expect(device.time.sleeperCount == 0)
        let told = device.recorder.events.count
        // A stopped manager asks for nothing more.
        device.purchases.requestProductData([MonkeyCredits.five])
        device.purchases.productsRequest(
            ProductsRequest(productIdentifiers: [], queue: device.queue, delegate: device.purchases),
            didFailWithError: .networkDown)
        #expect(device.time.sleeperCount == 0)
        #expect(device.recorder.events.count == told)
    }

    @Test func `has a manager do what was asked for before, and nothing that is asked for later`() async {
        let (queue, done) = (WorkQueue(EventBus()), Recorder<String>())
        queue.add { done.note(["before"]) }
        await queue.close()
        queue.add { done.note(["later"]) }
        // It would be done by the next end.
        await queue.close()
        #expect(done.calls == ["before"])
    }

    @Test func `waits for the count in the background, also if its task is cancelled`() async {
        let count = BackgroundCount { $0() }
        let order = Recorder<String>()
        let (told, tell) = AsyncStream.makeStream(of: Never.self)
        let isWaited = DispatchSemaphore(value: 0)
        count.begin { goesOn in
            while goesOn(0) {}
            tell.finish()
            isWaited.wait()
            order.note(["counted"])
        }
        let end = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await count.end()
            order.note(["ended"])
        }
        for await _ in told {}
        // An end that did not wait would come now.
        for _ in 1...100 { await Task.yield() }
        isWaited.signal()
        await end.value
        #expect(order.calls == ["counted", "ended"])
    }

    @Test func `does not lose what the user wanted a moment before`() async throws {
        let first = try await ApplicationHarness()
        try await first.bought()
        var settings = StorefrontSettings()
        settings.store.asksToBuy = true
        first.bus.send(.settings(settings, from: StorefrontSettings()))
        first.bus.send(.spend(credits: 1))
        let second = try await first.restart()
        #expect(second.recorder.all(Event.storeOpened).map(\.settings) == [settings])
        #expect(second.recorder.all(Event.balanceChanged) == [BalanceChanged.loaded(4)])
    }
}
