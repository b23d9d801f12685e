import TestSupport
import Testing

/// Stories with a real sshd and real clients, one after the other: each is a host and several programs.
@Suite("Over SSH", .serialized, .ownThreads)
enum OverSSH {}
