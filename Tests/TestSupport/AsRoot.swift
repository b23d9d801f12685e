internal import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that give files to another user.
    package static var asRoot: Self { .enabled(if: geteuid() == 0, "Only root can give files to others.") }
}

/// Runs `body` as a user for whom the modes of files count, which they do not for root. Only this thread is
/// that user.
package func whereModesCount<Value>(_ body: () throws -> Value) rethrows -> Value {
    // The function of the C library, which the module does not have. For others than root it does nothing.
    let setfsuid = unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (uid_t) -> Int32).self)
    _ = setfsuid(65534)
    defer { _ = setfsuid(geteuid()) }
    return try body()
}
