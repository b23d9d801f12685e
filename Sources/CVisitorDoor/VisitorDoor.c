// Loaded into an SSH server (LD_PRELOAD) that runs without rights of its own and lets everybody in: whatever name visitors give,
// they are the user as whom the server runs, with a plain shell and no home; PAM is configured by a folder of the server's
// instead of the machine's; and a line that is dead ends.
#define _GNU_SOURCE
#include "CVisitorDoor.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NAME = 64 };

__attribute__((visibility("default"))) struct passwd *getpwnam(const char *name) {
    static char known[LONGEST_NAME + 1];
    static struct passwd visitor = {
        .pw_name = known, .pw_passwd = "x", .pw_gecos = "", .pw_dir = "/", .pw_shell = "/bin/sh",
    };
    size_t length = strlen(name);
    if (length == 0 || length > LONGEST_NAME) return NULL;
    memmove(known, name, length + 1); // A caller may give the name of the last answer.
    visitor.pw_uid = geteuid();
    visitor.pw_gid = getegid();
    return &visitor;
}

// The server wants terminals to belong to the group tty, and may not give them to it: whatever group a terminal here has is it.
__attribute__((visibility("default"))) struct group *getgrnam(const char *name) {
    static char *nobody[] = {NULL};
    static struct group terminals = {.gr_name = "tty", .gr_passwd = "x", .gr_mem = nobody};
    if (strcmp(name, "tty") != 0) return NULL;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    char path[64];
    struct stat status;
    bool is_known = terminal >= 0 && ptsname_r(terminal, path, sizeof path) == 0 && stat(path, &status) == 0;
    if (terminal >= 0) close(terminal);
    if (!is_known) return NULL;
    terminals.gr_gid = status.st_gid;
    return &terminals;
}

__attribute__((visibility("default"))) int pam_start(
    const char *service, const char *user, const void *conversation, void **handle) {
    int (*start)(const char *, const char *, const void *, const char *, void **);
    *(void **)&start = dlsym(RTLD_DEFAULT, "pam_start_confdir");
    const char *folder = getenv(VISITOR_DOOR_PAM);
    enum { PAM_SYSTEM_ERR = 4 };
    return start && folder ? start(service, user, conversation, folder, handle) : PAM_SYSTEM_ERR;
}

// TCP repeats itself into a dead line for a quarter of an hour. Here it gives up after the host's patience; and a visitor to whom
// nothing is sent is asked for a sign of life every second. Both are the kernel's doing: neither sshd nor its client wakes up.
__attribute__((visibility("default"))) int accept(int listener, struct sockaddr *restrict address, socklen_t *restrict length) {
    int line = accept4(listener, address, length, 0);
    const char *silence = getenv(VISITOR_DOOR_SILENCE);
    if (line < 0 || !silence) return line;
    unsigned int milliseconds = (unsigned int)strtoul(silence, NULL, 10);
    int yes = 1, second = 1;
    setsockopt(line, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
    setsockopt(line, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(line, IPPROTO_TCP, TCP_KEEPIDLE, &second, sizeof second);
    setsockopt(line, IPPROTO_TCP, TCP_KEEPINTVL, &second, sizeof second);
    return line;
}
