#include "CStartup.h"

#include <nss.h>
#include <stdlib.h>
#include <sys/auxv.h>
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
