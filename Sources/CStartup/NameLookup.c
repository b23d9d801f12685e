#include "CStartup.h"

#include <nss.h>
#include <sys/auxv.h>

// A statically linked executable must not load the libraries with which the system may look up the names of machines and users: they
// are made for another version of the C library. This runs before the first look-up.
__attribute__((constructor)) static void look_names_up_in_files(void) {
    if (getauxval(AT_BASE) != 0) return;
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
}
