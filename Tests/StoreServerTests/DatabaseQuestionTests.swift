import Dispatch
import StoreModel
import TestSupport
import Testing

@testable import StoreServer

@Suite("A question to a database that does not answer", .timeLimit(.minutes(5)))
struct DatabaseQuestionTests {
    @Test func `keeps nobody who has given up`() async throws {
        let time = ManualTime()
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let question = DatabaseQuestion(time: time.source) { end.wait() }
        for _ in 1...2 {
            let answer = Task { try await question.answer() }
            await time.waitForSleepers()
            #expect(question.askerCount == 1)
            time.advance(by: .seconds(2))
            await #expect(throws: StoreAdministrationError.self) { try await answer.value }
            #expect(question.askerCount == 0)
        }
    }
}
