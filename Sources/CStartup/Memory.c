#include "CStartup.h"

#include <malloc.h>

// What is drawn in a window of the largest size takes megabytes. The C library keeps room for such blocks once it has seen some, and
// other blocks soon lie between them. From a fixed size on, each is the system's again as soon as nobody uses it.
__attribute__((constructor)) static void give_large_blocks_back(void) { mallopt(M_MMAP_THRESHOLD, 256 << 10); }
