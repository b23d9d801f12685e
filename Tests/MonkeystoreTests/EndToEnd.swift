import TestSupport
import Testing

/// Stories on real terminals.
@Suite("On a terminal", .ownThreads)
enum EndToEnd {}
