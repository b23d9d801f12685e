/// What one connection may take up, and how many there may be.
package struct ConnectionLimits: Sendable {
    /// How many connections may be open. One more pushes out one of the network that has most of them: the oldest from which no
    /// request has arrived, else the one that has been idle for the longest time, else any.
    package var connections = 4096
    /// How long a connection may say nothing between requests, or before it has sent its first header.
    package var idleTimeout = Duration.seconds(60)
    /// How long a request may take to arrive in full.
    package var requestTimeout = Duration.seconds(30)
    /// How long a client may take no byte of an answer.
    package var writeTimeout = Duration.seconds(30)
    /// How long the rest of a request that was already answered is thrown away before the connection ends.
    package var lingerTimeout = Duration.seconds(5)
    /// The size of all fields of a header, in bytes.
    package var headerSize = 16 << 10

    /// The limits that the server has by itself.
    package init() {}
}
