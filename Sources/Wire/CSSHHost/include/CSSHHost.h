#ifndef SSH_HOST_H
#define SSH_HOST_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

// The SSH side of monkeystore-ssh in C: the process of one connection, which uses libssh, and the calls that
// the host uses to start processes and to answer them. Host and connection exchange these messages over a
// channel of CConfinement. All text ends with a NUL.

enum { CSH_VARIABLES = 7, CSH_VARIABLE_SIZE = 64 };

/// From the connection's process: a visitor has signed in, and asks for the store.
struct csh_request {
    /// The visitor's key as `ssh-keygen -l` shows it: `SHA256:` and 43 characters of base64. Empty without
    /// a key.
    char fingerprint[64];
    /// The name that the visitor typed, or the beginning of it.
    char name[64];
    /// The variables of the visitor's terminal and language, as NAME=VALUE; the rest is empty.
    char variables[CSH_VARIABLES][CSH_VARIABLE_SIZE];
    uint16_t columns, rows;
};

enum csh_reply_kind {
    /// The storefront runs on a terminal. The descriptor of the terminal's master comes with the message.
    CSH_OPENED,
    /// There is no storefront for the visitor, and `sentence` says why.
    CSH_REFUSED,
    /// The storefront has ended, with `status`.
    CSH_ENDED,
};

/// From the host: the result of a request.
struct csh_reply {
    int32_t kind, status;
    char sentence[256];
};

/// Loads the host's key, an OpenSSH private key, or makes one (Ed25519). Returns false if both fail.
bool csh_load_key(const char *path);

/// The loaded key's fingerprint as `ssh-keygen -l` shows it. Returns false if there is none.
bool csh_fingerprint(char fingerprint[64]);

/// Speaks SSH with the client on descriptor 3, and exchanges messages with the host on descriptor 4, until
/// one of them ends. The process is confined before it reads a byte, and has the host's key and nothing else.
/// The client has `grace` seconds to sign in and to ask for a terminal.
void csh_run_connection(const char *key, int grace);

/// Starts `arguments[0]`, which calls `csh_run_connection`. Returns the process, or -1 with errno.
pid_t csh_start_connection(const char *const arguments[], int connection, int channel);

/// Opens a terminal with this many columns and rows, and starts `arguments[0]` on it, with `channel` as its
/// descriptor 3. Returns the process, with the terminal's master, or -1 with errno.
pid_t csh_start_storefront(
    const char *const arguments[], const char *const environment[], uint16_t columns, uint16_t rows, int channel,
    int *terminal);

/// Starts `arguments[0]` without input and output. Returns the process, or -1 with errno.
pid_t csh_start(const char *const arguments[]);

/// Answers one call of socket(2) that waits on `calls` (see CConfinement.h), with a socket connected to the
/// Unix socket at `path`.
void csh_answer_socket(int calls, const char *path);

/// A client that has connected.
struct csh_client {
    int connection;
    /// Its network: an IPv4 address, 56 bits of an IPv6 one, or 0 for this machine.
    uint64_t network;
    /// The address as text.
    char address[64];
};

/// The address of a client.
union csh_peer {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

/// The network of a client, as `csh_client` has it, and the address as text.
uint64_t csh_network(union csh_peer peer, char address[64]);

/// Accepts a client. Its connection ends if sent data is not acknowledged for this many milliseconds. An idle
/// connection is probed each second. Returns false if no client waits.
bool csh_accept(int listener, unsigned silence, struct csh_client *client);

/// A socket that listens for TCP at an address and port; -1 with errno.
int csh_listen(const char *address, uint16_t port);

/// Blocks SIGCHLD, SIGTERM and SIGINT. Returns a descriptor that becomes readable when one arrives.
int csh_signals(void);
/// Takes all signals that have arrived. Returns whether one of them asks to end.
bool csh_take_signals(int signals);

#endif
