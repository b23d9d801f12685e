// Tries what a confined process must not be able to do, and says what came of it: attempts own-folder other-folder pid [filtered-thread]
#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void *thread(void *argument) { return argument; }

static void say(const char *attempt, long result) {
    printf("%s: %s\n", attempt, result < 0 ? strerror(errno) : "done");
    fflush(stdout);
}

static int open_in(const char *folder, const char *name, int flags) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, flags, 0600);
}

static pthread_barrier_t filtered;

// A thread with a filter of its own cannot be given another one.
static void *filtered_thread(void *argument) {
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {1, &allow};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) exit(3);
    pthread_barrier_wait(&filtered);
    pause();
    return argument;
}

static void try_processes(pid_t other) {
    char *const arguments[] = {"/bin/true", NULL};
    char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    pid_t child = fork();
    if (child == 0) _exit(0);
    say("fork", child);
    child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) _exit(0);
    say("clone", child);
    say("exec", execv(arguments[0], arguments));
    say("ptrace", ptrace(PTRACE_SEIZE, other, NULL, NULL));
    say("read another's memory", process_vm_readv(other, &here, 1, &there, 1, 0));
    say("kill another", kill(other, 0));
    say("kill all", kill(-1, 0));
    say("signal a thread of another", syscall(SYS_tgkill, other, other, 0));
    say("pidfd", syscall(SYS_pidfd_open, other, 0));
    char memory[64];
    snprintf(memory, sizeof memory, "/proc/%d", other);
    say("open another's memory", open_in(memory, "mem", O_RDONLY));
    say("write another's memory", open_in(memory, "mem", O_RDWR));
    say("open another's environment", open_in(memory, "environ", O_RDONLY));
    say("open another's map of memory", open_in(memory, "maps", O_RDONLY));
    say("open another's auxiliary vector", open_in(memory, "auxv", O_RDONLY));
    say("open another's descriptor", open_in(memory, "fd/0", O_RDONLY));
    say("list processes", open("/proc", O_RDONLY | O_DIRECTORY));
}

static void try_system(void) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    char parameters[256] = {0};
    say("dumpable", prctl(PR_SET_DUMPABLE, 1));
    say("limits", setrlimit(RLIMIT_CORE, &limit));
    say("io_uring", syscall(SYS_io_uring_setup, 1, parameters));
    say("unshare", unshare(CLONE_NEWUSER));
    say("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    say("chroot", chroot("/"));
    say("setuid", setuid(0));
    say("bpf", syscall(SYS_bpf, 0, parameters, sizeof parameters));
    say("perf", syscall(SYS_perf_event_open, parameters, 0, -1, -1, 0));
    say("userfaultfd", syscall(SYS_userfaultfd, 0));
    say("keyring", syscall(SYS_add_key, "user", "name", "x", 1, -3));
    say("new code", mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    say("a gigabyte", mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    say("a file in memory", memfd_create("file", 0));
    say("shared memory", mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    int pipes = 0;
    for (int ends[2]; pipes < 1000 && pipe(ends) == 0;) pipes++;
    say("a thousand pipes", pipes < 1000 ? -1 : 0);
    close_range(3, ~0U, 0);
    say("type into a terminal", ioctl(0, TIOCSTI, "x"));
    say("signals by descriptor", fcntl(0, F_SETOWN, getppid()));
}

// What a library may look at: the state of its own threads.
static void read_own_threads(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", getpid());
    say("read its own threads", open(path, O_RDONLY));
}

static void try_files(const char *own, const char *other) {
    char path[4096], link_path[4096];
    snprintf(path, sizeof path, "%s/secret", other);
    snprintf(link_path, sizeof link_path, "%s/link", own);
    say("write in its folder", open_in(own, "file", O_RDWR | O_CREAT));
    say("read another's file", open(path, O_RDONLY));
    say("write another's file", open(path, O_WRONLY));
    say("make one in another's folder", open_in(other, "new", O_RDWR | O_CREAT));
    say("remove another's file", unlink(path));
    say("link another's file", link(path, link_path));
    say("symbolic link", symlink(path, link_path));
    say("modes of another's file", chmod(path, 0666));
    say("truncate another's file", truncate(path, 0));
    say("list another's folder", open(other, O_RDONLY | O_DIRECTORY));
    say("list the machine", open("/etc", O_RDONLY | O_DIRECTORY));
    say("a device", mknod(link_path, S_IFCHR | 0600, 0));
}

static void try_sockets(void) {
    const int families[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_UNIX};
    const char *const names[] = {"IPv4", "IPv6", "netlink", "packets", "Unix"};
    for (int i = 0; i < 5; i++) say(names[i], socket(families[i], SOCK_STREAM, 0));
    int pair[2];
    say("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

int main(int count, char **options) {
    if (count < 4) return 64;
    const char *own[] = {options[1], NULL}, *readable[] = {"/usr", NULL};
    struct cc_limits limits = {.writable = own, .readable = readable, .has_threads = true, .memory = 512ul << 20};
    if (count > 4) {
        pthread_t other;
        pthread_barrier_init(&filtered, NULL, 2);
        pthread_create(&other, NULL, filtered_thread, NULL);
        pthread_barrier_wait(&filtered);
        printf("confine: %s\n", cc_confine(&limits) == 0 ? "done" : "refused");
        return 0;
    }
    // As many files as there may be, as the host's processes have.
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (cc_prepare() != 0 || cc_confine(&limits) != 0) return 3;
    pthread_t other;
    say("thread", -pthread_create(&other, NULL, thread, NULL));
    pthread_join(other, NULL);
    read_own_threads();
    try_processes(atoi(options[3]));
    try_system();
    try_files(options[1], options[2]);
    try_sockets();
    printf("TERM: %s\n", getenv("TERM") ? getenv("TERM") : "none");
    printf("HOME: %s\n", getenv("HOME") ? getenv("HOME") : "none");
    printf("LANGUAGE: %s\n", getenv("LANGUAGE") ? getenv("LANGUAGE") : "none");
    return 0;
}
