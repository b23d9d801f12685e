// The process of one SSH connection, with libssh. It lets the visitor sign in, and passes on what the visitor
// and the storefront write. `Program` of monkeystore-ssh runs it, confined. `Host` starts one for each client
// and answers its messages.
#define _GNU_SOURCE
#include "CConfinement.h"
#include "CSSHHost.h"

#include <errno.h>
#include <fcntl.h>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <limits.h>
#include <poll.h>
#include <sys/prctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    // The most attempts to sign in. A client offers each of its keys, and the first one succeeds.
    MOST_ATTEMPTS = 20,
    // How long a storefront may take to end, and how long a client may then take to close the channel,
    // in milliseconds.
    CLOSING = 3000,
    // How long a client may go without reading output, in milliseconds.
    STALLING = 30000,
    // More than a client may send ahead, in bytes.
    MOST_TYPED = 2 << 20,
    MEMORY = 24 << 20,
    // The status of a storefront that cannot draw.
    NO_TERMINAL_STATUS = 2,
};

struct connection {
    ssh_session session;
    ssh_channel channel;
    struct csh_request request;
    int host, terminal, attempts, status;
    bool is_signed_in, has_terminal, is_decided, has_ended, is_closing;
    // Input that the terminal has not taken yet, and output that the client has not taken yet.
    char typed[4096], drawn[16 << 10];
    size_t typed_count, drawn_count;
    long long deadline, stalling_since;
};

static const long long NEVER = LLONG_MAX;
static ssh_key host_key;

static bool is_on_disk(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_on_disk = file >= 0 && fsync(file) == 0;
    if (file >= 0) close(file);
    return is_on_disk;
}

static bool import_key(const char *path) {
    return ssh_pki_import_privkey_file(path, NULL, NULL, NULL, &host_key) == SSH_OK;
}

static bool make_key(const char *path) {
    char draft[PATH_MAX], folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(draft, sizeof draft, "%s.new", path);
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    ssh_key made = NULL;
    bool is_made = ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) == SSH_OK
        && ssh_pki_export_privkey_file(made, NULL, NULL, NULL, draft) == SSH_OK;
    ssh_key_free(made);
    // libssh does not notice that a disk is full. What counts is the key that is in the file.
    if (is_made && is_on_disk(draft) && import_key(draft) && rename(draft, path) == 0 && is_on_disk(folder)) {
        return true;
    }
    unlink(draft);
    return false;
}

bool csh_load_key(const char *path) {
    if (ssh_init() != 0) return false;
    return access(path, F_OK) == 0 ? import_key(path) : make_key(path);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool fingerprint_of(const ssh_key key, char text[64]) {
    unsigned char *hash = NULL;
    size_t length = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != 0) return false;
    char *fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    ssh_clean_pubkey_hash(&hash);
    if (!fingerprint) return false;
    snprintf(text, 64, "%s", fingerprint);
    ssh_string_free_char(fingerprint);
    return true;
}

bool csh_fingerprint(char fingerprint[64]) { return host_key && fingerprint_of(host_key, fingerprint); }

// MARK: Signing in

static void note_name(struct connection *self, const char *name) {
    snprintf(self->request.name, sizeof self->request.name, "%s", name ? name : "");
}

static int sign_in_with_key(
    ssh_session session, const char *user, struct ssh_key_struct *key, char state, void *userdata) {
    (void)session;
    struct connection *self = userdata;
    if (++self->attempts > MOST_ATTEMPTS) return SSH_AUTH_DENIED;
    // Without a signature: the client asks whether the key is acceptable.
    if (state == SSH_PUBLICKEY_STATE_NONE) return SSH_AUTH_SUCCESS;
    if (state != SSH_PUBLICKEY_STATE_VALID) return SSH_AUTH_DENIED;
    if (!fingerprint_of(key, self->request.fingerprint)) return SSH_AUTH_DENIED;
    note_name(self, user);
    self->is_signed_in = true;
    return SSH_AUTH_SUCCESS;
}

