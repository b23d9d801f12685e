// The signals of a screen, as a descriptor to poll, and the mailbox with which other threads wake the screen.
// The event loop in `TerminalSession` waits for both; `CursesTerminal` prepares them.
#include "Terminal.h"

#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int screen_signals[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP};

static sigset_t held_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof screen_signals / sizeof *screen_signals; i++) sigaddset(&set, screen_signals[i]);
    return set;
}

bool cn_is_held(int number) {
    sigset_t held = held_signals();
    return sigismember(&held, number) == 1;
}

void cn_signals_hold(void) {
    sigset_t held = held_signals();
    pthread_sigmask(SIG_BLOCK, &held, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
}

int cn_signals_open(void) {
    sigset_t held = held_signals();
    return signalfd(-1, &held, SFD_NONBLOCK | SFD_CLOEXEC);
}

int cn_signals_next(int descriptor) {
    struct signalfd_siginfo next;
    return read(descriptor, &next, sizeof next) == sizeof next ? (int)next.ssi_signo : 0;
}

void cn_signals_release(void) {
    signal(SIGINT, SIG_DFL); // Curses put handlers of its own there, which exit with 1.
    signal(SIGTERM, SIG_DFL);
    sigset_t released;
    sigemptyset(&released);
    sigaddset(&released, SIGINT);
    sigaddset(&released, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &released, NULL);
}

void cn_stop_here(void) {
    // Only this thread lets the signal through, so it is taken before kill returns. `raise` would do here,
    // too, but kill stops the program from any thread.
    signal(SIGTSTP, SIG_DFL);
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    kill(getpid(), SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cn_mailbox_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void cn_mailbox_wake(int mailbox) {
    uint64_t one = 1;
    ssize_t ignored = write(mailbox, &one, sizeof one);
    (void)ignored;
}

void cn_mailbox_empty(int mailbox) {
    uint64_t count;
    ssize_t ignored = read(mailbox, &count, sizeof count);
    (void)ignored;
}
