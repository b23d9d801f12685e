internal import StoreEvents
internal import Synchronization

/// The values that observers append, in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    func append(_ value: Value) { state.withLock { $0.append(value) } }

    var values: [Value] { state.withLock { $0 } }
}

/// Holds a token that a callback needs.
final class Slot<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    func put(_ value: Value) { state.withLock { $0 = value } }

    func get() -> Value? { state.withLock { $0 } }

    /// Releases the token outside the lock, since that may call back.
    func clear() { _ = state.withLock { $0.take() } }
}

enum Note: NamedMessage, Hashable {
    case ping(Int)
    case pong(Int)

    enum Name: Int, CaseIterable { case ping, pong }

    var name: Name {
        switch self {
        case .ping: .ping
        case .pong: .pong
        }
    }

    var number: Int {
        switch self {
        case .ping(let number), .pong(let number): number
        }
    }
}
