import Synchronization

/// Counts on any thread.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .sequentiallyConsistent) }

    /// The next number: 1, 2, 3, …
    func next() -> Int { value.add(1, ordering: .sequentiallyConsistent).newValue }
}
