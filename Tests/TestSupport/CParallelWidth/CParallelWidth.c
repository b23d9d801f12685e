// Swift Testing starts all tests at once. A thousand then share two processors, and each takes as long as all
// of them together. This lets eight run at a time, whatever command starts them. It is eight and not two
// because many tests wait for a program or a server.

#include <stdlib.h>

__attribute__((constructor)) static void limit_width(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
