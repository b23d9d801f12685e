/// Lets other tasks run while a test waits for a condition; throws when the test ends.
package func pause() async throws {
    try Task.checkCancellation()
    await Task.yield()
}

/// Rests a little before a test looks again for a condition outside its process, such as the state of a file.
/// The program that makes it true needs the processor. Throws when the test ends.
package func restBeforeLookingAgain() async throws { try await Task.sleep(for: .milliseconds(20)) }
