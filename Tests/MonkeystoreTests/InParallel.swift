/// Does something for each number, for four of them at a time.
func inParallel(
    _ numbers: some Collection<Int>, _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, number) in numbers.enumerated() {
            if index > 3 { try await group.next() }
            group.addTask { try await body(number) }
        }
        try await group.waitForAll()
    }
}
