// Hides a password while it is typed in a line, also when a signal comes. `CursesTerminal` calls it.
#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <termios.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { COUNT = sizeof ends / sizeof *ends };

static struct sigaction previous[COUNT];
static struct termios shown;
static int typed = -1;
static volatile sig_atomic_t hidden;

static void hide(void) {
    struct termios modes = shown;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    modes.c_lflag |= ECHONL;
    tcsetattr(typed, TCSANOW, &modes);
}

static void on_signal(int number);

static void take(int number, struct sigaction *old) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, old);
}

// Only calls that are safe in a signal handler.
static void on_signal(int number) {
    int before = errno;
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    tcsetattr(typed, TCSANOW, &shown);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &this, NULL);
    // Here the program has been continued, or could not be stopped.
    take(number, NULL);
    hide();
    errno = before;
}

bool cn_input_hide(int terminal) {
    if (hidden) return true;
    if (tcgetattr(terminal, &shown) != 0) return false;
    typed = terminal;
    hidden = 1;
    for (int i = 0; i < COUNT; i++) {
        take(ends[i], &previous[i]);
        if (previous[i].sa_handler == SIG_IGN) sigaction(ends[i], &previous[i], NULL);
    }
    hide();
    return true;
}

void cn_input_show(void) {
    if (!hidden) return;
    tcsetattr(typed, TCSANOW, &shown);
    for (int i = 0; i < COUNT; i++) sigaction(ends[i], &previous[i], NULL);
    hidden = 0;
}
