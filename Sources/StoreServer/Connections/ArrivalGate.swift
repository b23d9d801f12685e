internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Closes connections of a network that opens them faster than its rate allows. They are closed before they are set up, so that they
/// cost next to nothing and others do not wait for them.
struct ArrivalGate<Base: ServerChildChannel>: ServerChildChannel {
    private struct TooMany: Error {}

    let base: Base
    let buckets: TokenBuckets<ClientNetwork>?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        // A channel does not know its address before it is set up; the system does.
        let network = ClientNetwork(try? channel._channelCore.remoteAddress0())
        guard buckets?.take(network) == nil else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
