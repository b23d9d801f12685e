#ifndef SSH_HOST_H
#define SSH_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What the host and the process of a connection say to each other, over a channel of CConfinement. All text ends with a NUL.

enum { CSH_VARIABLES = 7, CSH_VARIABLE_SIZE = 64 };

/// The connection's process: somebody has signed in, and wants to see the store.
struct csh_request {
    /// `SHA256:` and 43 characters of base64, as `ssh-keygen -l` shows the visitor's key; empty where there is none.
    char fingerprint[64];
    /// What the visitor's terminal is and speaks, as NAME=VALUE; empty ones behind.
    char variables[CSH_VARIABLES][CSH_VARIABLE_SIZE];
    uint16_t columns, rows;
};

enum csh_reply_kind {
    /// The storefront runs on a terminal: its master's descriptor comes with the message.
    CSH_OPENED,
    /// There is no storefront for the visitor, and `sentence` says why.
    CSH_REFUSED,
    /// The storefront has ended, with `status`.
    CSH_ENDED,
};

/// The host: what became of a request.
struct csh_reply {
    int32_t kind, status;
    char sentence[256];
};

/// Loads the host's key, an OpenSSH private key, or makes one (Ed25519) where there is none. Returns false where it can do
/// neither.
bool csh_load_key(const char *path);

/// Speaks SSH with the client on descriptor 3, and exchanges messages with the host on 4, until either has gone, or the host's
/// process has: confined before it reads a byte, with the host's key and nothing else. Somebody has `grace` seconds to sign in and to ask for a terminal.
void csh_run_connection(const char *key, int grace);

/// Starts `arguments[0]`, which calls `csh_run_connection`. Returns the process, or -1 with errno.
pid_t csh_start_connection(char *const arguments[], int connection, int channel);

/// Opens a terminal of so many columns and rows, and starts `arguments[0]` on it, with `channel` as its descriptor 3. Returns
/// the process, with the terminal's master, or -1 with errno.
pid_t csh_start_storefront(
    char *const arguments[], char *const environment[], uint16_t columns, uint16_t rows, int channel, int *terminal);

/// Starts `arguments[0]` with nothing to read and to write. Returns the process, or -1 with errno.
pid_t csh_start(char *const arguments[]);

/// Answers one call of socket(2) that waits on `calls` (see CConfinement.h): with a socket that is connected to the Unix socket
/// at `path`.
void csh_answer_socket(int calls, const char *path);

/// A client that has connected.
struct csh_client {
    int connection;
    /// Where it comes from: an IPv4 address, 64 bits of an IPv6 one, or 0 for this machine.
    uint64_t network;
    /// The address as text.
    char address[64];
};

/// Takes a client that waits at a listener. Its connection is dead after so many milliseconds without an acknowledgement of
/// what was sent; and one to which nothing is sent is probed each second. Returns false where none waits.
bool csh_accept(int listener, unsigned silence, struct csh_client *client);

/// A socket that listens for TCP at an address and port; -1 with errno.
int csh_listen(const char *address, uint16_t port);

/// A descriptor that becomes readable when a process of this one's ends or a signal asks it to end: both are blocked here.
int csh_signals(void);
/// Whether one of the signals was one to end by. Takes all of them that have come.
bool csh_take_signals(int signals);

#endif
