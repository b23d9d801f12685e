// Runs before main in `monkeystore` and `monkeystore-server`, which link it; nothing calls it. It makes a
// static executable look up names only in files.
#include "CStartup.h"

#include <nss.h>
#include <sys/auxv.h>

// The libraries with which the system may look up the names of machines and users are built for a different
// version of the C library than the executable's.
__attribute__((constructor)) static void look_names_up_in_files(void) {
    if (getauxval(AT_BASE) != 0) return;
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
}
