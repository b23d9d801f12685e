// The signals that a screen answers, as a queue to poll, and the mailbox that other threads ring.
#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <stdbool.h>

/// Keeps WINCH, TERM, HUP, INT, CONT and TSTP from interrupting this thread and those that it starts later.
void cn_signals_hold(void);

/// A descriptor to poll for the held signals, or -1.
int cn_signals_open(void);

/// The next held signal that waits, or 0.
int cn_signals_next(int descriptor);

/// Gives INT and TERM back to the system, so that they end a program that takes long to leave.
void cn_signals_release(void);

/// Stops the program as Ctrl-Z does, and returns when it is continued. Where nobody could continue it, the system does
/// not stop it.
void cn_stop_here(void);

/// A descriptor that is readable once it was rung, or -1.
int cn_mailbox_open(void);
/// Rings, from any thread.
void cn_mailbox_wake(int mailbox);
/// Makes it quiet again.
void cn_mailbox_empty(int mailbox);

#endif
