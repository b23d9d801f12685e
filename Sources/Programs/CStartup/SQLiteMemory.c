// Runs before main in `monkeystore` and `monkeystore-server`, which link it; nothing calls it. SQLite does not
// count the memory that it takes.
#include "CStartup.h"

#include <sqlite3.h>

// Nobody asks for the number, and for each piece of memory all threads would take the same lock. SQLite takes
// this setting only before the first database is opened. Swift cannot call a function with variable arguments.
__attribute__((constructor)) static void leave_memory_uncounted(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
