import TestSupport
import Testing

/// Stories with the real SSH host and real clients.
@Suite("Over SSH", .ownThreads)
enum OverSSH {}
