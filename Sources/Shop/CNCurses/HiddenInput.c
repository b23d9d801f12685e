// Hides a password while it is typed in a line, even if a signal comes. `CursesTerminal` calls it.
#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <termios.h>

static struct sigaction previous[_NSIG];
static struct termios shown;
static int typed = -1;
static volatile sig_atomic_t hidden;

// Whether a signal ends or stops the program, so that the text must be shown first.
static bool leaves(int number) { return cn_ends(number) || number == SIGTSTP; }

static void hide(void) {
    struct termios modes = shown;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    modes.c_lflag |= ECHONL;
    tcsetattr(typed, TCSANOW, &modes);
}

static void on_signal(int number);

static void take(int number, struct sigaction *old) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, old);
}

// Makes only calls that are safe in a signal handler.
static void on_signal(int number) {
    int before = errno;
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    tcsetattr(typed, TCSANOW, &shown);
    sigaction(number, &previous[number], NULL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &this, NULL);
    // By now the program has been continued, or it could not be stopped.
    take(number, NULL);
    hide();
    errno = before;
}

bool cn_input_hide(int terminal) {
    if (hidden) return true;
    if (tcgetattr(terminal, &shown) != 0) return false;
    typed = terminal;
    hidden = 1;
    for (int number = 1; number < _NSIG; number++) {
        if (!leaves(number)) continue;
        take(number, &previous[number]);
        if (previous[number].sa_handler == SIG_IGN) sigaction(number, &previous[number], NULL);
    }
    hide();
    return true;
}

void cn_input_show(void) {
    if (!hidden) return;
    tcsetattr(typed, TCSANOW, &shown);
    for (int number = 1; number < _NSIG; number++) {
        if (leaves(number)) sigaction(number, &previous[number], NULL);
    }
    hidden = 0;
}
