internal import EventBus
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

struct Ping: Hashable, BusMessage {
    var number = 0
}

struct Pong: Hashable, BusMessage {
    var number = 0
}
