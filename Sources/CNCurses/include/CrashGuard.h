// Gives the terminal back when the program crashes while a screen is up.
#ifndef CRASH_GUARD_H
#define CRASH_GUARD_H

#include <stdbool.h>

/// Takes the signals of a crash, once, before the screen is opened.
void cn_guard_install(void);

/// Remembers the modes of `terminal` and gives them back should the program crash from now on.
/// False when `terminal` is not a terminal.
bool cn_guard_begin(int terminal);

/// Leaves the terminal alone from now on.
void cn_guard_end(void);

#endif
