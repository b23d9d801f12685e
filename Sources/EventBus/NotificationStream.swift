extension EventBus {
    /// The notifications of one type as an asynchronous sequence, from now on. For one reader: two that read the same
    /// stream share its notifications, so ask for a stream for each.
    ///
    /// It ends when the bus is released or the reading task is cancelled. The bus forgets it when it ends, or when the
    /// stream and its iterators are released.
    ///
    /// - Parameters:
    ///   - type: the type of the notifications.
    ///   - limit: how many notifications wait for a slow reader, at least 1; 256 unless told otherwise. Posting never
    ///     waits: when so many wait, the oldest of them is dropped for the new one.
    package func notifications<N: BusMessage>(
        _ type: N.Type = N.self, bufferingNewest limit: Int = 256
    ) -> AsyncStream<N> {
        precondition(limit >= 1, "a stream of notifications keeps at least one")
        let (stream, continuation) = AsyncStream<N>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        let writer = StreamWriter(continuation: continuation)
        let observation = observe(N.self) { writer.continuation.yield($0) }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }
}

/// Ends the stream when the bus lets go of its observer.
private final class StreamWriter<N: Sendable>: Sendable {
    let continuation: AsyncStream<N>.Continuation

    init(continuation: AsyncStream<N>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
