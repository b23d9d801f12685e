internal import StoreModel
internal import Testing

@Suite("Pauses that can be cut short", .timeLimit(.minutes(5))) struct InterruptibleSleepTests {
    @Test func `A pause can be cut short, although one that began before it ends during it`() async {
        let sleep = InterruptibleSleep()
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (first, endOfFirst) = AsyncStream.makeStream(of: Never.self)
        await withTaskGroup { group in
            group.addTask {
                await sleep.take {
                    begins.yield()
                    for await _ in first {}
                }
            }
            await begun.first { true }
            let second = Task {
                await sleep.take {
                    begins.yield()
                    await sleepUntilCancelled()
                }
            }
            await begun.first { true }
            endOfFirst.finish()
            await group.waitForAll()
            sleep.interrupt()
            await second.value
        }
    }
}
