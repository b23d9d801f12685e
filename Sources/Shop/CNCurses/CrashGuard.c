// Restores the terminal if the program crashes while a screen is up, or is ended by a signal that the screen
// does not wait for. `CursesTerminal` and `CursesWindow` call it.
#include "Terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { COUNT = sizeof crashes / sizeof *crashes };

static struct sigaction previous[COUNT];
static bool chains; // Whether Swift's own handler, which prints a backtrace, comes next.
static struct termios modes;
static int flags;
static int guarded = -1;
static volatile sig_atomic_t active;

// Paste, focus and mouse reports off, cursor on, plain text, ASCII, normal keypad, main screen.
static const char restore[] = "\033[?2004l\033[?1004l\033[?1006l\033[?1003l\033[?1002l\033[?1000l"
                              "\033[?25h\033[m\033(B\033[?1l\033>\033[?1049l\r\n";

// What else is undone, for terminals that can do more.
static char undo[128];
static volatile sig_atomic_t undo_size;

// What the person reads after a crash. It may name a file.
static char last_line[8192];
static volatile sig_atomic_t last_line_size;

// Whether the terminal has been given back, and whether another thread is writing to it.
static atomic_bool is_over, writes;

// Gives the terminal back, unless another job has it now. True if it was given back. Makes only calls that
// are safe in a signal handler.
static bool give_back(void) {
    is_over = true;
    if (!active) return false;
    active = 0;
    // The handler may run on any thread, even on the one that writes, so it does not wait for ever.
    for (int i = 0; i < 20 && writes; i++) poll(NULL, 0, 1);
    pid_t group = tcgetpgrp(guarded);
    if (group >= 0 && group != getpgrp()) return false;
    cn_write_at_last(guarded, undo, (size_t)undo_size);
    cn_write_at_last(guarded, restore, sizeof restore - 1);
    // A frame may be on its way.
    fcntl(guarded, F_SETFL, flags);
    tcsetattr(guarded, TCSANOW, &modes);
    return true;
}

static void on_crash(int number) {
    if (give_back()) cn_write_at_last(guarded, last_line, (size_t)last_line_size);
    for (int i = 0; i < COUNT; i++) {
        if (crashes[i] == number && chains) sigaction(number, &previous[i], NULL);
        if (crashes[i] == number && !chains) signal(number, SIG_DFL);
    }
    raise(number); // Held until this handler returns.
}

static void on_end(int number) {
    give_back();
    signal(number, SIG_DFL);
    raise(number);
}

void cn_write_at_last(int terminal, const char *bytes, size_t size) {
    int flags = fcntl(terminal, F_GETFL);
    if (flags < 0) return;
    // A terminal that reads nothing must not keep the program from ending.
    fcntl(terminal, F_SETFL, flags | O_NONBLOCK);
    bool flushed = false;
    while (size > 0) {
        ssize_t count = write(terminal, bytes, size);
        if (count > 0) {
            bytes += count;
            size -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN && !flushed) {
            // Drops what the terminal has not read by now, to make room.
            struct pollfd room = {.fd = terminal, .events = POLLOUT};
            if (poll(&room, 1, 200) == 1) continue;
            flushed = true;
            tcflush(terminal, TCOFLUSH);
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    fcntl(terminal, F_SETFL, flags);
}

void cn_guard_thread(void *stack, size_t size) {
    stack_t alternate = {.ss_sp = stack, .ss_size = size, .ss_flags = stack == NULL ? SS_DISABLE : 0};
    sigaltstack(&alternate, NULL);
}

void cn_guard_install(void) {
    static char stack[CN_GUARD_STACK];
    static bool installed;
    if (installed) return;
    installed = true;
    chains = getenv("SWIFT_BACKTRACE") != NULL;
    cn_guard_thread(stack, sizeof stack);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < COUNT; i++) sigaction(crashes[i], &action, &previous[i]);
    action.sa_handler = on_end;
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction old;
        // Swift's handler stops the other threads with one of these.
        if (chains && number >= SIGRTMIN) break;
        // The screen's loop takes the signals that are held. A signal that is ignored does not end
        // the program.
        bool ends = cn_ends(number) && !cn_is_held(number) && sigaction(number, NULL, &old) == 0;
        if (ends && old.sa_handler == SIG_DFL) sigaction(number, &action, NULL);
    }
}

bool cn_guard_begin(int terminal) {
    if (tcgetattr(terminal, &modes) != 0) return false;
    flags = fcntl(terminal, F_GETFL);
    guarded = terminal;
    active = 1;
    return true;
}

void cn_guard_restore_modes(void) { tcsetattr(guarded, TCSANOW, &modes); }

bool cn_guard_enter(void) {
    writes = true;
    if (is_over) writes = false;
    return writes;
}

void cn_guard_leave(void) { writes = false; }

void cn_guard_undo(const char *sequence) {
    size_t size = strlen(sequence);
    undo_size = 0;
    if (size > sizeof undo) return;
    memcpy(undo, sequence, size);
    undo_size = (sig_atomic_t)size;
}

void cn_guard_say(const char *line) {
    size_t size = strlen(line);
    last_line_size = 0;
    if (size > sizeof last_line) return;
    memcpy(last_line, line, size);
    last_line_size = (sig_atomic_t)size;
}

void cn_guard_end(void) { active = 0; }
