#include "CStartup.h"

#include <stdlib.h>
#include <unistd.h>

/// Swift's own: says what `CommandLine.arguments` are.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// Where there is no /proc, as in an empty root, Swift's runtime finds neither the arguments, which then do not count, nor
// its own path, beside which the program for backtraces would be; in an executable with everything in it, it ends because
// of that. Constructors with a number come before those of the runtime, and get what main gets.
__attribute__((constructor(101))) static void start_on_a_bare_machine(int argc, char **argv) {
    if (access("/proc/self/exe", F_OK) == 0) return;
    setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/", 1);
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}
