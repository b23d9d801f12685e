// Takes rights away from a process that a visitor over SSH reaches: files (Landlock), system calls (seccomp)
// and memory. `VisitorSession` of monkeystore calls it, and in monkeystore-ssh the process of each connection
// (CSSHHost) does.
#define _GNU_SOURCE
#include "CConfinement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool keeps(const char *variable) {
    static const char *const names[] = {
        "TERM=", "COLORTERM=", "NO_COLOR=", "LANG=", "LC_ALL=", "LC_CTYPE=", "LC_MESSAGES=", "TZ=",
        "SSH_USER_AUTH=", "SSH_CONNECTION=",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(variable, names[i], strlen(names[i])) == 0) return true;
    }
    return false;
}

static void clean_environment(void) {
    for (char **next = environ; *next;) {
        const char *end = strchr(*next, '=');
        if (keeps(*next) || !end) {
            next++;
            continue;
        }
        char *name = strndup(*next, (size_t)(end - *next));
        unsetenv(name); // Moves the ones that follow.
        free(name);
    }
}

int cc_prepare(void) {
    clean_environment();
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0) return errno;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// MARK: Files

// From linux/landlock.h, whose installed version may lack what the running kernel has.
enum {
    LL_EXECUTE = 1 << 0, LL_WRITE_FILE = 1 << 1, LL_READ_FILE = 1 << 2, LL_READ_DIR = 1 << 3, LL_REMOVE_DIR = 1 << 4,
    LL_REMOVE_FILE = 1 << 5, LL_MAKE_DIR = 1 << 7, LL_MAKE_REG = 1 << 8, LL_REFER = 1 << 13, LL_TRUNCATE = 1 << 14,
    LL_READ = LL_READ_FILE | LL_READ_DIR,
    LL_WRITE = LL_READ | LL_WRITE_FILE | LL_REMOVE_DIR | LL_REMOVE_FILE | LL_MAKE_DIR | LL_MAKE_REG | LL_REFER | LL_TRUNCATE,
    // The rights that can be granted for a file. The others are for folders.
    LL_OF_FILES = LL_EXECUTE | LL_WRITE_FILE | LL_READ_FILE | LL_TRUNCATE,
};

struct ll_ruleset { uint64_t files, ports, scopes; };
struct ll_folder { uint64_t access; int32_t descriptor; } __attribute__((packed));

static int allow(int rules, const char *const *paths, uint64_t access) {
    for (; paths && *paths; paths++) {
        struct ll_folder folder = {access, open(*paths, O_PATH | O_CLOEXEC)};
        if (folder.descriptor < 0 && errno == ENOENT) continue;
        struct stat status;
        if (folder.descriptor < 0 || fstat(folder.descriptor, &status) != 0) return errno;
        if (!S_ISDIR(status.st_mode)) folder.access &= LL_OF_FILES;
        int result = syscall(SYS_landlock_add_rule, rules, 1, &folder, 0) == 0 ? 0 : errno;
        close(folder.descriptor);
        if (result != 0) return result;
    }
    return 0;
}

// libdispatch reads the state of its threads in /proc/THREAD/stat, and ends the program if it cannot. The
// memory, environment and descriptors of other processes stay closed: Landlock lets no process read those of
// a less confined one.
static const char *const of_threads[] = {"/proc", NULL};

static long landlock_version(void) { return syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

bool cc_confines_files(void) { return landlock_version() > 0; }

static int confine_files(const struct cc_limits *limits) {
    long version = landlock_version();
    if (version < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
    // Later versions add: moving between folders, truncating, TCP, devices, abstract sockets and signals.
    uint64_t files = (1 << 13) - 1;
    if (version >= 2) files |= LL_REFER;
    if (version >= 3) files |= LL_TRUNCATE;
    if (version >= 5) files |= 1 << 15;
    struct ll_ruleset all = {
        files, version >= 4 && limits->sockets != CC_NETWORK_SOCKETS ? 3 : 0, version >= 6 ? 3 : 0,
    };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0) return errno;
    int result = allow(rules, limits->writable, LL_WRITE & files);
    if (result == 0) result = allow(rules, limits->readable, LL_READ);
    if (result == 0) result = allow(rules, limits->emptied, LL_REMOVE_DIR);
    if (result == 0 && limits->has_threads) result = allow(rules, of_threads, LL_READ_FILE);
    if (result == 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) result = errno;
    close(rules);
    return result;
}

// MARK: Calls

#define ALL(...) \
    do { \
        static const int calls[] = {__VA_ARGS__}; \
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) { \
            add(SCMP_ACT_ALLOW, calls[i], 0, (struct scmp_arg_cmp){0}, (struct scmp_arg_cmp){0}); \
        } \
    } while (0)
#define ONLY_IF(call, condition) add(SCMP_ACT_ALLOW, call, 1, condition, (struct scmp_arg_cmp){0})
#define ONLY_IF_BOTH(call, one, other) add(SCMP_ACT_ALLOW, call, 2, one, other)

static scmp_filter_ctx filter;
static int failure;

static void add(
    uint32_t action, int call, unsigned int count, struct scmp_arg_cmp one, struct scmp_arg_cmp other) {
    const struct scmp_arg_cmp conditions[] = {one, other};
    int result = seccomp_rule_add_array(filter, action, call, count, conditions);
    if (result != 0 && failure == 0) failure = -result;
}

