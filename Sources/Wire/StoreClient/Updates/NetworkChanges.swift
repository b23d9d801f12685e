internal import Dispatch
internal import Glibc

/// Learns from the kernel that an interface, an address or a route has changed, for `NetworkState`. After an
/// outage that is the moment to try again.
final class NetworkChanges: Sendable {
    // A dispatch source may be used from every thread. On Linux it is only not marked as `Sendable`.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// How long changes are collected into one, in microseconds. A cable that is plugged in brings a link, an
    /// address and a route.
    private static let together: UInt32 = 100_000

    /// Calls `onChange` after changes, one call at a time, until it is released. Nil if the kernel does not
    /// report changes.
    init?(onChange: @escaping @Sendable () -> Void) {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, kind, 0)  // NETLINK_ROUTE
        guard descriptor >= 0 else { return nil }
        // The groups for links, and for the addresses and routes of IPv4 and IPv6.
        let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
        // A `sockaddr_nl`: the family and two bytes of padding, the number that the kernel chooses, and
        // the groups.
        let address: [UInt32] = [UInt32(AF_NETLINK).littleEndian, 0, groups]
        let isBound = address.withUnsafeBytes { bytes in
            bind(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
                == 0
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "network-changes", qos: .utility)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            usleep(Self.together)
            var message = [UInt8](repeating: 0, count: 8192)
            // If changes did not fit into the buffer, they still count as changes.
            while recv(descriptor, &message, message.count, 0) > 0 || errno == ENOBUFS || errno == EINTR {}
            onChange()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }
}