// Takes all messages without a callback of their own. A client that has no key and supports
// keyboard-interactive becomes a guest at once.
static int take_message(ssh_session session, ssh_message message, void *userdata) {
    (void)session;
    struct connection *self = userdata;
    if (ssh_message_type(message) != SSH_REQUEST_AUTH) return 1;
    if (++self->attempts > MOST_ATTEMPTS || ssh_message_subtype(message) != SSH_AUTH_METHOD_INTERACTIVE) return 1;
    note_name(self, ssh_message_auth_user(message));
    self->is_signed_in = true;
    ssh_message_auth_reply_success(message, 0);
    return 0;
}

// MARK: Requests of a visitor

static bool is_plain(const char *text) {
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._@") == strlen(text);
}

static bool set_variable(struct connection *self, const char *name, const char *value) {
    if (!is_plain(value) || strlen(name) + strlen(value) + 2 > CSH_VARIABLE_SIZE) return false;
    for (int i = 0; i < CSH_VARIABLES; i++) {
        char *variable = self->request.variables[i];
        if (variable[0] && (strncmp(variable, name, strlen(name)) != 0 || variable[strlen(name)] != '=')) continue;
        snprintf(variable, CSH_VARIABLE_SIZE, "%s=%s", name, value);
        return true;
    }
    return false;
}

static uint16_t size(int number) { return (uint16_t)(number < 1 ? 1 : number > UINT16_MAX ? UINT16_MAX : number); }

static int ask_for_terminal(
    ssh_session session, ssh_channel channel, const char *type, int columns, int rows, int width, int height,
    void *userdata) {
    (void)session, (void)channel, (void)width, (void)height;
    struct connection *self = userdata;
    if (self->has_terminal) return -1;
    self->has_terminal = true;
    // A client without a terminal sends no size.
    self->request.columns = columns < 1 ? 80 : size(columns);
    self->request.rows = rows < 1 ? 24 : size(rows);
    // If the name has other characters, no such terminal is known here.
    if (!set_variable(self, "TERM", type)) set_variable(self, "TERM", "unknown");
    return 0;
}

static void apply_size(const struct connection *self) {
    struct winsize window = {.ws_col = self->request.columns, .ws_row = self->request.rows};
    if (self->terminal >= 0) ioctl(self->terminal, TIOCSWINSZ, &window);
}

static int resize(
    ssh_session session, ssh_channel channel, int columns, int rows, int width, int height, void *userdata) {
    (void)session, (void)channel, (void)width, (void)height;
    struct connection *self = userdata;
    self->request.columns = size(columns);
    self->request.rows = size(rows);
    apply_size(self);
    return 0;
}

static int set_environment(
    ssh_session session, ssh_channel channel, const char *name, const char *value, void *userdata) {
    (void)session, (void)channel;
    static const char *const names[] = {"LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0 && set_variable(userdata, name, value)) return 0;
    }
    return -1;
}

static void end(struct connection *self, const char *sentence, int status) {
    if (sentence) {
        ssh_channel_write_stderr(self->channel, sentence, (uint32_t)strlen(sentence));
        ssh_channel_write_stderr(self->channel, "\r\n", 2);
    }
    self->has_ended = true;
    self->status = status;
    self->typed_count = 0;
    self->deadline = now() + CLOSING;
}

// Any command starts the storefront.
static int open_store(ssh_session session, ssh_channel channel, void *userdata) {
    (void)session, (void)channel;
    struct connection *self = userdata;
    if (self->is_decided) return -1;
    self->is_decided = true;
    if (!self->has_terminal) {
        end(self, "This is a store, not a shell: connect with ssh alone, without a command and without -T.",
            NO_TERMINAL_STATUS);
    } else if (cc_send(self->host, &self->request, sizeof self->request, -1) != 0) {
        self->is_closing = true;
    }
    return 0;
}

static int run_command(ssh_session session, ssh_channel channel, const char *command, void *userdata) {
    (void)command;
    return open_store(session, channel, userdata);
}

static void close_channel(ssh_session session, ssh_channel channel, void *userdata) {
    (void)session, (void)channel;
    ((struct connection *)userdata)->is_closing = true;
}

static ssh_channel open_channel(ssh_session session, void *userdata) {
    struct connection *self = userdata;
    static struct ssh_channel_callbacks_struct callbacks = {
        .channel_pty_request_function = ask_for_terminal,
        .channel_pty_window_change_function = resize,
        .channel_env_request_function = set_environment,
        .channel_shell_request_function = open_store,
        .channel_exec_request_function = run_command,
        .channel_close_function = close_channel,
    };
    if (!self->is_signed_in || self->channel) return NULL;
    self->channel = ssh_channel_new(session);
    if (!self->channel) return NULL;
    callbacks.userdata = self;
    ssh_callbacks_init(&callbacks);
    ssh_set_channel_callbacks(self->channel, &callbacks);
    return self->channel;
}

