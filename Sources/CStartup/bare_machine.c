#define _GNU_SOURCE // memfd_create, O_TMPFILE
#include "CStartup.h"

#include <errno.h>
#include <fcntl.h>
#include <nss.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/// Swift's own: says what `CommandLine.arguments` are.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// Constructors with a number come before those of Swift's runtime, and get what main gets.
__attribute__((constructor(101))) static void start_on_a_bare_machine(int argc, char **argv) {
    // An executable with everything in it must not load what another C library was made for: how names of machines and
    // users are looked up is set by the system, and some ways of that are libraries.
    if (getauxval(AT_BASE) == 0) {
        __nss_configure_lookup("hosts", "files dns");
        __nss_configure_lookup("passwd", "files");
        __nss_configure_lookup("group", "files");
    }
    // Where there is no /proc, as in an empty root, Swift's runtime finds neither the arguments, which then do not count,
    // nor its own path, beside which the program for backtraces would be; with everything in one file, it ends because of
    // that.
    if (access("/proc/self/exe", F_OK) != 0) {
        setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/", 1);
        _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
    }
}

static bool is_state_of_a_thread(const char *path) {
    int end = 0;
    sscanf(path, "/proc/%*d/stat%n", &end);
    return end > 0 && path[end] == '\0';
}

// libdispatch reads in /proc once a second which of its threads run, to start more where none does, and ends the program where
// it cannot. Without /proc it hears that they all run.
int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = creates ? va_arg(more, mode_t) : 0;
    va_end(more);
    int descriptor = openat(AT_FDCWD, path, flags, mode);
    if (descriptor >= 0 || errno != ENOENT || !is_state_of_a_thread(path)) return descriptor;
    static const char runs[] = "0 (thread) R";
    descriptor = memfd_create("thread", MFD_CLOEXEC);
    if (descriptor >= 0) pwrite(descriptor, runs, sizeof runs - 1, 0);
    return descriptor;
}
