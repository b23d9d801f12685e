// Listens on an address, and accepts clients with their networks, for `Program` and `Host`
// of monkeystore-ssh.
#define _GNU_SOURCE
#include "CSSHHost.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int csh_listen(const char *address, uint16_t port) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found;
    if (getaddrinfo(address, service, &wanted, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int yes = 1, listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool listens = listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0
        && bind(listener, found->ai_addr, found->ai_addrlen) == 0 && listen(listener, SOMAXCONN) == 0;
    int failure = errno;
    freeaddrinfo(found);
    if (listens) return listener;
    if (listener >= 0) close(listener);
    errno = failure;
    return -1;
}

uint64_t csh_network(union csh_peer peer, char address[64]) {
    address[0] = 0;
    if (peer.any.sa_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&peer.v6.sin6_addr)) {
        inet_ntop(AF_INET6, &peer.v6.sin6_addr, address, 64);
        uint64_t prefix;
        memcpy(&prefix, &peer.v6.sin6_addr, sizeof prefix);
        // One customer of a provider often has all addresses with the same 56 bits.
        return IN6_IS_ADDR_LOOPBACK(&peer.v6.sin6_addr) ? 0 : be64toh(prefix) >> 8;
    }
    struct in_addr v4 = peer.v4.sin_addr;
    if (peer.any.sa_family == AF_INET6) memcpy(&v4, &peer.v6.sin6_addr.s6_addr[12], sizeof v4);
    inet_ntop(AF_INET, &v4, address, 64);
    // No prefix of IPv6 in use is as small as this number.
    uint32_t number = ntohl(v4.s_addr);
    return number >> 24 == 127 ? 0 : number;
}

// By itself, TCP retransmits into a dead connection for a quarter of an hour. Here it gives up after the
// given time.
static void notice_silence(int connection, unsigned milliseconds) {
    int yes = 1, second = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(connection, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
    setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(connection, IPPROTO_TCP, TCP_KEEPIDLE, &second, sizeof second);
    setsockopt(connection, IPPROTO_TCP, TCP_KEEPINTVL, &second, sizeof second);
}

bool csh_accept(int listener, unsigned silence, struct csh_client *client) {
    union csh_peer peer = {0};
    socklen_t length = sizeof peer;
    client->connection = accept4(listener, &peer.any, &length, SOCK_CLOEXEC);
    if (client->connection < 0) return false;
    client->network = csh_network(peer, client->address);
    notice_silence(client->connection, silence);
    return true;
}