// MARK: Between the channel and the terminal

static void take_reply(struct connection *self) {
    struct csh_reply reply;
    int descriptor;
    ssize_t count = cc_receive(self->host, &reply, sizeof reply, &descriptor);
    if (count < 0) return;
    if (count != sizeof reply) {
        // The host is gone, so no status will come.
        self->is_closing = true;
        return;
    }
    switch (reply.kind) {
    case CSH_OPENED:
        self->terminal = descriptor;
        fcntl(self->terminal, F_SETFL, O_RDWR | O_NONBLOCK);
        // The size may have changed meanwhile.
        apply_size(self);
        // From now on the storefront itself ends idle visits.
        self->deadline = NEVER;
        break;
    case CSH_REFUSED: end(self, reply.sentence, reply.status); break;
    case CSH_ENDED: end(self, NULL, reply.status); break;
    }
}

static void close_terminal(struct connection *self) {
    close(self->terminal);
    self->terminal = -1;
    self->deadline = now() + CLOSING;
}

static void type(struct connection *self) {
    for (;;) {
        if (self->typed_count == 0) {
            int count = ssh_channel_read_nonblocking(self->channel, self->typed, sizeof self->typed, 0);
            if (count <= 0) return;
            self->typed_count = (size_t)count;
        }
        ssize_t taken = write(self->terminal, self->typed, self->typed_count);
        if (taken <= 0) return;
        self->typed_count -= (size_t)taken;
        memmove(self->typed, self->typed + taken, self->typed_count);
    }
}

static bool can_show(const struct connection *self) {
    return ssh_channel_window_size(self->channel) > 0 && !(ssh_get_poll_flags(self->session) & SSH_WRITE_PENDING);
}

static void show(struct connection *self) {
    while (can_show(self)) {
        // The client has taken what was shown before. What is written now may be pending for a moment.
        self->stalling_since = NEVER;
        if (self->drawn_count == 0) {
            if (self->terminal < 0) return;
            ssize_t count = read(self->terminal, self->drawn, sizeof self->drawn);
            if (count <= 0) {
                // After the storefront has ended, reading fails once its last output has been read.
                if (count == 0 || (errno != EAGAIN && errno != EINTR)) close_terminal(self);
                return;
            }
            self->drawn_count = (size_t)count;
        }
        uint32_t room = ssh_channel_window_size(self->channel);
        uint32_t part = self->drawn_count < room ? (uint32_t)self->drawn_count : room;
        int taken = ssh_channel_write(self->channel, self->drawn, part);
        if (taken < 0) self->is_closing = true;
        // Nothing is taken during a key exchange.
        if (taken <= 0) return;
        self->drawn_count -= (size_t)taken;
        memmove(self->drawn, self->drawn + taken, self->drawn_count);
    }
}

// A client that reads no output blocks the storefront, which then cannot end the visit itself.
static bool is_stalling(struct connection *self) {
    if (self->terminal < 0 || can_show(self)) {
        self->stalling_since = NEVER;
        return false;
    }
    if (self->stalling_since == NEVER) self->stalling_since = now();
    return now() - self->stalling_since > STALLING;
}

// libssh buffers more than the channel's window allows.
static bool is_flooding(const struct connection *self) {
    return self->channel
        && (ssh_channel_poll(self->channel, 1) > 0 || ssh_channel_poll(self->channel, 0) > MOST_TYPED);
}

static void say_goodbye(struct connection *self) {
    ssh_channel_request_send_exit_status(self->channel, self->status);
    ssh_channel_send_eof(self->channel);
    ssh_channel_close(self->channel);
    self->has_ended = false;
    self->deadline = now() + CLOSING;
}

