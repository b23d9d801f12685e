/// Lets other tasks run while a test waits for a condition; throws when the test ends.
package func pause() async throws {
    try Task.checkCancellation()
    await Task.yield()
}
