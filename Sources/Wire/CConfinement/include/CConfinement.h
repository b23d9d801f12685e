#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The sockets that a confined process may open.
enum cc_sockets {
    /// None.
    CC_NO_SOCKETS,
    /// Connections to one server: the process at the other end of `channel` makes them.
    CC_ANSWERED_SOCKETS,
    /// Any address on the network.
    CC_NETWORK_SOCKETS,
};

/// The rights of a confined process, besides memory, time and its open descriptors.
struct cc_limits {
    /// Folders that it may read from and write to, and folders and files that it may read; both end with NULL. Where both are
    /// NULL, it may open no file.
    const char *const *writable, *const *readable;
    /// Folders from which it may also remove empty folders; ends with NULL, or is NULL.
    const char *const *emptied;
    enum cc_sockets sockets;
    /// For CC_ANSWERED_SOCKETS, a socket for messages, which is closed then; see `cc_confine`.
    int channel;
    /// Whether it may start threads. It can never start a process.
    bool has_threads;
    /// The most memory for its data and its threads' stacks, in bytes. It can have no other: no shared memory that is not of a file, and
    /// no file in memory.
    unsigned long memory;
};

/// Prepares this process for confinement: no core file, no tracing by others, and only those variables of its environment that describe
/// the terminal, the language and the visitor. Call it first in `main`.
///
/// Returns 0, or the number of the error (errno).
int cc_prepare(void);

/// Takes all rights but `limits` from this process, for good. Call it before there is a second thread.
///
/// With CC_ANSWERED_SOCKETS, the other end of `channel` gets an empty line and a descriptor, on which each call of socket(2)
/// waits for an answer (seccomp_unotify(2)): a connected socket. Later calls of connect(2) on it have no effect.
///
/// Returns 0, or the number of the error (errno); then it is not confined, and must end. Where the kernel has no Landlock, the
/// folders are not confined, but all the rest is.
int cc_confine(const struct cc_limits *limits);

/// Whether the kernel has Landlock, so that `cc_confine` confines folders.
bool cc_confines_files(void);

/// Makes a pair of sockets for messages, non-blocking and closed by exec(2). Returns 0, or -1 with errno.
int cc_channel(int ends[2]);
/// Sends a message with a descriptor, or with -1 for none. Returns 0, or -1 where the other end is closed.
int cc_send(int channel, const void *message, size_t size, int descriptor);
/// Receives a message with its descriptor, or with -1 for none. Returns its size, 0 at the end, or -1 where none has arrived yet.
ssize_t cc_receive(int channel, void *message, size_t size, int *descriptor);

#endif
