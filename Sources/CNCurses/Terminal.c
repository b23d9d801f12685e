// Opens and closes curses for `CursesWindow`, and collects each frame, so that it goes to the terminal in one piece.
#define _GNU_SOURCE // dup3, memfd_create
#include "CNCurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

extern int wcwidth(wchar_t character); // Hidden in <wchar.h> without _XOPEN_SOURCE.

// The terminal, the descriptor that curses writes to, and the file that collects a frame.
static int terminal = -1, stage = -1, pieces = -1;

// Has curses take a window of at most `most` rows or columns, which it reads in the environment.
static void set_size(const char *name, long size, long most) {
    char number[24];
    snprintf(number, sizeof number, "%ld", size < most ? size : most);
    setenv(name, number, true);
}

// What the environment says, which curses takes where the terminal reports no size.
static void cap_size(const char *name, long most) {
    const char *size = getenv(name);
    if (size != NULL) set_size(name, strtol(size, NULL, 0), most);
}

SCREEN *cn_open(const char *type, int input, int output) {
    terminal = output;
    stage = fcntl(output, F_DUPFD_CLOEXEC, 3);
    pieces = memfd_create("frame", MFD_CLOEXEC);
    // Curses uses only the descriptors of the streams. They are not closed: that would close standard input.
    FILE *in = fdopen(input, "r"), *out = fdopen(stage, "w");
    if (in == NULL || out == NULL) return NULL;
    // Curses would take whatever size the terminal reports, and make room for it.
    int rows, columns;
    if (cn_window_size(output, &rows, &columns)) {
        set_size("LINES", rows, CN_MOST_ROWS);
        set_size("COLUMNS", columns, CN_MOST_COLUMNS);
    } else {
        cap_size("LINES", CN_MOST_ROWS);
        cap_size("COLUMNS", CN_MOST_COLUMNS);
    }
    SCREEN *screen = newterm(type, out, in);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    return screen;
}

void cn_frame_begin(void) {
    if (pieces >= 0) dup3(pieces, stage, O_CLOEXEC);
}

void cn_frame_end(void) {
    if (pieces < 0) return;
    dup3(terminal, stage, O_CLOEXEC);
    off_t length = lseek(pieces, 0, SEEK_CUR);
    lseek(pieces, 0, SEEK_SET);
    char frame[8192];
    for (off_t sent = 0; sent < length;) {
        size_t rest = (size_t)(length - sent);
        ssize_t count = pread(pieces, frame, rest < sizeof frame ? rest : sizeof frame, sent);
        if (count > 0) count = write(terminal, frame, (size_t)count);
        if (count > 0) sent += count;
        if (count < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = terminal, .events = POLLOUT}, 1, -1);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
    }
}

bool cn_window_size(int terminal, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row < CN_MOST_ROWS ? size.ws_row : CN_MOST_ROWS;
    *columns = size.ws_col < CN_MOST_COLUMNS ? size.ws_col : CN_MOST_COLUMNS;
    return true;
}

int cn_width(wchar_t character) { return wcwidth(character); }
