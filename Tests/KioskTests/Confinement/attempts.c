// Tries what a confined process must not be able to do, and says what came of it.
#include "CConfinement.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

static void *thread(void *argument) { return argument; }

static const char *outcome(int result) { return result < 0 ? strerror(errno) : "done"; }

int main(void) {
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
    printf("TERM: %s\n", getenv("TERM") ? getenv("TERM") : "none");
    printf("HOME: %s\n", getenv("HOME") ? getenv("HOME") : "none");
    printf("LANGUAGE: %s\n", getenv("LANGUAGE") ? getenv("LANGUAGE") : "none");
    return 0;
}
