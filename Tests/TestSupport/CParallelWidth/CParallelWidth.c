// Swift Testing starts all tests at once: a thousand share two processors then, and each takes as long as all of them. This
// lets eight run at a time, whatever command starts them. Eight, not two: many wait for a program or a server.

#include <stdlib.h>

__attribute__((constructor)) static void limit_width(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
