import Dispatch
import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import StoreServer

@Suite("A question to the database", .timeLimit(.minutes(5)))
struct DatabaseQuestionTests {
    @Test func `keeps nobody who has given up because the database does not answer`() async throws {
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
    @Test(arguments: [false, true])
    func `is asked again only after a second, or if the clock was put back`(fails: Bool) async throws {
        struct Failure: Error { var number: Int }
        let time = ManualTime()
        let count = Atomic(0)
        let question = DatabaseQuestion(time: time.source) { () throws -> Int in
            let number = count.add(1, ordering: .relaxed).newValue
            if fails { throw Failure(number: number) }
            return number
        }
        var numbers: [Int] = []
        for pause in [.zero, .milliseconds(999), .milliseconds(1), .seconds(-5)] as [Duration] {
            time.advance(by: pause)
            do { numbers.append(try await question.answer()) } catch let failure as Failure {
                numbers.append(failure.number)
            }
        }
        #expect(numbers == [1, 1, 2, 3])
    }
}
