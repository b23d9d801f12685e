internal import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that give files to another user.
    package static var asRoot: Self { .enabled(if: geteuid() == 0, "Only root can give files to others.") }
}
