import TestSupport
import Testing

/// Stories on real terminals, one after the other: each is a program or two, which want a processor when a key comes.
@Suite("On a terminal", .serialized, .ownThreads)
enum EndToEnd {}
