// Asks terminfo what it knows about a type of terminal. `TerminalDatabase` and `CursesWindow` call it.
#include "CNCurses.h"

#include <term.h> // Defines words like `columns` and `lines`, so it has this file to itself.
#include <string.h>
#include <unistd.h>

enum cn_terminal_kind cn_look_up(const char *type) {
    int found = 0;
    if (setupterm(type, STDOUT_FILENO, &found) == ERR) return CN_TERMINAL_UNKNOWN;
    const char *move = tigetstr("cup");
    bool moves = move != NULL && move != (const char *)-1;
    del_curterm(cur_term);
    return moves ? CN_TERMINAL_USABLE : CN_TERMINAL_WITHOUT_CURSOR;
}

bool cn_takes_strings(void) {
    if (tigetflag("XT") == 1) return true; // It is like xterm in that.
    const char *title = tigetstr("tsl");
    return title != NULL && title != (const char *)-1 && strncmp(title, "\033]", 2) == 0;
}

bool cn_has_palette(void) {
    const char *set = tigetstr("setaf");
    if (set == NULL || set == (const char *)-1) return false;
    const char *written = tiparm(set, 200);
    return written != NULL && strstr(written, "5;200") != NULL;
}
