#include "CStartup.h"

#include <nss.h>
#include <sys/auxv.h>

// An executable with everything in it must not load what another C library was made for: how names of machines and users are
// looked up is set by the system, and some ways of that are libraries. Nothing has looked up a name yet.
__attribute__((constructor)) static void look_names_up_in_files(void) {
    if (getauxval(AT_BASE) != 0) return;
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
}
