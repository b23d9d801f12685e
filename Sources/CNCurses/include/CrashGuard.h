// Gives the terminal back when the program crashes while a screen is up.
#ifndef CRASH_GUARD_H
#define CRASH_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/// The size of the stack for a crash handler, in bytes.
enum { CN_GUARD_STACK = 64 * 1024 };

/// Installs the handlers for the signals of a crash, once, before the screen is opened; the calling thread needs no
/// `cn_guard_thread`.
void cn_guard_install(void);

/// Gives the crash handler of this thread a stack of its own, since a stack overflow may be the crash. NULL removes it.
void cn_guard_thread(void *stack, size_t size);

/// Saves the modes of `terminal`, and restores them if the program crashes from now on. False if `terminal` is not a terminal.
bool cn_guard_begin(int terminal);

/// Does not restore the terminal any more.
void cn_guard_end(void);

#endif
