import TestSupport
import Testing

/// Stories with a real sshd and real clients.
@Suite("Over SSH", .ownThreads)
enum OverSSH {}
