internal import Glibc

/// The limit on the files that this process may have open (`ulimit -n`). All three programs raise it.
package enum OpenFileLimit {
    /// What most systems allow from the start. A program that this one starts may use `select`, which knows
    /// no more.
    private static let usual = 1024

    /// Raises the limit to what is wanted, or as far as the system allows. Returns what it is then.
    @discardableResult
    package static func raise(to wanted: Int = .max) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        if limit.rlim_cur < rlim_t(wanted) {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit to what is usual, for a program that begins. Returns a sentence if the system does
    /// not allow as many files as the program needs.
    package static func shortage(of needed: Int = 64) -> String? {
        let limit = raise(to: max(needed, usual))
        guard limit < needed else { return nil }
        return
            "Only \(limit) files may be open at a time here, and this program needs \(needed); nothing was changed. "
            + "Raise the hard limit (ulimit -H -n)."
    }
}
