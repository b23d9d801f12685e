#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The numbers of the system calls are not known for this processor"
#endif

// What a visitor's process may have for its data and its threads' stacks: several times what it needs.
#define MOST_MEMORY ((rlim_t)512 << 20)

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

// A call of this number ends in an error.
#define REFUSE(number, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

static int filter_calls(void) {
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        // The same calls once more under other numbers (x32).
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        REFUSE(SYS_fork, EPERM),
        REFUSE(SYS_vfork, EPERM),
#endif
        REFUSE(SYS_execve, EPERM),
        REFUSE(SYS_execveat, EPERM),
        REFUSE(SYS_ptrace, EPERM),
        REFUSE(SYS_process_vm_readv, EPERM),
        REFUSE(SYS_process_vm_writev, EPERM),
        // A filter cannot see its flags; the library then takes clone instead.
        REFUSE(SYS_clone3, ENOSYS),
        // Threads, but no processes.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    static struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    // A number above 0 is that of a thread which cannot have the filter; then none has it.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

int cc_confine(void) {
    clean_environment();
    struct rlimit none = {0, 0}, memory = {MOST_MEMORY, MOST_MEMORY};
    if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_DATA, &memory) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return filter_calls();
}