static void serve(struct connection *self, int connection) {
    ssh_event events = ssh_event_new();
    int exchange = SSH_AGAIN;
    bool has_events = false;
    while (!self->is_closing) {
        short outgoing = ssh_get_poll_flags(self->session) & SSH_WRITE_PENDING ? POLLOUT : 0;
        short shown = self->terminal >= 0 && self->drawn_count == 0 && can_show(self) ? POLLIN : 0;
        short typed = self->typed_count > 0 ? POLLOUT : 0;
        struct pollfd sources[] = {
            {connection, (short)(POLLIN | outgoing), 0}, {self->host, POLLIN, 0},
            {shown | typed ? self->terminal : -1, (short)(shown | typed), 0},
        };
        long long rest = self->deadline - now();
        if (rest <= 0) break;
        if (self->stalling_since != NEVER && rest > STALLING) rest = STALLING;
        if (poll(sources, 3, rest > INT_MAX ? INT_MAX : (int)rest) < 0 && errno != EINTR) break;
        if (sources[1].revents) take_reply(self);
        if (exchange == SSH_AGAIN) {
            exchange = ssh_handle_key_exchange(self->session);
            if (exchange == SSH_ERROR) break;
        }
        if (exchange == SSH_OK) {
            if (!has_events) ssh_event_add_session(events, self->session);
            has_events = true;
            if (ssh_event_dopoll(events, 0) == SSH_ERROR || !ssh_is_connected(self->session)
                || ssh_get_error_code(self->session) == SSH_FATAL) break;
        }
        if (self->attempts > MOST_ATTEMPTS) break;
        if (self->terminal >= 0 && !self->has_ended) type(self);
        if (self->channel) show(self);
        if (self->has_ended && self->terminal < 0 && self->drawn_count == 0) say_goodbye(self);
        if (is_stalling(self) || is_flooding(self)) break;
    }
    ssh_disconnect(self->session);
}

// MARK: The process

static void run(int connection, int host, int grace) {
    static struct connection self = {.terminal = -1, .stalling_since = LLONG_MAX};
    static struct ssh_server_callbacks_struct callbacks = {
        .auth_pubkey_function = sign_in_with_key,
        .channel_open_request_session_function = open_channel,
    };
    self.host = host;
    self.deadline = now() + (long long)grace * 1000;
    self.session = ssh_new();
    ssh_bind options = ssh_bind_new();
    bool no = false;
    // Without the machine's configuration, and without certificates.
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_PROCESS_CONFIG, &no);
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_IMPORT_KEY, host_key);
    ssh_bind_options_set(
        options, SSH_BIND_OPTIONS_PUBKEY_ACCEPTED_KEY_TYPES,
        "ssh-ed25519,sk-ssh-ed25519@openssh.com,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,"
        "sk-ecdsa-sha2-nistp256@openssh.com,rsa-sha2-512,rsa-sha2-256");
    ssh_bind_options_set(
        options, SSH_BIND_OPTIONS_KEY_EXCHANGE, "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256");
    const char *ciphers = "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes128-ctr";
    const char *digests = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512";
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_CIPHERS_C_S, ciphers);
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_CIPHERS_S_C, ciphers);
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_HMAC_C_S, digests);
    ssh_bind_options_set(options, SSH_BIND_OPTIONS_HMAC_S_C, digests);
    if (!self.session || ssh_bind_accept_fd(options, self.session, connection) != SSH_OK) return;
    // libssh has no host option for compression, so the session gets the option of clients.
    if (ssh_options_set(self.session, SSH_OPTIONS_COMPRESSION_C_S, "none") != SSH_OK
        || ssh_options_set(self.session, SSH_OPTIONS_COMPRESSION_S_C, "none") != SSH_OK) return;

    struct cc_limits nothing = {.sockets = CC_NO_SOCKETS, .memory = MEMORY};
    if (cc_prepare() != 0 || cc_confine(&nothing) != 0) return;

    ssh_set_auth_methods(self.session, SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE);
    callbacks.userdata = &self;
    ssh_callbacks_init(&callbacks);
    ssh_set_server_callbacks(self.session, &callbacks);
    ssh_set_message_callback(self.session, take_message, &self);
    ssh_set_blocking(self.session, 0);
    serve(&self, connection);
}

void csh_run_connection(const char *key, int grace) {
    enum { CONNECTION = 3, CHANNEL };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    close_range(CHANNEL + 1, ~0U, 0);
    fcntl(CONNECTION, F_SETFL, O_RDWR | O_NONBLOCK);
    if (ssh_init() == 0 && import_key(key)) run(CONNECTION, CHANNEL, grace);
}
