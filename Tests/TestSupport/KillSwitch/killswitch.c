// A library for LD_PRELOAD that counts the calls through which a program changes files, and ends the program at one of
// them, or lets the disk be full or fail from one of them on. KillSwitch.swift compiles it and sets its variables:
//
//   KILLSWITCH_ACTION  "before" or "after": SIGKILL around call KILLSWITCH_CALL; "full": ENOSPC from write
//                      KILLSWITCH_CALL on; "flush": EIO from flush KILLSWITCH_CALL; "flushes": from all after it, too;
//                      "deep": the thread's stack runs out before call KILLSWITCH_CALL; anything else: count only
//   KILLSWITCH_CALL    1 for the first counted call
//   KILLSWITCH_FILES   text that the path of a counted file contains
//   KILLSWITCH_LOG     a file that gets a line for each counted call: number, function, path
//
// Every counted call goes to the kernel directly, so nothing here depends on how the C library calls itself.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { WRITES, FLUSHES, OTHERS };

static const char *action = "";
static const char *files = "";
static long target;
static int log_descriptor = -1;
static atomic_long calls;

__attribute__((constructor)) static void start(void) {
    const char *value;
    if ((value = getenv("KILLSWITCH_ACTION"))) action = value;
    if ((value = getenv("KILLSWITCH_FILES"))) files = value;
    if ((value = getenv("KILLSWITCH_CALL"))) target = atol(value);
    if ((value = getenv("KILLSWITCH_LOG")))
        log_descriptor = open(value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void end_program(void) {
    for (;;) syscall(SYS_kill, getpid(), SIGKILL);
}

static int use_stack_up(int depth) {
    volatile char frame[1024];
    frame[0] = (char)depth;
    return depth < 0 ? 0 : use_stack_up(depth + 1) + frame[0];
}

// Counts a call on a file whose path matters, and returns its number; 0 for any other.
static long count(enum kind kind, const char *function, const char *path) {
    int is_full = strcmp(action, "full") == 0, is_failing = strncmp(action, "flush", 5) == 0;
    if (!strstr(path, files) || (is_full && kind != WRITES) || (is_failing && kind != FLUSHES)) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (log_descriptor >= 0) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", number, function, path);
        syscall(SYS_write, log_descriptor, line, (size_t)length);
    }
    if (number == target && strcmp(action, "before") == 0) end_program();
    if (number == target && strcmp(action, "deep") == 0) use_stack_up(0);
    return number;
}

// The same for a descriptor. Terminals, pipes and sockets are not files.
static long count_descriptor(enum kind kind, const char *function, int descriptor) {
    int saved = errno;
    struct stat status;
    char link[64], path[PATH_MAX];
    long number = 0;
    if (fstat(descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length > 0) {
            path[length] = 0;
            number = count(kind, function, path);
        }
    }
    errno = saved;
    return number;
}

static long done(long number, long result) {
    if (number && number == target && strcmp(action, "after") == 0) end_program();
    return result;
}

static int is_full(long number) { return number && number >= target && strcmp(action, "full") == 0; }

// What the flush did reach the disk, as far as a program can see. Only its answer is an error.
static long flushed(long number, long result) {
    int is_failing = strcmp(action, "flushes") == 0 ? number >= target : strcmp(action, "flush") == 0 && number == target;
    if (!number || !is_failing) return done(number, result);
    errno = EIO;
    return -1;
}

#define WRITING(function, descriptor, call)                              \
    do {                                                                 \
        long number = count_descriptor(WRITES, function, descriptor);    \
        if (is_full(number)) { errno = ENOSPC; return -1; }              \
        return done(number, call);                                       \
    } while (0)

ssize_t write(int descriptor, const void *bytes, size_t size) {
    WRITING("write", descriptor, syscall(SYS_write, descriptor, bytes, size));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    WRITING("pwrite", descriptor, syscall(SYS_pwrite64, descriptor, bytes, size, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
    WRITING("pwrite", descriptor, syscall(SYS_pwrite64, descriptor, bytes, size, offset));
}

int fsync(int descriptor) {
    long number = count_descriptor(FLUSHES, "fsync", descriptor);
    return (int)flushed(number, syscall(SYS_fsync, descriptor));
}

int fdatasync(int descriptor) {
    long number = count_descriptor(FLUSHES, "fdatasync", descriptor);
    return (int)flushed(number, syscall(SYS_fdatasync, descriptor));
}

int ftruncate(int descriptor, off_t size) {
    long number = count_descriptor(OTHERS, "ftruncate", descriptor);
    return (int)done(number, syscall(SYS_ftruncate, descriptor, size));
}

int ftruncate64(int descriptor, off64_t size) {
    long number = count_descriptor(OTHERS, "ftruncate", descriptor);
    return (int)done(number, syscall(SYS_ftruncate, descriptor, size));
}

int unlink(const char *path) {
    long number = count(OTHERS, "unlink", path);
    return (int)done(number, syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int rename(const char *from, const char *to) {
    long number = count(OTHERS, "rename", to);
    return (int)done(number, syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int link(const char *from, const char *to) {
    long number = count(OTHERS, "link", to);
    return (int)done(number, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
