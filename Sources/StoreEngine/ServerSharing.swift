internal import StoreDatabase

/// How long a server that shares its store's database with others relies on what it knows.
enum ServerSharing {
    /// How long a session counts without another look at it. A sign-out at another server counts after that.
    static let sessionCheck = Duration.seconds(2)
    /// The longest wait before a look for work that another server knows of, and has died with.
    static let workCheck = Duration.seconds(30)
    /// How long work that a server has claimed is its own. After that another server does it: the first one may have died. The
    /// servers' clocks may be a minute apart.
    static let claim = Duration.seconds(120)
    /// How long a server counts as running that was not heard of again.
    static let serverLife = Duration.seconds(150)
}

extension DatabaseEngine {
    /// How long to wait before the next look for work. `pause`: how long nothing is due that this server knows of; nil
    /// for until it hears of something.
    func longestWait(_ pause: Duration?) -> Duration? {
        isShared ? min(pause ?? ServerSharing.workCheck, ServerSharing.workCheck) : pause
    }
}
