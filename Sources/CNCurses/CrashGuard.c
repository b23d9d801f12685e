// Restores the terminal when the program crashes while a screen is up. `CursesTerminal` and `CursesWindow` call it.
#include "Terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { COUNT = sizeof crashes / sizeof *crashes };

static struct sigaction previous[COUNT];
static bool chains; // Whether Swift's own handler, which prints a backtrace, comes next.
static struct termios modes;
static int guarded = -1;
static volatile sig_atomic_t active;

// Paste, focus and mouse reports off, cursor on, plain text, ASCII, normal keypad, main screen.
static const char restore[] = "\033[?2004l\033[?1004l\033[?1006l\033[?1003l\033[?1002l\033[?1000l"
                              "\033[?25h\033[m\033(B\033[?1l\033>\033[?1049l\r\n";

// Only calls that are safe in a signal handler.
static void on_crash(int number) {
    if (active) {
        active = 0;
        ssize_t ignored = write(guarded, restore, sizeof restore - 1);
        (void)ignored;
        tcsetattr(guarded, TCSANOW, &modes);
    }
    for (int i = 0; i < COUNT; i++) {
        if (crashes[i] != number) continue;
        if (chains) sigaction(number, &previous[i], NULL);
        else signal(number, SIG_DFL);
    }
    raise(number); // Held until this handler returns.
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
}

bool cn_guard_begin(int terminal) {
    if (tcgetattr(terminal, &modes) != 0) return false;
    guarded = terminal;
    active = 1;
    return true;
}

void cn_guard_end(void) { active = 0; }
