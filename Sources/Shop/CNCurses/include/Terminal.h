// What CNCurses does to a terminal without curses.
#ifndef TERMINAL_H
#define TERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// Whether a signal can be caught, and ends a program that does not handle it.
static inline bool cn_ends(int number) {
    switch (number) {
    case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT: // These stop it, or cannot be caught.
    case SIGCHLD: case SIGURG: case SIGWINCH: return false;
    default: return number > 0 && (number < 32 || (number >= SIGRTMIN && number <= SIGRTMAX)); // Between, the library's own.
    }
}

// Gives the terminal back if the program crashes while a screen is up.

/// The size of the stack for a crash handler, in bytes.
enum { CN_GUARD_STACK = 64 * 1024 };

/// Installs the handlers for crash signals. Call it once, before the screen is opened. The calling thread
/// needs no `cn_guard_thread`.
void cn_guard_install(void);

/// Gives the crash handler a stack of its own on this thread, because the crash may be a stack overflow. NULL
/// removes it.
void cn_guard_thread(void *stack, size_t size);

/// Saves the modes of `terminal`, and restores them if the program crashes from now on. False if `terminal`
/// is not a terminal.
bool cn_guard_begin(int terminal);

/// Makes a crash write this sequence first, too. It is short, and undoes what only some terminals do.
void cn_guard_undo(const char *sequence);

/// Makes a crash write this line last, when the terminal has been given back. A line that is too long is left
/// out.
void cn_guard_say(const char *line);

/// Call it before a write to the terminal, and `cn_guard_leave` after it: a crash of another thread waits
/// until then. False if the terminal has already been given back.
bool cn_guard_enter(void);
void cn_guard_leave(void);

/// No longer restores the terminal.
void cn_guard_end(void);

/// Restores the saved modes now, without waiting for output that the terminal does not take.
void cn_guard_restore_modes(void);

/// Writes the last bytes to a terminal, within a fraction of a second. If the terminal takes nothing, what it
/// has not read is dropped. Safe in a signal handler.
void cn_write_at_last(int terminal, const char *bytes, size_t size);

// Hides a password that is typed in a line.

/// Hides what is typed into `terminal`, except the end of the line. A signal that ends or stops the program
/// restores the modes first. When the program is continued, the text is hidden again. False if `terminal` is
/// not a terminal.
bool cn_input_hide(int terminal);

/// Shows typed text again if it was hidden.
void cn_input_show(void);

// The signals for a screen, as a descriptor to poll, and the mailbox with which other threads wake its loop.

/// Keeps WINCH, TERM, HUP, INT, CONT and TSTP from interrupting this thread and those that it starts later.
void cn_signals_hold(void);

/// A descriptor to poll for the held signals, or -1.
int cn_signals_open(void);

/// The next pending held signal, or 0.
int cn_signals_next(int descriptor);

/// Whether a signal is one of those that are held.
bool cn_is_held(int number);

/// Restores the default action of INT and TERM, so that they end a program that is slow to exit.
void cn_signals_release(void);

/// Stops the program as Ctrl-Z does, and returns when it is continued. The system does not stop a program
/// that no shell can continue.
void cn_stop_here(void);

/// A descriptor that is readable after `cn_mailbox_wake`; -1 if there is none.
int cn_mailbox_open(void);
/// Makes the mailbox readable. Any thread may call it.
void cn_mailbox_wake(int mailbox);
/// Makes the mailbox unreadable again.
void cn_mailbox_empty(int mailbox);

#endif
