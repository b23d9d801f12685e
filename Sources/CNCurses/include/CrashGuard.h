// Gives the terminal back when the program crashes while a screen is up.
#ifndef CRASH_GUARD_H
#define CRASH_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/// What a handler of a crash needs, in bytes.
enum { CN_GUARD_STACK = 64 * 1024 };

/// Takes the signals of a crash, once, before the screen is opened; the calling thread needs no `cn_guard_thread`.
void cn_guard_install(void);

/// Gives the handler of a crash of this thread a stack of its own, as the ordinary one may be what ran out. NULL takes it away.
void cn_guard_thread(void *stack, size_t size);

/// Remembers the modes of `terminal` and gives them back should the program crash from now on.
/// False when `terminal` is not a terminal.
bool cn_guard_begin(int terminal);

/// Leaves the terminal alone from now on.
void cn_guard_end(void);

#endif
