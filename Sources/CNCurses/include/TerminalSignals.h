// The signals for a screen as a descriptor to poll, and the mailbox with which other threads wake its loop.
#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <stdbool.h>

/// Keeps WINCH, TERM, HUP, INT, CONT and TSTP from interrupting this thread and those that it starts later.
void cn_signals_hold(void);

/// A descriptor to poll for the held signals, or -1.
int cn_signals_open(void);

/// The next pending held signal, or 0.
int cn_signals_next(int descriptor);

/// Restores the default action of INT and TERM, so that they end a program that takes long to exit.
void cn_signals_release(void);

/// Stops the program as Ctrl-Z does, and returns when it is continued. The system does not stop a program that no shell can
/// continue.
void cn_stop_here(void);

/// A descriptor that is readable after `cn_mailbox_wake`, or -1.
int cn_mailbox_open(void);
/// Makes it readable, from any thread.
void cn_mailbox_wake(int mailbox);
/// Makes it unreadable again.
void cn_mailbox_empty(int mailbox);

#endif
