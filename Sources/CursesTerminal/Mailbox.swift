internal import CNCurses
internal import Glibc

/// Wakes the screen's loop from any thread. It lives as long as somebody may wake it.
final class Mailbox: Sendable {
    /// Readable once somebody woke it.
    let descriptor = cn_mailbox_open()

    deinit { close(descriptor) }

    /// Wakes the loop, now or when it next waits.
    func wake() { cn_mailbox_wake(descriptor) }

    /// Makes the mailbox quiet again.
    func empty() { cn_mailbox_empty(descriptor) }
}
