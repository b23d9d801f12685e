import Glibc
import TestSupport

/// Connections that say nothing.
final class SilentCrowd {
    private var descriptors: [Int32] = []

    /// Connects so many times to a port of this machine.
    init(_ count: Int, port: UInt16) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count + 1024)))
        setrlimit(resource, &limit)
        for _ in 0..<count { descriptors.append(try LoopbackSocket.connect(port: port)) }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
