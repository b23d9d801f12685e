#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The sockets that a confined process may open.
enum cc_sockets {
    /// None.
    CC_NO_SOCKETS,
    /// Connections to one server, made by the process at the other end of `channel`.
    CC_ANSWERED_SOCKETS,
    /// Any address on the network.
    CC_NETWORK_SOCKETS,
};

/// The rights of a confined process, besides memory, time and its open descriptors.
struct cc_limits {
    /// Folders that it may read and write, and folders and files that it may read. Both lists end with NULL.
    /// If both are NULL, it may open no file.
    const char *const *writable, *const *readable;
    /// Folders in which it may also remove empty folders; ends with NULL, or is NULL.
    const char *const *emptied;
    enum cc_sockets sockets;
    /// For CC_ANSWERED_SOCKETS, a socket for messages. `cc_confine` uses it and closes it.
    int channel;
    /// Whether it may start threads. It can never start a process.
    bool has_threads;
    /// The most memory for its data and its threads' stacks, in bytes. It can have no other memory: shared
    /// memory only of a file, and no file in memory.
    unsigned long memory;
};

/// Prepares this process for confinement: it gets no core file, and others cannot trace it. It keeps only the
/// environment variables that describe the terminal, the language and the visitor. Call it first in `main`.
///
/// Returns 0, or the number of the error (errno).
int cc_prepare(void);

/// Takes all rights except `limits` from this process, for good. Call it before there is a second thread.
///
/// With CC_ANSWERED_SOCKETS, the other end of `channel` gets an empty line and a descriptor. Each call of
/// socket(2) waits on this descriptor for its answer, a connected socket (seccomp_unotify(2)). Later calls of
/// connect(2) on that socket have no effect.
///
/// Returns 0, or the number of the error (errno). After an error it is not confined, and must end. If the
/// kernel has no Landlock, folders are not confined, but everything else is.
int cc_confine(const struct cc_limits *limits);

/// Whether the kernel has Landlock, so that `cc_confine` confines folders.
bool cc_confines_files(void);

/// Makes a pair of sockets for messages, non-blocking and closed by exec(2). Returns 0, or -1 with errno.
int cc_channel(int ends[2]);
/// Sends a message with a descriptor, or with -1 for no descriptor. Returns 0, or -1 if the other end
/// is closed.
int cc_send(int channel, const void *message, size_t size, int descriptor);
/// Receives a message with its descriptor, or with -1 for no descriptor. Returns its size, 0 at the end, or
/// -1 if none has arrived yet.
ssize_t cc_receive(int channel, void *message, size_t size, int *descriptor);

#endif
