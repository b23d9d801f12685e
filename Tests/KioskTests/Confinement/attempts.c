// Tries what a confined process must not be able to do, and says what came of it.
#include "CConfinement.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *thread(void *argument) { return argument; }

static const char *outcome(int result) { return result < 0 ? strerror(errno) : "done"; }

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

int main(int count, char **options) {
    if (count > 1 && strcmp(options[1], "filtered-thread") == 0) {
        pthread_t other;
        pthread_barrier_init(&filtered, NULL, 2);
        pthread_create(&other, NULL, filtered_thread, NULL);
        pthread_barrier_wait(&filtered);
        printf("confine: %s\n", cc_confine() == 0 ? "done" : "refused");
        return 0;
    }
    printf("confine: %d\n", cc_confine());
    pthread_t other;
    printf("thread: %d\n", pthread_create(&other, NULL, thread, NULL));
    pthread_join(other, NULL);
    pid_t child = fork();
    if (child == 0) _exit(0);
    printf("fork: %s\n", outcome(child));
    char *const arguments[] = {"/bin/true", NULL};
    printf("exec: %s\n", outcome(execv(arguments[0], arguments)));
    printf("ptrace: %s\n", outcome((int)ptrace(PTRACE_TRACEME, 0, NULL, NULL)));
    void *memory = mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("memory: %s\n", memory != MAP_FAILED ? "done" : strerror(errno));
    printf("TERM: %s\n", getenv("TERM") ? getenv("TERM") : "none");
    printf("HOME: %s\n", getenv("HOME") ? getenv("HOME") : "none");
    printf("LANGUAGE: %s\n", getenv("LANGUAGE") ? getenv("LANGUAGE") : "none");
    return 0;
}
