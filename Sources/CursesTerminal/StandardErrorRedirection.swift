internal import Glibc

/// Keeps the messages of libraries and of the runtime on standard error off the screen.
struct StandardErrorRedirection {
    private let saved: Int32

    /// Sends standard error to `descriptor`, or to `/dev/null`, if it goes to a terminal.
    init(to descriptor: Int32?) {
        guard isatty(STDERR_FILENO) == 1 else {
            saved = -1
            return
        }
        saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let target = descriptor ?? open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(target, STDERR_FILENO)
        if descriptor == nil { close(target) }
    }

    func end() {
        guard saved >= 0 else { return }
        dup2(saved, STDERR_FILENO)
        close(saved)
    }
}
