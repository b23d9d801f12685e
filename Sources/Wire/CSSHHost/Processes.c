// Starts the processes of monkeystore-ssh (connections, storefronts on a terminal), gives storefronts their
// connections to the store, and takes signals. `Host`, `Program` and `StorefrontProgram` call it.
#define _GNU_SOURCE
#include "CSSHHost.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Starts a process as the leader of a new session: the first terminal that it opens becomes its own.
static int start(
    const char *const arguments[], const char *const environment[], const posix_spawn_file_actions_t *files,
    pid_t *process) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // posix_spawn changes no text; its declaration is older than const.
    int result = posix_spawn(
        process, arguments[0], files, &attributes, (char *const *)arguments, (char *const *)environment);
    posix_spawnattr_destroy(&attributes);
    if (result != 0) *process = -1;
    return result;
}

pid_t csh_start_storefront(
    const char *const arguments[], const char *const environment[], uint16_t columns, uint16_t rows, int channel,
    int *terminal) {
    char path[64];
    struct winsize window = {.ws_row = rows, .ws_col = columns};
    *terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*terminal < 0) return -1;
    int result = grantpt(*terminal) != 0 || unlockpt(*terminal) != 0 ? errno : ptsname_r(*terminal, path, sizeof path);
    ioctl(*terminal, TIOCSWINSZ, &window);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, path, O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files, 0, 1);
    posix_spawn_file_actions_adddup2(&files, 0, 2);
    posix_spawn_file_actions_adddup2(&files, channel, 3);
    posix_spawn_file_actions_addclosefrom_np(&files, 4);
    pid_t process = -1;
    if (result == 0) result = start(arguments, environment, &files, &process);
    posix_spawn_file_actions_destroy(&files);
    if (result == 0) return process;
    close(*terminal);
    errno = result;
    return -1;
}

static void add_nothing(posix_spawn_file_actions_t *files) {
    posix_spawn_file_actions_init(files);
    for (int standard = 0; standard < 3; standard++) {
        posix_spawn_file_actions_addopen(files, standard, "/dev/null", O_RDWR, 0);
    }
}

static pid_t start_without_environment(const char *const arguments[], posix_spawn_file_actions_t *files) {
    const char *const none[] = {NULL};
    pid_t process = -1;
    errno = start(arguments, none, files, &process);
    posix_spawn_file_actions_destroy(files);
    return process;
}

pid_t csh_start(const char *const arguments[]) {
    posix_spawn_file_actions_t files;
    add_nothing(&files);
    return start_without_environment(arguments, &files);
}

pid_t csh_start_connection(const char *const arguments[], int connection, int channel) {
    posix_spawn_file_actions_t files;
    // Above 3 and 4, so that neither dup2 closes the other descriptor.
    connection = fcntl(connection, F_DUPFD_CLOEXEC, 10);
    channel = fcntl(channel, F_DUPFD_CLOEXEC, 10);
    add_nothing(&files);
    posix_spawn_file_actions_adddup2(&files, connection, 3);
    posix_spawn_file_actions_adddup2(&files, channel, 4);
    pid_t process = start_without_environment(arguments, &files);
    close(connection);
    close(channel);
    return process;
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
    if (connection >= 0) close(connection);
    return -1;
}

static void refuse(int calls, uint64_t call, int error) {
    struct seccomp_notif_resp refusal = {.id = call, .error = error};
    ioctl(calls, SECCOMP_IOCTL_NOTIF_SEND, &refusal);
}

void csh_answer_socket(int calls, const char *path) {
    struct seccomp_notif call = {0};
    if (ioctl(calls, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return;
    int connection = connect_to(path);
    if (connection < 0) {
        refuse(calls, call.id, -ECONNREFUSED);
        return;
    }
    // The process gets the descriptor as the answer to its call.
    struct seccomp_notif_addfd answer = {
        .id = call.id, .flags = SECCOMP_ADDFD_FLAG_SEND, .srcfd = (uint32_t)connection, .newfd_flags = O_CLOEXEC,
    };
    if (ioctl(calls, SECCOMP_IOCTL_NOTIF_ADDFD, &answer) < 0) refuse(calls, call.id, -ENFILE);
    close(connection);
}

int csh_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool csh_take_signals(int signals) {
    bool ends = false;
    for (struct signalfd_siginfo signal; read(signals, &signal, sizeof signal) == sizeof signal;) {
        if (signal.ssi_signo != SIGCHLD) ends = true;
    }
    return ends;
}
