/// Does something for each number, for four of them at a time.
func inParallel(
    _ numbers: ClosedRange<Int>, _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in numbers {
            if number > numbers.lowerBound + 3 { try await group.next() }
            group.addTask { try await body(number) }
        }
        try await group.waitForAll()
    }
}
