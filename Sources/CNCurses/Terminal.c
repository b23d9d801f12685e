#include "CNCurses.h"

#include <sys/ioctl.h>

extern int wcwidth(wchar_t character); // Hidden in <wchar.h> without _XOPEN_SOURCE.

SCREEN *cn_open(const char *type, int input, int output) {
    // Curses uses only the descriptors of the streams. They are not closed: that would close standard input and output.
    FILE *in = fdopen(input, "r"), *out = fdopen(output, "w");
    if (in == NULL || out == NULL) return NULL;
    return newterm(type, out, in);
}

bool cn_window_size(int terminal, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

int cn_width(wchar_t character) { return wcwidth(character); }
