/// How a program ended.
package enum ProcessEnd: Hashable, Sendable {
    /// With an exit status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)

    /// What `waitpid` says of a program that has ended.
    init(waitStatus status: Int32) {
        self = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}
