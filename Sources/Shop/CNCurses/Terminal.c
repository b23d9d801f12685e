// Opens and closes curses for `CursesWindow`, and collects each frame, so that it goes to the terminal in
// one piece.
#define _GNU_SOURCE // dup3, memfd_create
#include "CNCurses.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

extern int wcwidth(wchar_t character); // Hidden in <wchar.h> without _XOPEN_SOURCE.

// Asks a terminal to show a frame all at once (mode 2026).
static const char together[] = "\033[?2026h", shown[] = "\033[?2026l";
// A frame starts after room for the first of these. A smaller frame is sent without them.
enum { ROOM = sizeof together - 1, SMALL = 500 };

// The terminal, the descriptor that curses writes to, and the file that collects a frame.
static int terminal = -1, stage = -1, pieces = -1;
// How many bytes of that file the terminal has, and how many there are.
static off_t sent = 0, length = 0;
// The modes of a terminal that shows a screen.
static struct termios modes;

// Makes curses use a window of at most `most` rows or columns. Curses reads the size from the environment.
static void set_size(const char *name, long size, long most) {
    char number[24];
    snprintf(number, sizeof number, "%ld", size < most ? size : most);
    setenv(name, number, true);
}

// Limits the size in the environment, which curses uses if the terminal reports none.
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
    // Otherwise curses would believe any size that the terminal reports, and allocate memory for it.
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
    if (screen == NULL) return NULL;
    raw();
    noecho();
    nonl();
    typeahead(-1); // Keys that wait must not hold a frame back.
    tcgetattr(terminal, &modes);
    return screen;
}

void cn_reopen(void) {
    def_shell_mode();
    // Not `reset_prog_mode`: it waits for output that the terminal may never take.
    tcsetattr(terminal, TCSANOW, &modes);
}

void cn_close(const char *last) {
    cn_frame_begin(); // A part of a frame that the terminal did not take is given up.
    cn_frame_add(last);
    endwin();
    if (pieces >= 0) {
        char bytes[4096];
        ssize_t count = pread(pieces, bytes, sizeof bytes, ROOM);
        off_t end = lseek(pieces, 0, SEEK_CUR) - ROOM;
        dup3(terminal, stage, O_CLOEXEC);
        if (count > end) count = (ssize_t)end;
        if (count > 0) cn_write_at_last(terminal, bytes, (size_t)count);
    }
    cn_guard_restore_modes();
}

void cn_frame_begin(void) {
    sent = length = 0;
    if (pieces < 0) return;
    dup3(pieces, stage, O_CLOEXEC);
    lseek(pieces, ROOM, SEEK_SET);
}

void cn_frame_add(const char *sequence) {
    ssize_t ignored = write(stage, sequence, strlen(sequence));
    (void)ignored;
}

// Rewrites what was collected with fewer bytes for its styles.
static void merge_styles(void) {
    off_t size = lseek(pieces, 0, SEEK_CUR) - ROOM;
    char *bytes = size > 0 ? malloc((size_t)size * 3) : NULL;
    if (bytes == NULL) return;
    if (pread(pieces, bytes, (size_t)size, ROOM) == size) {
        size_t merged = cn_merge_styles(bytes, (size_t)size, bytes + size);
        if (pwrite(pieces, bytes + size, merged, ROOM) == (ssize_t)merged) {
            lseek(pieces, ROOM + (off_t)merged, SEEK_SET);
        }
    }
    free(bytes);
}

void cn_frame_end(bool synchronised) {
    if (pieces < 0) return;
    merge_styles();
    bool is_large = synchronised && lseek(pieces, 0, SEEK_CUR) > ROOM + SMALL;
    if (is_large) {
        cn_frame_add(shown);
        ssize_t ignored = pwrite(pieces, together, ROOM, 0);
        (void)ignored;
    }
    sent = is_large ? 0 : ROOM;
    length = lseek(pieces, 0, SEEK_CUR);
    dup3(terminal, stage, O_CLOEXEC);
}

bool cn_frame_send(void) {
    if (sent >= length || !cn_guard_enter()) return true;
    int flags = fcntl(terminal, F_GETFL);
    // A blocking write would keep a signal or a key waiting as long as the terminal reads nothing.
    fcntl(terminal, F_SETFL, flags | O_NONBLOCK);
    bool takes = true;
    while (takes && sent < length) {
        char piece[8192];
        size_t rest = (size_t)(length - sent);
        ssize_t count = pread(pieces, piece, rest < sizeof piece ? rest : sizeof piece, sent);
        if (count > 0) count = write(terminal, piece, (size_t)count);
        if (count > 0) {
            sent += count;
        } else if (count < 0 && errno == EAGAIN) {
            takes = false;
        } else if (count == 0 || errno != EINTR) {
            sent = length; // The terminal is gone.
        }
    }
    fcntl(terminal, F_SETFL, flags);
    cn_guard_leave();
    return sent >= length;
}

bool cn_window_size(int terminal, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row < CN_MOST_ROWS ? size.ws_row : CN_MOST_ROWS;
    *columns = size.ws_col < CN_MOST_COLUMNS ? size.ws_col : CN_MOST_COLUMNS;
    return true;
}

int cn_width(wchar_t character) { return wcwidth(character); }
