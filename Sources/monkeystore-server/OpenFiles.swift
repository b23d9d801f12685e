internal import Glibc

/// How many files and connections the system lets this process have open.
enum OpenFiles {
    /// What the process needs besides connections.
    private static let reserve = 256
    /// The store's and the content server's, in one process.
    private static let listeners = 2

    /// Asks the system for room for so many connections of each listener.
    ///
    /// - Returns: for how many there is room; as many, or fewer.
    static func room(for connections: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(connections * listeners + reserve)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(limit.rlim_max, wanted)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return min(connections, max(16, (Int(clamping: limit.rlim_cur) - reserve) / listeners))
    }
}
