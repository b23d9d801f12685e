import Testing

/// Stories with a real sshd and real clients. Waiting for a terminal holds a thread, and there are few: so one story after the
/// other.
@Suite("Over SSH", .serialized)
enum OverSSH {}
