// Runs before main in `monkeystore` and `monkeystore-server`, which link it: nothing calls it. It opens the standard
// descriptors that are missing.
#include "CStartup.h"

#include <fcntl.h>
#include <sysexits.h>
#include <unistd.h>

// The first file that the program opens would take the place of a missing one, and it would print into the store. What is
// opened here cannot be written to, or read for input: output that is lost is an error.
__attribute__((constructor)) static void fill_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        // The lowest one that is free.
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) _exit(EX_OSERR);
    }
}