static void allow_basics(void) {
    ALL(SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(futex), SCMP_SYS(membarrier),
        SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo),
        SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall));
    ALL(SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(nanosleep),
        SCMP_SYS(clock_nanosleep));
    ALL(SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
        SCMP_SYS(getegid), SCMP_SYS(getpgrp), SCMP_SYS(getrusage));
    ALL(SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigtimedwait),
        SCMP_SYS(rt_sigpending), SCMP_SYS(sigaltstack), SCMP_SYS(signalfd4), SCMP_SYS(pause));
    ALL(SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close), SCMP_SYS(close_range),
        SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(fstat), SCMP_SYS(lseek), SCMP_SYS(pipe),
        SCMP_SYS(pipe2), SCMP_SYS(eventfd2));
    ALL(SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(select), SCMP_SYS(pselect6),
        SCMP_SYS(epoll_create), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
        SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime));
    ALL(SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(shutdown),
        SCMP_SYS(getsockopt), SCMP_SYS(setsockopt), SCMP_SYS(getsockname), SCMP_SYS(getpeername));
    // Memory, but no new code in it. Shared memory only of a file, because the process's limits do not count
    // any other.
    ONLY_IF_BOTH(
        SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0));
    ONLY_IF_BOTH(
        SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE, MAP_PRIVATE));
    ONLY_IF(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    // Signals to itself: abort(3) and raise(3).
    ONLY_IF(SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    // Its own limits, and only to read them.
    ONLY_IF_BOTH(SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
    ONLY_IF(SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    ONLY_IF(SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_GET_NAME));
    // Not the commands that name a process for signals.
    static const int commands[] = {
        F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK,
        F_OFD_SETLK, F_OFD_SETLKW,
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        ONLY_IF(SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
    }
    // Not TIOCSTI, which types into a terminal, and not the requests that change a terminal's owner.
    static const unsigned long requests[] = {
        TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TIOCGWINSZ, TIOCSWINSZ, TIOCGPGRP, FIONBIO, FIONREAD, FIOCLEX,
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        ONLY_IF(SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, requests[i]));
    }
}

// No call that changes modes, owners, times or attributes by a path: Landlock does not check them.
static void allow_files(void) {
    ALL(SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat),
        SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs),
        SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd), SCMP_SYS(umask));
    ALL(SCMP_SYS(pread64), SCMP_SYS(pwrite64), SCMP_SYS(preadv), SCMP_SYS(pwritev), SCMP_SYS(fsync),
        SCMP_SYS(fdatasync), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fadvise64), SCMP_SYS(flock));
    ONLY_IF(SCMP_SYS(fchmod), SCMP_A1(SCMP_CMP_EQ, 0600));
    ALL(SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link), SCMP_SYS(linkat),
        SCMP_SYS(unlink), SCMP_SYS(unlinkat),
        SCMP_SYS(mkdir), SCMP_SYS(mkdirat), SCMP_SYS(rmdir), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch),
        SCMP_SYS(inotify_rm_watch));
}

static void allow_sockets(enum cc_sockets sockets) {
    switch (sockets) {
    case CC_NO_SOCKETS: break;
    case CC_ANSWERED_SOCKETS:
        add(SCMP_ACT_NOTIFY, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX), (struct scmp_arg_cmp){0});
        add(SCMP_ACT_ERRNO(0), SCMP_SYS(connect), 0, (struct scmp_arg_cmp){0}, (struct scmp_arg_cmp){0});
        break;
    case CC_NETWORK_SOCKETS:
        // The C library reads the machine's addresses over AF_NETLINK before it looks up a name.
        ONLY_IF(SCMP_SYS(socket), SCMP_A0(SCMP_CMP_EQ, AF_INET));
        ONLY_IF(SCMP_SYS(socket), SCMP_A0(SCMP_CMP_EQ, AF_INET6));
        ONLY_IF(SCMP_SYS(socket), SCMP_A0(SCMP_CMP_EQ, AF_NETLINK));
        ALL(SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(sendmmsg), SCMP_SYS(recvmmsg));
        break;
    }
}

static void allow_threads(void) {
    ALL(SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(set_tid_address));
    ONLY_IF(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    // No filter can see the flags of clone3. The C library then uses clone.
    add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, (struct scmp_arg_cmp){0}, (struct scmp_arg_cmp){0});
}

static int confine_calls(const struct cc_limits *limits) {
    filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return ENOMEM;
    failure = 0;
    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    allow_basics();
    if (limits->writable || limits->readable) allow_files();
    allow_sockets(limits->sockets);
    if (limits->has_threads) allow_threads();
    int result = failure ? failure : -seccomp_load(filter);
    if (result == 0 && limits->sockets == CC_ANSWERED_SOCKETS) {
        int calls = seccomp_notify_fd(filter);
        if (calls < 0 || cc_send(limits->channel, "\n", 1, calls) != 0) result = EOPNOTSUPP;
        close(calls);
        close(limits->channel);
    }
    seccomp_release(filter);
    return result;
}

// Landlock confines one thread and those that it starts.
static bool is_alone(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    for (const struct dirent *entry; tasks && (entry = readdir(tasks));) count += entry->d_name[0] != '.';
    if (tasks) closedir(tasks);
    return count == 1;
}

// With CAP_PERFMON the kernel opens any process's environment and memory map without asking Landlock.
static int drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

int cc_confine(const struct cc_limits *limits) {
    if (!is_alone()) return EBUSY;
    // The largest file is a log. Pipes take the system's memory, so only few descriptors are allowed.
    struct rlimit memory = {limits->memory, limits->memory}, file = {64 << 20, 64 << 20}, open_files = {256, 256};
    if (setrlimit(RLIMIT_DATA, &memory) != 0 || setrlimit(RLIMIT_FSIZE, &file) != 0
        || setrlimit(RLIMIT_NOFILE, &open_files) != 0) return errno;
    int result = confine_files(limits);
    if (result == 0) result = drop_capabilities();
    return result != 0 ? result : confine_calls(limits);
}
