#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// What a confined process may open a socket to.
enum cc_sockets {
    /// Nothing.
    CC_NO_SOCKETS,
    /// One server, whichever it asks for: whoever is at the other end of `channel` makes the connection.
    CC_ANSWERED_SOCKETS,
    /// Any address on the network.
    CC_NETWORK_SOCKETS,
};

/// What a confined process may still do, beside memory, time and the descriptors that it has.
struct cc_limits {
    /// Folders that it may read from and write to, and folders and files that it may read; both end with NULL. Where both are
    /// NULL, it may open no file.
    const char *const *writable, *const *readable;
    /// Folders from which it may also remove folders that are empty; ends with NULL, or is NULL.
    const char *const *emptied;
    enum cc_sockets sockets;
    /// For CC_ANSWERED_SOCKETS, a socket for messages, which is closed then; see `cc_confine`.
    int channel;
    /// Whether it may start threads. It can never start a process.
    bool has_threads;
    /// What it may use for its data and its threads' stacks, in bytes.
    unsigned long memory;
};

/// Takes from this process what would outlive a mistake in it: it leaves no core file, nobody looks into it, and of its
/// environment only what describes the terminal, the language and the visitor is left. Call it first in `main`.
///
/// Returns 0, or the number of the error (errno).
int cc_prepare(void);

/// Takes from this process for good everything but `limits`. Call it before there is a second thread.
///
/// With CC_ANSWERED_SOCKETS, the other end of `channel` gets an empty line and a descriptor, on which each call of socket(2)
/// waits for an answer (seccomp_unotify(2)): a socket that is connected. What this process then connects it to does not matter.
///
/// Returns 0, or the number of the error (errno); then it is not confined, and must end. Where the kernel has no Landlock, the
/// folders are not confined, but all the rest is.
int cc_confine(const struct cc_limits *limits);

/// Makes a socket for messages, with both ends; neither blocks, and neither survives exec(2). Returns 0, or -1 with errno.
int cc_channel(int ends[2]);
/// Sends a message with a descriptor, or with -1 for none. Returns 0, or -1 where nobody is there to take it.
int cc_send(int channel, const void *message, size_t size, int descriptor);
/// Takes a message with its descriptor, or with -1 for none. Returns its size, 0 at the end, or -1 where none has come yet.
ssize_t cc_receive(int channel, void *message, size_t size, int *descriptor);

#endif
