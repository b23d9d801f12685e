internal import CNCurses
internal import Glibc

/// Wakes the event loop of `TerminalSession` from any thread.
final class Mailbox: Sendable {
    /// Readable after `wake`.
    let descriptor = cn_mailbox_open()

    deinit { close(descriptor) }

    /// Wakes the loop, now or when it next waits.
    func wake() { cn_mailbox_wake(descriptor) }

    func empty() { cn_mailbox_empty(descriptor) }
}
