/// How a program ended.
package enum ProcessEnd: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// What `waitpid` says about a program that has ended.
    init(waitStatus status: Int32) {
        self = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}
