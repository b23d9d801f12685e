import Testing

/// Stories on real terminals. Waiting for a terminal holds a thread, and there are few: so one story after the other.
@Suite("On a terminal", .serialized)
enum EndToEnd {}
