import TestSupport
import Testing

/// Holds the suites that drive the program on real terminals.
@Suite("On a terminal", .ownThreads)
enum EndToEnd {}
