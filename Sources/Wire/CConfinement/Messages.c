// Sends messages, and descriptors with them, between monkeystore-ssh and the processes that it starts: its `Host` and
// `StorefrontProgram` at one end, a connection's process (CSSHHost) or a confined storefront (Confinement.c) at the other.
#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

int cc_channel(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends); }

union control {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr header;
};

int cc_send(int channel, const void *message, size_t size, int descriptor) {
    struct iovec part = {(void *)message, size};
    union control control = {0};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        header.msg_control = &control;
        header.msg_controllen = sizeof control;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    return sendmsg(channel, &header, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

ssize_t cc_receive(int channel, void *message, size_t size, int *descriptor) {
    struct iovec part = {message, size};
    union control control = {0};
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(int)),
    };
    *descriptor = -1;
    ssize_t count = recvmsg(channel, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? -1 : 0;
    const struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
    if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS) {
        memcpy(descriptor, CMSG_DATA(rights), sizeof *descriptor);
    }
    return count;
}
