// Runs before main in `monkeystore` and `monkeystore-server`, which link it; nothing calls it. If a file may not
// grow any further (`ulimit -f`), a write to it fails, as on a full disk.
#include "CStartup.h"

#include <signal.h>

// By default the signal ends the program without a word.
__attribute__((constructor)) static void let_large_writes_fail(void) { signal(SIGXFSZ, SIG_IGN); }
