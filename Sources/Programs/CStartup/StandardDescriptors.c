// Runs before main in `monkeystore` and `monkeystore-server`, which link it; nothing calls it. It opens the
// standard descriptors that are missing.
#include "CStartup.h"

#include <fcntl.h>
#include <sysexits.h>
#include <unistd.h>

// The first file that the program opens would get the number of a missing descriptor, and the program would
// print into its store. A descriptor opened here cannot be read as input or written as output, because lost
// output is an error.
__attribute__((constructor)) static void fill_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        // `open` returns the lowest free number.
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) _exit(EX_OSERR);
    }
}
