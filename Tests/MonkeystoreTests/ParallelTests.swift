import Subprocess
import Testing

@Suite("Two programs on one data directory")
struct ParallelTests {
    @Test func `that buy at the same time, ten times, are both right every time`() async throws {
        let program = try Program()
        // `Benchmarks kills` does so for as long as one likes.
        for _ in 1...10 {
            async let one = program.run("buy", "consume5credits", "--yes", "--json")
            async let two = program.run("buy", "consume10credits", "--quantity", "2", "--yes", "--json")
            for run in try await [one, two] {
                #expect(run.status == .exited(0), "\(run.error)")
                #expect((try run.json() as? [String: Any])?["state"] as? String == "purchased")
            }
        }
        let books = try Books(program.data)
        #expect(books.charges == 20 && books.credited == 20 && books.balance == 10 * 25)
        #expect(books.unfinished == 0 && books.unsettled == 0)
    }
}
